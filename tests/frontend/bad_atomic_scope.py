# RUN: expect-exit 1 tritonc compile %s -k k -s "*i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A scope that does not exist.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.atomic_xchg(x_ptr, 1, scope="grid")

# CHECK:{{.*}}bad_atomic_scope.py:11:36: error: `scope` of `atomic_xchg` is 'grid'; it takes one of 'gpu', 'cta', 'sys' [bad-argument]
# CHECK-NEXT:   11 |     tl.atomic_xchg(x_ptr, 1, scope="grid")
# CHECK-NEXT:      |                                    ^~~~~~
