#!/usr/bin/env python3
"""Random compile-time expressions: tritonc must compute what CPython computes, and refuse what raises an exception there.

usage: fuzz_constants.py --tritonc build/tritonc [--count 10000] [--seed 1]

Each file holds a few hundred expressions: a third in `constexpr_function`s, where all of Python's operators may stand, the
others in the kernel itself. A value is printed while the kernel is compiled; an exception must be an error on its line.
Expressions that CPython only computes with numbers or texts beyond reason, or that are complex, are left out.
"""

import argparse
import math
import random
import re
import subprocess
import sys
import tempfile
import warnings

PER_FILE = 250
LONGEST = 400
INTEGERS = [0, 1, 2, 3, 5, 7, 16, 31, 32, 63, 64, 100, 255, 1 << 31, (1 << 32) - 1, 1 << 53, (1 << 53) + 1, 1 << 64, 10**20, 10**400]
WRITTEN = ["0xFF", "0b101", "0o17", "1_000_000", "0x_dead_beef"]
FLOATS = ["0.0", "0.5", "1.5", "2.0", "3.25", "0.1", "1e-3", "1e16", "1e22", "123456.789", "5e-324", "1.7976931348623157e308",
          "2.5", "1e400", "float('inf')", "float('-inf')", "float('nan')", ".5", "1_0.2_5", "9007199254740993.0", "1e15", "1e-5"]
STRINGS = ["''", "'a'", "'ab'", "'tf32'", '"it\'s"', "'\\n'", "'é'", "'日本語'", "'a😀b'", "'\\\\\\t\"'", "'12'", "' -3 '", "'1e3'",
           "'1_0'", "'nan'", "'\\x00\\x7f'", "r'\\d'", "'a' 'b'", "'0x1f'", "'+1.5'", "'.'", "'1__0'"]
NUMBERS_AS_TEXT = ["'12'", "' -3 '", "'1e3'", "'1_0'", "'nan'", "'+1.5'", "'-inf'", "'0'", "'x'", "''", "'1_'", "'1.'", "'1e400'"]


class Generator:
    """Makes expressions of a class of values; `wild` ones take operands of any class."""

    def __init__(self, rng, is_host):
        self.rng, self.is_host, self.names, self.fresh = rng, is_host, [], 0

    def chance(self, probability):
        return self.rng.random() < probability

    # ---- Numbers ----

    def integer(self, depth):
        r = self.rng
        if depth <= 0:
            return r.choice(WRITTEN) if self.chance(0.05) else str(r.choice(INTEGERS) if self.chance(0.6) else r.randrange(1000))
        choice = r.randrange(16 if self.is_host else 13)
        if choice < 5:
            return f"({self.integer(depth - 1)} {r.choice(['+', '-', '*', '//', '%', '&', '|', '^'])} {self.integer(depth - 1)})"
        if choice == 5:
            return f"({self.integer(depth - 1)} {r.choice(['<<', '>>'])} {r.randrange(-1, 70)})"
        if choice == 6:
            return self.power(self.integer(depth - 1), self.integer(0) if self.chance(0.3) else str(r.randrange(-2, 5)))
        if choice == 7:
            return f"({r.choice(['-', '~', '+'])}{self.integer(depth - 1)})"
        if choice == 8:
            return f"{r.choice(['min', 'max'])}({', '.join(self.integer(depth - 1) for _ in range(r.randrange(2, 4)))})"
        if choice == 9:
            return f"int({r.choice(NUMBERS_AS_TEXT) if self.chance(0.3) else self.number(depth - 1)})"
        if choice == 10:
            return f"len({self.either(self.sequence, self.text)(depth - 1)})"
        if choice == 11:
            return f"({self.integer(depth - 1)} if {self.any(depth - 1)} else {self.integer(depth - 1)})"
        if choice == 12:
            return f"{self.sequence(depth - 1)}[{self.index(depth - 1)}]"
        if choice == 13:
            return f"{r.choice(['abs', 'round', 'math.floor', 'math.ceil', 'math.trunc'])}({self.number(depth - 1)})"
        if choice == 14 and self.chance(0.5):
            return f"round({self.integer(depth - 1)}, {r.choice([0, 1, -1, -2, -5, -30, None, True])})"
        if choice == 14:
            return f"{r.choice(['sum', 'max', 'min', 'math.prod'])}({self.comprehension(self.integer, depth - 1)})"
        return f"{r.choice(['divmod', 'pow'])}({self.integer(depth - 1)}, {r.randrange(-1, 4)})"

    def float(self, depth):
        r = self.rng
        if depth <= 0:
            return r.choice(FLOATS)
        choice = r.randrange(9 if self.is_host else 8)
        if choice < 3:
            return f"({self.number(depth - 1)} {r.choice(['+', '-', '*', '/', '//', '%'])} {self.float(depth - 1)})"
        if choice == 8:
            return f"round({self.float(depth - 1)}, {r.choice([0, 1, 2, 3, 15, 16, 17, 22, 400, -1, -2, -5, -15, -22, -308, -309, -400])})"
        if choice == 3:
            return f"({self.integer(depth - 1)} / {self.integer(depth - 1)})"
        if choice == 4:
            return f"float({r.choice(NUMBERS_AS_TEXT) if self.chance(0.3) else self.number(depth - 1)})"
        if choice == 5:
            return self.power(self.number(depth - 1), self.either(self.float, self.integer)(0))
        if choice == 6:
            return f"{r.choice(['min', 'max'])}({self.number(depth - 1)}, {self.float(depth - 1)})"
        return f"(-{self.float(depth - 1)})"

    def power(self, base, exponent):
        """Left out where it is complex or has thousands of digits."""
        a, b = value_of(base), value_of(exponent)
        is_large = isinstance(a, int) and isinstance(b, int) and a.bit_length() * max(b, 0) > 4000
        is_complex = isinstance(a, (int, float)) and isinstance(b, float) and a < 0
        return base if is_large or is_complex else f"({base} ** {exponent})"

    def number(self, depth):
        return self.either(self.integer, self.float, self.boolean)(depth)

    # ---- Truth ----

    def boolean(self, depth):
        r = self.rng
        if depth <= 0:
            return r.choice(["True", "False"])
        compare = r.choice(["<", "<=", ">", ">=", "==", "!="])
        choice = r.randrange(11 if self.is_host else 8)
        if choice < 2:
            return f"({self.number(depth - 1)} {compare} {self.number(depth - 1)})"
        if choice == 2:
            make = self.either(self.text, self.sequence)
            return f"({make(depth - 1)} {compare} {make(depth - 1)})"
        if choice == 3:
            return f"({self.boolean(depth - 1)} {r.choice(['and', 'or', '&', '|', '^'])} {self.boolean(depth - 1)})"
        if choice == 4:
            return f"(not {self.any(depth - 1)})"
        if choice == 5:
            return f"({self.any(depth - 1)} {r.choice(['is', 'is not'])} {r.choice(['None', 'True', 'False'])})"
        if choice == 6:
            return f"isinstance({self.any(depth - 1)}, {r.choice(['int', 'float', 'bool', 'str', 'tuple', '(int, float)', '(str, bool)'])})"
        if choice == 7:
            return f"bool({self.any(depth - 1)})"
        if choice == 8:
            first, second, third = (self.number(depth - 1) for _ in range(3))
            return f"({first} {compare} {second} {r.choice(['<', '<=', '>', '==', '!='])} {third})"
        if choice == 9:
            return f"({self.any(depth - 1)} {r.choice(['in', 'not in'])} {self.either(self.sequence, self.text)(depth - 1)})"
        return f"{r.choice(['any', 'all'])}({self.comprehension(self.any, depth - 1)})"

    # ---- Texts and tuples ----

    def text(self, depth):
        r = self.rng
        if depth <= 0:
            return r.choice(STRINGS)
        choice = r.randrange(8 if self.is_host else 7)
        if choice == 0:
            return f"({self.text(depth - 1)} + {self.text(depth - 1)})"
        if choice == 1:
            count = r.choice([str(r.randrange(-1, 4)), "True"])
            return f"({count} * {self.text(depth - 1)})" if self.chance(0.3) else f"({self.text(depth - 1)} * {count})"
        if choice == 2:
            return f"str({self.any(depth - 1)})"
        if choice == 3:
            return f"({self.text(depth - 1)} if {self.any(depth - 1)} else {self.text(depth - 1)})"
        if choice == 4:
            return f"{self.text(depth - 1)}[{self.index(depth - 1)}]"
        if choice == 5:
            return f"{self.text(depth - 1)}[{self.slice(depth - 1)}]"
        if choice == 6:
            fields = [f"{{{self.any(depth - 1)}{r.choice(['', '', '!r', '!s', '!a'])}}}" for _ in range(r.randrange(1, 3))]
            return f"f'''{r.choice(['', '<', '{{', 'é'])}{' '.join(fields)}'''"
        receiver = self.text(depth - 1)
        # The compiler has no tables of letters beyond ASCII.
        methods = ["strip()", "split()[0]", "replace('a', 'bc')", "join(('1', ''))", "startswith('a')", "endswith('b')", "split('a')[-1]"]
        return f"str({receiver}.{r.choice(methods + ['upper()', 'lower()'] * value_of(receiver).isascii() if isinstance(value_of(receiver), str) else methods)})"

    def sequence(self, depth):
        r = self.rng
        display = ", ".join(self.any(depth - 1) for _ in range(r.randrange(0, 4)))
        display = f"({display},)" if display else "()"
        choice = r.randrange(7 if self.is_host else 5)
        if depth <= 0 or choice == 0:
            return display
        if choice == 1:
            return f"({display} + {self.sequence(depth - 1)})"
        if choice == 2:
            return f"({display} * {r.randrange(-1, 3)})"
        if choice == 3:
            return f"{self.sequence(depth - 1)}[{self.slice(depth - 1)}]"
        if choice == 4:
            return f"tuple({self.comprehension(self.any, depth - 1)})"
        if choice == 5:
            return f"tuple({r.choice(['reversed', 'enumerate', 'tuple'])}({self.either(self.sequence, self.text)(depth - 1)}))"
        return f"tuple(zip({self.sequence(depth - 1)}, {self.text(depth - 1)}))"

    def comprehension(self, element, depth):
        source = self.sequence(depth)
        name = f"x{self.fresh}"
        self.fresh += 1
        self.names.append(name)
        condition = f" if {self.any(depth)}" if self.chance(0.4) else ""
        text = f"[{element(depth)} for {name} in {source}{condition}]"
        self.names.pop()
        return text

    def index(self, depth):
        return self.any(depth) if self.chance(0.1) else str(self.rng.choice([0, 0, 1, -1, 2, -3, "True", 10**20]))

    def slice(self, depth):
        bound = lambda: self.any(depth) if self.chance(0.05) else str(self.rng.choice(["", "", 0, 1, 2, -1, -2, 5, "None", 10**20, -(10**20)]))
        step = self.rng.choice(["", "", ":", ":2", ":-1", ":-2", ":None", ":0", f":{10**20}", f":-{10**20}"])
        return f"{bound()}:{bound()}{step}"

    # ---- Anything ----

    def either(self, *makers):
        return self.rng.choice(makers)

    def any(self, depth):
        r = self.rng
        if self.names and self.chance(0.3):
            return r.choice(self.names)
        choice = r.randrange(10)
        if choice == 0:
            return "None"
        if choice == 1 and depth > 0:
            return f"({self.any(depth - 1)} {r.choice(['and', 'or'])} {self.any(depth - 1)})"
        if choice == 2 and depth > 0 and self.chance(0.5):
            return self.wild(depth - 1)
        if choice == 3 and depth > 0 and self.is_host:
            return self.named(depth - 1)
        return self.either(self.integer, self.float, self.boolean, self.text, self.sequence)(depth)

    def named(self, depth):
        value = self.any(depth)
        name = f"w{self.fresh}"
        self.fresh += 1
        # In a comprehension that is skipped the name would have no value.
        return value if self.names else f"(({name} := {value}), {self.rng.choice(['', 'not '])}{name})"

    def wild(self, depth):
        """Most of these raise."""
        r = self.rng
        choice = r.randrange(8)
        if choice < 3:
            # A text to the left of `%` formats, which no kernel needs.
            op = r.choice(["+", "-", "/", "//", "&", "|", "<<", ">>", "<", ">=", "@"])
            left, right = self.any(depth), self.any(depth)
            if op == "<<" and not isinstance(value_of(right), (float, str, tuple, bool, type(None))):
                op = "<="
            return f"({left} {op} {right})"
        if choice == 3:
            return f"({r.choice(['-', '+', '~'])}{self.any(depth)})"
        if choice == 4:
            return f"{r.choice(['len', 'int', 'float', 'min', 'max', 'str', 'bool', 'tuple'])}({self.any(depth)})"
        if choice == 5:
            return f"{self.either(self.any, self.sequence)(depth)}[{self.any(depth)}]"
        if choice == 6:
            return f"{r.choice(['min', 'max'])}({self.any(depth)}, {self.any(depth)})"
        return f"({r.randrange(3)} {r.choice(['//', '%', '/'])} {r.choice(['0', '0.0', 'False'])})"


def value_of(text):
    """CPython's value, or the exception that it raises."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return eval(text, {"math": math})
    except (ArithmeticError, ValueError, TypeError, IndexError, NameError, SyntaxError, MemoryError) as exception:
        return exception


class Expression:
    def __init__(self, text, value, is_host):
        self.text, self.is_host = text, is_host
        self.raises = isinstance(value, Exception)
        self.expected = f"{type(value).__name__}: {value}" if self.raises else repr(value)
        self.lines, self.printed, self.error = [], None, None

    def problem(self):
        """How tritonc and CPython differ, or None."""
        found = self.error if self.printed is None else self.printed
        if self.raises:
            return None if self.printed is None and self.error else f"CPython raises {self.expected}\n  tritonc {found}"
        return None if self.printed == self.expected else f"CPython {self.expected}\n  tritonc {found}"


def expressions(rng, count):
    found = []
    while len(found) < count:
        is_host = rng.random() < 1 / 3
        text = Generator(rng, is_host).any(rng.randrange(1, 5))
        value = value_of(text)
        # Names of comprehensions alone stand for nothing; f-strings of older Pythons take no backslash.
        is_kept = not isinstance(value, (NameError, SyntaxError, MemoryError)) and "\n" not in text
        if is_kept and len(text) < 4 * LONGEST and (isinstance(value, Exception) or len(repr(value)) < LONGEST):
            found.append(Expression(text, value, is_host))
    return found


def source_of(batch):
    lines = ["import math", "import triton", "import triton.language as tl"]
    for i, expression in enumerate(batch):
        if expression.is_host:
            lines += ["@triton.constexpr_function", f"def host{i}():", f"    return {expression.text}"]
            expression.lines.append(len(lines))
    lines += ["@triton.jit", "def k(x_ptr):"]
    for i, expression in enumerate(batch):
        lines += [f"    v{i}: tl.constexpr = {f'host{i}()' if expression.is_host else expression.text}"]
        expression.lines.append(len(lines))
        lines += [f'    tl.static_print(f"@{i} {{v{i}!r}}")']
    return "\n".join(lines) + "\n"


def run(tritonc, batch):
    """Gives every expression what tritonc prints of it; returns what is wrong with the run itself."""
    with tempfile.NamedTemporaryFile("w", suffix=".py", encoding="utf-8") as file:
        file.write(source_of(batch))
        file.flush()
        command = [tritonc, "compile", file.name, "-s", "*fp32", "--emit", "tile", "-o", "/dev/null"]
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace")
    at_line = {line: expression for expression in batch for line in expression.lines}
    for line in done.stderr.splitlines():
        if printed := re.match(r"@(\d+) (.*)", line):
            batch[int(printed[1])].printed = printed[2]
        elif error := re.match(re.escape(file.name) + r":(\d+):\d+: error: (.*)", line):
            if int(error[1]) in at_line:
                at_line[int(error[1])].error = error[2]
    wanted = 1 if any(expression.raises for expression in batch) else 0
    return "" if done.returncode == wanted else f"exit status {done.returncode} instead of {wanted}\n{done.stderr[-2000:]}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tritonc", default="build/tritonc")
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if hasattr(sys, "set_int_max_str_digits"):
        sys.set_int_max_str_digits(0)
    rng, wrong, raising, done = random.Random(args.seed), 0, 0, 0
    while done < args.count:
        batch = expressions(rng, min(PER_FILE, args.count - done))
        if failure := run(args.tritonc, batch):
            print(failure)
            wrong += 1
        for expression in batch:
            raising += expression.raises
            if problem := expression.problem():
                print(f"{'host: ' if expression.is_host else ''}{expression.text}\n  {problem}")
                wrong += 1
        done += len(batch)
    print(f"{done} expressions, of which {raising} raise, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
