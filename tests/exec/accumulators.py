# RUN: exec-test %s
"""Sums, products and extremes that loops carry and that are reduced after them."""

import numpy as np
import triton
import triton.language as tl

from harness import Case


@triton.jit
def sums(x, out, n, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), tl.float32)
    squares = tl.zeros((BLOCK,), tl.float32)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        value = tl.load(x + i, mask=i < n, other=0.0)
        total += value
        squares += value * value
    tl.store(out, tl.sum(total, axis=0))
    tl.store(out + 1, tl.sum(squares, axis=0))


@triton.jit
def extremes(x, out, n, BLOCK: tl.constexpr):
    most = tl.full((BLOCK,), -5.0, tl.float32)
    least = tl.full((BLOCK,), float("inf"), tl.float32)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        inside = i < n
        most = tl.maximum(most, tl.load(x + i, mask=inside, other=-float("inf")))
        least = tl.minimum(least, tl.load(x + i, mask=inside, other=float("inf")))
    tl.store(out, tl.max(most, axis=0))
    tl.store(out + 1, tl.min(least, axis=0))


@triton.jit
def whole_numbers(x, out, n, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), tl.int32)
    bits = tl.zeros((BLOCK,), tl.int32)
    started = tl.full((BLOCK,), 3, tl.int32)
    for start in range(0, n, BLOCK):
        i = start + tl.arange(0, BLOCK)
        value = tl.load(x + i, mask=i < n, other=0)
        total += value
        bits ^= value
        started += value
    tl.store(out, tl.sum(total, axis=0))
    tl.store(out + 1, tl.xor_sum(bits, axis=0))
    tl.store(out + 2, tl.sum(started, axis=0))


@triton.jit
def columns(x, out, whole, rows, ROWS: tl.constexpr, COLS: tl.constexpr, AXIS: tl.constexpr):
    r, c = tl.arange(0, ROWS), tl.arange(0, COLS)
    total = tl.zeros((ROWS, COLS), tl.float32)
    kept = tl.zeros((ROWS, COLS), tl.float32)
    for start in range(0, rows, ROWS):
        row = start + r
        value = tl.load(x + row[:, None] * COLS + c[None, :], mask=row[:, None] < rows, other=0.0)
        total += value
        kept += value
    tl.store(out + tl.arange(0, COLS if AXIS == 0 else ROWS), tl.sum(total, axis=AXIS))
    # Somebody needs every element of this one.
    tl.store(whole + r[:, None] * COLS + c[None, :], kept)
    tl.store(out + (COLS if AXIS == 0 else ROWS), tl.sum(tl.sum(kept, axis=1), axis=0))


def dyadic(rng, *shape):
    """Numbers whose sums and squares are exact in any order."""
    return (rng.integers(-32, 33, shape) / 8).astype(np.float32)


def cases(rng):
    for block, warps in ((1024, 4), (2048, 1), (256, 8), (64, 2), (16, 4)):
        # With 1, a constant of the kernel, all lanes but one are idle for certain: the smallest block will do.
        for n in (0, block, 2 * block + 16, 3 * block + 5) if block > 16 else (0, 1, block, 53):
            x = dyadic(rng, max(n, 1))
            used = x[:n]
            name = f"{n} by {block}, {warps} warps"
            yield Case(f"sums of {name}", sums, (1,), dict(x=x, out=np.ones(2, np.float32), n=n),
                       dict(out=np.array([used.sum(), (used * used).sum()], np.float32)), dict(BLOCK=block), warps)
            # Far out at the start, in the middle and at the end of a block: no thread, no register and no step of the
            # reduction can be left out.
            for at in (0, block // 2 - 1, block - 1):
                x = x.copy()
                used = x[:n]
                for place, value in ((at, 50), (at + block, -50)):
                    x[place : place + 1] = value
                yield Case(f"extremes at {at} of {name}", extremes, (1,), dict(x=x, out=np.ones(2, np.float32), n=n),
                           dict(out=np.array([max([-5, *used]), min([np.inf, *used])], np.float32)), dict(BLOCK=block), warps)
                x = dyadic(rng, max(n, 1))
            y = rng.integers(-(2**31), 2**31, max(n, 1)).astype(np.int32)
            total = int(y[:n].astype(np.int64).sum())
            yield Case(f"whole numbers of {name}", whole_numbers, (1,), dict(x=y, out=np.ones(3, np.int32), n=n),
                       dict(out=np.array([total, np.bitwise_xor.reduce(y[:n], initial=0), total + 3 * block]).astype(np.uint64)
                            .astype(np.uint32).view(np.int32)), dict(BLOCK=block), warps)
    for rows, cols, warps in ((32, 128, 4), (64, 16, 2), (8, 256, 8), (16, 16, 1)):
        for axis in (0, 1):
            x = dyadic(rng, rows * 2 + 3, cols)
            padded = np.zeros((3, rows, cols), np.float32)
            padded.reshape(-1, cols)[: len(x)] = x
            whole = padded.sum(axis=0)
            yield Case(f"columns {rows}x{cols} axis {axis}, {warps} warps", columns, (1,),
                       dict(x=x, out=np.zeros((cols if axis == 0 else rows) + 1, np.float32), whole=np.zeros((rows, cols), np.float32), rows=len(x)),
                       dict(out=np.append(whole.sum(axis=axis), whole.sum()).astype(np.float32), whole=whole),
                       dict(ROWS=rows, COLS=cols, AXIS=axis), warps)
