#!/usr/bin/env python3
"""Breaks the code of the execution tests, one site at a time, and says which faults the emulator and the references notice.

usage: sabotage.py [--tritonc build/tritonc] [--kind KIND]... [--text TEXT] [--per-op N] [--sample N] [--seed S]
                   [--least PERCENT] [--jobs N] [--json FILE] [FILE.py ...]

Sites are what `tritonc compile --sabotage=list` lists (docs/sabotage.md). Each distinct kernel of tests/exec, that is each
distinct PTX, is broken once at each of its sites and run with the arguments of its first test; where that does not notice,
with those of its other tests. A mutant is killed by a wrong result or by a fault. A site whose sabotage leaves the PTX as it
was, because the optimiser had dropped the code, does not count. `--text` keeps the tests whose name contains it.

An operation on a large tile is the same code over and over. Of its sites of one kind `--per-op` keeps so many, evenly spread
(0: all of them); of ALL_KEPT none is left out.
"""

import argparse
import collections
import concurrent.futures
import copy
import dataclasses
import difflib
import glob
import json
import multiprocessing
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests/exec"))
import harness  # noqa: E402

# Kinds of which each site is its own.
ALL_KEPT = ("barrier", "fence", "proxy", "sum-fence", "wait", "commit", "owner")
# Mutants of one process, which keeps the source and the diagnostics of each.
CHUNK = 100
# Instructions of one warp: many times what a kernel of the tests takes.
STEP_LIMIT = 1 << 20
EMULATOR = ["--device", "emulator", "--emulator-threads", "1", "--step-limit", str(STEP_LIMIT)]


class UnfitTest(Exception):
    """A test that says nothing about sabotage: it fails without."""


@dataclasses.dataclass
class Kernel:
    """One PTX and the cases that run it, with their numbers in the file."""

    file: str
    ptx: str
    sites: list
    cases: list


@dataclasses.dataclass
class Mutant:
    kernel: Kernel
    site: str
    place: str
    outcome: str = ""
    change: list = dataclasses.field(default_factory=list)

    @property
    def kind(self):
        return self.site.split(":")[0]

    def describe(self):
        _, case = self.kernel.cases[0]
        return {
            "file": os.path.basename(self.kernel.file),
            "kernel": case.kernel.__name__,
            "case": case.name,
            "site": self.site,
            "place": self.place,
            "outcome": self.outcome,
            "ptx": self.change,
        }


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def read_ptx(path):
    """The text without the numbers of its calls, which LLVM counts through the whole process."""
    return re.sub(r"callseq \d+", "callseq", read(path)) if os.path.exists(path) else ""


class Runner:
    """Runs launches of the cases of one test file, whose arguments are written once."""

    def __init__(self, tritonc, file, cases, folder):
        self.tritonc, self.file, self.folder = tritonc, file, folder
        self.cases = cases
        lines = [harness.batch_line(case, folder, i) for i, case in enumerate(cases)]
        self.launch([line | {"record_uses": harness.uses_of(case, folder, i)} for i, (case, line) in enumerate(zip(cases, lines))],
                    harness.RECORDING)
        self.lines = [harness.guarded(case, line, folder, i) for i, (case, line) in enumerate(zip(cases, lines))]
        self.runs = 0

    def beside(self, folder):
        """The same for another process, with a folder of its own for what its launches write."""
        other = copy.copy(self)
        other.folder = folder
        return other

    def launch(self, lines, device=EMULATOR):
        """The exit code, standard output, and what was said about each line that failed."""
        batch = harness.write_batch(lines, self.folder)
        command = [self.tritonc, "run", self.file, "--no-fp-fusion", *device, "--batch", batch]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        parts = re.split(rf"^{re.escape(batch)}:(\d+): this launch failed:$", result.stderr, flags=re.MULTILINE)
        return result.returncode, result.stdout, {int(n) - 1: text for n, text in zip(parts[1::2], parts[2::2])}

    def attempt(self, attempts):
        """Yields, for each (number of a case, site), what was noticed, "" if nothing, and the PTX."""
        while attempts:
            part, attempts = attempts[:CHUNK], attempts[CHUNK:]
            lines = [self.line(number, site) for number, site in part]
            code, _, faults = self.launch(lines)
            for i, ((number, _), line) in enumerate(zip(part, lines)):
                is_done = i in faults or all(map(os.path.exists, line["save"].values()))
                if not is_done and code not in (0, 1):
                    # The compiler or the emulator itself broke down here; the rest has not run.
                    yield f"breakdown: exit code {code}", ""
                    attempts = part[i + 1 :] + attempts
                    break
                outcome = verdict(self.cases[number], line, faults.get(i))
                yield outcome, read_ptx(line["ptx"])
                for path in filter(os.path.exists, [line["ptx"], *line["save"].values()]):
                    os.remove(path)

    def line(self, number, site):
        self.runs += 1
        stem = f"run{self.runs}"
        saved = harness.results(self.cases[number], self.folder, stem)
        line = self.lines[number] | {"save": saved, "ptx": os.path.join(self.folder, f"{stem}.ptx")}
        return line | {"sabotage": site} if site else line

    def kernels(self):
        """The distinct kernels with their sites."""
        files = [os.path.join(self.folder, f"list{i}.ptx") for i in range(len(self.cases))]
        code, text, faults = self.launch([line | {"sabotage": "list", "ptx": f} for line, f in zip(self.lines, files)])
        if code:
            raise UnfitTest(f"{self.file}: some kernel does not compile: {faults}")
        lists = split_lists(text)
        kernels = {}
        for number, (case, file) in enumerate(zip(self.cases, files)):
            ptx = read_ptx(file)
            kernel = kernels.setdefault(ptx, Kernel(self.file, ptx, lists[number], []))
            kernel.cases.append((number, case))
        return list(kernels.values())


def split_lists(text):
    """Each list ends with an empty line, also one without sites."""
    lists, current = [], []
    for line in text.splitlines():
        if line:
            current.append(line.split(" ", 1))
        else:
            lists.append(current)
            current = []
    return lists


def verdict(case, line, fault):
    if fault is not None:
        found = re.search(r"error: ([a-z-]+): ", fault)
        return f"fault: {found[1] if found else fault.strip()}"
    problems = harness.problems_of(case, line["save"])
    return f"result: {problems[0]}" if problems else ""


def differing_lines(before, after):
    """The first lines of the PTX that the sabotage changed."""
    changes = [line for line in difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")]
    return [line.strip() for line in changes[2:8]]


def mutants_of(kernel, per_op):
    """Its sites, or so many of each kind and operation."""
    groups = collections.defaultdict(list)
    for site, place in kernel.sites:
        groups[site.split(":")[0], place].append(Mutant(kernel, site, place))
    chosen = []
    for (kind, _), group in groups.items():
        if per_op and kind not in ALL_KEPT and len(group) > per_op:
            group = [group[i * (len(group) - 1) // max(per_op - 1, 1)] for i in range(per_op)]
        chosen += group
    return chosen


def sabotage(runner, kernels, mutants):
    """Runs the mutants of one file and sets what came of them."""
    clean = runner.attempt([(kernel.cases[0][0], "") for kernel in kernels])
    for kernel, (problem, ptx) in zip(kernels, clean):
        if ptx != kernel.ptx:
            raise UnfitTest(f"{runner.file}: {kernel.cases[0][1].name}: counting its sites changes the code")
        if problem:
            raise UnfitTest(f"{runner.file}: {kernel.cases[0][1].name} fails without sabotage: {problem}")
    alive = mutants
    for turn in range(max((len(kernel.cases) for kernel in kernels), default=0)):
        alive = [m for m in alive if not m.outcome and turn < len(m.kernel.cases)]
        outcomes = runner.attempt([(m.kernel.cases[turn][0], m.site) for m in alive])
        for mutant, (outcome, ptx) in zip(alive, outcomes):
            is_same = ptx == mutant.kernel.ptx
            mutant.outcome = "unchanged" if is_same else outcome
            mutant.change = differing_lines(mutant.kernel.ptx, ptx) if not outcome and not is_same else []


def report(mutants, seconds):
    """The table of kinds, and the rate over all."""
    by_kind = collections.defaultdict(list)
    for mutant in mutants:
        if mutant.outcome != "unchanged":
            by_kind[mutant.kind].append(mutant)
    rows = sorted(by_kind.items()) + [("all", [m for group in by_kind.values() for m in group])]
    table = {}
    print(f"{'kind':10}{'sites':>8}{'killed':>8}{'result':>8}{'fault':>8}{'rate':>9}")
    for kind, group in rows:
        how = collections.Counter(m.outcome.split(":")[0] for m in group)
        killed = len(group) - how[""]
        table[kind] = {"sites": len(group), "killed": killed, **{k: n for k, n in sorted(how.items()) if k}}
        rate = 100 * killed / len(group) if group else 100.0
        print(f"{kind:10}{len(group):8}{killed:8}{how['result']:8}{how['fault']:8}{rate:8.2f}%")
    unchanged = sum(m.outcome == "unchanged" for m in mutants)
    print(f"{unchanged} more sites are not in the PTX; {seconds:.0f} s")
    return table


def collect(args, folders):
    """Runners by file, and all kernels."""
    files = args.files or sorted(glob.glob(os.path.join(ROOT, "tests/exec/*.py")))
    runners, kernels = {}, []

    def open_file(file):
        cases = [c for c in harness.load(file).cases(np.random.default_rng(0)) if args.text in c.name]
        if not cases:
            return
        folder = os.path.join(folders, os.path.basename(file))
        os.mkdir(folder)
        runners[file] = Runner(args.tritonc, file, cases, folder)
        return runners[file].kernels()

    # Threads are enough here: the work is that of the launches.
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for found in pool.map(open_file, [f for f in files if os.path.basename(f) != "harness.py"]):
            kernels += found or []
    return runners, kernels


def parts_of(mutants):
    """The mutants in parts of one file each, small enough that the cores end together."""
    by_file = collections.defaultdict(list)
    for mutant in mutants:
        by_file[mutant.kernel.file].append(mutant)
    return [group[i : i + CHUNK] for group in by_file.values() for i in range(0, len(group), CHUNK)]


def break_all(runners, mutants, jobs, folders):
    """Runs all mutants, a part a process."""
    parts = parts_of(mutants)

    def run_part(number):
        part = parts[number]
        folder = os.path.join(folders, f"part{number}")
        os.mkdir(folder)
        sabotage(runners[part[0].kernel.file].beside(folder), list({id(m.kernel): m.kernel for m in part}.values()), part)
        return [(m.outcome, m.change) for m in part]

    for part, outcomes in zip(parts, forked(run_part, len(parts), jobs)):
        for mutant, (outcome, change) in zip(part, outcomes):
            mutant.outcome, mutant.change = outcome, change


def forked(function, count, jobs):
    """Yields function(0), function(1), ... of `jobs` processes, which see what this one has made so far."""
    global forked_function
    forked_function = function
    with multiprocessing.get_context("fork").Pool(jobs) as pool:
        yield from pool.imap(call_forked, range(count))


def call_forked(number):
    return forked_function(number)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tritonc", default=os.path.join(ROOT, "build/tritonc"))
    parser.add_argument("--kind", action="append", default=[])
    parser.add_argument("--text", default="")
    parser.add_argument("--per-op", type=int, default=4)
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--least", type=float, default=0.0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--json")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    try:
        return sweep(args)
    except UnfitTest as reason:
        return str(reason)


def sweep(args):
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folders:
        runners, kernels = collect(args, folders)
        mutants = [m for kernel in kernels for m in mutants_of(kernel, args.per_op)]
        mutants = [m for m in mutants if not args.kind or m.kind in args.kind]
        if args.sample and args.sample < len(mutants):
            mutants = random.Random(args.seed).sample(mutants, args.sample)
        break_all(runners, mutants, args.jobs, folders)
    table = report(mutants, time.monotonic() - start)
    survivors = [m.describe() for m in mutants if not m.outcome]
    breakdowns = [m.describe() for m in mutants if m.outcome.startswith("breakdown")]
    for entry in survivors + breakdowns:
        print("{outcome:10}{site} {file} {kernel} [{case}] {place}".format(**entry | {"outcome": entry["outcome"] or "survived"}))
        for line in entry["ptx"]:
            print(f"    {line}")
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump({"kinds": table, "survivors": survivors, "breakdowns": breakdowns}, file, indent=1)
    sites, killed = table["all"]["sites"], table["all"]["killed"]
    return bool(breakdowns) or sites == 0 or 100 * killed < args.least * sites


if __name__ == "__main__":
    sys.exit(main())
