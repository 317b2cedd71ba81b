# RUN: exec-test %s
"""Tensor descriptors that the host passes."""

import numpy as np
import triton
import triton.language as tl

from harness import Blocked, Case, Typed, to_bf16

TARGETS = ["cuda:80", "cuda:90"]


@triton.jit
def product(a, b, c, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    row, col = tl.program_id(0) * M, tl.program_id(1) * N
    acc = tl.zeros((M, N), tl.float32)
    for start in range(0, a.shape[1], K):
        acc = tl.dot(a.load([row, start]), b.load([start, col]), acc)
    c.store([row, col], acc)


@triton.jit
def shifted(x, out, n):
    """Between other parameters, with its attributes."""
    tl.static_assert(x.block_shape == (4, 16) and out.dtype == tl.bfloat16)
    for i in range(0, x.shape[0], 4):
        out.store([i + n, 0], x.load([i, 0]) + x.strides[0].to(tl.int32))


def cases(rng):
    for m, n, k in ((64, 64, 64), (70, 40, 96)):
        a, b = rng.integers(-3, 4, (m, k)).astype(np.float16), rng.integers(-3, 4, (k, n)).astype(np.float16)
        yield Case(f"product {m}x{n}x{k}", product, (-(-m // 64), -(-n // 32)),
                   dict(a=Blocked(a, (64, 32)), b=Blocked(b, (32, 32)), c=Blocked(np.zeros((m, n), np.float32), (64, 32))),
                   dict(c=a.astype(np.float32) @ b.astype(np.float32)), dict(M=64, N=32, K=32))
    x = rng.integers(-9, 10, (10, 16)).astype(np.int32)
    out = to_bf16(np.full((10, 16), 3, np.float32))
    wanted = out.copy()
    wanted[2:] = to_bf16((x[:8] + 16).astype(np.float32))
    yield Case("shifted", shifted, (1,), dict(x=Blocked(x, (4, 16)), out=Blocked(Typed(out, "bf16"), (4, 16)), n=2), dict(out=Typed(wanted, "bf16")))
