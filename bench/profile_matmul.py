#!/usr/bin/env python3
"""Profiles one product of tutorial 03 by both compilers with Nsight Compute: where the cycles of each loop go.

usage: profile_matmul.py FOLDER [--size M,N,K] [--dtype fp16|fp8] [--config BM,BN,BK,STAGES,WARPS]
                         [--target cuda:90]
                                  FOLDER holds 03-matrix-multiplication.py of Triton 3.6

Writes NAME.ncu-rep, its details and its samples by instruction into $OUT, or into bench/results.
"""

import argparse
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))


def numbers(text):
    return tuple(map(int, text.split(",")))


def launch_both(folder, size, dtype, config, target):
    """What the profiled process does: one launch to warm up, one to be looked at."""
    import torch

    import harness
    import matmul

    m, n, k = size
    a, b = matmul.factors(m, n, k, dtype)
    c = torch.empty((m, n), device="cuda", dtype=torch.float16)
    with tempfile.TemporaryDirectory() as scratch:
        kernel = harness.Kernel(os.path.join(folder, "03-matrix-multiplication.py"), "matmul_kernel", scratch, target)
        launches = matmul.launches_of(kernel, a, b, c, config).values()
        for launch in launches:
            launch()
        torch.cuda.synchronize()
        torch.cuda.profiler.start()
        for launch in launches:
            launch()
        torch.cuda.synchronize()
        torch.cuda.profiler.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--size", default="4096,4096,4096")
    parser.add_argument("--dtype", default="fp16")
    parser.add_argument("--config", default="128,256,64,3,8")
    parser.add_argument("--target", default="cuda:90")
    parser.add_argument("--launch", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.launch:
        launch_both(args.folder, numbers(args.size), args.dtype, numbers(args.config), args.target)
        return
    out = os.environ.get("OUT", "bench/results")
    name = os.path.join(out, f"profile_{args.dtype}_{args.size}_{args.config}".replace(",", "x"))
    subprocess.run(["ncu", "--set", "full", "--profile-from-start", "off", "-f", "-o", name, sys.executable, *sys.argv, "--launch"], check=True)
    for page, extra in (("details", []), ("source", ["--csv", "--print-source", "sass"])):
        with open(f"{name}.{page}.txt", "w") as text:
            subprocess.run(["ncu", "--import", name + ".ncu-rep", "--page", page, *extra], stdout=text, check=False)


if __name__ == "__main__":
    main()
