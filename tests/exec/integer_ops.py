# RUN: exec-test %s
"""Integer operators of every width and signedness, on edges and random values."""

import numpy as np
import triton
import triton.language as tl

from harness import Case

N = 256


@triton.jit
def arithmetic(x_ptr, y_ptr, add_ptr, sub_ptr, mul_ptr, and_ptr, or_ptr, xor_ptr, neg_ptr, not_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(add_ptr + i, x + y)
    tl.store(sub_ptr + i, x - y)
    tl.store(mul_ptr + i, x * y)
    tl.store(and_ptr + i, x & y)
    tl.store(or_ptr + i, x | y)
    tl.store(xor_ptr + i, x ^ y)
    tl.store(neg_ptr + i, -x)
    tl.store(not_ptr + i, ~x)


@triton.jit
def division(x_ptr, y_ptr, div_ptr, rem_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(div_ptr + i, x // y)
    tl.store(rem_ptr + i, x % y)


@triton.jit
def wide_division(x_ptr, y_ptr, div_ptr, rem_ptr, N: tl.constexpr):
    # Numbers whose range is known, divided in more bits than they need.
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i).to(tl.int64)
    y = tl.load(y_ptr + i).to(tl.int64)
    tl.store(div_ptr + i, x // y)
    tl.store(rem_ptr + i, x % y)


@triton.jit
def guarded_division(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    # Dividing by zero gives an unspecified value and nothing worse: the other lanes keep theirs.
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(out_ptr + i, tl.where(y == 0, 0, x // y))


@triton.jit
def shifts(x_ptr, y_ptr, left_ptr, right_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(left_ptr + i, x << y)
    tl.store(right_ptr + i, x >> y)


@triton.jit
def comparisons(x_ptr, y_ptr, eq_ptr, ne_ptr, lt_ptr, le_ptr, gt_ptr, ge_ptr, min_ptr, max_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(eq_ptr + i, x == y)
    tl.store(ne_ptr + i, x != y)
    tl.store(lt_ptr + i, x < y)
    tl.store(le_ptr + i, x <= y)
    tl.store(gt_ptr + i, x > y)
    tl.store(ge_ptr + i, x >= y)
    tl.store(min_ptr + i, tl.minimum(x, y))
    tl.store(max_ptr + i, tl.maximum(x, y))


def edges(rng, dtype):
    info = np.iinfo(dtype)
    special = np.array([0, 1, 2, 3, 7, info.max, info.max - 1, info.min, info.min + 1], dtype)
    values = rng.integers(info.min, info.max, N, dtype, endpoint=True)
    values[: special.size] = special
    return values


def truncated_division(x, y):
    """Quotient toward zero and its remainder, as C has them."""
    pairs = [(abs(int(a)) // abs(int(b)) * (1 if (a < 0) == (b < 0) else -1), int(a), int(b)) for a, b in zip(x, y)]
    return np.array([q for q, _, _ in pairs], x.dtype), np.array([a - q * b for q, a, b in pairs], x.dtype)


def outputs(**arrays):
    """Arguments for the results, filled with another value than any expected one can be by accident."""
    return {name: np.full_like(a, 1) if a.dtype == bool else np.full_like(a, 85) for name, a in arrays.items()}


def case(name, kernel, x, y, **expected):
    return Case(name, kernel, (1,), dict(x_ptr=x, y_ptr=y, **outputs(**expected)), expected, dict(N=N))


def cases(rng):
    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
        name = np.dtype(dtype).name
        x, y = edges(rng, dtype), rng.permutation(edges(rng, dtype))
        yield case(f"arithmetic {name}", arithmetic, x, y, add_ptr=x + y, sub_ptr=x - y, mul_ptr=x * y, and_ptr=x & y,
                   or_ptr=x | y, xor_ptr=x ^ y, neg_ptr=np.zeros_like(x) - x, not_ptr=~x)
        yield case(f"comparisons {name}", comparisons, x, y, eq_ptr=x == y, ne_ptr=x != y, lt_ptr=x < y, le_ptr=x <= y,
                   gt_ptr=x > y, ge_ptr=x >= y, min_ptr=np.minimum(x, y), max_ptr=np.maximum(x, y))
        amount = (rng.integers(0, 8 * x.itemsize, N)).astype(dtype)
        yield case(f"shifts {name}", shifts, x, amount, left_ptr=x << amount, right_ptr=x >> amount)
        divisor = np.where((y == 0) | ((y == -1) & (x == np.iinfo(dtype).min)) if np.iinfo(dtype).min else y == 0, 3, y).astype(dtype)
        quotient, remainder = truncated_division(x, divisor)
        yield case(f"division {name}", division, x, divisor, div_ptr=quotient, rem_ptr=remainder)
        if x.itemsize < 8:
            nonzero = np.where(y == 0, 3, y).astype(dtype)
            if np.iinfo(dtype).min:
                nonzero[x == np.iinfo(dtype).min] = -1  # the quotient that only the wide type holds
            wide_quotient, wide_remainder = truncated_division(x.astype(np.int64), nonzero)
            yield case(f"wide division {name}", wide_division, x, nonzero, div_ptr=wide_quotient, rem_ptr=wide_remainder)
        zeros = divisor.copy()
        zeros[::3] = 0
        yield case(f"guarded division {name}", guarded_division, x, zeros, out_ptr=np.where(zeros == 0, 0, quotient).astype(dtype))
