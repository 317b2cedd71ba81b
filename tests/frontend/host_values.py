# RUN: tritonc compile %s -k k -s "*fp32" --emit tile -o - | FileCheck %s

# What the host computes around kernels: dicts, lists, closures, decorators, modules, and names bound anew.
import math
import os

import torch
import triton
import triton.language as tl

SIZES = {"small": 16, "large": 64}
SMALL = tl.constexpr(SIZES["small"] + SIZES.get("none", 1) + len(SIZES))
SUMS = tl.constexpr([sum(range(n)) for n in (2, 3) for _ in zip("ab")])
FAST = tl.constexpr(os.environ.get("TRITONC_TEST_FAST", "0") == "1")
HOPPER = tl.constexpr(torch.cuda.is_available() and torch.cuda.get_device_capability()[0] == 9)
BIGGEST = tl.constexpr(torch.iinfo(torch.int8).max)
NAME = tl.constexpr("-".join(sorted(["b", "a"])).upper())
PICKED = tl.constexpr((lambda a, b=3: a * b)(5))


def appended():
    names = ["a"]
    names.append("b")
    names.extend(["c"])
    return "{}{last}".format(names[0], last=names[-1])


NAMES = tl.constexpr(appended())


def counts(limit, *, step=1):
    found, seen = [], {}
    for i in range(0, limit, step):
        seen[i % 3] = i
        found.append(i)
    return tuple(found), seen


COUNTS = tl.constexpr(counts(7, step=2)[0])
SEEN = tl.constexpr(counts(7)[1][2])


def twice(function):
    def make():
        @triton.jit
        def inner(x):
            return function(function(x))

        return inner

    return make()


@twice
@triton.jit
def plus(x):
    return x + 1.0


def scaled(x):
    return x * 2.0


scaled = triton.jit(scaled)
scaled = unknown_to_the_compiler(scaled)


# CHECK-LABEL: kernel @k
# CHECK:         %[[A:.*]] = addf %{{.*}}, 1.0
# CHECK-NEXT:    %[[B:.*]] = addf %[[A]], 1.0
# CHECK-NEXT:    %[[C:.*]] = mulf %[[B]], 2.0
# CHECK-NEXT:    addf %[[C]], 2.7182817
def k(x_ptr):
    tl.static_assert(SMALL == 19 and SUMS == (1, 1, 3, 3) and not FAST and HOPPER and BIGGEST == 127)
    tl.static_assert(NAME == "A-B" and PICKED == 15 and COUNTS == (0, 2, 4, 6) and SEEN == 5)
    tl.static_assert(NAMES == "ac")
    tl.static_assert(torch.version.hip is None)
    tl.store(x_ptr, scaled(plus(tl.load(x_ptr))) + math.e)


k = triton.jit(k)
