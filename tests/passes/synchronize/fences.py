# RUN: tritonc compile %s -t cuda:90 -s "*fp16:16, *fp16:16, *fp32:16, i32:16" --emit tile-final -o - | FileCheck %s
"""Of the barriers around a product of warpgroups, only the one behind the stores that it reads fences them."""

import triton
import triton.language as tl


# CHECK:      for
# CHECK:      barrier{{$}}
# CHECK-NEXT: local_store
# CHECK:      local_store
# CHECK-NEXT: barrier {proxy_fence}
# CHECK-NEXT: dot
# CHECK-NOT:  proxy_fence
@triton.jit
def product(a, b, out, K):
    m, n, k = tl.arange(0, 64), tl.arange(0, 64), tl.arange(0, 32)
    acc = tl.zeros((64, 64), tl.float32)
    for start in tl.range(0, K, 32, num_stages=1):
        x = tl.load(a + m[:, None] * K + (start + k)[None, :])
        y = tl.load(b + (start + k)[:, None] * 64 + n[None, :])
        acc = tl.dot(x, y, acc)
    tl.store(out + m[:, None] * 64 + n[None, :], acc)
