"""Runs programs in batches on the executors of `tritonc run` and compares what they leave behind."""

import dataclasses
import json
import os
import re
import subprocess
import tempfile

import numpy as np

from model import Array

EXECUTORS = {
    "tile": ["--device", "interpreter", "--stage", "tile"],
    "final": ["--device", "interpreter", "--stage", "tile-final"],
    "emulator": ["--device", "emulator", "--emulator-threads", "1", "--step-limit", "20000000"],
    "cuda": ["--device", "cuda"],
}
SECONDS_PER_PROGRAM = 20


@dataclasses.dataclass
class Settings:
    """What runs the programs, and how they are compiled."""

    tritonc: str
    device: str = "cpu"
    target: str = ""
    fp_fusion: bool = False

    def command(self, executor, file, batch):
        flags = [] if self.fp_fusion else ["--no-fp-fusion"]
        flags += ["-t", self.target] if self.target else []
        return [self.tritonc, "run", file, "--verify-each", "--batch", batch, *flags, *EXECUTORS[executor]]

    def executors(self):
        """The first one is what the others are compared with. Before the passes nothing is contracted yet."""
        if self.device == "cuda":
            return ["final", "cuda"]
        return ["final", "emulator"] if self.fp_fusion else ["tile", "final", "emulator"]


@dataclasses.dataclass
class Finding:
    """What went wrong with a program. `kind` is what a smaller program has to share."""

    program: object
    executor: str
    kind: str
    text: str


@dataclasses.dataclass
class Outcome:
    """What one executor made of one program: its diagnostics, and the arrays if there are none."""

    error: str = ""
    arrays: dict = dataclasses.field(default_factory=dict)


def spec(value, folder, stem):
    if not isinstance(value, Array):
        return value
    path = os.path.join(folder, stem + ".npy")
    if not os.path.exists(path):
        np.save(path, value.make())
    return f"@{path}:{value.dtype.short}" if value.dtype.is_typed else f"@{path}"


def write_inputs(programs, folder):
    """One file for each kernel, and the lines of the batch without where to save."""
    lines = []
    for i, program in enumerate(programs):
        path = os.path.join(folder, f"{i}.py")
        with open(path, "w") as file:
            file.write(program.source)
        lines.append({
            "file": path, "kernel": "kernel", "grid": list(program.grid),
            "args": {name: spec(value, folder, f"{i}.{name}") for name, value in program.args.items()},
            "constants": {name: str(value) for name, value in program.constants.items()},
            "warps": program.warps, "stages": program.stages,
        })
    return lines


def execute(settings, executor, programs, lines, folder):
    """The outcome of each program. One that ends the process does not take the others along."""
    outcomes = [None] * len(programs)
    todo = list(range(len(programs)))
    while todo:
        batch = os.path.join(folder, f"{executor}.jsonl")
        with open(batch, "w") as file:
            for i in todo:
                saves = {name: os.path.join(folder, f"{i}.{name}.{executor}.npy") for name in programs[i].outputs}
                file.write(json.dumps(lines[i] | {"save": saves}) + "\n")
        command = settings.command(executor, lines[todo[0]]["file"], batch)
        try:
            result = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace",
                                    timeout=30 + SECONDS_PER_PROGRAM * len(todo) / 4)
            stderr, ended = result.stderr, "" if result.returncode in (0, 1, 2) else f"ended with {result.returncode}"
        except subprocess.TimeoutExpired as expired:
            stderr, ended = (expired.stderr or b"").decode(errors="replace"), "took too long"
        errors = errors_by_line(stderr, batch)
        todo = collect(programs, todo, errors, outcomes, folder, executor, ended, stderr)
    return outcomes


def collect(programs, todo, errors, outcomes, folder, executor, ended, stderr):
    """Takes in what a process has done; returns the programs that it did not come to."""
    for at, i in enumerate(todo):
        if at + 1 in errors:
            outcomes[i] = Outcome(error=errors[at + 1])
            if executor == "cuda" and "[device-failure]" in errors[at + 1]:
                # Nothing works in a process after a fault of the device.
                return todo[at + 1:]
            continue
        paths = {name: os.path.join(folder, f"{i}.{name}.{executor}.npy") for name in programs[i].outputs}
        if all(os.path.exists(path) for path in paths.values()):
            try:
                outcomes[i] = Outcome(arrays={name: np.load(path) for name, path in paths.items()})
                continue
            except ValueError:
                pass  # Cut off in the middle of a file.
        fatal = [line for line in stderr.splitlines() if re.search("LLVM ERROR|Assertion|fatal|check failed", line)][:1]
        outcomes[i] = Outcome(error="\n".join([f"the process {ended or 'saved nothing'}", *fatal, stderr[-2000:]]))
        return todo[at + 1:]
    return []


def errors_by_line(stderr, batch):
    """Diagnostics of the failed launches, by the line of the batch: `BATCH:LINE: this launch failed:` comes before them."""
    found, current = {}, None
    for line in stderr.splitlines():
        match = re.match(re.escape(batch) + r":(\d+): this launch failed:", line)
        if match:
            current = int(match.group(1))
            found[current] = ""
        elif current is not None:
            found[current] += line + "\n"
    return found


def error_kind(text):
    """The part of a diagnostic that does not depend on the program."""
    if "the process" in text:
        return "crash: " + re.sub(r"\w*\d\w*", "#", " ".join(text.split("\n")[:2])[:120])
    name = re.search(r"error: .*\[([\w-]+)\]", text)
    first = re.sub(r"[%@]?\w*\d[\w.]*", "#", text.split("error: ")[-1].split("\n")[0])
    return f"error: {name.group(1) if name else ''} {first[:80]}"


def compare(program, expected, actual):
    """What differs, or None."""
    for name, tolerance in program.outputs.items():
        dtype = program.args[name].dtype
        a, b = expected.arrays[name], actual.arrays[name]
        if a.shape != b.shape or a.dtype.itemsize != b.dtype.itemsize:
            return f"{name}: {b.dtype}{b.shape} instead of {a.dtype}{a.shape}"
        wrong = differs(dtype, a, b, tolerance)
        if wrong.any():
            first = tuple(int(i) for i in np.argwhere(wrong)[0])
            return f"{name} ({dtype}): {wrong.sum()} of {wrong.size} elements differ, first at {first}: {b[first]!r}, expected {a[first]!r}"
    return None


def differs(dtype, a, b, tolerance):
    if tolerance:
        with np.errstate(all="ignore"):
            return ~np.isclose(b.view(dtype.carrier), a.view(dtype.carrier), rtol=tolerance, atol=tolerance, equal_nan=True)
    width = f"u{a.dtype.itemsize}"
    a, b = a.view(width), b.view(width)
    both_nan = is_nan(dtype, a) & is_nan(dtype, b)
    return (a != b) & ~both_nan


def is_nan(dtype, bits):
    infinity = {"bf16": 0x7F80, "fp8e4nv": 0x7E, "fp8e5": 0x7C, "fp16": 0x7C00, "fp32": 0x7F800000, "fp64": 0x7FF0000000000000}
    if dtype.short not in infinity:
        return np.zeros(bits.shape, bool)
    sign = 1 << (8 * bits.dtype.itemsize - 1)
    return (bits & bits.dtype.type(sign - 1)) > infinity[dtype.short]


def check(settings, programs):
    """Runs the programs everywhere and returns the findings, one for a program at most."""
    findings = []
    with tempfile.TemporaryDirectory(prefix="fuzz") as folder:
        lines = write_inputs(programs, folder)
        names = settings.executors()
        outcomes = {name: execute(settings, name, programs, lines, folder) for name in names}
        for i, program in enumerate(programs):
            finding = judge(program, {name: outcomes[name][i] for name in names})
            if finding:
                findings.append(finding)
    return findings


def judge(program, outcomes):
    reference, *_ = outcomes.values()
    for name, outcome in outcomes.items():
        if outcome.error:
            return Finding(program, name, f"{name} {error_kind(outcome.error)}", outcome.error)
        problem = compare(program, reference, outcome)
        if problem:
            return Finding(program, name, f"{name} differs", problem)
    return None
