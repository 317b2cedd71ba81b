# RUN: exec-test %s
"""Products of matrices on the matrix units: element types, shapes and memory orders."""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, to_bf16, from_bf16

# Which matrix instructions there are depends on the target.
TARGETS = ["cuda:80", "cuda:90"]


@triton.jit
def product(a, b, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, A_COLUMNS: tl.constexpr, B_COLUMNS: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    if A_COLUMNS:
        x = tl.load(a + m[:, None] + k[None, :] * M)
    else:
        x = tl.load(a + m[:, None] * K + k[None, :])
    if B_COLUMNS:
        y = tl.load(b + k[:, None] + n[None, :] * K)
    else:
        y = tl.load(b + k[:, None] * N + n[None, :])
    tl.store(out + m[:, None] * N + n[None, :], tl.dot(x, y))


@triton.jit
def accumulated(a, b, out, size, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    acc = tl.full((M, N), 1, tl.float32)
    for start in range(0, size, K):
        inside = start + k < size
        x = tl.load(a + m[:, None] * size + (start + k)[None, :], mask=inside[None, :], other=0.0)
        y = tl.load(b + (start + k)[:, None] * N + n[None, :], mask=inside[:, None], other=0.0)
        acc = tl.dot(x, y, acc)
    tl.store(out + m[:, None] * N + n[None, :], tl.maximum(acc, 0.0))


@triton.jit
def chained(a, b, c, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + m[:, None] * K + k[None, :])
    y = tl.load(b + n[:, None] * K + k[None, :])
    z = tl.load(c + n[:, None] * K + k[None, :])
    scores = tl.dot(x, tl.trans(y))
    weights = scores - tl.max(scores, axis=1)[:, None]
    tl.store(out + m[:, None] * K + k[None, :], tl.dot(weights.to(tl.float16), z))


@triton.jit
def halves(a, b, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + m[:, None] * K + k[None, :])
    y = tl.load(b + k[:, None] * N + n[None, :])
    tl.store(out + m[:, None] * N + n[None, :], tl.dot(x, y, out_dtype=tl.float16))


@triton.jit
def counted(a, b, count, out, before, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(a + i[:, None] * N + i[None, :])
    y = tl.load(b + i[:, None] * N + i[None, :])
    number = tl.atomic_add(count, 1, sem="relaxed")
    tl.store(out + i[:, None] * N + i[None, :], tl.dot(x, y))
    tl.store(before, number)


def small(rng, shape, dtype):
    """Numbers whose products and sums are exact in every order."""
    values = rng.integers(-4, 5, shape)
    return values.astype(dtype) if dtype == np.int8 else (values / 2).astype(dtype)


TYPES = ("fp16", "bf16", "tf32", "int8", "fp8e4nv", "fp8e5")


def factor(rng, shape, name):
    """The argument, and its values."""
    if name == "int8":
        values = small(rng, shape, np.int8)
        return values, values.astype(np.int64)
    values = small(rng, shape, np.float32)
    if name == "tf32":
        return values, values
    if name == "fp16":
        return values.astype(np.float16), values
    if name == "bf16":
        return Typed(to_bf16(values), "bf16"), values
    # Halves from -2 to 2 in 8-bit floats: bias 7 or 15, 3 or 2 bits of mantissa.
    bias, mantissa = (7, 3) if name == "fp8e4nv" else (15, 2)
    fraction, exponent = np.frexp(np.abs(values))
    bits = np.where(values == 0, 0, ((exponent - 1 + bias) << mantissa) + np.round((fraction * 2 - 1) * 2**mantissa)).astype(np.uint8)
    return Typed(bits | np.where(values < 0, 0x80, 0).astype(np.uint8), name), values


def arranged(argument, by_columns):
    if not by_columns:
        return argument
    if isinstance(argument, Typed):
        return Typed(np.ascontiguousarray(argument.bits.T), argument.dtype)
    return np.ascontiguousarray(argument.T)


def cases(rng):
    shapes = [(16, 8, 32), (32, 32, 32), (64, 64, 64), (128, 64, 32), (16, 128, 64), (1, 16, 32), (8, 4, 64), (64, 1, 32)]
    for name in TYPES:
        for m, n, k in shapes:
            a, x = factor(rng, (m, k), name)
            b, y = factor(rng, (k, n), name)
            out = np.zeros((m, n), np.int32 if name == "int8" else np.float32)
            for by_columns in [(False, False), (True, False), (False, True), (True, True)]:
                if (m, n, k) != (64, 64, 64) and by_columns != (False, False):
                    continue
                # One warp has no registers for three tiles of 64 x 64 words.
                few = 2 if name == "tf32" and m == 64 else 1
                for warps in (few, 4, 8) if (m, n, k) in [(64, 64, 64), (16, 8, 32)] else (4,):
                    yield Case(f"{name} {m}x{n}x{k} {by_columns} {warps} warps", product, (1,),
                               dict(a=arranged(a, by_columns[0]), b=arranged(b, by_columns[1]), out=out), dict(out=(x @ y).astype(out.dtype)),
                               dict(M=m, N=n, K=k, A_COLUMNS=by_columns[0], B_COLUMNS=by_columns[1]), warps)
    # Warpgroups side by side, several of them in each panel of B.
    for m, n, warps in [(64, 64, 16), (64, 128, 16), (64, 256, 16), (64, 256, 32), (128, 128, 32)]:
        a, b = small(rng, (m, 64), np.float16), small(rng, (64, n), np.float16)
        yield Case(f"fp16 {m}x{n}x64 {warps} warps", product, (1,), dict(a=a, b=b, out=np.zeros((m, n), np.float32)),
                   dict(out=a.astype(np.float32) @ b.astype(np.float32)), dict(M=m, N=n, K=64, A_COLUMNS=False, B_COLUMNS=False), warps)
    for size in (0, 1, 3, 16, 31, 64, 100):
        a, b = small(rng, (64, size), np.float16), small(rng, (size, 32), np.float16)
        expected = np.maximum(1 + a.astype(np.float32) @ b.astype(np.float32), 0)
        yield Case(f"accumulated over {size}", accumulated, (1,), dict(a=a if size else np.zeros(1, np.float16), b=b if size else np.zeros(1, np.float16), out=np.zeros((64, 32), np.float32), size=size),
                   dict(out=expected), dict(M=64, N=32, K=32))
    a, b, c = (small(rng, shape, np.float16) for shape in ((64, 32), (64, 32), (64, 32)))
    scores = a.astype(np.float32) @ b.astype(np.float32).T
    expected = (scores - scores.max(axis=1, keepdims=True)) @ c.astype(np.float32)
    for warps in (1, 4):
        yield Case(f"chained, {warps} warps", chained, (1,), dict(a=a, b=b, c=c, out=np.zeros((64, 32), np.float32)), dict(out=expected),
                   dict(M=64, N=64, K=32), warps)
    a, b = small(rng, (32, 32), np.float16), small(rng, (32, 16), np.float16)
    yield Case("fp16 sums", halves, (1,), dict(a=a, b=b, out=np.zeros((32, 16), np.float16)),
               dict(out=(a.astype(np.float32) @ b.astype(np.float32)).astype(np.float16)), dict(M=32, N=16, K=32))
    a, b = small(rng, (64, 64), np.float16), small(rng, (64, 64), np.float16)
    number = np.full(1, 7, np.int32)
    yield Case("behind an atomic operation", counted, (1,),
               dict(a=a, b=b, count=number, out=np.zeros((64, 64), np.float32), before=np.zeros(1, np.int32)),
               dict(out=a.astype(np.float32) @ b.astype(np.float32), count=number + 1, before=number), dict(N=64))
