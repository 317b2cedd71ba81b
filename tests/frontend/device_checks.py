# RUN: tritonc compile %s -k checks -s "*i32, i32" --debug --emit tile -o - | FileCheck %s --check-prefix=DEBUG
# RUN: tritonc compile %s -k release -s "*i32, i32" --emit tile -o - | FileCheck %s --check-prefix=RELEASE
# RUN: tritonc compile %s -k overflow -s "*i32, u8, i64" --debug --emit tile -o - | FileCheck %s --check-prefix=OVERFLOW
import triton
import triton.language as tl


# DEBUG-LABEL: kernel @checks
# DEBUG:         assert "n is set", %{{.*}}
# DEBUG:         assert "n is above 1", %{{.*}}
# DEBUG:         assert "inside", %{{.*}}, %{{.*}}
# DEBUG-NEXT:    print " value: ", %{{.*}}, %{{.*}} {unsigned = 2}
# DEBUG-NEXT:    print " bits: ", %{{.*}} {hex}
# DEBUG-NEXT:    print " here"
@triton.jit
def checks(x_ptr, n):
    i = tl.arange(0, 64)
    tl.device_assert(n, "n is set")
    assert n > 1, f"n is above {1}"
    tl.device_assert(i < n, "inside", mask=i > 3)
    tl.device_print("value", i, n.to(tl.uint32))
    print(" bits: ", i, hex=True)
    tl.device_print("here")


# Without --debug there are no assertions.
# RELEASE-LABEL: kernel @release
# RELEASE-NOT:     assert
# RELEASE:         store %x_ptr, %{{.*}}
@triton.jit
def release(x_ptr, n):
    tl.device_assert(tl.full((64,), 0, tl.int32) == n, "zero")
    assert n == 0
    tl.store(x_ptr, n)


# Integers below 64 bits do not wrap, unless the source or a fold lets them.
# OVERFLOW-LABEL: kernel @overflow
# OVERFLOW-NEXT:    %[[A:.*]] = extui %n : i64
# OVERFLOW-NEXT:    %[[B:.*]] = extui 3:i8 : i64
# OVERFLOW-NEXT:    %[[EXACT:.*]] = muli %[[A]], %[[B]] : i64
# OVERFLOW-NEXT:    %[[LOW:.*]] = cmp.sle 0:i64, %[[EXACT]] : i1
# OVERFLOW-NEXT:    %[[HIGH:.*]] = cmp.sle %[[EXACT]], 255:i64 : i1
# OVERFLOW-NEXT:    %[[FITS:.*]] = andi %[[LOW]], %[[HIGH]] : i1
# OVERFLOW-NEXT:    assert "overflow of u8 in `*`", %[[FITS]]
# OVERFLOW-NEXT:    %{{.*}} = muli %n, 3 : i8
# OVERFLOW-NOT:     assert
@triton.jit
def overflow(x_ptr, n, wide):
    tl.store(x_ptr, n * 3)
    tl.store(x_ptr, tl.add(n, 3, sanitize_overflow=False))
    tl.store(x_ptr, wide + 1)
    tl.store(x_ptr, tl.sum(tl.load(x_ptr + tl.arange(0, 64))))
    tl.store(x_ptr, tl.randint(n, wide))
