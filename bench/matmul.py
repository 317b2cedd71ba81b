#!/usr/bin/env python3
"""Matrix multiply of Triton's tutorial 03, unmodified, beside Triton and cuBLAS: results first, then speed.

usage: matmul.py FOLDER [--sizes M,N,K ...] [--dtypes fp16 fp8] [--target cuda:90]
                                  FOLDER holds 03-matrix-multiplication.py of Triton 3.6

For each size every configuration of the tutorial runs with both compilers; the one that is best for Triton is then
measured again, interleaved with ours of the same configuration, with our best one, and with cuBLAS (fp16).
"""

import argparse
import math
import os
import statistics
import sys
import tempfile

import torch

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness

# BLOCK_SIZE_M, _N, _K, stages and warps of the tutorial's list.
CONFIGS = {
    "fp16": [(128, 256, 64, 3, 8), (64, 256, 32, 4, 4), (128, 128, 32, 4, 4), (128, 64, 32, 4, 4), (64, 128, 32, 4, 4), (128, 32, 32, 4, 4),
             (64, 32, 32, 5, 2), (32, 64, 32, 5, 2)],
    "fp8": [(128, 256, 128, 3, 8), (256, 128, 128, 3, 8), (256, 64, 128, 4, 4), (64, 256, 128, 4, 4), (128, 128, 128, 4, 4), (128, 64, 64, 4, 4),
            (64, 128, 64, 4, 4), (128, 32, 64, 4, 4)],
}
SIZES = [(n, n, n) for n in (512, 1024, 2048, 4096, 8192)] + [(16, 8192, 8192), (64, 8192, 8192)]


def factors(m, n, k, dtype):
    a, b = torch.randn((m, k), device="cuda", dtype=torch.float16), torch.randn((k, n), device="cuda", dtype=torch.float16)
    if dtype == "fp8":  # the instruction takes them along K only, as the tutorial does
        return a.to(torch.float8_e4m3fn), b.T.contiguous().to(torch.float8_e4m3fn).T
    return a, b


def launches_of(kernel, a, b, c, config):
    """One launch of each compiler's kernel."""
    (m, k), n = a.shape, b.shape[1]
    block_m, block_n, block_k, stages, warps = config
    strides = dict(stride_am=a.stride(0), stride_ak=a.stride(1), stride_bk=b.stride(0), stride_bn=b.stride(1), stride_cm=c.stride(0), stride_cn=c.stride(1))
    arguments = dict(a_ptr=a, b_ptr=b, c_ptr=c, M=m, N=n, K=k, **{name: v for name, v in strides.items() if v != 1})
    constants = dict(BLOCK_SIZE_M=block_m, BLOCK_SIZE_N=block_n, BLOCK_SIZE_K=block_k, GROUP_SIZE_M=8, ACTIVATION="")
    constants |= {name: 1 for name, v in strides.items() if v == 1}
    grid = (math.ceil(m / block_m) * math.ceil(n / block_n),)
    return kernel.launchers(grid, arguments, constants, warps, stages)


def graph(launch, milliseconds):
    """A graph of enough launches to take a millisecond or two, and their number."""
    count = max(1, min(100, round(2 / milliseconds)))
    return harness.as_graph([launch] * count), count


def quick(launch):
    """Milliseconds a launch, roughly, without what the host does for each."""
    count = 10
    replay = harness.as_graph([launch] * count)
    return min(harness.time_interleaved({"": replay}, rounds=5, warmup=1, launches=count)[""])


def check(launch, a, b, c, what):
    # The matrix units keep 13 bits of a sum of 8-bit floats.
    tolerance = 2e-3 if a.dtype == torch.float16 else 2e-2
    expected = a.float() @ b.float()
    c.zero_()
    launch()
    torch.cuda.synchronize()
    error = float((c.float() - expected).norm() / expected.norm())
    if not error <= tolerance:
        raise AssertionError(f"{what}: off by {error:.2e}")
    return error


def measure(kernel, m, n, k, dtype, rounds):
    a, b = factors(m, n, k, dtype)
    c = torch.empty((m, n), device="cuda", dtype=torch.float16)
    times, problems = {}, []
    for config in CONFIGS[dtype]:
        launches = launches_of(kernel, a, b, c, config)
        for name, launch in launches.items():
            try:
                check(launch, a, b, c, f"{name} {dtype} {m}x{n}x{k} {config}")
                times[name, config] = quick(launch)
            except AssertionError as error:
                problems.append(str(error))
    if len({name for name, _ in times}) < 2:
        sys.exit("\n".join(["no configuration gives right results", *problems]))
    best = {name: min((c for n_, c in times if n_ == name), key=lambda c: times[name, c]) for name in ("tritonc", "triton")}
    same = launches_of(kernel, a, b, c, best["triton"])
    contenders = {"tritonc": same["tritonc"], "triton": same["triton"], "tritonc_best": launches_of(kernel, a, b, c, best["tritonc"])["tritonc"]}
    if dtype == "fp16":
        contenders["cublas"] = lambda: torch.matmul(a, b, out=c)
    graphs, counts = {}, {}
    for name, launch in contenders.items():
        graphs[name], counts[name] = graph(launch, times["triton", best["triton"]])
    count = next(iter(counts.values()))
    taken = harness.time_interleaved(graphs, rounds, launches=count)
    flops = 2 * m * n * k
    row = dict(dtype=dtype, m=m, n=n, k=k, config=best["triton"], our_config=best["tritonc"], problems=problems,
               tflops={name: flops / statistics.median(ms) * 1e-9 for name, ms in taken.items()},
               of_triton=harness.ratio_with_interval(taken["triton"], taken["tritonc"]),
               configs={str(config): [round(flops / times[name, config] * 1e-9, 1) for name in ("tritonc", "triton") if (name, config) in times]
                        for config in CONFIGS[dtype]})
    if "cublas" in taken:
        row["best_of_cublas"] = harness.ratio_with_interval(taken["cublas"], taken["tritonc_best"])
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--sizes", nargs="*", default=[",".join(map(str, s)) for s in SIZES])
    parser.add_argument("--dtypes", nargs="*", default=["fp16", "fp8"])
    parser.add_argument("--target", default="cuda:90")
    parser.add_argument("--rounds", type=int, default=25)
    args = parser.parse_args()
    path = os.path.join(args.folder, "03-matrix-multiplication.py")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for dtype in args.dtypes:
            kernel = harness.Kernel(path, "matmul_kernel", folder, args.target)
            for size in args.sizes:
                row = measure(kernel, *map(int, size.split(",")), dtype, args.rounds)
                rows.append(row)
                tflops = ", ".join(f"{name} {value:.0f}" for name, value in row["tflops"].items())
                cublas = f", best of ours {row['best_of_cublas']['ratio']:.3f} of cuBLAS" if "best_of_cublas" in row else ""
                print(f"{dtype} {size} {row['config']}: {row['of_triton']['ratio']:.3f} of Triton{cublas} ({tflops} TFLOPS)")
                for problem in row["problems"]:
                    print("  WRONG", problem)
    ratios = [row["of_triton"]["ratio"] for row in rows]
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    print(f"geometric mean {mean:.3f} of Triton, least {min(ratios):.3f}")
    suffix = "" if args.target == "cuda:90" else "_" + args.target.replace(":", "")
    harness.save(f"h200_matmul{suffix}", dict(geometric_mean=mean, least=min(ratios), rows=rows))
    sys.exit(any(row["problems"] for row in rows))


if __name__ == "__main__":
    main()
