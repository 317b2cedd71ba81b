# RUN: exec-test %s
"""Loops that ask for stages and whose loads go to registers: what masked lanes hold, steps that nobody knows, trip counts from 0 on."""

import numpy as np
import triton
import triton.language as tl
from harness import Case

TARGETS = ["cuda:80", "cuda:90"]


@triton.jit
def softmax(out_ptr, x_ptr, rows, cols, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    col = tl.arange(0, BLOCK)
    inside = col < cols
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=STAGES):
        x = tl.load(x_ptr + row * cols + col, mask=inside, other=-float("inf"))
        e = tl.exp(x - tl.max(x, axis=0))
        tl.store(out_ptr + row * cols + col, e / tl.sum(e, axis=0), mask=inside)


@triton.jit
def weighted(out_ptr, x_ptr, weight_ptr, start, end, step, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    """Two loads of different types, one of which others fill; the addresses move by a number of the caller's."""
    index = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.int32)
    for i in tl.range(start, end, step, num_stages=STAGES):
        x = tl.load(x_ptr + i * BLOCK + index)
        weight = tl.load(weight_ptr + i + index, mask=index % 3 != 0, other=7)
        total += x * weight
    tl.store(out_ptr + index, total)


@triton.jit
def tiles(out_ptr, x_ptr, count, M: tl.constexpr, N: tl.constexpr, STAGES: tl.constexpr):
    """Tiles that are taken by rows and by columns, and pointers that the loop moves."""
    m, n = tl.arange(0, M), tl.arange(0, N)
    rows = x_ptr + m[:, None] * N + n[None, :]
    cols = x_ptr + n[:, None] * M + m[None, :]
    total = tl.zeros((M, N), tl.float32)
    for _ in tl.range(0, count, num_stages=STAGES):
        total += tl.load(rows) - 2 * tl.trans(tl.load(cols))
        rows += M * N
        cols += M * N
    tl.store(out_ptr + m[:, None] * N + n[None, :], total)


@triton.jit
def wide_index(out_ptr, x_ptr, first, last, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    index = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for i in tl.range(first, last, 3, num_stages=STAGES):
        total += tl.load(x_ptr + i * BLOCK + index)
    for i in tl.range(last - 1, first - 1, -2, num_stages=STAGES):
        total -= tl.load(x_ptr + i * BLOCK + index)
    tl.store(out_ptr + index, total)


@triton.jit
def dequantised(a_ptr, b_ptr, scale_ptr, out_ptr, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    """Weights of 8 bits that are widened and scaled between load and product."""
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    acc = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        a = tl.load(a_ptr + m[:, None] * K + (start + k)[None, :], mask=(start + k)[None, :] < K, other=0.0)
        b = tl.load(b_ptr + (start + k)[:, None] * N + n[None, :], mask=(start + k)[:, None] < K, other=3)
        scale = tl.load(scale_ptr + (start // BK) * N + n)
        acc = tl.dot(a, b.to(tl.float16) * scale[None, :], acc)
    tl.store(out_ptr + m[:, None] * N + n[None, :], acc)


@triton.jit
def one_ahead(out_ptr, last_ptr, x_ptr, count, M: tl.constexpr, N: tl.constexpr):
    """Each iteration uses what the last one has loaded; what the last of all loads is used behind the loop."""
    index = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + index)
    total = tl.zeros((M,), tl.float64)
    for i in tl.range(count, num_stages=2):
        total += tl.sum(x, 1)
        x = tl.load(x_ptr + (i + 1) * M * N + index)
    tl.store(out_ptr + tl.arange(0, M), total)
    tl.store(last_ptr + index, x)


@triton.jit
def store_first(out_ptr, x_ptr, count, BLOCK: tl.constexpr, STAGES: tl.constexpr):
    """Each iteration stores what the last one has loaded, before it loads."""
    index = tl.arange(0, BLOCK)
    last = tl.zeros((BLOCK,), tl.float32)
    for i in tl.range(count, num_stages=STAGES):
        tl.store(out_ptr + i * BLOCK + index, last * last)
        last = tl.load(x_ptr + i * BLOCK + index)
    tl.store(out_ptr + count * BLOCK + index, last)


def softmax_case(rng, rows, cols, block, stages, warps, programs):
    x = rng.standard_normal((rows, cols)).astype(np.float32)
    e = np.exp(x.astype(np.float64) - x.max(1, initial=-np.inf, keepdims=True))
    expect = (e / e.sum(1, keepdims=True)).astype(np.float32)
    return Case(f"softmax of {rows} x {cols}, {stages} stages, {warps} warps", softmax, (programs,),
                dict(out_ptr=np.zeros((rows, cols), np.float32), x_ptr=x, rows=rows, cols=cols), dict(out_ptr=expect),
                dict(BLOCK=block, STAGES=stages), warps, rtol=1e-5)


def cases(rng):
    for rows in (1, 2, 5, 12):
        yield softmax_case(rng, rows, 100, 128, 4, 4, 2)
    for stages in (1, 2, 3, 6):
        yield softmax_case(rng, 9, 256, 256, stages, 1, 1)
    for warps in (2, 8):
        yield softmax_case(rng, 7, 512, 512, 3, warps, 3)

    block = 64
    x = rng.integers(-100, 100, (40, block)).astype(np.int16)
    weight = rng.integers(-100, 100, 40 + block).astype(np.int8)
    for start, end, step in ((0, 0, 1), (3, 4, 5), (0, 12, 1), (1, 30, 7), (5, 2, 1), (0, 40, 2**30)):
        total = np.zeros(block, np.int32)
        for i in range(start, end, step):
            taken = np.where(np.arange(block) % 3 != 0, weight[i : i + block], 7)
            total += x[i].astype(np.int32) * taken
        yield Case(f"weighted {start} to {end} by {step}", weighted, (1,),
                   dict(out_ptr=np.zeros(block, np.int32), x_ptr=x, weight_ptr=weight, start=start, end=end, step=step),
                   dict(out_ptr=total), dict(BLOCK=block, STAGES=4), 2)

    for m, n, count, warps in ((16, 32, 5, 4), (64, 8, 1, 1), (4, 128, 3, 8)):
        x = rng.integers(-100, 100, (count, m * n)).astype(np.float32)
        expect = (x.reshape(count, m, n) - 2 * x.reshape(count, n, m).transpose(0, 2, 1)).sum(0)
        yield Case(f"{count} tiles of {m} x {n}", tiles, (1,), dict(out_ptr=np.zeros((m, n), np.float32), x_ptr=x, count=count),
                   dict(out_ptr=expect), dict(M=m, N=n, STAGES=3), warps)

    x = rng.integers(-100, 100, (20, 32)).astype(np.float32)
    for first, last in ((0, 20), (4, 5), (7, 7)):
        expect = x[first:last:3].sum(0) - x[first:last][::-1][::2].sum(0)
        yield Case(f"indices of 64 bits, {first} to {last}", wide_index, (1,),
                   dict(out_ptr=np.zeros(32, np.float32), x_ptr=x, first=np.int64(first), last=np.int64(last)),
                   dict(out_ptr=expect), dict(BLOCK=32, STAGES=3), 1)

    for depth, warps in ((32, 4), (160, 4), (100, 8)):
        m, n, step = 64, 64, 32
        a = (rng.integers(-4, 5, (m, depth)) / 2).astype(np.float16)
        b = rng.integers(-8, 9, (depth, n)).astype(np.int8)
        scale = (rng.integers(1, 3, (-(-depth // step), n)) / 2).astype(np.float16)
        expect = a.astype(np.float32) @ (b * np.repeat(scale, step, 0)[:depth].astype(np.float32))
        yield Case(f"dequantised K {depth}, {warps} warps", dequantised, (1,),
                   dict(a_ptr=a, b_ptr=b, scale_ptr=scale, out_ptr=np.zeros((m, n), np.float32), K=depth), dict(out_ptr=expect),
                   dict(M=m, N=n, BK=step), warps)

    m, n = 16, 64
    x = rng.integers(-100, 100, (4, m, n)).astype(np.float64)
    for count in (0, 1, 3):
        yield Case(f"one ahead, {count}", one_ahead, (1,), dict(out_ptr=np.zeros(m), last_ptr=np.zeros((m, n)), x_ptr=x, count=count),
                   dict(out_ptr=x[:count].sum((0, 2)), last_ptr=x[count]), dict(M=m, N=n), 4)

    x = rng.integers(-100, 100, (6, 256)).astype(np.float32)
    for stages in (2, 3, 5):
        expect = np.concatenate([np.zeros((1, 256), np.float32), x[:-1] ** 2, x[-1:]])
        yield Case(f"store first, {stages} stages", store_first, (1,), dict(out_ptr=np.zeros((7, 256), np.float32), x_ptr=x, count=6),
                   dict(out_ptr=expect), dict(BLOCK=256, STAGES=stages))
