# RUN: tritonc compile %s -s "*fp32" --emit tile -o - --remarks 2>&1 | FileCheck %s --strict-whitespace

# A format specification in a kernel is ignored, as in Triton; a conversion is not.
import triton
import triton.language as tl


# CHECK:kernel @k
# CHECK:  store %x_ptr, 5.0
# CHECK:format_spec.py:[[@LINE+6]]:31: remark: a kernel ignores this format specification [unsupported-syntax]
# CHECK-NEXT:   16 |     name: tl.constexpr = f"{3:05d} {'x'!r}"
# CHECK-NEXT:      |                               ^~~
# CHECK-NOT:remark
@triton.jit
def k(x_ptr):
    name: tl.constexpr = f"{3:05d} {'x'!r}"
    tl.static_assert(name == "3 'x'")
    tl.store(x_ptr, 1.0 * len(name))
