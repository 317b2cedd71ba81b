"""Named tuples, aggregates, subscripts of scalars: what Python's values do in kernels."""

from collections import namedtuple

import numpy as np
import triton
import triton.language as tl
from harness import Case

Limits = namedtuple("Limits", ["low", "high"])


@triton.jit
def middle(limits):
    return (limits.low + limits.high) // 2


@triton.jit
def named_tuples(x_ptr, n):
    limits = Limits(n, high=n + 10)
    for i in range(3):
        limits = Limits(limits.low + 1, limits.high * 2)
    low, high = limits
    tl.store(x_ptr, middle(limits))
    tl.store(x_ptr + 1, low)
    tl.store(x_ptr + 2, high)


@triton.jit
def scalar_subscripts(x_ptr, n):
    rows = tl.arange(0, 4)
    # `:` of a scalar stands for nothing: both are tiles of one element.
    total = n[:, None] + n[None, :] * 10
    tl.store(x_ptr + rows, total + rows[:])


def cases(rng):
    before = np.zeros(3, np.int32)
    low, high = 7 + 3, (7 + 10) * 8
    yield Case("named tuples in loops", named_tuples, (1,), {"x_ptr": before, "n": 7},
               {"x_ptr": np.array([(low + high) // 2, low, high], np.int32)})
    yield Case("subscripts of scalars", scalar_subscripts, (1,), {"x_ptr": np.zeros(4, np.int32), "n": 7},
               {"x_ptr": np.arange(4, dtype=np.int32) + 77})
