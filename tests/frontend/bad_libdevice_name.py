# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A name that libdevice does not have.
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, libdevice.tanhh(tl.load(x_ptr)))

# CHECK:{{.*}}bad_libdevice_name.py:12:31: error: the module has no `tanhh`; did you mean `tanh`? [unknown-attribute]
# CHECK-NEXT:   12 |     tl.store(x_ptr, libdevice.tanhh(tl.load(x_ptr)))
# CHECK-NEXT:      |                               ^~~~~
