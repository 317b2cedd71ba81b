#!/usr/bin/env python3
"""Time of a whole compile, cubin included, beside ptxas alone on the same PTX: medians, taken in turns.

usage: compile_time.py [--runs N] [--tutorials FOLDER]      FOLDER holds 03-matrix-multiplication.py of Triton 3.6
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

LAYER_NORM = "weight=*fp16:16,mean=*fp32:16,rstd=*fp32:16,stride=i32:16,cols=i32:16"
# File and kernel of examples/, then flags.
CASES = {
    "vector add": ("vector_add", "add", "-s", "*fp32:16, *fp32:16, *fp32:16, i32, 1024"),
    "softmax, 1024 columns": ("softmax", "softmax", "-s", "*fp32:16, *fp32:16, i32:16, i32:16, i32:16, i32:16", "-c", "BLOCK=1024",
                              "-c", "STAGES=1", "-w", "8"),
    "dropout": ("dropout", "dropout", "-s", "*fp32:16, *fp32:16, i32:16, fp32, i32", "-c", "BLOCK=1024"),
    "layer norm forward, 1024 columns": ("layer_norm", "layer_norm_forward", "-s", f"x=*fp16:16,y=*fp16:16,bias=*fp16:16,eps=fp32,{LAYER_NORM}",
                                         "-c", "BLOCK=1024", "-w", "4"),
    "layer norm forward, 8192 columns": ("layer_norm", "layer_norm_forward", "-s", f"x=*fp16:16,y=*fp16:16,bias=*fp16:16,eps=fp32,{LAYER_NORM}",
                                         "-c", "BLOCK=8192", "-w", "8"),
    "layer norm backward dx, 8192 columns": (
        "layer_norm", "layer_norm_backward_dx", "-s",
        f"dx=*fp16:16,dy=*fp16:16,dw_partial=*fp16:16,db_partial=*fp16:16,x=*fp16:16,lock=*i32:16,{LAYER_NORM}",
        "-c", "GROUPS=96", "-c", "BLOCK=8192", "-w", "8"),
}
# The largest tile of Triton's tutorial, which is not part of this repository.
TUTORIAL = {
    "matrix multiply, 128x256x64": (
        "03-matrix-multiplication.py", "matmul_kernel", "-s",
        "a_ptr=*fp16:16,b_ptr=*fp16:16,c_ptr=*fp16:16,M=i32:16,N=i32:16,K=i32:16,stride_am=i32:16,stride_bk=i32:16,stride_cm=i32:16",
        *(flag for pair in ("stride_ak=1", "stride_bn=1", "stride_cn=1", "BLOCK_SIZE_M=128", "BLOCK_SIZE_N=256", "BLOCK_SIZE_K=64",
                            "GROUP_SIZE_M=8", "ACTIVATION=''") for flag in ("-c", pair)), "-w", "8", "--num-stages", "3"),
}


def measure(command):
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return (time.perf_counter() - start) * 1e3


def measure_case(case, compiler, ptxas, runs, folder):
    """Milliseconds of each run, ours and those of ptxas on our PTX."""
    file, kernel, *flags = case
    ptx, cubin = os.path.join(folder, "kernel.ptx"), os.path.join(folder, "kernel.cubin")
    base = [compiler, "compile", file, "-k", kernel, *flags, "-t", "cuda:90"]
    subprocess.run([*base, "--emit", "ptx", "-o", ptx], check=True)
    commands = {"tritonc": [*base, "-o", cubin],
                "ptxas": [ptxas, "-arch=sm_90a", "-lineinfo", ptx, "-o", os.path.join(folder, "alone.cubin")]}
    times = {name: [] for name in commands}
    for run in range(runs + 1):
        for name, command in commands.items():
            ms = measure(command)
            if run > 0:  # the first one finds cold caches
                times[name].append(ms)
    return times, subprocess.run([*commands["tritonc"], "--time"], check=True, capture_output=True, text=True).stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--phases", action="store_true", help="print where the time goes (--time)")
    parser.add_argument("--tutorials", metavar="FOLDER")
    args = parser.parse_args()
    cases = {name: (os.path.join(harness.ROOT, f"examples/{case[0]}/{case[0]}.py"), *case[1:]) for name, case in CASES.items()}
    if args.tutorials:
        cases |= {name: (os.path.join(args.tutorials, case[0]), *case[1:]) for name, case in TUTORIAL.items()}
    ptxas = os.environ.get("TRITONC_PTXAS") or shutil.which("ptxas") or "/usr/local/cuda/bin/ptxas"
    compiler = os.environ.get("TRITONC", os.path.join(harness.ROOT, "build/tritonc"))
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, case in cases.items():
            times, phases = measure_case(case, compiler, ptxas, args.runs, folder)
            medians = {who: statistics.median(ms) for who, ms in times.items()}
            difference = medians["tritonc"] - medians["ptxas"]
            print(f"{name:38} tritonc {medians['tritonc']:6.1f} ms, ptxas alone {medians['ptxas']:6.1f} ms, difference {difference:6.1f} ms")
            if args.phases:
                print(phases, end="")
            results[name] = {"median_ms": medians, "difference_ms": difference, "times_ms": times}
    harness.save("compile_time", {"runs": args.runs, "cases": results})


if __name__ == "__main__":
    main()
