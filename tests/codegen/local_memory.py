# REQUIRES: ptxas
# RUN: tritonc compile %s -k total -s "*fp32:16, *fp32:16" -w 1 --maxnreg 32 --remarks -t cuda:90 -o %t.cubin 2>&1 | FileCheck %s --check-prefix=SPILL
# RUN: tritonc compile %s -k total -s "*fp32:16, *fp32:16" -w 4 --remarks -t cuda:90 -o %t.cubin 2>&1 | FileCheck %s --allow-empty
# RUN: tritonc compile %S/../exec/dot.py -k product -s "*fp16:16, *fp16:16, *fp32:16, 64, 64, 64, True, False" -w 8 --remarks -t cuda:90 -o %t.cubin 2>&1 | FileCheck %s --allow-empty
import triton
import triton.language as tl


# SPILL: remark: `total` takes {{[0-9]+}} bytes of local memory in each thread, {{[1-9][0-9]*}} bytes of stores and loads of it for registers [local-memory]
# CHECK-NOT: local-memory
@triton.jit
def total(x, out):
    i = tl.arange(0, 2048)
    value = tl.load(x + i)
    tl.store(out + i, value - tl.sum(value, axis=0))
