# RUN: exec-test %s
"""`map_elementwise`: functions of scalars with branches, several results, packs, and arguments that are broadcast."""

import numpy as np
import triton
import triton.language as tl

from harness import Case


@triton.jit
def collatz(x):
    if x % 2 == 0:
        return x // 2
    else:
        return 3 * x + 1


@triton.jit
def order(a, b):
    low, high = a, b
    if b < a:
        low, high = b, a
    return low, high, a != b


# The arguments come pack by pack, and so do the results.
@triton.jit
def pairs(a0, a1, b0, b1):
    return a0 + b0, a1 + b1, a0 * b0, a1 * b1


@triton.jit
def fours(a0, a1, a2, a3):
    return a0 + 1, a1 + 1, a2 + 1, a3 + 1


@triton.jit
def one_argument(x_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.map_elementwise(collatz, tl.load(x_ptr + i)))


@triton.jit
def several_results(x_ptr, y_ptr, low_ptr, high_ptr, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M)[:, None], tl.arange(0, N)[None, :]
    low, high, differ = tl.map_elementwise(order, tl.load(x_ptr + i), tl.load(y_ptr + j))
    tl.store(low_ptr + i * N + j, low)
    tl.store(high_ptr + i * N + j, tl.where(differ, high, -high))


@triton.jit
def packed(x_ptr, sum_ptr, product_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    sum, product = tl.map_elementwise(pairs, tl.load(x_ptr + i), 3, pack=2)
    tl.store(sum_ptr + i, tl.map_elementwise(fours, sum, pack=4))
    tl.store(product_ptr + i, product)


@triton.jit
def scalars(out_ptr, n):
    low, high, _ = tl.map_elementwise(order, n, 5)
    tl.store(out_ptr, low)
    tl.store(out_ptr + 1, high)


def cases(rng):
    for size, warps in ((1, 1), (256, 4), (1024, 2)):
        x = rng.integers(0, 1000, size).astype(np.int32)
        yield Case(f"one argument of {size}", one_argument, (1,), {"x_ptr": x, "out_ptr": np.zeros_like(x)},
                   {"out_ptr": np.where(x % 2 == 0, x // 2, 3 * x + 1).astype(np.int32)}, {"N": size}, warps)
    x, y = rng.integers(-9, 9, 16).astype(np.float32), rng.integers(-9, 9, 32).astype(np.float32)
    low, high = np.minimum(x[:, None], y), np.maximum(x[:, None], y)
    yield Case("several results", several_results, (1,), {"x_ptr": x, "y_ptr": y, "low_ptr": np.zeros_like(low), "high_ptr": np.zeros_like(low)},
               {"low_ptr": low, "high_ptr": np.where(x[:, None] != y, high, -high)}, {"M": 16, "N": 32})
    x = rng.integers(-99, 99, 128).astype(np.int32)
    yield Case("packed", packed, (1,), {"x_ptr": x, "sum_ptr": np.zeros_like(x), "product_ptr": np.zeros_like(x)},
               {"sum_ptr": x + 4, "product_ptr": x * 3}, {"N": 128})
    yield Case("scalars", scalars, (1,), {"out_ptr": np.zeros(2, np.int32), "n": 7}, {"out_ptr": np.array([5, 7], np.int32)})
