#!/usr/bin/env python3
"""Random compile-time expressions: tritonc must compute what CPython computes.

usage: fuzz_constants.py --tritonc build/tritonc [--count 10000] [--seed 1]

Each kernel prints the values of a few hundred expressions while it is compiled. Expressions that raise an exception in
CPython, or that CPython only computes with numbers beyond reason, are left out.
"""

import argparse
import random
import subprocess
import sys
import tempfile
import warnings

PER_KERNEL = 250
INTEGERS = [0, 1, 2, 3, 5, 7, 16, 31, 32, 63, 64, 100, 255, 1 << 31, (1 << 32) - 1, 1 << 53, (1 << 53) + 1, 1 << 64, 10**20]
FLOATS = ["0.0", "0.5", "1.5", "2.0", "3.25", "0.1", "1e-3", "1e16", "1e22", "123456.789", "5e-324", "1.7976931348623157e308"]
STRINGS = ["''", "'a'", "'ab'", "'tf32'", '"it\'s"', "'\\n'"]


class Generator:
    def __init__(self, rng):
        self.rng = rng

    def pick(self, *makers):
        return self.rng.choice(makers)

    def integer(self, depth):
        r = self.rng
        if depth == 0:
            return str(r.choice(INTEGERS) if r.random() < 0.6 else r.randrange(1000))
        a, b = (lambda: self.integer(depth - 1)), (lambda: self.integer(depth - 1))
        choice = r.randrange(13)
        if choice < 6:
            return f"({a()} {r.choice(['+', '-', '*', '//', '%', '&', '|', '^'])} {b()})"
        if choice == 6:
            return f"({a()} {r.choice(['<<', '>>'])} {r.randrange(70)})"
        if choice == 7:
            return f"({a()} ** {r.randrange(5)})"
        if choice == 8:
            return f"({r.choice('-~+')}{a()})"
        if choice == 9:
            return f"{r.choice(['min', 'max'])}({a()}, {b()})"
        if choice == 10:
            return f"int({self.float(depth - 1)})"
        if choice == 11:
            return f"len({self.sequence(depth - 1)})"
        return f"({a()} if {self.boolean(depth - 1)} else {b()})"

    def float(self, depth):
        r = self.rng
        if depth == 0:
            return r.choice(FLOATS)
        a, b = (lambda: self.number(depth - 1)), (lambda: self.float(depth - 1))
        choice = r.randrange(7)
        if choice < 4:
            return f"({a()} {r.choice(['+', '-', '*', '/', '//', '%'])} {b()})"
        if choice == 4:
            return f"({self.integer(depth - 1)} / {self.integer(depth - 1)})"
        if choice == 5:
            return f"float({a()})"
        return f"(-{b()})"

    def number(self, depth):
        return self.pick(self.integer, self.float, self.boolean)(depth)

    def boolean(self, depth):
        r = self.rng
        if depth == 0:
            return r.choice(["True", "False"])
        choice = r.randrange(6)
        compare = r.choice(["<", "<=", ">", ">=", "==", "!="])
        if choice < 2:
            return f"({self.number(depth - 1)} {compare} {self.number(depth - 1)})"
        if choice == 2:
            return f"({self.text(depth - 1)} {compare} {self.text(depth - 1)})"
        if choice == 3:
            return f"({self.boolean(depth - 1)} {r.choice(['and', 'or', '&', '|', '^'])} {self.boolean(depth - 1)})"
        if choice == 4:
            return f"(not {self.any(depth - 1)})"
        return f"({self.any(depth - 1)} {r.choice(['is', 'is not'])} None)"

    def text(self, depth):
        r = self.rng
        if depth == 0:
            return r.choice(STRINGS)
        choice = r.randrange(4)
        if choice == 0:
            return f"({self.text(depth - 1)} + {self.text(depth - 1)})"
        if choice == 1:
            return f"({self.text(depth - 1)} * {r.randrange(-1, 4)})"
        if choice == 2:
            return f"str({self.number(depth - 1)})"
        return f"({self.text(depth - 1)} if {self.boolean(depth - 1)} else {self.text(depth - 1)})"

    def sequence(self, depth):
        r = self.rng
        elements = ", ".join(self.any(max(depth - 1, 0)) for _ in range(r.randrange(1, 4)))
        display = f"({elements},)"
        if depth == 0:
            return display
        bound = lambda: r.choice(["", str(r.randrange(-4, 5))])
        step = r.choice(["", ":1", ":2", ":-1"])
        choice = r.randrange(3)
        if choice == 0:
            return f"({display} + {self.sequence(depth - 1)})"
        if choice == 1:
            return f"({display} * {r.randrange(-1, 3)})"
        return f"{display}[{bound()}:{bound()}{step}]"

    def any(self, depth):
        r = self.rng
        choice = r.randrange(8)
        if choice == 0:
            return "None"
        if choice == 1:
            return f"({self.any(max(depth - 1, 0))} {r.choice(['and', 'or'])} {self.any(max(depth - 1, 0))})"
        return self.pick(self.integer, self.float, self.boolean, self.text, self.sequence)(depth)


def expected(text):
    """The repr of CPython's value; None for an expression that raises or grows too large."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = repr(eval(text, {}))
    except (ArithmeticError, ValueError, TypeError, IndexError):
        return None
    return value if len(value) < 400 else None


def expressions(rng, count):
    generator, found = Generator(rng), []
    while len(found) < count:
        text = generator.any(rng.randrange(1, 5))
        value = expected(text)
        if value is not None:
            found.append((text, value))
    return found


def run(tritonc, batch):
    """The lines that the kernel prints while it is compiled, or nothing and the text of the errors."""
    lines = ["import triton", "import triton.language as tl", "", "", "@triton.jit", "def k(x_ptr):"]
    for i, (text, _) in enumerate(batch):
        lines += [f"    v{i}: tl.constexpr = {text}", f'    tl.static_print(f"{{v{i}!r}}")']
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        command = [tritonc, "compile", file.name, "-s", "*fp32", "--emit", "tile", "-o", "/dev/null"]
        done = subprocess.run(command, capture_output=True, text=True)
    return (done.stderr.splitlines(), "") if done.returncode == 0 else ([], done.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tritonc", default="build/tritonc")
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng, wrong, done = random.Random(args.seed), 0, 0
    while done < args.count:
        batch = expressions(rng, min(PER_KERNEL, args.count - done))
        printed, errors = run(args.tritonc, batch)
        if errors or len(printed) != len(batch):
            print(errors or f"{len(printed)} lines for {len(batch)} expressions")
            wrong += 1
        for (text, value), line in zip(batch, printed):
            if line != value:
                print(f"{text}\n  CPython {value}\n  tritonc {line}")
                wrong += 1
        done += len(batch)
    print(f"{done} expressions, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
