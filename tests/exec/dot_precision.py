# RUN: exec-test %s
"""Products in full precision: fp32 as parts and by `fma`, and fp64."""

import numpy as np
import triton
import triton.language as tl

from harness import Case

TARGETS = ["cuda:80", "cuda:90"]


@triton.jit
def product(a, b, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, A_COLUMNS: tl.constexpr, B_COLUMNS: tl.constexpr,
            PRECISION: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    if A_COLUMNS:
        x = tl.load(a + m[:, None] + k[None, :] * M)
    else:
        x = tl.load(a + m[:, None] * K + k[None, :])
    if B_COLUMNS:
        y = tl.load(b + k[:, None] + n[None, :] * K)
    else:
        y = tl.load(b + k[:, None] * N + n[None, :])
    tl.store(out + m[:, None] * N + n[None, :], tl.dot(x, y, input_precision=PRECISION))


@triton.jit
def accumulated(a, b, out, size, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, PRECISION: tl.constexpr,
                STAGES: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    acc = tl.full((M, N), 1, out.dtype.element_ty)
    for start in tl.range(0, size, K, num_stages=STAGES):
        inside = start + k < size
        x = tl.load(a + m[:, None] * size + (start + k)[None, :], mask=inside[None, :], other=0.0)
        y = tl.load(b + (start + k)[:, None] * N + n[None, :], mask=inside[:, None], other=0.0)
        acc = tl.dot(x, y, acc, input_precision=PRECISION)
    tl.store(out + m[:, None] * N + n[None, :], acc)


@triton.jit
def added(a, b, out, size, N: tl.constexpr):
    """Sums of sums, a first factor that is computed, and a second one that is transposed."""
    i = tl.arange(0, N)
    square = i[:, None] * N + i[None, :]
    acc = tl.zeros((N, N), tl.float32)
    for step in range(size):
        x = tl.load(a + step * N * N + square)
        y = tl.load(b + step * N * N + square)
        acc += tl.dot(x + 1, tl.trans(y), allow_tf32=False)
    tl.store(out + square, acc)


@triton.jit
def chained(a, b, out, N: tl.constexpr):
    i = tl.arange(0, N)
    square = i[:, None] * N + i[None, :]
    x, y = tl.load(a + square), tl.load(b + square)
    z = tl.dot(x, y, input_precision="IEEE")
    tl.store(out + square, tl.dot(z - tl.max(z, axis=1)[:, None], y, input_precision="ieee"))


@triton.jit
def special(a, b, out, PRECISION: tl.constexpr):
    i = tl.arange(0, 16)
    square = i[:, None] * 16 + i[None, :]
    tl.store(out + square, tl.dot(tl.load(a + square), tl.load(b + square), input_precision=PRECISION))


# Errors of a sum, beside the sum of the sizes of its terms; that of tf32 is above 2^-12.
BOUNDS = {"tf32x3": 2.0**-20, "bf16x3": 2.0**-15, "bf16x6": 2.0**-21, "ieee": 2.0**-21}
SHAPES = [(16, 8, 32), (32, 32, 32), (64, 64, 64), (16, 64, 16), (1, 16, 8), (64, 1, 32), (128, 32, 8), (128, 128, 16)]


def exact(rng, m, n, k, dtype):
    """Factors with 13 bits and with few, so that no sum of fp32 rounds."""
    return rng.integers(-(2**12), 2**12 + 1, (m, k)).astype(dtype), rng.integers(-4, 5, (k, n)).astype(dtype)


def cases(rng):
    for name, bound in BOUNDS.items():
        for m, n, k in SHAPES:
            a, b = (rng.standard_normal(shape).astype(np.float32) for shape in ((m, k), (k, n)))
            wanted = a.astype(np.float64) @ b.astype(np.float64)
            size = (np.abs(a).astype(np.float64) @ np.abs(b)).max()
            yield Case(f"{name} {m}x{n}x{k}", product, (1,), dict(a=a, b=b, out=np.zeros((m, n), np.float32)),
                       dict(out=wanted.astype(np.float32)), dict(M=m, N=n, K=k, A_COLUMNS=False, B_COLUMNS=False, PRECISION=repr(name)),
                       atol=bound * size)
        a, b = (rng.standard_normal(shape).astype(np.float32) for shape in ((64, 70), (70, 32)))
        wanted = 1 + a.astype(np.float64) @ b.astype(np.float64)
        for stages in (1, 3):
            yield Case(f"{name} accumulated, {stages} stages", accumulated, (1,), dict(a=a, b=b, out=np.zeros((64, 32), np.float32), size=70),
                       dict(out=wanted.astype(np.float32)), dict(M=64, N=32, K=16, PRECISION=repr(name), STAGES=stages), atol=bound * 60)
    for name, dtype in (("ieee", np.float32), ("tf32", np.float64)):
        for m, n, k in [*SHAPES, *([(16, 16, 4)] if dtype == np.float64 else [])]:
            a, b = exact(rng, m, n, k, dtype)
            for columns in [(False, False), (True, False), (False, True), (True, True)] if (m, n, k) == (64, 64, 64) else [(False, False)]:
                # Sums of so many doubles need more warps to have registers for them.
                few, usual = (4, 8) if dtype == np.float64 and m * n >= 64 * 64 else (1, 4)
                for warps in sorted({few, usual, 8}) if (m, n, k) in [(16, 8, 32), (64, 64, 64)] else (usual,):
                    yield Case(f"{dtype.__name__} {m}x{n}x{k} {columns} {warps} warps", product, (1,),
                               dict(a=np.ascontiguousarray(a.T) if columns[0] else a, b=np.ascontiguousarray(b.T) if columns[1] else b,
                                    out=np.zeros((m, n), dtype)),
                               dict(out=a @ b), dict(M=m, N=n, K=k, A_COLUMNS=columns[0], B_COLUMNS=columns[1], PRECISION=repr(name)), warps)
        for size in (1, 31, 100):
            for stages in (1, 2, 3, 4):
                a, b = exact(rng, 32, 64, size, dtype)
                yield Case(f"{dtype.__name__} accumulated over {size}, {stages} stages", accumulated, (1,),
                           dict(a=a, b=b, out=np.zeros((32, 64), dtype), size=size), dict(out=1 + a @ b),
                           dict(M=32, N=64, K=16, PRECISION=repr(name), STAGES=stages))
    a, b = exact(rng, 96, 32, 32, np.float32)
    b = np.tile(b, (3, 1))
    wanted = sum((a[i:i + 32] + 1) @ b[i:i + 32].T for i in (0, 32, 64))
    yield Case("added", added, (1,), dict(a=a, b=b, out=np.zeros((32, 32), np.float32), size=3), dict(out=wanted), dict(N=32))
    a, b = rng.integers(-4, 5, (32, 32)).astype(np.float32), rng.integers(-4, 5, (32, 32)).astype(np.float32)
    z = a @ b
    for warps in (1, 4):
        yield Case(f"chained, {warps} warps", chained, (1,), dict(a=a, b=b, out=np.zeros((32, 32), np.float32)),
                   dict(out=(z - z.max(axis=1, keepdims=True)) @ b), dict(N=32), warps)
    # What is not finite stays what it is.
    a, b = np.ones((16, 16), np.float32), np.eye(16, dtype=np.float32) + 1
    a[1, 2], a[3, 4], a[5, 6] = np.inf, -np.inf, np.nan
    for name in BOUNDS:
        yield Case(f"{name}, not finite", special, (1,), dict(a=a, b=b, out=np.zeros((16, 16), np.float32)),
                   dict(out=a @ b), dict(PRECISION=repr(name)))
