#!/usr/bin/env python3
"""Vector addition on a GPU beside Triton and torch: results first, then the bandwidth of 2^28 fp32.

usage: vector_add.py [--rounds N]
"""

import argparse
import ctypes
import os
import statistics
import sys
import tempfile

import torch
import triton
import triton.language as tl

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness

BLOCK = 1024


@triton.jit
def add_kernel(x_ptr, y_ptr, output_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(output_ptr + offsets, x + y, mask=mask)


def compile_ours(folder, length_type):
    path = os.path.join(folder, f"add_{length_type.replace(':', '_')}.cubin")
    signature = f"*fp32:16, *fp32:16, *fp32:16, {length_type}, {BLOCK}"
    harness.tritonc("compile", os.path.abspath(__file__), "-k", "add_kernel", "-s", signature, "-t", "cuda:90", "-o", path)
    return harness.Cubin(path)


def check(kernel, n):
    x, y = torch.randn(2, n, device="cuda").unbind()
    x, y = x.clone(), y.clone()  # each 16-byte aligned
    out = torch.full((n + 64,), float("nan"), device="cuda")
    kernel.launcher((triton.cdiv(n, BLOCK),), x, y, out, ctypes.c_int32(n))()
    untouched = bool(out[n:].isnan().all())
    if not untouched or not torch.equal(out[:n], x + y):
        sys.exit(f"wrong result for {n} elements")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=400)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        unaligned, aligned = compile_ours(folder, "i32"), compile_ours(folder, "i32:16")
    for n in (1, 781, 98432, 2**24 + 3):
        check(unaligned, n)
    check(aligned, 98432)
    print("results equal torch's for 1, 781, 98432 and 2^24+3 elements")

    n = 2**28
    grid = (triton.cdiv(n, BLOCK),)
    x, y = torch.randn(n, device="cuda"), torch.randn(n, device="cuda")
    outs = [torch.empty_like(x) for _ in range(4)]
    contenders = {
        "tritonc": aligned.launcher(grid, x, y, outs[0], ctypes.c_int32(n)),
        "tritonc, any n": unaligned.launcher(grid, x, y, outs[1], ctypes.c_int32(n)),
        "triton": lambda: add_kernel[grid](x, y, outs[2], n, BLOCK_SIZE=BLOCK),
        "torch": lambda: torch.add(x, y, out=outs[3]),
    }
    times = harness.time_interleaved(contenders, rounds)
    if not all(torch.equal(outs[0], out) for out in outs[1:]):
        sys.exit("the contenders disagree")
    results = {"elements": n, "dtype": "fp32", "rounds": rounds, "contenders": {}}
    for name, ms in times.items():
        median = statistics.median(ms)
        quartiles = statistics.quantiles(ms, n=4)
        results["contenders"][name] = {
            "median_ms": median,
            "quartiles_ms": [quartiles[0], quartiles[2]],
            "GB/s": 3 * 4 * n / median * 1e-6,
            "bandwidth over triton's": harness.ratio_with_interval(times["triton"], ms),
        }
        r = results["contenders"][name]["bandwidth over triton's"]
        print(f"{name:16} {3 * 4 * n / median * 1e-6:7.0f} GB/s   x{r['ratio']:.4f} of triton [{r['low']:.4f}, {r['high']:.4f}]")
    harness.save("h200_vector_add", results)


if __name__ == "__main__":
    main()
