# RUN: exec-test %s
"""Stores of a program that its other threads load again: program order counts within one buffer."""

import numpy as np
import triton
import triton.language as tl

from harness import Case


@triton.jit
def shift(x, steps, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    for _ in range(steps):
        tl.store(x + i, tl.load(x + (i + 1) % BLOCK))


@triton.jit
def transpose_in_place(x, SIZE: tl.constexpr):
    row, col = tl.arange(0, SIZE)[:, None], tl.arange(0, SIZE)[None, :]
    tl.store(x + row * SIZE + col, tl.load(x + col * SIZE + row))


@triton.jit
def running_total(x, total, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    for start in range(0, n, BLOCK):
        before = tl.load(total)
        tl.store(total, before + tl.sum(tl.load(x + start + i), axis=0))


@triton.jit
def scatter_then_gather(x, order, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    to = tl.load(order + i)
    tl.store(x + to, i)
    tl.store(out + i, tl.load(x + i))


@triton.jit
def overlapping_stores(x, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    for start in range(0, n, 4):
        tl.store(x + start + i, start + i * 0)


@triton.jit
def guarded(x, flag, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    value = i.to(tl.float32)
    if tl.load(flag) != 0:
        value += tl.load(x + i)
    tl.store(x + i, value)
    tl.store(out + i, tl.load(x + (BLOCK - 1 - i)))


def cases(rng):
    for block, warps in ((256, 4), (64, 8), (32, 1)):
        x = rng.integers(0, 1000, block).astype(np.int32)
        for steps in (1, 3):
            yield Case(f"shift by {steps}, {block} over {warps} warps", shift, (1,), dict(x=x, steps=steps), dict(x=np.roll(x, -steps)),
                       dict(BLOCK=block), warps)
        order = rng.permutation(block).astype(np.int32)
        inverse = np.argsort(order).astype(np.int32)
        yield Case(f"scatter then gather, {block} over {warps} warps", scatter_then_gather, (1,),
                   dict(x=np.zeros(block, np.int32), order=order, out=np.zeros(block, np.int32)), dict(out=inverse), dict(BLOCK=block), warps)
        last = np.minimum(np.arange(block + 36) // 4 * 4, 36).astype(np.int32)
        yield Case(f"overlapping stores, {block} over {warps} warps", overlapping_stores, (1,), dict(x=np.zeros(block + 36, np.int32), n=40),
                   dict(x=last), dict(BLOCK=block), warps)
        for flag in (0, 1):
            old = rng.integers(0, 9, block).astype(np.float32)
            new = np.arange(block, dtype=np.float32) + old * flag
            yield Case(f"guarded {flag}, {block} over {warps} warps", guarded, (1,),
                       dict(x=old, flag=np.array([flag], np.int32), out=np.zeros(block, np.float32)), dict(x=new, out=new[::-1].copy()),
                       dict(BLOCK=block), warps)
    for size in (16, 32):
        x = rng.integers(0, 1000, (size, size)).astype(np.int32)
        yield Case(f"transpose {size}", transpose_in_place, (1,), dict(x=x), dict(x=np.ascontiguousarray(x.T)), dict(SIZE=size))
    x = rng.integers(0, 1000, 1024).astype(np.int32)
    yield Case("running total", running_total, (1,), dict(x=x, total=np.zeros(1, np.int32), n=1024),
               dict(total=np.array([x.sum()], np.int32)), dict(BLOCK=128))
