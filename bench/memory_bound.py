#!/usr/bin/env python3
"""Softmax, layer norm and dropout on a GPU beside Triton and torch: the same kernels of examples/, results first.

usage: memory_bound.py [--rounds N] [--parts] [--tritonc-flag=FLAG]... [CASE...]

A CUDA graph holds one launch for each of many sets of buffers, more than the L2 cache holds, so that only the kernels' own
time counts and each reads its data from memory. A backward pass is both of its kernels. Only a run of all cases is saved.
"""

import argparse
import itertools
import os
import statistics
import sys
import tempfile

import torch
import triton

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness


def example(name, kernel, folder):
    return harness.Kernel(os.path.join(harness.ROOT, f"examples/{name}/{name}.py"), kernel, folder)


class Case:
    """What one comparison runs: lists of launches by contender, one for each set of buffers."""

    def __init__(self, name, bytes_per_launch):
        self.name, self.bytes = name, bytes_per_launch
        self.copies = harness.copies_for(bytes_per_launch)
        self.launches, self.checks = {}, []
        self.before = {}

    def add(self, contender, *launches):
        self.launches.setdefault(contender, []).append(lambda: [launch() for launch in launches])

    def graphs(self):
        return {name: harness.as_graph(list_, self.before.get(name, lambda: None)) for name, list_ in self.launches.items()}


def close(a, b, tolerance):
    difference = (a.double() - b.double()).norm() / b.double().norm().clamp_min(1e-30)
    if not bool(difference < tolerance):
        sys.exit(f"results differ by {float(difference):.2e}")


OURS_AND_THEIRS = ("tritonc", "triton")


def softmax_cases(folder):
    kernel = example("softmax", "softmax", folder)
    rows = 16384
    for stages, cols in itertools.product((1, 4), (256, 1024, 4096, 12672)):
        block = triton.next_power_of_2(cols)
        # The number of programs that the tutorial's occupancy formula gives on an H200: registers allow so many, and the
        # tiles of Triton's stages.
        programs = 132 * min(16 if block <= 4096 else 2, 16 if stages == 1 else max(1, 232448 // (4 * block * (stages - 1))))
        case = Case(f"softmax {rows}x{cols} fp32" + (f", {stages} stages" if stages > 1 else ""), 2 * 4 * rows * cols)
        for _ in range(case.copies):
            x = torch.randn(rows, cols, device="cuda")
            for who in OURS_AND_THEIRS:
                out = torch.empty_like(x)
                arguments = dict(out=out, x=x, out_stride=cols, x_stride=cols, rows=rows, cols=cols)
                case.add(who, kernel.launchers((programs,), arguments, dict(BLOCK=block, STAGES=stages), 8, stages)[who])
                case.checks.append(lambda x=x, out=out: close(out, torch.softmax(x.double(), 1), 1e-6))
            case.add("torch", lambda x=x, out=torch.empty_like(x): torch.softmax(x, 1, out=out))
        yield case


def layer_norm_inputs(rows, cols):
    x = torch.randn(rows, cols, device="cuda", dtype=torch.float16) * 0.5 - 2.3
    weight, bias = (torch.rand(cols, device="cuda", dtype=torch.float16) for _ in range(2))
    return x, weight, bias


def layer_norm_config(cols):
    """The block and the warps of the tutorial."""
    block = min(65536 // 2, triton.next_power_of_2(cols))
    return block, min(max(block // 256, 1), 8)


def layer_norm_forward_cases(folder):
    kernel = example("layer_norm", "layer_norm_forward", folder)
    rows = 4096
    for cols in (1024, 4096, 8192, 15872):
        block, warps = layer_norm_config(cols)
        case = Case(f"layer norm forward {rows}x{cols} fp16", 2 * 2 * rows * cols)
        for _ in range(case.copies):
            x, weight, bias = layer_norm_inputs(rows, cols)
            normalise = lambda x, w, b, cols=cols: torch.nn.functional.layer_norm(x, (cols,), w, b, 1e-5)
            for who in OURS_AND_THEIRS:
                out, mean, rstd = torch.empty_like(x), torch.empty(rows, device="cuda"), torch.empty(rows, device="cuda")
                arguments = dict(x=x, y=out, weight=weight, bias=bias, mean=mean, rstd=rstd, stride=cols, cols=cols, eps=1e-5)
                case.add(who, kernel.launchers((rows,), arguments, dict(BLOCK=block), warps)[who])
                case.checks.append(lambda x=x, w=weight, b=bias, out=out, f=normalise: close(out, f(x.double(), w.double(), b.double()), 2e-3))
            case.add("torch", lambda x=x, w=weight, b=bias, f=normalise: f(x, w, b))
        yield case


def layer_norm_backward_cases(folder):
    stages = [example("layer_norm", f"layer_norm_backward_{part}", folder) for part in ("dx", "dwdb")]
    rows = 4096
    for cols in (1024, 4096, 8192, 15872):
        block, warps = layer_norm_config(cols)
        groups = 64 if cols > 8192 else 96 if cols > 4096 else 128 if cols > 1024 else 256
        for kernels in PARTS:
            part = {(0, 1): "backward", (0,): "backward dx", (1,): "backward dwdb"}[kernels]
            case = Case(f"layer norm {part} {rows}x{cols} fp16", 3 * 2 * rows * cols if 0 in kernels else 2 * 2 * groups * cols)
            half = lambda *shape: torch.zeros(shape, device="cuda", dtype=torch.float16)
            locks = {who: torch.zeros(case.copies, 2 * groups, device="cuda", dtype=torch.int32) for who in OURS_AND_THEIRS}
            for i in range(case.copies):
                x, weight, bias = layer_norm_inputs(rows, cols)
                dy = 0.1 * torch.randn_like(x)
                mean = x.float().mean(1)
                rstd = (x.float().var(1, unbiased=False) + 1e-5).rsqrt()
                for who in OURS_AND_THEIRS:
                    dx, partial, final = torch.empty_like(x), (half(groups, cols), half(groups, cols)), (half(cols), half(cols))
                    first = dict(dx=dx, dy=dy, dw_partial=partial[0], db_partial=partial[1], x=x, weight=weight, mean=mean, rstd=rstd,
                                 lock=locks[who][i], stride=cols, cols=cols)
                    second = dict(dw_partial=partial[0], db_partial=partial[1], dw=final[0], db=final[1], groups=groups, cols=cols)
                    launches = (stages[0].launchers((rows,), first, dict(GROUPS=groups, BLOCK=block), warps)[who],
                                stages[1].launchers((triton.cdiv(cols, 128),), second, dict(ROWS=32, COLS=128), 4)[who])
                    case.add(who, *(launches[kernel] for kernel in kernels))
                    if kernels == (0, 1) and i in (0, case.copies - 1):
                        case.checks.append(lambda inputs=(x, weight, bias, dy), dx=dx, final=final: check_backward(*inputs, dx, *final))
            # A lock array is good for one pass: its second half says which partial sums hold something.
            case.before = {who: locks[who].zero_ for who in OURS_AND_THEIRS}
            yield case


PARTS = [(0, 1)]


def check_backward(x, weight, bias, dy, dx, dw, db):
    leaves = [tensor.double().requires_grad_() for tensor in (x, weight, bias)]
    torch.nn.functional.layer_norm(leaves[0], weight.shape, *leaves[1:], 1e-5).backward(dy.double())
    for result, leaf, tolerance in zip((dx, dw, db), leaves, (2e-3, 1e-2, 1e-2)):
        close(result, leaf.grad, tolerance)


def dropout_cases(folder):
    kernel = example("dropout", "dropout", folder)
    n, p = 2**27, 0.5
    case = Case(f"dropout {n} fp32", 2 * 4 * n)
    for _ in range(case.copies):
        x = torch.randn(n, device="cuda")
        outs = {who: torch.empty_like(x) for who in OURS_AND_THEIRS}
        for who, out in outs.items():
            case.add(who, kernel.launchers((triton.cdiv(n, 1024),), dict(x=x, out=out, n=n, p=p, seed=123), dict(BLOCK=1024), 4)[who])
        case.checks.append(lambda outs=outs: check_dropout(*outs.values()))
    yield case


def check_dropout(ours, theirs):
    if not torch.equal(ours, theirs):
        sys.exit("dropout differs from Triton's")
    kept = (ours != 0).float().mean()
    if not 0.499 < kept < 0.501:
        sys.exit(f"dropout keeps {float(kept)}")


CASES = {"softmax": softmax_cases, "layer_norm_forward": layer_norm_forward_cases,
         "layer_norm_backward": layer_norm_backward_cases, "dropout": dropout_cases}


def measure(case, rounds):
    graphs = case.graphs()
    for check in case.checks:
        check()
    times = harness.time_interleaved(graphs, rounds, launches=case.copies)
    ratio = harness.ratio_with_interval(times["triton"], times["tritonc"])
    result = {who: {"median_ms": statistics.median(ms), "GB/s": case.bytes / statistics.median(ms) * 1e-6} for who, ms in times.items()}
    speeds = ", ".join(f"{who} {figures['GB/s']:.0f}" for who, figures in result.items())
    print(f"{case.name:38} {speeds} GB/s   x{ratio['ratio']:.3f} [{ratio['low']:.3f}, {ratio['high']:.3f}]", flush=True)
    return {"launches in a graph": case.copies, **result, "speed over triton's": ratio}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--parts", action="store_true", help="also each kernel of the backward pass alone")
    parser.add_argument("--tritonc-flag", action="append", default=[], help="passed on to our compiler")
    parser.add_argument("cases", nargs="*", default=list(CASES), help=", ".join(CASES))
    args = parser.parse_args()
    harness.Kernel.extra_flags = args.tritonc_flag
    if args.parts:
        PARTS.extend([(0,), (1,)])
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for cases in args.cases:
            for case in CASES[cases](folder):
                results[case.name] = measure(case, args.rounds)
    ratios = [result["speed over triton's"]["ratio"] for result in results.values()]
    geometric = statistics.geometric_mean(ratios)
    print(f"geometric mean over triton: {geometric:.3f}, least {min(ratios):.3f}")
    if args.cases == list(CASES) and not args.parts and not args.tritonc_flag:
        harness.save("h200_memory_bound", {"rounds": args.rounds, "cases": results, "geometric_mean": geometric, "least": min(ratios)})


if __name__ == "__main__":
    main()
