# RUN: tritonc compile %s -s "*fp32, *i8" --emit tile -o - | FileCheck %s

# What is known at compile time leaves numbers in the IR and nothing else.
import triton
import triton.language as tl

WIDTHS = tl.constexpr((1, 2, 4))
TYPE = tl.float32


# CHECK:      kernel @k(%x_ptr: ptr<f32>, %b_ptr: ptr<i8>) {
# CHECK-NEXT:   %[[TOTAL:.*]] = sitofp 7:i32 : f32
# CHECK-NEXT:   store %x_ptr, %[[TOTAL]]
# CHECK-NEXT:   store %x_ptr, 32.0
# CHECK-NEXT:   store %x_ptr, -inf
# CHECK-NEXT:   store %x_ptr, 3.0
# CHECK-NEXT:   %[[MAX:.*]] = trunci 127:i32 : i8
# CHECK-NEXT:   store %b_ptr, %[[MAX]]
# CHECK-NEXT:   return
@triton.jit
def k(x_ptr, b_ptr):
    total: tl.constexpr = WIDTHS[0] + WIDTHS[-2] + WIDTHS[2]
    tl.store(x_ptr, tl.cast(total, TYPE))
    if x_ptr.dtype.element_ty == tl.float32 and x_ptr.dtype.is_ptr():
        tl.store(x_ptr, float(x_ptr.dtype.element_ty.primitive_bitwidth))
    elif x_ptr:
        tl.undefined()
    tl.store(x_ptr, float("-inf"))
    doubled: tl.constexpr = [w * 2 for w in WIDTHS if w > 1]
    name: tl.constexpr = f"{doubled} {TYPE} {1e22!r}"
    tl.static_assert(name == "(4, 8) fp32 1e+22")
    # Texts have characters, whatever their bytes; `0x_ff` and the like are read as Python reads them.
    tl.static_assert(len("日本語") == 3 and "日本語"[1] == "本" and "日本語"[::-1] == "語本日" and f"{'é'!a}" == "'\\xe9'")
    tl.static_assert(tuple("aé") == ("a", "é") and max("ab") == "b" and float("1_0.5") == 10.5 and 0 ** 2**70 == 0)
    tl.static_assert(isinstance(total, int) and not isinstance(x_ptr, tl.constexpr))
    # Triton hands `isinstance` what is in a constexpr.
    tl.static_assert(isinstance(name, str) and not isinstance(name, tl.constexpr) and not isinstance(2, tl.constexpr))
    tl.static_assert(hasattr(x_ptr, "dtype") and x_ptr is not None)
    tl.store(x_ptr, 3.0 if len(WIDTHS) == 3 else tl.undefined)
    tl.store(b_ptr, b_ptr.dtype.element_ty.get_int_max_value())
