# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# An order that names a dimension twice.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 16)[:, None] + tl.arange(0, 4)[None, :])
    tl.permute(x, 0, 0)

# CHECK:{{.*}}bad_permute.py:12:19: error: (0, 0) is no order of the 2 dimensions of a 16x4 tile of fp32 [bad-shape]
# CHECK-NEXT:   12 |     tl.permute(x, 0, 0)
# CHECK-NEXT:      |                   ^~~~
