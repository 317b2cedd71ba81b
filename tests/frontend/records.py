# RUN: tritonc compile %s -k k -s "*fp32, i32" --emit tile -o - | FileCheck %s

# Named tuples and aggregates: made in kernels, carried by loops, joined by branches, with methods and operators.
from collections import namedtuple
from typing import NamedTuple

import triton
import triton.language as tl


class Range(NamedTuple):
    low: tl.tensor
    high: tl.tensor
    step: int = 2


Point = namedtuple("Point", ["x", "y"])


@triton.aggregate
class Counter:
    value: tl.tensor
    step: tl.constexpr

    @triton.jit
    def advanced(self, by):
        return Counter(self.value + by * self.step, self.step)

    @triton.jit
    def __add__(self, other):
        return self.advanced(other)

    @triton.constexpr_function
    def doubled(self, n):
        return n * 2


@tl.core._aggregate
class Pair:
    first: tl.tensor
    second: tl.constexpr

    def __init__(self, both, second=3):
        self.first = both[0]
        self.second = tl.constexpr(second)


@triton.jit
def width(r):
    return (r.high - r.low) * r.step


# CHECK-LABEL: kernel @k
# CHECK:         %[[R:.*]] = for
# CHECK:           addi %{{.*}}, 4
# CHECK:         %[[J:.*]] = if
# CHECK:           addi %{{.*}}, 8
# CHECK:         store
@triton.jit
def k(x_ptr, n):
    r = Range(n, high=n + 10)
    low, high, step = r
    tl.store(x_ptr, width(r) + r[1] + low)
    tl.static_assert(len(Point(1, 2)) == 2 and Point(1, 2).y == 2)
    c = Counter(n, 4)
    for i in range(n):
        c = c.advanced(1)
    if n > 5:
        c = c + 2
    tl.static_assert(c.step == 4 and c.doubled(3) == 6)
    p = Pair((c.value, 1))
    tl.store(x_ptr + p.second, p.first)
    tl.store(x_ptr, tl.aggregate_replace(p, first=n).first)
