#!/usr/bin/env python3
"""Differential fuzzing: random kernels on the interpreter, before and after the passes, and on the emulator or a GPU.

The kernel of a seed is always the same. A finding is a difference, a crash, a diagnostic or a report of the emulator; it is
written to the folder FINDINGS/SEED, with a smaller kernel that fails in the same way as a test for tests/exec.

examples:
  tools/fuzz_kernels.py --count 1000                  the kernels of the seeds 0 to 999
  tools/fuzz_kernels.py --seed 4711 --count 1 --show  prints the kernel of a seed and runs it
  tools/fuzz_kernels.py --replay build/fuzz/kernels/4711/program.pickle
  tools/fuzz_kernels.py --seed 100000 --minutes 10    as many as there is time for
  tools/fuzz_kernels.py --target cuda:80 --count 100  as compiled for an older chip
  tools/fuzz_kernels.py --device cuda --jobs 16 --tritonc build-gpu/tritonc --count 1000 --json $OUT/fuzz.json
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import pickle
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/fuzz/kernels"))

from generator import generate  # noqa: E402
from runner import Settings, check  # noqa: E402


def run_batch(settings, first, count):
    """Findings of the seeds from `first` on."""
    return check(settings, [generate(seed) for seed in range(first, first + count)])


def batches(args, deadline):
    """(first seed, count) of each batch, as long as there is time."""
    end = args.seed + args.count if args.count else None
    first = args.seed
    while (end is None or first < end) and time.monotonic() < deadline:
        count = args.batch if end is None else min(args.batch, end - first)
        yield first, count
        first += count


def report(finding, args):
    seed = finding.program.seed
    print(f"seed {seed}: {finding.kind}: {finding.text.strip()[:600]}", flush=True)
    folder = pathlib.Path(args.findings) / str(seed)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "kernel.py").write_text(finding.program.source)
    (folder / "program.pickle").write_bytes(pickle.dumps(finding.program))
    (folder / "finding.txt").write_text(f"{finding.kind}\n{finding.text}\n")
    if args.shrink:
        from shrinker import shrink
        from write_test import test_text

        small = shrink(args.settings, finding, args.shrink_seconds)
        text = test_text(args.settings, small)
        (folder / "test.py").write_text(text)
        print(f"  shrunk to {folder}/test.py:\n{small.source}", flush=True)


def fuzz(args):
    """(programs run, findings)"""
    start = time.monotonic()
    deadline = start + 60 * args.minutes if args.minutes else float("inf")
    done, findings = 0, []
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        work, waiting = batches(args, deadline), {}
        while True:
            while len(waiting) < 2 * args.jobs and (batch := next(work, None)):
                waiting[pool.submit(run_batch, args.settings, *batch)] = batch
            if not waiting:
                return done, findings
            ready, _ = concurrent.futures.wait(waiting, return_when=concurrent.futures.FIRST_COMPLETED)
            for future in ready:
                before, done = done, done + waiting.pop(future)[1]
                if before // 1000 != done // 1000:
                    print(f"{done} kernels so far, {time.monotonic() - start:.0f} s", flush=True)
                for finding in future.result():
                    findings.append(finding)
                    report(finding, args)


def replay(args):
    findings = check(args.settings, [pickle.loads(pathlib.Path(args.replay).read_bytes())])
    for finding in findings:
        report(finding, args)
    return 1, findings


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=0, help="number of kernels (default: 100, or no end with --minutes)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first kernel (default 0)")
    parser.add_argument("--minutes", type=float, default=0, help="stop after so long")
    parser.add_argument("--jobs", type=int, default=1, help="processes at a time (default 1)")
    parser.add_argument("--batch", type=int, default=25, help="kernels for each process of tritonc (default 25)")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"], help="cpu: interpreter and emulator; cuda: interpreter and GPU")
    parser.add_argument("--target", help="cuda:80, cuda:86 or cuda:89 in place of cuda:90, for the emulator")
    parser.add_argument("--fp-fusion", action="store_true", help="contract a * b + c; without the interpreter before the passes")
    parser.add_argument("--tritonc", default=str(ROOT / "build/tritonc"))
    parser.add_argument("--findings", default=str(ROOT / "build/fuzz/kernels"), help="folder for what is found")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false", help="only report")
    parser.add_argument("--shrink-seconds", type=float, default=60, help="time for each finding (default 60)")
    parser.add_argument("--show", action="store_true", help="print the kernels first")
    parser.add_argument("--replay", help="run the program of a finding again, whatever the generator makes of its seed by now")
    parser.add_argument("--json", help="write the result there")
    args = parser.parse_args()
    if not args.count and not args.minutes:
        args.count = 100
    args.settings = Settings(args.tritonc, args.device, args.target, args.fp_fusion)
    return args


def main():
    args = parse_arguments()
    if args.show:
        for seed in range(args.seed, args.seed + (args.count or 1)):
            program = generate(seed)
            print(program.source, program.grid, program.args, program.constants, f"warps {program.warps}", sep="\n")
    start = time.monotonic()
    done, findings = replay(args) if args.replay else fuzz(args)
    seconds = time.monotonic() - start
    if args.json:
        result = {"device": args.device, "kernels": done, "first_seed": args.seed, "seconds": round(seconds, 1),
                  "findings": [{"seed": f.program.seed, "kind": f.kind, "text": f.text[:2000]} for f in findings]}
        pathlib.Path(args.json).write_text(json.dumps(result, indent=1) + "\n")
    print(f"{done} kernels, seeds {args.seed} to {args.seed + done - 1}, {seconds:.0f} s: {len(findings)} findings")
    sys.exit(bool(findings))


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()
