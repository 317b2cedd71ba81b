# RUN: exec-test %s
"""Narrow integers that wrap along a tile: what is known about wide ones must not be believed of them."""

import numpy as np
import triton
import triton.language as tl

from harness import Case


@triton.jit
def narrow(out, n, BLOCK: tl.constexpr, T: tl.constexpr):
    i = tl.arange(0, BLOCK)
    x = i.to(T)
    y = (i + n).to(T)
    tl.store(out + i, tl.where(x < 0, 1, 0))
    tl.store(out + BLOCK + i, x.to(tl.int32) >> 5)
    tl.store(out + 2 * BLOCK + i, tl.where(y < n.to(T), 1, 0))
    tl.store(out + 3 * BLOCK + i, (y + y).to(tl.int32) // 8)
    tl.store(out + 4 * BLOCK + i, (x * 4).to(tl.int32) % 64)
    tl.store(out + 5 * BLOCK + i, (x + x) & 96)


@triton.jit
def widened(x, negated, magnitude, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    v = tl.load(x + i)
    tl.store(negated + i, (-v).to(tl.int32))
    tl.store(magnitude + i, tl.abs(v).to(tl.int32))


@triton.jit
def joined_pointers(x, y, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    both = tl.join(x + i, y + i)
    tl.store(both, tl.load(both) + 1)
    left, right = tl.split(both)
    tl.store(right, tl.load(left) * 2)


def divided(a, b):
    """Toward zero."""
    return np.sign(a) * (np.abs(a) // b)


def cases(rng):
    for name, dtype in (("tl.int8", np.int8), ("tl.int16", np.int16)):
        for block, warps in ((1024, 1), (1024, 4), (256, 1)):
            for n in (0, 16, 100, 30000):
                i = np.arange(block)
                x, y = i.astype(dtype), (i + n).astype(dtype)
                total = (y + y).astype(np.int32)
                quarter = (x * 4).astype(dtype).astype(np.int32)
                out = np.concatenate([x < 0, x.astype(np.int32) >> 5, y < dtype(np.int64(n).astype(dtype)), divided(total, 8),
                                      quarter - divided(quarter, 64) * 64, (x + x) & 96]).astype(np.int32)
                yield Case(f"{name} {block} from {n}, {warps} warps", narrow, (1,), dict(out=np.zeros(6 * block, np.int32), n=n), dict(out=out),
                           dict(BLOCK=block, T=name), warps)
    for dtype in (np.int8, np.int16):
        least = np.iinfo(dtype).min
        x = np.concatenate([[least, least + 1, -1, 0], rng.integers(least, -least, 60)]).astype(dtype)
        out = np.zeros(64, np.int32)
        yield Case(f"the least {dtype.__name__}, widened", widened, (1,), dict(x=x, negated=out, magnitude=out),
                   dict(negated=(-x).astype(np.int32), magnitude=np.abs(x).astype(np.int32)), dict(BLOCK=64))
    for block, warps in ((64, 4), (256, 1)):
        x, y = (rng.integers(0, 100, block).astype(np.int32) for _ in range(2))
        yield Case(f"joined pointers, {block} over {warps} warps", joined_pointers, (1,), dict(x=x, y=y), dict(x=x + 1, y=(x + 1) * 2),
                   dict(BLOCK=block), warps)
