#!/usr/bin/env python3
"""Triton's public tutorials without a dot, unmodified: results against torch on a GPU, resources beside Triton's.

usage: tutorials.py FOLDER        with 01-vector-add.py, 02-fused-softmax.py, 04-low-memory-dropout.py, 05-layer-norm.py
                                  and 07-extern-functions.py of Triton 3.6

Each kernel is compiled for sm_90a and for sm_80, whose PTX the driver translates. Ends with a table of registers, spilled
bytes, shared memory and barriers in the PTX.
"""

import argparse
import os
import sys
import tempfile

import torch
import triton

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import harness

TARGETS = ("cuda:90", "cuda:80")


class Row:
    """A launch and what it should leave behind."""

    def __init__(self, file, kernel, grid, arguments, constants, warps, results, stages=3):
        self.file, self.kernel, self.grid, self.arguments = file, kernel, grid, arguments
        self.constants, self.warps, self.results, self.stages = constants, warps, results, stages

    def run(self, folder, target):
        """Launches our kernel; returns it and how far its results are from what they should be."""
        kernel = harness.Kernel(os.path.join(ARGS.folder, self.file), self.kernel, folder, target)
        kernel.launchers(self.grid, self.arguments, self.constants, self.warps, self.stages)["tritonc"]()
        torch.cuda.synchronize()
        worst = 0.0
        for name, (expected, tolerance) in self.results.items():
            result = self.arguments[name]
            error = float((result.double() - expected.double()).norm() / expected.double().norm().clamp_min(1e-30))
            if not error <= tolerance:
                sys.exit(f"{self.kernel} for {target}: {name} is off by {error:.2e}")
            worst = max(worst, error)
            result.zero_()
        return kernel, worst


def elementwise_rows():
    n = 98432
    grid = (triton.cdiv(n, 1024),)
    x, y, out = torch.rand(n, device="cuda"), torch.rand(n, device="cuda"), torch.zeros(n, device="cuda")
    yield Row("01-vector-add.py", "add_kernel", grid, dict(x_ptr=x, y_ptr=y, output_ptr=out, n_elements=n), dict(BLOCK_SIZE=1024), 4,
              dict(output_ptr=(x + y, 0)))
    keep = (torch.rand(n, device="cuda") > 0.5).to(torch.int32)
    yield Row("04-low-memory-dropout.py", "_dropout", grid, dict(x_ptr=x, x_keep_ptr=keep, output_ptr=out, n_elements=n, p=0.5),
              dict(BLOCK_SIZE=1024), 4, dict(output_ptr=(torch.where(keep != 0, x / 0.5, 0), 1e-6)))
    reference = torch.zeros_like(out)
    path = os.path.join(ARGS.folder, "04-low-memory-dropout.py")
    harness.jit_functions(path)["_seeded_dropout"][grid](x, reference, n, 0.5, 123, BLOCK_SIZE=1024)
    yield Row("04-low-memory-dropout.py", "_seeded_dropout", grid, dict(x_ptr=x, output_ptr=out, n_elements=n, p=0.5, seed=123),
              dict(BLOCK_SIZE=1024), 4, dict(output_ptr=(reference, 0)))
    yield Row("07-extern-functions.py", "asin_kernel", grid, dict(x_ptr=x, y_ptr=out, n_elements=n), dict(BLOCK_SIZE=1024), 4,
              dict(y_ptr=(torch.asin(x.double()), 1e-6)))


def softmax_rows():
    for rows, cols in ((1823, 781), (4096, 12672)):
        x, out = torch.randn(rows, cols, device="cuda"), torch.zeros(rows, cols, device="cuda")
        arguments = dict(output_ptr=out, input_ptr=x, input_row_stride=cols, output_row_stride=cols, n_rows=rows, n_cols=cols)
        yield Row("02-fused-softmax.py", "softmax_kernel", (264,), arguments, dict(BLOCK_SIZE=triton.next_power_of_2(cols), num_stages=4), 8,
                  dict(output_ptr=(torch.softmax(x.double(), 1), 1e-6)), 4)


def layer_norm_rows():
    rows, half = 1151, dict(device="cuda", dtype=torch.float16)
    for cols in (1024, 8192, 15872):
        block = triton.next_power_of_2(cols)
        warps = min(max(block // 256, 1), 8)
        x, dy = torch.randn(rows, cols, **half) * 0.5 - 2.3, 0.1 * torch.randn(rows, cols, **half)
        weight, bias = torch.rand(cols, **half), torch.rand(cols, **half)
        leaves = [tensor.double().requires_grad_() for tensor in (x, weight, bias)]
        y = torch.nn.functional.layer_norm(leaves[0], (cols,), *leaves[1:], 1e-5)
        y.backward(dy.double())
        mean, rstd = x.double().mean(1), (x.double().var(1, unbiased=False) + 1e-5).rsqrt()
        zeros = lambda *shape, dtype=torch.float16: torch.zeros(shape, device="cuda", dtype=dtype)
        yield Row("05-layer-norm.py", "_layer_norm_fwd_fused", (rows,),
                  dict(X=x, Y=zeros(rows, cols), W=weight, B=bias, Mean=zeros(rows, dtype=torch.float32), Rstd=zeros(rows, dtype=torch.float32),
                       stride=cols, N=cols, eps=1e-5), dict(BLOCK_SIZE=block), warps,
                  dict(Y=(y.detach(), 2e-3), Mean=(mean, 1e-4), Rstd=(rstd, 1e-4)))
        groups = 64 if cols > 8192 else 96 if cols > 4096 else 256
        # One program a group: what a partial sum holds then does not depend on the order of programs.
        few = min(groups, rows)
        normal = ((x.double() - mean[:, None]) * rstd[:, None])[:few]
        lock = zeros(2 * groups, dtype=torch.int32)
        partial = zeros(groups, cols), zeros(groups, cols)
        yield Row("05-layer-norm.py", "_layer_norm_bwd_dx_fused", (few,),
                  dict(DX=zeros(few, cols), DY=dy, DW=partial[0], DB=partial[1], X=x, W=weight, Mean=mean.float(), Rstd=rstd.float(), Lock=lock,
                       stride=cols, N=cols), dict(GROUP_SIZE_M=groups, BLOCK_SIZE_N=block), warps,
                  dict(DX=(leaves[0].grad[:few], 2e-3), DW=(dy[:few].double() * normal, 2e-3), DB=(dy[:few], 0),
                       Lock=(torch.cat([torch.zeros(groups), torch.ones(groups)]).cuda(), 0)))
        sums = torch.randn(groups, cols, **half), torch.randn(groups, cols, **half)
        yield Row("05-layer-norm.py", "_layer_norm_bwd_dwdb", (triton.cdiv(cols, 128),),
                  dict(DW=sums[0], DB=sums[1], FINAL_DW=zeros(cols), FINAL_DB=zeros(cols), M=groups, N=cols),
                  dict(BLOCK_SIZE_M=32, BLOCK_SIZE_N=128), 4,
                  dict(FINAL_DW=(sums[0].double().sum(0), 1e-3), FINAL_DB=(sums[1].double().sum(0), 1e-3)))


def barriers(ptx):
    return sum(ptx.count(f"{spelling}.sync") for spelling in ("bar", "barrier"))


def resources(row, kernel):
    """Ours and Triton's."""
    cubin = next(iter(kernel.cubins.values()))
    ptx = kernel.ptx(row.arguments, row.constants, row.warps, row.stages)
    ours = {"registers": cubin.info["registers"], "spilled": cubin.info["spill_bytes"], "shared": cubin.info["shared_bytes"],
            "barriers": barriers(ptx)}
    compiled = kernel.triton.warmup(*row.arguments.values(), **{"num_warps": row.warps, "num_stages": row.stages, **row.constants}, grid=row.grid)
    compiled._init_handles()
    theirs = {"registers": compiled.n_regs, "spilled": compiled.n_spills, "shared": compiled.metadata.shared,
              "barriers": barriers(compiled.asm["ptx"])}
    return {"tritonc": ours, "triton": theirs}


def main():
    table = {}
    with tempfile.TemporaryDirectory() as folder:
        for rows in (elementwise_rows, softmax_rows, layer_norm_rows):
            for row in rows():
                name = f"{row.kernel} {', '.join(f'{k}={v}' for k, v in row.constants.items())}"
                errors = {}
                for target in TARGETS:
                    kernel, errors[target] = row.run(folder, target)
                    if target == "cuda:90":
                        table[name] = resources(row, kernel)
                table[name]["relative error"] = errors
                print(f"{name:60} " + ", ".join(f"{t} off by {e:.1e}" for t, e in errors.items()), flush=True)
    print(f"\n{'registers / spilled / shared / barriers':60} {'tritonc':>22} {'triton':>22}")
    for name, entry in table.items():
        text = lambda who: " / ".join(str(value) for value in entry[who].values())
        print(f"{name:60} {text('tritonc'):>22} {text('triton'):>22}")
    harness.save("h200_tutorials", table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    ARGS = parser.parse_args()
    main()
