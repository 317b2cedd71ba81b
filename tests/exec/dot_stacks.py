# RUN: exec-test %s
"""Products of stacks of matrices."""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, to_bf16

TARGETS = ["cuda:80", "cuda:90"]


@triton.jit
def product(a, b, out, S: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, PRECISION: tl.constexpr):
    s, m, n, k = tl.arange(0, S), tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + s[:, None, None] * M * K + m[None, :, None] * K + k[None, None, :])
    y = tl.load(b + s[:, None, None] * K * N + k[None, :, None] * N + n[None, None, :])
    z = tl.dot(x, y, input_precision=PRECISION)
    tl.store(out + s[:, None, None] * M * N + m[None, :, None] * N + n[None, None, :], z)


@triton.jit
def accumulated(a, b, out, size, S: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, STAGES: tl.constexpr):
    s, m, n, k = tl.arange(0, S), tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    acc = tl.full((S, M, N), 1, tl.float32)
    for start in tl.range(0, size, K, num_stages=STAGES):
        x = tl.load(a + s[:, None, None] * M * size + m[None, :, None] * size + start + k[None, None, :])
        y = tl.load(b + s[:, None, None] * size * N + (start + k)[None, :, None] * N + n[None, None, :])
        acc = tl.dot(x, y, acc)
    tl.store(out + s[:, None, None] * M * N + m[None, :, None] * N + n[None, None, :], tl.maximum(acc, 0.0))


@triton.jit
def deep(a, b, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, PRECISION: tl.constexpr):
    """Two dimensions of stacks."""
    x = tl.reshape(tl.load(a + tl.arange(0, 4 * M * K)), (2, 2, M, K))
    y = tl.reshape(tl.load(b + tl.arange(0, 4 * K * N)), (2, 2, K, N))
    z = tl.dot(x, y, input_precision=PRECISION)
    z = tl.dot(x, y, z, input_precision=PRECISION)
    tl.static_assert(z.shape == (2, 2, M, N))
    tl.store(out + tl.arange(0, 4 * M * N), tl.reshape(z, (4 * M * N,)))


@triton.jit
def chained(a, b, out, S: tl.constexpr, N: tl.constexpr):
    s, i = tl.arange(0, S)[:, None, None], tl.arange(0, N)
    at = s * N * N + i[None, :, None] * N + i[None, None, :]
    x, y = tl.load(a + at), tl.load(b + at)
    z = tl.dot(x, tl.permute(y, (0, 2, 1)))
    z -= tl.max(z, axis=2)[:, :, None]
    tl.store(out + at, tl.dot(z.to(tl.float16), y))


TYPES = {"fp16": np.float16, "bf16": np.float32, "tf32": np.float32, "ieee": np.float32, "tf32x3": np.float32, "int8": np.int8,
         "fp64": np.float64}


def factor(rng, shape, name):
    values = rng.integers(-4, 5, shape).astype(TYPES[name])
    return (Typed(to_bf16(values), "bf16"), values) if name == "bf16" else (values, values)


def cases(rng):
    shapes = [(1, 16, 16, 32, 4), (2, 32, 16, 32, 4), (4, 16, 32, 32, 4), (8, 16, 16, 32, 2), (2, 64, 64, 32, 4), (2, 16, 8, 32, 1),
              (4, 4, 8, 32, 8), (16, 1, 16, 32, 4), (2, 64, 32, 64, 8)]
    for name in TYPES:
        precision = name if name in ("ieee", "tf32x3") else "tf32"
        sums = {"int8": np.int32, "fp64": np.float64}.get(name, np.float32)
        for s, m, n, k, warps in shapes:
            (a, x), (b, y) = factor(rng, (s, m, k), name), factor(rng, (s, k, n), name)
            yield Case(f"{name} {s}x{m}x{n}x{k} {warps} warps", product, (1,), dict(a=a, b=b, out=np.zeros((s, m, n), sums)),
                       dict(out=x.astype(sums) @ y.astype(sums)), dict(S=s, M=m, N=n, K=k, PRECISION=repr(precision)), warps)
    for name in ("tf32", "ieee"):
        a, b = (rng.integers(-4, 5, shape).astype(np.float32) for shape in ((4, 16, 32), (4, 32, 8)))
        yield Case(f"{name} of rank 4", deep, (1,), dict(a=a, b=b, out=np.zeros((4, 16, 8), np.float32)), dict(out=2 * (a @ b)),
                   dict(M=16, N=8, K=32, PRECISION=repr(name)))
    for dtype in (np.float16, np.float32):
        for stages in (1, 2, 3, 4):
            a, b = rng.integers(-4, 5, (2, 32, 96)).astype(dtype), rng.integers(-4, 5, (2, 96, 16)).astype(dtype)
            wanted = np.maximum(1 + a.astype(np.float32) @ b.astype(np.float32), 0)
            yield Case(f"{dtype.__name__} accumulated, {stages} stages", accumulated, (1,),
                       dict(a=a, b=b, out=np.zeros((2, 32, 16), np.float32), size=96), dict(out=wanted),
                       dict(S=2, M=32, N=16, K=32, STAGES=stages))
    a, b = rng.integers(-2, 3, (2, 32, 32)).astype(np.float16), rng.integers(-2, 3, (2, 32, 32)).astype(np.float16)
    z = a.astype(np.float32) @ b.astype(np.float32).transpose(0, 2, 1)
    z -= z.max(axis=2, keepdims=True)
    for warps in (1, 4):
        yield Case(f"chained, {warps} warps", chained, (1,), dict(a=a, b=b, out=np.zeros((2, 32, 32), np.float32)),
                   dict(out=z @ b.astype(np.float32)), dict(S=2, N=32), warps)
