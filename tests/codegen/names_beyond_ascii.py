# REQUIRES: ptxas
# RUN: mkdir -p %t && cp %s %t/größe.py
# RUN: tritonc compile %t/größe.py -k größe -s "*fp32, i32" -o %t/a.cubin
# RUN: tritonc inspect %t/a.cubin | FileCheck %s
"""ptxas refuses bytes beyond ASCII wherever they stand in the PTX: symbols, comments, names of files."""
import triton
import triton.language as tl


# CHECK: kernel      größe
# CHECK: symbol      gr$c3$b6$c3$9fe
# CHECK: zähler
@triton.jit
def größe(p, zähler):
    tl.store(p, hälfte(zähler))


@triton.jit(noinline=True)
def hälfte(zähler):
    return zähler // 2
