# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A format specification is not ignored.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    name: tl.constexpr = f"{3:05d}"
    tl.store(x_ptr, 1.0)

# CHECK:{{.*}}bad_format_spec.py:11:31: error: a format specification in a kernel [unsupported-syntax]
# CHECK-NEXT:   11 |     name: tl.constexpr = f"{3:05d}"
# CHECK-NEXT:      |                               ^~~
