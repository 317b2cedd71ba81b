# RUN: expect-exit 1 tritonc compile %s -k k -s "*fp16, i32, i64" --emit tile -o - 2>&1 | FileCheck %s

# Too few rows by number.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, m):
    desc = tl.make_tensor_descriptor(x_ptr, [n, n], [n, 1], [1, 16])
    desc.gather(tl.arange(0, 4), 0)

# CHECK: bad_descriptor_rows.py:{{[0-9]+}}:{{[0-9]+}}: error: the rows are a tile of 4 i32; `gather` takes a tile of at least 8 integers of up to 32 bits [bad-argument]
