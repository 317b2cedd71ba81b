#!/usr/bin/env python3
"""Runs the cases of an execution test on every executor of this machine and compares with their numpy references.

usage: harness.py [--tritonc build/tritonc] [--device cpu|interpreter|emulator|cuda] [--seed N] [--large] [--repeat N] FILE.py [TEXT]

FILE.py holds kernels and a function `cases(rng)` that yields `Case` objects, and perhaps TARGETS for the emulator; TEXT
keeps the cases whose name contains it.
The interpreter runs each case before and after the passes, the emulator runs its PTX; `cpu`, the default, is both. Results are compared bit by bit unless a case gives a tolerance;
contraction of a * b + c is off, so that every executor rounds alike.

The emulator faults where the PTX reads or writes a byte of an array that the interpreter did not, before the passes. What the
kernel writes without reading it holds something wrong before, so that a store that is missing is seen.

`--large` asks a test that knows sizes for those of a GPU. With `--repeat` every case runs so often, and all runs must leave the
same bits.
"""

import argparse
import dataclasses
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
import types

import numpy as np

sys.modules.setdefault("harness", sys.modules[__name__])

# Whether a test may take as much work as a GPU does in a moment.
LARGE = False


@dataclasses.dataclass
class Case:
    """One launch. Arrays of `args` are copied; `expect` holds the arrays that the kernel leaves behind, by argument."""

    name: str
    kernel: object
    grid: tuple
    args: dict
    expect: dict
    constants: dict = dataclasses.field(default_factory=dict)
    warps: int = 4
    rtol: float = 0.0
    atol: float = 0.0
    # Whether the kernel is so large that registers need not suffice.
    may_spill: bool = False


class Typed:
    """An array whose bits are read as a type that numpy does not have: Typed(bits, "bf16")."""

    # Bits above these, without the sign, are NaNs.
    INFINITY = {"bf16": 0x7F80, "fp8e4nv": 0x7E, "fp8e5": 0x7C}

    def __init__(self, bits, dtype):
        self.bits, self.dtype = bits, dtype

    def is_nan(self, bits):
        sign = 1 << (8 * bits.dtype.itemsize - 1)
        return (bits & (sign - 1)) > self.INFINITY[self.dtype]


@dataclasses.dataclass
class Blocked:
    """An array that the host describes by a tensor descriptor with such blocks."""

    array: object
    block: tuple


ARRAYS = (np.ndarray, Typed, Blocked)


def to_bf16(values):
    """Rounds to nearest even; the result holds the bits."""
    bits = np.asarray(values, np.float32).view(np.uint32)
    rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16
    return np.where(np.isnan(values), 0x7FC0, rounded).astype(np.uint16)


def from_bf16(bits):
    return (np.asarray(bits, np.uint16).astype(np.uint32) << 16).view(np.float32)


class _Name(types.ModuleType):
    """Stands for the modules of Triton, which a test imports but this machine need not have."""

    def __getattr__(self, name):
        return _Name(name)

    def __call__(self, *args, **kwargs):
        return args[0] if len(args) == 1 and callable(args[0]) else self

    def __getitem__(self, index):
        return self


def load(path):
    for name in ("triton", "triton.language", "triton.language.extra", "triton.language.extra.libdevice"):
        sys.modules[name] = _Name(name)
    sys.modules["triton"].language = sys.modules["triton.language"]
    spec = importlib.util.spec_from_file_location("exec_test", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def describe(value, folder, stem):
    """An argument as a SPEC of `tritonc run`."""
    if isinstance(value, Blocked):
        return describe(value.array, folder, stem) + str(list(value.block))
    if not isinstance(value, ARRAYS):
        return value if isinstance(value, (bool, int, float, str, type(None))) else value.item()
    bits = bits_of(value)
    path = os.path.join(folder, stem + ".npy")
    np.save(path, bits)
    return f"@{path}:{value.dtype}" if isinstance(value, Typed) else f"@{path}"


def batch_line(case, folder, stem):
    """A launch as `tritonc run --batch` reads it; its arguments are files of the folder."""
    return {
        "kernel": case.kernel.__name__,
        "grid": list(case.grid),
        "args": {k: describe(v, folder, f"{stem}.{k}") for k, v in case.args.items()},
        "constants": {k: str(v) for k, v in case.constants.items()},
        "warps": case.warps,
    }


def bits_of(value):
    if isinstance(value, Blocked):
        return bits_of(value.array)
    return value.bits if isinstance(value, Typed) else value


def with_bits(value, bits):
    if isinstance(value, Blocked):
        return Blocked(with_bits(value.array, bits), value.block)
    return Typed(bits, value.dtype) if isinstance(value, Typed) else bits


def uses_of(case, folder, stem):
    """Files that say of each byte of each array whether the interpreter reads and writes it."""
    arrays = [k for k, v in case.args.items() if isinstance(v, ARRAYS)]
    return {k: os.path.join(folder, f"{stem}.{k}.uses") for k in arrays}


WRITTEN = 2  # and not read


def guarded(case, line, folder, stem):
    """The line of a launch that may do no more to its arrays than the interpreter did."""
    uses = uses_of(case, folder, stem)
    if not all(map(os.path.exists, uses.values())):
        return line
    args = dict(line["args"])
    for name, expected in case.expect.items():
        before, after = bits_of(case.args[name]).copy(order="C"), np.ascontiguousarray(bits_of(expected))
        if before.nbytes != after.nbytes or not before.nbytes:
            continue
        is_new = np.fromfile(uses[name], np.uint8) == WRITTEN
        before.reshape(-1).view(np.uint8)[is_new] = ~after.reshape(-1).view(np.uint8)[is_new]
        args[name] = describe(with_bits(case.args[name], before), folder, f"{stem}.{name}.before")
    return line | {"args": args, "allow_uses": uses}


def results(case, folder, stem):
    """Files for the arrays that a launch leaves behind, by argument."""
    return {k: os.path.join(folder, f"{stem}.{k}.out.npy") for k in case.expect}


def write_batch(lines, folder):
    path = os.path.join(folder, "cases.jsonl")
    with open(path, "w") as batch:
        batch.writelines(json.dumps(line) + "\n" for line in lines)
    return path


def mismatch(case, name, actual, expected):
    """What differs, or None."""
    is_nan = expected.is_nan if isinstance(expected, Typed) else lambda a: a != a
    expected = np.asarray(expected.bits if isinstance(expected, Typed) else expected)
    if actual.shape != expected.shape or actual.dtype.itemsize != expected.dtype.itemsize:
        return f"{name}: got {actual.dtype}{actual.shape}, expected {expected.dtype}{expected.shape}"
    actual = actual.view(expected.dtype)
    if case.rtol or case.atol:
        wrong = ~np.isclose(actual, expected, rtol=case.rtol, atol=case.atol, equal_nan=True)
    else:
        width = f"u{expected.dtype.itemsize}"
        both_nan = is_nan(actual) & is_nan(expected)
        wrong = (actual.view(width) != expected.view(width)) & ~both_nan
    if not wrong.any():
        return None
    first = tuple(int(i) for i in np.argwhere(wrong)[0])
    return f"{name}: {wrong.sum()} of {wrong.size} elements differ, first at {first}: {actual[first]!r}, expected {expected[first]!r}"


def problems_of(case, files):
    """What is wrong with the arrays that a launch left behind."""
    problems = []
    for name, expected in case.expect.items():
        problem = mismatch(case, name, np.load(files[name]), expected) if os.path.exists(files[name]) else f"{name}: no result"
        problems += [problem] if problem else []
    return problems


def differences(case, runs):
    """What is wrong with runs of one launch that should leave the same bits."""
    first, *others = ({name: open(file, "rb").read() for name, file in files.items() if os.path.exists(file)} for files in runs)
    return [f"{name}: not the same bits in every run" for name in case.expect if any(other.get(name) != first.get(name) for other in others)]


def run(path, cases, args, extra, uses):
    """Returns how many cases fail. `uses`: the folder of what the interpreter does to the arrays."""
    with tempfile.TemporaryDirectory() as folder:
        launched = cases * args.repeat
        lines = [batch_line(c, folder, i) | {"save": results(c, folder, f"{turn}.{i}")} for turn in range(args.repeat) for i, c in enumerate(cases)]
        if extra == RECORDING:
            lines = [line | {"record_uses": uses_of(c, uses, i)} for i, (c, line) in enumerate(zip(launched, lines))]
        elif "emulator" in extra:
            lines = [guarded(c, line, uses, i) for i, (c, line) in enumerate(zip(launched, lines))]
        command = [args.tritonc, "run", path, "--no-fp-fusion", "--verify-each", "--batch", write_batch(lines, folder), *extra]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        failures = 0
        for i, case in enumerate(cases):
            problems = problems_of(case, lines[i]["save"]) + differences(case, [line["save"] for line in lines[i :: len(cases)]])
            for problem in problems:
                print(f"{os.path.basename(path)}: {case.name} [{' '.join(extra)}]: {problem}")
            failures += bool(problems)
        stderr = result.stderr
        if args.device == "cuda" and not result.returncode:
            # Local memory is a fault of ours; other remarks are welcome.
            spills = [line for line in stderr.splitlines(keepends=True) if "[local-memory]" in line]
            stderr = "" if any(case.may_spill for case in cases) else "".join(spills)
            failures += bool(stderr)
        if result.returncode or stderr:
            print(stderr[:4000], end="")
            failures = max(failures, 1 if result.returncode else 0)
        return failures


# The interpreter as it tells what a kernel does to its arrays.
RECORDING = ["--device", "interpreter", "--stage", "tile"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tritonc", default="build/tritonc")
    parser.add_argument("--device", default="cpu", choices=["cpu", "interpreter", "emulator", "cuda"])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("file")
    parser.add_argument("text", nargs="?", default="")
    args = parser.parse_args()
    sys.modules["harness"].LARGE = args.large
    test = load(args.file)
    cases = [c for c in test.cases(np.random.default_rng(args.seed)) if args.text in c.name]
    if not cases:
        sys.exit(f"{args.file}: no cases")
    interpreter = [RECORDING, ["--device", "interpreter", "--stage", "tile-final"]]
    emulator = [["--device", "emulator", "--target", target] for target in getattr(test, "TARGETS", ["cuda:90"])]
    runs = {"cpu": interpreter + emulator, "interpreter": interpreter, "emulator": [RECORDING] + emulator}.get(args.device, [["--device", args.device, "--remarks"]])
    with tempfile.TemporaryDirectory() as uses:
        failures = sum(run(args.file, cases, args, extra, uses) for extra in runs)
    print(f"{os.path.basename(args.file)}: {len(cases) * len(runs)} runs, {failures} failures")
    sys.exit(bool(failures))


if __name__ == "__main__":
    main()
