# RUN: tritonc compile %s -k deep -s "*i32, i32" -t cuda:90 --emit ptx -o - | FileCheck %s

# Each level is walked a bounded number of times, however many there are.
# CHECK: .entry deep
import triton
import triton.language as tl


@triton.jit
def deep(out, n):
    a = 0
    for i0 in range(n):
        for i1 in range(n):
            for i2 in range(n):
                for i3 in range(n):
                    for i4 in range(n):
                        for i5 in range(n):
                            for i6 in range(n):
                                for i7 in range(n):
                                    for i8 in range(n):
                                        for i9 in range(n):
                                            for i10 in range(n):
                                                for i11 in range(n):
                                                    for i12 in range(n):
                                                        for i13 in range(n):
                                                            for i14 in range(n):
                                                                for i15 in range(n):
                                                                    for i16 in range(n):
                                                                        for i17 in range(n):
                                                                            for i18 in range(n):
                                                                                for i19 in range(n):
                                                                                    for i20 in range(n):
                                                                                        for i21 in range(n):
                                                                                            for i22 in range(n):
                                                                                                for i23 in range(n):
                                                                                                    a += 1
    tl.store(out, a)
