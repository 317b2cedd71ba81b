# RUN: exec-test %s
"""What tools/fuzz_kernels.py has found, each made as small as it gets."""

import numpy as np
import triton
import triton.language as tl
from triton.language.extra import libdevice

from harness import Case, Typed, to_bf16


# LLVM widened the result of a conversion to fp16 as if it could not be infinite.
@triton.jit
def through_half(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, (tl.load(x + i) << 29).to(tl.float16).to(tl.float64))


# ptxas took a negation of 16 bits not to wrap.
@triton.jit
def negated_short(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out + i, (-tl.load(x + i)).to(tl.int64))


# LLVM had no instruction for the bits of one as the other.
@triton.jit
def bits_of_halves(x, half, brain, N: tl.constexpr):
    i = tl.arange(0, N)
    value = tl.load(x + i)
    tl.store(half + i, 1 - value.to(tl.bfloat16).to(tl.float16, bitcast=True))
    tl.store(brain + i, value.to(tl.float16).to(tl.int16, bitcast=True).to(tl.bfloat16, bitcast=True) * 1.0)


# LLVM took the conversions toward zero for its own, which round to nearest.
@triton.jit
def toward_zero(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    value = tl.load(x + i)
    tl.store(out + i, libdevice.int2float_rz(value))
    tl.store(out + N + i, libdevice.uint2float_rz(value.to(tl.uint32)))
    tl.store(out + 2 * N + i, libdevice.ll2float_rz(value.to(tl.int64)))
    tl.store(out + 3 * N + i, libdevice.float2int_rz(value.to(tl.float32) * 4))


# The interpreter kept subnormal numbers, which these functions flush.
@triton.jit
def subnormal(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    value = tl.load(x + i)
    tl.store(out + i, libdevice.mul_rd(value, 0.5))
    tl.store(out + N + i, libdevice.add_ru(value, 2.5e-38))
    tl.store(out + 2 * N + i, libdevice.ceil(value))
    tl.store(out + 3 * N + i, libdevice.floor(value))
    tl.store(out + 4 * N + i, libdevice.float2int_ru(value))


# A load on its way to two buffers, in different orders, was read before it was there.
@triton.jit
def read_twice(a, b, out, size, N: tl.constexpr):
    i = tl.arange(0, N)
    square = i[:, None] * N + i[None, :]
    acc = tl.zeros((N, N), tl.float32)
    for start in range(0, size):
        x = tl.load(a + start * N * N + square)
        y = tl.load(b + start * N * N + square)
        acc += tl.dot(x, tl.trans(y)) + tl.dot(y, x)
    tl.store(out + square, acc)


# The ring of one stream was set up before the store of another that stood between.
@triton.jit
def gradient(q, g, k, v, out, stride, steps, M: tl.constexpr, N: tl.constexpr, D: tl.constexpr):
    stride = tl.multiple_of(stride, 16)
    m, n, d = tl.arange(0, M), tl.arange(0, N), tl.arange(0, D)
    rows = tl.load(q + m[:, None] * D + d[None, :])
    given = tl.load(g + m[:, None] * D + d[None, :])
    acc = tl.zeros((M, D), tl.float32)
    keys_of = k + n[None, :] * stride + d[:, None]
    values_of = v + n[None, :] * stride + d[:, None]
    for step in range(steps):
        keys = tl.load(keys_of)
        values = tl.load(values_of)
        p = tl.dot(rows, keys)
        acc += tl.dot((p * tl.dot(given, values)).to(tl.float16), tl.trans(keys))
        keys_of += N * stride
        values_of += N * stride
    tl.store(out + m[:, None] * D + d[None, :], acc)


# What a loop carried was its own variable.
@triton.jit
def last_iteration(out, n):
    last = -1
    before = -2
    for i in range(n):
        before = last
        last = i
    tl.store(out, last)
    tl.store(out + 1, before)


# The mask behind the loop compares what the two versions of the part before it leave.
@triton.jit
def masks_around_a_loop(x, out, n, shift, rounds, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    value = tl.load(x + i, mask=i < n)
    later = i + shift
    tl.store(out + i, value, mask=i < n)
    for _ in range(rounds):
        value += 1
    tl.store(out + BLOCK + i, tl.load(x + i, mask=later < n) + value, mask=later < n)


# Copies of one element in several warps: the emulator took the second write for a race.
@triton.jit
def copies(a, b, out, n, K: tl.constexpr):
    k = tl.arange(0, K)
    x = tl.load(a + k * 0, mask=k < n)
    # Not 0, so that what `x` holds beyond `n` matters.
    y = tl.load(b + k, mask=k < n, other=2.0)
    tl.store(out + tl.arange(0, 1)[:, None] + tl.arange(0, 1)[None, :], tl.dot(x[None, :], y[:, None]))


# What is summed is the tile that the loop carries, from before the iteration changes it.
@triton.jit
def carried_tiles(x, sums, rows, most, n, N: tl.constexpr):
    i = tl.arange(0, N)
    tile = tl.load(x + i[:, None] * N + i[None, :])
    following = tl.load(x + i)
    total = 0.0
    row_total = tl.zeros((N,), tl.float32)
    largest = float("-inf")
    for j in range(n):
        row_total += tl.sum(tile, 1)
        largest = tl.maximum(largest, tl.max(tl.max(tile, 1), 0))
        tile = tile * 0.5 + j
        current = following
        following = tl.load(x + (j + 1) * N + i)
        total += tl.sum(current, 0)
    tl.store(sums, total)
    tl.store(rows + i, row_total)
    tl.store(most, largest)


# The same with the tile itself, which is used behind the loop too.
@triton.jit
def carried_tile(x, out, n, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    total = 0
    for _ in range(n):
        total += tl.sum(v)
        v = v * 3
    tl.store(out, total)
    tl.store(out + 1 + i, v)


def carried_tiles_result(x, n, N):
    tile, rows, largest = x[: N * N].reshape(N, N).copy(), np.zeros(N, np.float32), np.float32(-np.inf)
    for j in range(n):
        rows += tile.sum(1)
        largest = np.maximum(largest, tile.max())
        tile = tile * np.float32(0.5) + j
    total = x[: n * N].sum(dtype=np.float32)
    return np.array([total], np.float32), rows, np.array([largest], np.float32)


def cut(values):
    """As fp32, toward zero."""
    near = values.astype(np.float32)
    too_far = np.abs(near.astype(np.float64)) > np.abs(values.astype(np.float64))
    return np.where(too_far, np.nextafter(near, np.float32(0)), near)


def raised(values):
    """As fp32, up."""
    near = values.astype(np.float32)
    return np.where(near.astype(np.float64) < values, np.nextafter(near, np.float32(np.inf)), near)


def cases(rng):
    x = np.arange(-4, 4).astype(np.int32)
    with np.errstate(over="ignore"):
        yield Case("infinite in fp16", through_half, (1,), dict(x=x, out=np.zeros(8)), dict(out=(x << 29).astype(np.float16).astype(np.float64)), dict(N=8), 1)
    x = np.arange(-16, 16).astype(np.int32)
    yield Case("bits of halves", bits_of_halves, (1,),
               dict(x=x, half=np.zeros(32, np.float16), brain=Typed(np.zeros(32, np.uint16), "bf16")),
               dict(half=1 - to_bf16(x.astype(np.float32)).view(np.float16), brain=Typed(x.astype(np.float16).view(np.uint16), "bf16")), dict(N=32), 1)
    x = np.concatenate([rng.integers(-2**31, 2**31, 60), [2**24 + 1, -2**24 - 3, 2**31 - 1, -2**31]]).astype(np.int32)
    scaled = (x.astype(np.float32) * np.float32(4)).astype(np.float64)
    expected = np.concatenate([cut(x), cut(x.view(np.uint32)), cut(x.astype(np.int64)), np.clip(np.trunc(scaled), -2**31, 2**31 - 1).astype(np.int32).astype(np.float32)])
    yield Case("integers toward zero", toward_zero, (1,), dict(x=x, out=np.zeros(256, np.float32)), dict(out=expected), dict(N=64), 2)
    x = np.array([1e-40, -1e-40, 1.5e-38, -2.3e-38], np.float32)
    flushed = np.where(np.abs(x) < np.finfo(np.float32).tiny, np.copysign(np.float32(0), x), x)
    sums = raised(flushed.astype(np.float64) + np.float64(np.float32(2.5e-38)))
    expected = np.concatenate([np.copysign(np.float32(0), x), np.where(np.abs(sums) < np.finfo(np.float32).tiny, 0, sums), np.ceil(flushed), np.floor(flushed), np.ceil(flushed) + 0.0]).astype(np.float32)
    yield Case("subnormal numbers", subnormal, (1,), dict(x=x, out=np.zeros(20, np.float32)), dict(out=expected), dict(N=4), 1)
    for n in (0, 2, 7):
        expected = np.array([n - 1, n - 2] if n else [-1, -2], np.int32)
        yield Case(f"last of {n} iterations", last_iteration, (1,), dict(out=np.zeros(2, np.int32), n=n), dict(out=expected), {}, 1)
    for n, shift in ((256, 0), (16, 0), (256, 3), (16, 3), (32, 3), (288, 3), (100, 2), (5, 2), (300, 2)):
        x, i = rng.integers(0, 99, 256).astype(np.int32), np.arange(256)
        first = np.where(i < n, x, 0)
        expected = np.concatenate([np.where(i < n, x, -1), np.where(i + shift < n, x + first + 2, -1)]).astype(np.int32)
        yield Case(f"masks around a loop, {n} shifted by {shift}", masks_around_a_loop, (1,),
                   dict(x=x, out=np.full(512, -1, np.int32), n=n, shift=shift, rounds=2), dict(out=expected), dict(BLOCK=256), 1)
    x = np.array([-32768, 32767, 0, -1] * 8, np.int16)
    yield Case("negated shorts", negated_short, (1,), dict(x=x, out=np.zeros(32, np.int64)), dict(out=(-x).astype(np.int64)), dict(N=32), 1)
    a, b = np.array([3], np.float32), np.arange(64).astype(np.float32)
    for n in (5, 63, 70):
        expected = np.array([3 * b[:n].sum()], np.float32)
        yield Case(f"copies in several warps, {n} of 64", copies, (1,), dict(a=a, b=b, out=np.zeros(1, np.float32), n=n), dict(out=expected), dict(K=64), 4)
    for n in (0, 1, 3):
        x = rng.integers(-4, 5, 16 * 32).astype(np.float32)
        sums, rows, most = carried_tiles_result(x, n, 16)
        yield Case(f"carried tiles, {n} rounds", carried_tiles, (1,),
                   dict(x=x, sums=np.zeros(1, np.float32), rows=np.zeros(16, np.float32), most=np.zeros(1, np.float32), n=n),
                   dict(sums=sums, rows=rows, most=most), dict(N=16), 4)
        x = rng.integers(-9, 10, 512).astype(np.int32)
        total = sum(int(x.sum()) * 3**j for j in range(n))
        expected = np.concatenate([[total], x * 3**n]).astype(np.int32)
        yield Case(f"carried tile, {n} rounds", carried_tile, (1,), dict(x=x, out=np.zeros(513, np.int32), n=n), dict(out=expected), dict(N=512), 4)
    a, b = rng.integers(-4, 5, (3, 64, 64)).astype(np.float32), rng.integers(-4, 5, (3, 64, 64)).astype(np.float32)
    yield Case("read twice", read_twice, (1,), dict(a=a, b=b, out=np.zeros((64, 64), np.float32), size=3),
               dict(out=sum(x @ y.T + y @ x for x, y in zip(a, b))), dict(N=64), 4)
    for steps in (0, 1, 3):
        q, g = rng.choice([-1, 0, 0, 1], (2, 64, 64)).astype(np.float16)
        k, v = rng.choice([-1, 0, 0, 1], (2, max(1, steps) * 32, 64)).astype(np.float16)
        x, y, z, w = [value.astype(np.float32) for value in (q, g, k[:steps * 32], v[:steps * 32])]
        yield Case(f"a gradient, {steps} steps", gradient, (1,), dict(q=q, g=g, k=k, v=v, out=np.zeros((64, 64), np.float32), stride=64, steps=steps),
                   dict(out=((x @ z.T) * (y @ w.T)) @ z), dict(M=64, N=32, D=64), 4)
