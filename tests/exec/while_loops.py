# RUN: exec-test %s
"""`while`, early returns, one-element conditions and bounds, tuples, hints, announced constants."""

import numpy as np
import triton
import triton.language as tl

from harness import Case


@triton.jit
def collatz(x_ptr, out_ptr):
    pid = tl.program_id(0)
    n = tl.load(x_ptr + pid)
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    tl.store(out_ptr + pid, steps)


# The condition sees what the body computes, and an integer counts as a condition.
@triton.jit
def halve(x_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    rounds = 0
    while tl.sum(tl.abs(x)) > 1.0:
        x = x * 0.5
        rounds += 1
    tl.store(out_ptr + i, x)
    left = rounds
    while left:
        tl.store(out_ptr + N + left - 1, left.to(tl.float32))
        left -= 1


# Nested loops, a name that swaps, one that only the body needs, and `:=` in the condition.
@triton.jit
def nested(next_ptr, out_ptr, start):
    a = start
    b = start + 1
    total = 0
    while (following := tl.load(next_ptr + a)) >= 0:
        k = 0
        while k < following:
            inner = k + 1
            k = inner
        total += k
        a, b = following, a
    tl.store(out_ptr, a)
    tl.store(out_ptr + 1, b)
    tl.store(out_ptr + 2, total)
    tl.store(out_ptr + 3, following)


@triton.jit
def sign_of(x):
    if x > 0:
        return 1, x
    if x < 0:
        return -1, -x
    return 0, x


@triton.jit
def early(x_ptr, sign_ptr, size_ptr, n):
    pid = tl.program_id(0)
    if pid < n:
        x = tl.load(x_ptr + pid)
        if x == 99:
            return
        sign, size = sign_of(x)
    else:
        return
    tl.store(sign_ptr + pid, sign)
    tl.store(size_ptr + pid, size)


@triton.jit
def one_element(x_ptr, out_ptr):
    i = tl.arange(0, 1)
    bound = tl.load(x_ptr + i)
    total = tl.zeros((1,), tl.int32)
    for k in range(0, bound):
        total += k
    if bound > 3:
        total += 100
    while total > 50:
        total -= 50
    tl.store(out_ptr + i, total)


@triton.jit
def hinted(x_ptr, out_ptr, stride, N: tl.constexpr):
    i = tl.max_contiguous(tl.multiple_of(tl.program_id(0) * N + tl.arange(0, N), N), N)
    stride = tl.multiple_of(stride, 8)
    rows = tl.max_constancy(tl.arange(0, N) // 4, 4)
    tl.assume(stride >= 0)
    tl.store(out_ptr + i, tl.load(x_ptr + i) + stride + rows)


@triton.jit
def announced(out_ptr, WIDE: tl.constexpr):
    size: tl.constexpr
    other: tl.constexpr
    if WIDE:
        size = 64
    else:
        size = 16
    other, plain = 2, 3
    tl.store(out_ptr + tl.arange(0, size), tl.arange(0, size * other // 2) + plain)


def collatz_steps(n):
    steps = 0
    while n != 1:
        n, steps = (n // 2 if n % 2 == 0 else 3 * n + 1), steps + 1
    return steps


def cases(rng):
    x = np.arange(1, 28, dtype=np.int32)
    yield Case("collatz", collatz, (27,), dict(x_ptr=x, out_ptr=np.zeros(27, np.int32)), dict(out_ptr=np.array([collatz_steps(n) for n in x.tolist()], np.int32)))
    for warps in (1, 2, 4, 8):
        y = rng.integers(-8, 8, 64).astype(np.float32)
        # One element decides on the number of rounds: who misses it takes fewer.
        y[-1] = 4000
        rounds = 0
        while np.abs(y).sum() / 2**rounds > 1:
            rounds += 1
        want = np.concatenate([y / 2**rounds, np.arange(1, 17) * (np.arange(16) < rounds)]).astype(np.float32)
        yield Case(f"halve, warps {warps}", halve, (1,), dict(x_ptr=y, out_ptr=np.zeros(80, np.float32)), dict(out_ptr=want), dict(N=64), warps)
    for start, want in ((0, (5, 3, 8, -1)), (4, (4, 5, 0, -1)), (5, (5, 6, 0, -1))):
        follow = np.array([3, -1, -1, 5, -1, -1], np.int32)
        yield Case(f"nested from {start}", nested, (1,), dict(next_ptr=follow, out_ptr=np.zeros(4, np.int32), start=start), dict(out_ptr=np.array(want, np.int32)))
    x = np.array([5, -3, 0, 99, 7, 1], np.int32)
    yield Case("early returns", early, (6,), dict(x_ptr=x, sign_ptr=np.full(6, 9, np.int32), size_ptr=np.full(6, 9, np.int32), n=5),
               dict(sign_ptr=np.array([1, -1, 0, 9, 1, 9], np.int32), size_ptr=np.array([5, 3, 0, 9, 7, 9], np.int32)))
    for bound, want in ((0, 0), (3, 3), (6, 115 - 100)):
        yield Case(f"one element {bound}", one_element, (1,), dict(x_ptr=np.array([bound], np.int32), out_ptr=np.zeros(1, np.int32)), dict(out_ptr=np.array([want], np.int32)))
    x = rng.integers(0, 99, 128).astype(np.int32)
    yield Case("hints", hinted, (2,), dict(x_ptr=x, out_ptr=np.zeros(128, np.int32), stride=24), dict(out_ptr=x + 24 + np.tile(np.arange(64, dtype=np.int32) // 4, 2)), dict(N=64))
    for wide in (True, False):
        want = np.where(np.arange(64) < (64 if wide else 16), np.arange(64) + 3, 0).astype(np.int32)
        yield Case(f"announced constants {wide}", announced, (1,), dict(out_ptr=np.zeros(64, np.int32)), dict(out_ptr=want), dict(WIDE=wide))
