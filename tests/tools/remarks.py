# RUN: tritonc compile %s -k copy -s "*fp32, *fp32:16, *fp32:16, i32, i32, 1024" --emit tile-final -o /dev/null --remarks 2>&1 | FileCheck %s --check-prefix=COPY --implicit-check-not=remark:
# RUN: tritonc compile %s -k masked -s "*fp32:16, *fp32:16, *fp32:16, *i1:16, i32, 1024" --emit tile-final -o /dev/null --remarks 2>&1 | FileCheck %s --check-prefix=MASKED --implicit-check-not=remark:
# RUN: tritonc compile %s -k transpose -s "*fp32:16, *fp32:16" --emit tile-final -o /dev/null --remarks 2>&1 | FileCheck %s --check-prefix=TRANSPOSE --implicit-check-not=remark:
# RUN: tritonc compile %s -k total -s "*fp32:16, *fp32:16, i32" --emit tile-final -o /dev/null --remarks 2>&1 | FileCheck %s --check-prefix=TOTAL --implicit-check-not=remark:
# RUN: tritonc compile %s -k total -s "*fp32:16, *fp32:16, i32" --emit tile-final -o /dev/null 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
# RUN: tritonc run %s -k total --device interpreter --arg "x=ones(1024,f32)" --arg "out=zeros(1024,f32)" --arg n=1 --remarks 2>&1 | FileCheck %s --check-prefix=HOST
import triton
import triton.language as tl


# Accesses that are narrower than they could be, each with what is known; the one in between is as wide as can be.
@triton.jit
def copy(x, y, out, n, stride, BLOCK: tl.constexpr):
    index = tl.arange(0, BLOCK)
    # COPY: remarks.py:[[#@LINE+1]]:{{[0-9]+}}: remark: a thread accesses 4 bytes at a time instead of 16: `x` is not known to be a multiple of 16 [narrow-access]
    a = tl.load(x + index)
    # COPY: remarks.py:[[#@LINE+1]]:{{[0-9]+}}: remark: a thread accesses 4 bytes at a time instead of 16: neighbouring elements are 8 bytes apart [narrow-access]
    b = tl.load(y + 2 * index)
    # COPY: remarks.py:[[#@LINE+1]]:{{[0-9]+}}: remark: a thread accesses 4 bytes at a time instead of 16: the distance between neighbouring elements is not known [narrow-access]
    c = tl.load(y + stride * index)
    d = tl.load(y + index)
    # COPY: remarks.py:[[#@LINE+1]]:{{[0-9]+}}: remark: a thread accesses 4 bytes at a time instead of 16: its addresses are known to be multiples of 4 bytes only [narrow-access]
    tl.store(out + n + index, a + b + c + d)


# A mask by a bound is decided for whole tiles; one that was loaded is not.
@triton.jit
def masked(x, out, ones, wanted, n, BLOCK: tl.constexpr):
    index = tl.arange(0, BLOCK)
    # MASKED: remarks.py:[[#@LINE+1]]:{{[0-9]+}}: remark: from here on there is a path without masks for full tiles [masks-versioned]
    tl.store(out + index, tl.load(x + index, mask=index < n), mask=index < n)
    tl.debug_barrier()
    # MASKED: remarks.py:[[#@LINE+1]]:{{[0-9]+}}: remark: the mask keeps accesses of single elements: no comparison in it can be decided for all elements at once [mask-kept]
    tl.store(ones + index, 1.0, mask=tl.load(wanted + index))


# Rows and columns meet in shared memory, and the threads wait in between.
@triton.jit
def transpose(x, out):
    row, column = tl.arange(0, 64)[:, None], tl.arange(0, 64)[None, :]
    # TRANSPOSE:     remarks.py:[[#@LINE+2]]:{{[0-9]+}}: remark: a 64x64 tile of f32 changes threads through 16384 bytes of shared memory [layout-conversion]
    # TRANSPOSE:     remarks.py:[[#@LINE+1]]:{{[0-9]+}}: remark: the threads of the program wait for each other [barrier-placed]
    tl.store(out + 64 * row + column, tl.load(x + row + 64 * column))


# SILENT-NOT: {{.}}
# HOST: remark: the reduction crosses warps
@triton.jit
def total(x, out, n):
    index = tl.arange(0, 1024)
    for i in range(n):
        value = tl.load(x + i * 1024 + index)
        # TOTAL:      <tritonc>/reductions.py:{{.*}}: remark: the reduction crosses warps: 4 partial results of each meet in shared memory in a loop [split-reduction]
        # TOTAL:      remarks.py:[[#@LINE+3]]:{{[0-9]+}}: note: called from here
        # TOTAL:      <tritonc>/reductions.py:{{.*}}: remark: the threads of the program wait for each other in a loop [barrier-placed]
        # TOTAL:      remarks.py:[[#@LINE+1]]:{{[0-9]+}}: note: called from here
        tl.store(out + i * 1024 + index, value / tl.sum(value))
