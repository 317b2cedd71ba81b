#!/usr/bin/env python3
"""Softmax, layer norm and dropout on a GPU beside Triton and torch: the same kernels of examples/, results first.

usage: memory_bound.py [--rounds N] [CASE...]        cases: softmax layer_norm_forward layer_norm_backward dropout

Every launch is captured in a CUDA graph, so that only the kernel's own time counts.
"""

import argparse
import ctypes
import importlib.util
import os
import statistics
import sys
import tempfile

import torch
import triton

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness


def example(name):
    path = os.path.join(harness.ROOT, f"examples/{name}/{name}.py")
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return path, module


class Kernel:
    """One kernel compiled by both: `launcher` gives two functions with the same effect."""

    def __init__(self, name, kernel, folder):
        self.path, module = example(name)
        self.name, self.triton = kernel, getattr(module, kernel)
        self.folder = folder
        self.cubins = {}

    def launchers(self, grid, arguments, constants, warps, stages=3):
        """`arguments` are tensors and numbers by name, in order; returns (ours, triton's)."""
        types, values = [], []
        for name, value in arguments.items():
            if isinstance(value, torch.Tensor):
                dtype = {torch.float32: "fp32", torch.float16: "fp16", torch.int32: "i32"}[value.dtype]
                types.append(f"{name}=*{dtype}:16")
                values.append(value)
            elif isinstance(value, float):
                types.append(f"{name}=fp32")
                values.append(ctypes.c_float(value))
            else:
                types.append(f"{name}=i32:16" if value % 16 == 0 else f"{name}=i32")
                values.append(ctypes.c_int32(value))
        signature = ", ".join(types)
        key = (signature, tuple(constants.items()), warps, stages)
        if key not in self.cubins:
            path = os.path.join(self.folder, f"{self.name}{len(self.cubins)}.cubin")
            flags = [flag for item in constants.items() for flag in ("-c", "%s=%s" % item)]
            harness.tritonc("compile", self.path, "-k", self.name, "-s", signature, *flags, "-w", str(warps), "-t", "cuda:90",
                            "--num-stages", str(stages), "-o", path)
            self.cubins[key] = harness.Cubin(path)
        ours = self.cubins[key].launcher(grid, *values)
        theirs = lambda: self.triton[grid](*arguments.values(), **constants, num_warps=warps, num_stages=stages)
        return ours, theirs


def close(a, b, tolerance):
    difference = (a.double() - b.double()).norm() / b.double().norm().clamp_min(1e-30)
    if not bool(difference < tolerance):
        sys.exit(f"results differ by {float(difference):.2e}")


def softmax_cases(folder):
    kernel = Kernel("softmax", "softmax", folder)
    rows = 16384
    for cols in (256, 1024, 4096, 12672):
        x = torch.randn(rows, cols, device="cuda")
        block = triton.next_power_of_2(cols)
        # The number of programs that the tutorial's occupancy formula gives on an H200.
        programs = min(rows, 132 * (16 if block <= 4096 else 2))
        outs = [torch.empty_like(x) for _ in range(3)]
        make = lambda out: kernel.launchers((programs,), dict(out=out, x=x, out_stride=cols, x_stride=cols, rows=rows, cols=cols),
                                            dict(BLOCK=block, num_stages=1), 8, 1)
        torch_softmax = lambda: torch.softmax(x, 1, out=outs[2])
        yield f"softmax {rows}x{cols} fp32", 2 * x.nbytes, make(outs[0])[0], make(outs[1])[1], torch_softmax, lambda: [
            close(out, torch.softmax(x.double(), 1), 1e-6) for out in outs[:2]]


def layer_norm_inputs(cols):
    rows = 4096
    x = torch.randn(rows, cols, device="cuda", dtype=torch.float16) * 0.5 - 2.3
    weight, bias = torch.rand(2, cols, device="cuda", dtype=torch.float16).unbind()
    return rows, x, weight.clone(), bias.clone(), min(65536 // 2, triton.next_power_of_2(cols))


def layer_norm_forward_cases(folder):
    kernel = Kernel("layer_norm", "layer_norm_forward", folder)
    for cols in (1024, 4096, 8192, 15872):
        rows, x, weight, bias, block = layer_norm_inputs(cols)
        warps = min(max(block // 256, 1), 8)
        outs = [torch.empty_like(x) for _ in range(2)]
        stats = [torch.empty(2, rows, device="cuda").unbind() for _ in range(2)]
        make = lambda i: kernel.launchers((rows,), dict(x=x, y=outs[i], weight=weight, bias=bias, mean=stats[i][0].clone(), rstd=stats[i][1].clone(),
                                                        stride=cols, cols=cols, eps=1e-5), dict(BLOCK=block), warps)
        reference = torch.nn.functional.layer_norm(x.double(), (cols,), weight.double(), bias.double(), 1e-5)
        by_torch = lambda: torch.nn.functional.layer_norm(x, (cols,), weight, bias, 1e-5)
        yield f"layer norm forward {rows}x{cols} fp16", 2 * x.nbytes, make(0)[0], make(1)[1], by_torch, lambda: [
            close(out, reference, 2e-3) for out in outs]


def layer_norm_backward_cases(folder):
    kernel = Kernel("layer_norm", "layer_norm_backward_dx", folder)
    for cols in (1024, 4096, 8192, 15872):
        rows, x, weight, bias, block = layer_norm_inputs(cols)
        warps = min(max(block // 256, 1), 8)
        groups = 64 if cols > 8192 else 96 if cols > 4096 else 128 if cols > 1024 else 256
        dy = 0.1 * torch.randn_like(x)
        mean = x.float().mean(1)
        rstd = (x.float().var(1, unbiased=False) + 1e-5).rsqrt()
        outs, locks, makers = [], [], []
        for i in range(2):
            dx, dw, db = torch.empty_like(x), torch.zeros(groups, cols, device="cuda", dtype=torch.float16), torch.zeros(groups, cols, device="cuda", dtype=torch.float16)
            lock = torch.zeros(2 * groups, device="cuda", dtype=torch.int32)
            outs.append((dx, dw, db))
            locks.append(lock)
            makers.append(kernel.launchers((rows,), dict(dx=dx, dy=dy, dw_partial=dw, db_partial=db, x=x, weight=weight, mean=mean, rstd=rstd, lock=lock,
                                                         stride=cols, cols=cols), dict(GROUPS=groups, BLOCK=block), warps)[i])

        def with_reset(launch, lock):
            def run():
                lock.zero_()
                launch()
            return run

        leaf = x.double().requires_grad_()
        w, b = weight.double().requires_grad_(), bias.double().requires_grad_()
        torch.nn.functional.layer_norm(leaf, (cols,), w, b, 1e-5).backward(dy.double())

        def check():
            for dx, dw, db in outs:
                close(dx, leaf.grad, 2e-3)
                close(dw.double().sum(0), w.grad, 5e-3)
                close(db.double().sum(0), b.grad, 5e-3)

        yield f"layer norm backward {rows}x{cols} fp16", 3 * x.nbytes, with_reset(makers[0], locks[0]), with_reset(makers[1], locks[1]), None, check


def dropout_cases(folder):
    kernel = Kernel("dropout", "dropout", folder)
    n, p = 2**27, 0.5
    x = torch.randn(n, device="cuda")
    outs = [torch.empty_like(x) for _ in range(2)]
    make = lambda out: kernel.launchers((triton.cdiv(n, 1024),), dict(x=x, out=out, n=n, p=p, seed=123), dict(BLOCK=1024), 4)

    def check():
        if not torch.equal(outs[0], outs[1]):
            sys.exit("dropout differs from Triton's")
        kept = (outs[0] != 0).float().mean()
        if not 0.499 < kept < 0.501:
            sys.exit(f"dropout keeps {float(kept)}")

    yield f"dropout {n} fp32", 2 * x.nbytes, make(outs[0])[0], make(outs[1])[1], None, check


CASES = {"softmax": softmax_cases, "layer_norm_forward": layer_norm_forward_cases, "layer_norm_backward": layer_norm_backward_cases, "dropout": dropout_cases}


def as_graph(launch):
    """One launch as a replayable graph."""
    stream = torch.cuda.Stream()
    stream.wait_stream(torch.cuda.current_stream())
    with torch.cuda.stream(stream):
        launch()
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        launch()
    return graph.replay


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("cases", nargs="*", default=list(CASES), help=", ".join(CASES))
    args = parser.parse_args()
    results, ratios = {}, []
    with tempfile.TemporaryDirectory() as folder:
        for case in args.cases:
            for name, size, ours, theirs, by_torch, check in CASES[case](folder):
                contenders = {"tritonc": as_graph(ours), "triton": as_graph(theirs)}
                if by_torch:
                    contenders["torch"] = as_graph(by_torch)
                check()
                times = harness.time_interleaved(contenders, args.rounds)
                ratio = harness.ratio_with_interval(times["triton"], times["tritonc"])
                ratios.append(ratio["ratio"])
                results[name] = {c: {"median_ms": statistics.median(ms), "GB/s": size / statistics.median(ms) * 1e-6} for c, ms in times.items()}
                results[name]["speed over triton's"] = ratio
                speeds = ", ".join(f"{c} {r['GB/s']:.0f}" for c, r in results[name].items() if "GB/s" in r)
                print(f"{name:38} {speeds} GB/s   x{ratio['ratio']:.3f} [{ratio['low']:.3f}, {ratio['high']:.3f}]", flush=True)
    geometric = statistics.geometric_mean(ratios)
    print(f"geometric mean over triton: {geometric:.3f}, least {min(ratios):.3f}")
    harness.save("h200_memory_bound", {"rounds": args.rounds, "cases": results, "geometric_mean": geometric, "least": min(ratios)})


if __name__ == "__main__":
    main()
