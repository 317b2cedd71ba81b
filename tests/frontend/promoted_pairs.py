# RUN: %python %s tritonc
"""The type in which two operands meet, for every pair of types and for numbers beside every type.

usage: promoted_pairs.py TRITONC

The rules are written down once more here. One kernel has a line for each case: an assertion on the type, or an operation
that has to be refused. Run without an argument, the kernel is printed.
"""

import itertools
import re
import subprocess
import sys
import tempfile

INTEGERS = {"int1": 1, "int8": -8, "int16": -16, "int32": -32, "int64": -64, "uint8": 8, "uint16": 16, "uint32": 32, "uint64": 64}
SMALL = ("float8e4nv", "float8e5")
FLOATS = SMALL + ("float16", "bfloat16", "float32", "float64")
TYPES = (*INTEGERS, *FLOATS)
NUMBERS = ("True", "1", "-1", "300", "2**31", "2**40", "2**63", "2**64", "1.5", "1e-40", "1e300", "float('inf')")
SIGNATURE = {"int1": "*i1", "float8e4nv": "*fp8e4nv", "float8e5": "*fp8e5", "float16": "*fp16", "bfloat16": "*bf16", "float32": "*fp32", "float64": "*fp64"}
NAMES = {bits: name for name, bits in INTEGERS.items()}


def of_integers(a, b, isDivision):
    a, b = sorted((INTEGERS[a], INTEGERS[b]))
    if (a < 0) == (b < 0):
        return NAMES[max(a, b, key=abs)]
    # Of different signedness: the unsigned one unless it is narrower.
    return None if isDivision else NAMES[b if b >= -a else a]


def of_tensors(a, b, isDivision=False):
    """The type that two types meet in; None if there is none."""
    pair = {a, b}
    if "float64" in pair:
        return "float64"
    if isDivision and pair & set(FLOATS):
        return "float32"
    for name in ("float32", "float16"):
        if name in pair:
            return name
    if "bfloat16" in pair:
        return "bfloat16" if len(pair) == 1 else "float32"
    if pair <= set(SMALL):
        return a if a == b else "float16"
    return None if pair & set(SMALL) else of_integers(a, b, isDivision)


def fits(number, name):
    bits = INTEGERS[name]
    low, high = (-(2 ** (-bits - 1)), 2 ** (-bits - 1) - 1) if bits < 0 else (0, 2**bits - 1)
    return low <= number <= high


def of_number(number):
    """The type of a number by itself."""
    if isinstance(number, bool):
        return "int1"
    if isinstance(number, int):
        return next((name for name in ("int32", "uint32", "int64", "uint64") if fits(number, name)), None)
    size = abs(number)
    return "float32" if size == 0 or size == float("inf") or 2**-126 <= size <= 3.4028234663852886e38 else "float64"


def beside(number, tensor, isDivision=False):
    """The type in which an operator computes with a number and a tensor."""
    kinds = {"b": 0, "i": 1, "f": 2}
    kind = kinds["f" if isinstance(number, float) else "b" if isinstance(number, bool) else "i"]
    own = tensor if kind <= kinds["f" if tensor in FLOATS else "b" if tensor == "int1" else "i"] else of_number(number)
    meeting = own and of_tensors(tensor, own, isDivision)
    return meeting if meeting not in INTEGERS or fits(number, meeting) else None


def result(op, meeting):
    """The type of what an operator gives, of the type that its operands meet in."""
    if meeting is None:
        return None
    isFloat = meeting in FLOATS
    if op in ("<<", "&", "//"):
        return None if isFloat else meeting
    if op == "/":
        return meeting if isFloat else "float32"
    return "int1" if op in ("<", "!=") else meeting


def text_of(op, a, b):
    return f"tl.maximum({a}, {b})" if op == "maximum" else f"tl.where(yes, {a}, {b})" if op == "where" else f"({a} {op} {b})"


def pairs():
    """(expression, type or None) of every case."""
    for op, a, b in itertools.product(("+", "*", "/", "//", "%", "<<", "&", "<", "maximum", "where"), TYPES, TYPES):
        # What has no form for bf16 widens each operand by itself.
        wide = [("float32" if op == "maximum" and t == "bfloat16" else t) for t in (a, b)]
        yield text_of(op, "x_" + a, "x_" + b), result(op, of_tensors(*wide, op in ("/", "//", "%")))
    for op, text, tensor in itertools.product(("+", "-", "/", "//", "&", "where"), NUMBERS, TYPES):
        number = eval(text)
        wanted = result(op, beside(number, tensor, op in ("/", "//")))
        yield text_of(op, "x_" + tensor, text), wanted
        if op != "where":
            yield text_of(op, text, "x_" + tensor), wanted
    for op, text, tensor in itertools.product(("<", "!=", "maximum"), NUMBERS, TYPES):
        own, wide = of_number(eval(text)), "float32" if op == "maximum" and tensor == "bfloat16" else tensor
        yield text_of(op, "x_" + tensor, text), result(op, own and of_tensors(wide, own))


def kernels():
    """The text and, for each kernel, the lines that have to be refused; few enough that all of them are reported."""
    lines, wrong = ["import triton", "import triton.language as tl"], []
    for expression, wanted in pairs():
        if not wrong or len(wrong[-1]) == 90:
            lines += ["", "", "@triton.jit", f"def k{len(wrong)}({', '.join(t + '_ptr' for t in TYPES)}):"]
            lines += [f"    x_{t} = tl.load({t}_ptr)" for t in TYPES] + ["    yes = x_int1"]
            wrong.append(set())
        lines.append(f"    tl.static_assert({expression}.dtype == tl.{wanted})" if wanted else f"    {expression}")
        if not wanted:
            wrong[-1].add(len(lines))
    return lines, wrong


def main():
    lines, wrong = kernels()
    if len(sys.argv) == 1:
        print("\n".join(lines))
        return
    signature = ", ".join(SIGNATURE.get(t) or "*" + t.replace("uint", "u").replace("int", "i") for t in TYPES)
    problems = []
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        for i, wanted in enumerate(wrong):
            command = [sys.argv[1], "compile", file.name, "-k", f"k{i}", "-s", signature, "--emit", "tile", "-o", "/dev/null"]
            done = subprocess.run(command, capture_output=True, text=True)
            found = {int(line): text for line, text in re.findall(re.escape(file.name) + r":(\d+):\d+: error: (.*)", done.stderr)}
            problems += [f"refused: {lines[line - 1].strip()}\n  {text}" for line, text in found.items() if line not in wanted]
            problems += [f"not refused: {lines[line - 1].strip()}" for line in sorted(wanted - found.keys())]
            if done.returncode != (1 if wanted else 0):
                problems.append(f"exit status {done.returncode}")
    print("\n".join(problems[:50]))
    sys.exit(f"{len(problems)} of {len(lines)} lines are taken otherwise" if problems else 0)


if __name__ == "__main__":
    main()
