# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A name that nothing defines; the message names one that is close.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n):
    offsets = tl.arange(0, 128)
    tl.store(x_ptr + offset, 1.0)

# CHECK:{{.*}}bad_unknown_name.py:12:22: error: `offset` is not defined; did you mean `offsets`? [unknown-name]
# CHECK-NEXT:   12 |     tl.store(x_ptr + offset, 1.0)
# CHECK-NEXT:      |                      ^~~~~~
