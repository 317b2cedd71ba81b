# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A field of an aggregate that gets what its annotation does not allow.
import triton
import triton.language as tl


@triton.aggregate
class Box:
    value: tl.tensor


@triton.jit
def k(x_ptr):
    box = Box(3)

# CHECK:{{.*}}bad_record_field.py:16:11: error: the field `value` of `Box` gets the constant 3 [bad-argument]
# CHECK-NEXT:   16 |     box = Box(3)
# CHECK-NEXT:      |           ^~~~~~
# CHECK-NEXT:{{.*}}bad_record_field.py:11:12: note: it is declared `tl.tensor`
# CHECK-NEXT:   11 |     value: tl.tensor
# CHECK-NEXT:      |            ^~~~~~~~~
