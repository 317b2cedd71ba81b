# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A combine function returns what it takes.
import triton
import triton.language as tl


@triton.jit
def widen(a, b):
    return a.to(tl.float32) + b


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 128))
    tl.store(x_ptr, tl.reduce(x, 0, widen))

# CHECK:{{.*}}bad_combine_type.py:17:37: error: the combine function returns a scalar of fp32, but `reduce` needs a scalar of fp16 [bad-combine]
# CHECK-NEXT:   17 |     tl.store(x_ptr, tl.reduce(x, 0, widen))
# CHECK-NEXT:      |                                     ^~~~~
