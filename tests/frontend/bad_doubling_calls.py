# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s

# Each helper calls the one before it twice: the calls double from one to the next.
import triton
import triton.language as tl


@triton.jit
def h0(x):
    return x + 1.0


@triton.jit
def twice(f: tl.constexpr, n: tl.constexpr, x):
    if n == 0:
        return f(x)
    return twice(f, n - 1, twice(f, n - 1, x))


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, twice(h0, 25, tl.load(x_ptr)))

# CHECK: bad_doubling_calls.py:{{[0-9:]+}}: error: more than 65536 calls are expanded in one kernel; `noinline` keeps a helper from being copied [recursion-depth]
