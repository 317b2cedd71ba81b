#!/usr/bin/env python3
"""Time of a whole compile, cubin included, beside ptxas alone on the same PTX: medians, taken in turns.

usage: compile_time.py [--runs N]
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness

KERNEL = os.path.join(harness.ROOT, "examples/vector_add/vector_add.py")
SIGNATURE = "*fp32:16, *fp32:16, *fp32:16, i32, 1024"


def measure(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return (time.perf_counter() - start) * 1e3


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    ptxas = os.environ.get("TRITONC_PTXAS") or shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
    compiler = os.environ.get("TRITONC", os.path.join(harness.ROOT, "build/tritonc"))
    with tempfile.TemporaryDirectory() as folder:
        ptx, cubin = os.path.join(folder, "add.ptx"), os.path.join(folder, "add.cubin")
        base = [compiler, "compile", KERNEL, "-k", "add", "-s", SIGNATURE, "-t", "cuda:90"]
        subprocess.run([*base, "--emit", "ptx", "-o", ptx], check=True)
        ours = [*base, "-o", cubin]
        alone = [ptxas, "-arch=sm_90a", "-lineinfo", ptx, "-o", os.path.join(folder, "alone.cubin")]
        for command in (ours, alone):
            measure(command)
        times = {"tritonc": [], "ptxas": []}
        for _ in range(runs):
            times["tritonc"].append(measure(ours))
            times["ptxas"].append(measure(alone))
        phases = subprocess.run([*ours, "--time"], check=True, capture_output=True, text=True).stderr
    medians = {name: statistics.median(ms) for name, ms in times.items()}
    difference = medians["tritonc"] - medians["ptxas"]
    print(f"tritonc {medians['tritonc']:.1f} ms, ptxas alone {medians['ptxas']:.1f} ms, difference {difference:.1f} ms")
    print(phases, end="")
    results = {"kernel": "add", "runs": runs, "median_ms": medians, "difference_ms": difference, "times_ms": times}
    harness.save("compile_time", results)


if __name__ == "__main__":
    main()
