# RUN: exec-test %s
"""Loops, branches, helper functions and two-dimensional tiles."""

import numpy as np
import triton
import triton.language as tl

from harness import Case


@triton.jit
def chunked_sum(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    # A loop with a run-time bound, a carried tile and a masked tail; 0 and 1 iterations included.
    i = tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        total += tl.load(x_ptr + start + i, mask=start + i < n, other=0.0)
    tl.store(out_ptr + i, total)


@triton.jit
def moving_pointers(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    source = x_ptr + i
    target = out_ptr + i
    for _ in tl.range(n, num_stages=2):
        tl.store(target, tl.load(source) * 2)
        source += BLOCK
        target += BLOCK


@triton.jit
def backwards(out_ptr, first, COUNT: tl.constexpr):
    position = 0
    for i in range(first, first - COUNT, -1):
        tl.store(out_ptr + position, i)
        position += 1


@triton.jit
def clip_or_scale(x_ptr, out_ptr, mode, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i)
    if mode == 0:
        y = tl.minimum(x, 0.5)
    elif mode > 5:
        y = x * 2
    else:
        y = x
        for _ in tl.static_range(3):
            y += 1
    tl.store(out_ptr + i, y)


@triton.jit
def early_return(out_ptr, n, BLOCK: tl.constexpr):
    pid = tl.program_id(0)
    if pid >= n:
        return
    tl.store(out_ptr + pid * BLOCK + tl.arange(0, BLOCK), pid)


@triton.jit
def power(x, EXPONENT: tl.constexpr):
    if EXPONENT == 0:
        return x * 0 + 1
    else:
        return x * power(x, EXPONENT - 1)


@triton.jit
def cube(x_ptr, out_ptr, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out_ptr + i, power(tl.load(x_ptr + i), 3))


@triton.jit(noinline=True)
def affine(x, scale):
    return x * scale + 1


@triton.jit
def call_scalar(x_ptr, out_ptr):
    pid = tl.program_id(0)
    tl.store(out_ptr + pid, affine(tl.load(x_ptr + pid), 3.0))


@triton.jit
def scale_rows(x_ptr, bias_ptr, factor_ptr, out_ptr, rows, cols, stride, ROWS: tl.constexpr, COLS: tl.constexpr):
    r = tl.program_id(0) * ROWS + tl.arange(0, ROWS)
    c = tl.program_id(1) * COLS + tl.arange(0, COLS)
    mask = (r[:, None] < rows) & (c[None, :] < cols)
    x = tl.load(x_ptr + r[:, None] * stride + c[None, :], mask=mask)
    bias = tl.load(bias_ptr + c, mask=c < cols)
    factor = tl.load(factor_ptr + r, mask=r < rows)
    tl.store(out_ptr + r[:, None] * stride + c[None, :], x * factor[:, None] + bias[None, :], mask=mask)


def cases(rng):
    for n in (0, 1, 16, 64, 100, 1000):
        x = rng.integers(-8, 8, max(n, 1)).astype(np.float32)
        padded = np.zeros(-(-n // 64) * 64, np.float32)
        padded[:n] = x[:n]
        expected = padded.reshape(-1, 64).sum(0, dtype=np.float32)
        yield Case(f"chunked sum {n}", chunked_sum, (1,), dict(x_ptr=x, out_ptr=np.ones(64, np.float32), n=n),
                   dict(out_ptr=expected), dict(BLOCK=64))
    for n in (0, 1, 5, 16):
        x = rng.standard_normal(16 * 128).astype(np.float32)
        out = np.zeros_like(x)
        expected = np.concatenate([2 * x[: n * 128], out[n * 128 :]])
        yield Case(f"moving pointers {n}", moving_pointers, (1,), dict(x_ptr=x, out_ptr=out, n=n), dict(out_ptr=expected), dict(BLOCK=128))
    yield Case("backwards", backwards, (1,), dict(out_ptr=np.zeros(7, np.int32), first=3), dict(out_ptr=np.arange(3, -4, -1, np.int32)), dict(COUNT=7))
    x = rng.standard_normal(128).astype(np.float32)
    for mode, expected in ((0, np.minimum(x, np.float32(0.5))), (9, 2 * x), (3, x + 1 + 1 + 1)):
        yield Case(f"branches {mode}", clip_or_scale, (1,), dict(x_ptr=x, out_ptr=np.zeros_like(x), mode=mode), dict(out_ptr=expected), dict(BLOCK=128))
    expected = np.repeat(np.array([0, 1, 2, -1, -1], np.int32), 32)
    yield Case("early return", early_return, (5,), dict(out_ptr=np.full(160, -1, np.int32), n=3), dict(out_ptr=expected), dict(BLOCK=32))
    yield Case("recursion", cube, (1,), dict(x_ptr=x, out_ptr=np.zeros_like(x)), dict(out_ptr=x * (x * (x * (x * 0 + 1)))), dict(BLOCK=128))
    yield Case("noinline", call_scalar, (128,), dict(x_ptr=x, out_ptr=np.zeros_like(x)), dict(out_ptr=x * 3 + 1))
    for rows, cols, warps in ((1, 1, 4), (7, 100, 1), (23, 100, 1), (64, 64, 8), (64, 80, 8), (33, 130, 2)):
        stride = cols + 3
        x = rng.standard_normal((rows, stride)).astype(np.float32)
        bias, factor = rng.standard_normal(cols).astype(np.float32), rng.standard_normal(rows).astype(np.float32)
        expected = np.full_like(x, 9)
        expected[:, :cols] = x[:, :cols] * factor[:, None] + bias
        yield Case(f"rows {rows}x{cols}", scale_rows, (-(-rows // 16), -(-cols // 32)),
                   dict(x_ptr=x, bias_ptr=bias, factor_ptr=factor, out_ptr=np.full_like(x, 9), rows=rows, cols=cols, stride=stride),
                   dict(out_ptr=expected), dict(ROWS=16, COLS=32), warps)
