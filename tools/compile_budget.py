#!/usr/bin/env python3
"""Counts the instructions of compiles to PTX with callgrind and fails where one takes more than its budget.

usage: compile_budget.py [--update] [--tritonc build/tritonc]

tools/compile_budget.json lists the compiles with their instructions in millions and says how much more is let pass. The
counts repeat to a thousandth on one machine, whatever else runs on it. --update writes what is counted now into the file.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUDGET = ROOT / "tools/compile_budget.json"


def count_instructions(tritonc, compile):
    """Of one compile, in millions."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", tritonc, "compile", ROOT / compile["file"],
               "-k", compile["kernel"], "-s", compile["signature"], "-w", str(compile["warps"]), "-t", "cuda:90",
               "--emit", "ptx", "-o", "/dev/null"]
    done = subprocess.run(command, capture_output=True, text=True)
    collected = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode != 0 or not collected:
        sys.exit(f"compile_budget: {compile['kernel']}: no count\n{done.stderr}")
    return int(collected.group(1)) / 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--update", action="store_true", help="store what is counted now")
    parser.add_argument("--tritonc", default=ROOT / "build/tritonc", help="the compiler to measure")
    options = parser.parse_args()
    budget = json.loads(BUDGET.read_text())
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        counts = list(pool.map(lambda compile: count_instructions(options.tritonc, compile), budget["compiles"]))
    for compile, count in zip(budget["compiles"], counts):
        allowed = compile["millions"]
        change = count / allowed - 1 if allowed else 0
        verdict = "ok"
        if change > budget["tolerance"]:
            failed += 1
            verdict = "OVER BUDGET"
        elif change < -budget["tolerance"]:
            verdict = "below budget: compile_budget.py --update keeps it there"
        print(f"{compile['kernel']:26} {count:9.1f} M {change:+7.1%}  {verdict}")
        compile["millions"] = round(count, 1)
    if options.update:
        BUDGET.write_text(json.dumps(budget, indent=2) + "\n")
        return 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
