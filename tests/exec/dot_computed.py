# RUN: exec-test %s
"""Products whose first factor is a product itself, in every element type: on sm_90 it need not leave the registers."""

import numpy as np
import triton
import triton.language as tl

from dot import TYPES, factor
from harness import Case, Typed, to_bf16

TARGETS = ["cuda:80", "cuda:90"]


@triton.jit
def chained(p, q, y, out, steps, M: tl.constexpr, L: tl.constexpr, K: tl.constexpr, N: tl.constexpr):
    """The sum over blocks of K of (P Q) Y, where P is M x L, Q is L x K and Y is K x N."""
    m, l, k, n = tl.arange(0, M), tl.arange(0, L), tl.arange(0, K), tl.arange(0, N)
    rows = tl.load(p + m[:, None] * L + l[None, :])
    acc = tl.zeros((M, N), out.dtype.element_ty)
    for step in range(steps):
        block = step * K + k
        chosen = tl.dot(rows, tl.load(q + l[:, None] * (steps * K) + block[None, :]))
        acc = tl.dot(chosen.to(y.dtype.element_ty), tl.load(y + block[:, None] * N + n[None, :]), acc)
    tl.store(out + m[:, None] * N + n[None, :], acc)


def selection(rng, m, l, name):
    """Rows of one 1 or -1 each: a product with it rounds nothing."""
    values = np.zeros((m, l), np.float32)
    values[np.arange(m), rng.integers(0, l, m)] = rng.choice([-1, 1], m)
    return of_values(values, name)


def of_values(values, name):
    bits = {"fp8e4nv": 0x38, "fp8e5": 0x3C}
    if name in bits:
        return Typed(np.where(values == 0, 0, np.where(values < 0, 0x80, 0) | bits[name]).astype(np.uint8), name), values
    if name == "bf16":
        return Typed(to_bf16(values), "bf16"), values
    return values.astype({"int8": np.int8, "fp16": np.float16, "tf32": np.float32}[name]), values


def cases(rng):
    for name in TYPES:
        # The last ones: two blocks of rows in each warpgroup; and two warpgroups that share their rows.
        for m, l, k, n, warps in [(16, 32, 32, 8, 1), (64, 32, 32, 32, 4), (128, 32, 64, 16, 8), (128, 64, 32, 64, 4), (64, 32, 64, 32, 8)]:
            for steps in (1, 3):
                p, selected = selection(rng, m, l, name)
                q, x = factor(rng, (l, steps * k), name)
                y, z = factor(rng, (steps * k, n), name)
                out = np.zeros((m, n), np.int32 if name == "int8" else np.float32)
                yield Case(f"{name} {m}x{l}x{k}x{n}, {steps} steps, {warps} warps", chained, (1,), dict(p=p, q=q, y=y, out=out, steps=steps),
                           dict(out=(selected @ x @ z).astype(out.dtype)), dict(M=m, L=l, K=k, N=n), warps)
