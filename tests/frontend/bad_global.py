# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A plain global of the host.
import triton
import triton.language as tl


BLOCK = 128


@triton.jit
def k(x_ptr):
    tl.store(x_ptr + tl.arange(0, BLOCK), 1.0)

# CHECK:{{.*}}bad_global.py:14:35: error: the global `BLOCK` is no `tl.constexpr`; write `BLOCK = tl.constexpr(...)` where it is defined [global-not-constexpr]
# CHECK-NEXT:   14 |     tl.store(x_ptr + tl.arange(0, BLOCK), 1.0)
# CHECK-NEXT:      |                                   ^~~~~
