# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# An error inside helpers names the calls that led there.
import triton
import triton.language as tl


@triton.jit
def inner(x):
    return x << 1


@triton.jit
def outer(x):
    return inner(x + 1.0)


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, outer(tl.load(x_ptr)))

# CHECK:{{.*}}bad_call_chain.py:11:12: error: `<<` in fp32; it takes integers only [bad-operand]
# CHECK-NEXT:   11 |     return x << 1
# CHECK-NEXT:      |            ^~~~~~
# CHECK-NEXT:{{.*}}bad_call_chain.py:11:12: note: `x` is a scalar of fp32
# CHECK-NEXT:   11 |     return x << 1
# CHECK-NEXT:      |            ^
# CHECK-NEXT:{{.*}}bad_call_chain.py:16:12: note: called from here
# CHECK-NEXT:   16 |     return inner(x + 1.0)
# CHECK-NEXT:      |            ^~~~~~~~~~~~~~
# CHECK-NEXT:{{.*}}bad_call_chain.py:21:21: note: called from here
# CHECK-NEXT:   21 |     tl.store(x_ptr, outer(tl.load(x_ptr)))
# CHECK-NEXT:      |                     ^~~~~~~~~~~~~~~~~~~~~
