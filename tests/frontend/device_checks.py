# RUN: tritonc compile %s -k checks -s "*i32, i32" --debug --emit tile -o - | FileCheck %s --check-prefix=DEBUG
# RUN: tritonc compile %s -k release -s "*i32, i32" --emit tile -o - | FileCheck %s --check-prefix=RELEASE
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
