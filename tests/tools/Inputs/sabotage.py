"""One kernel with a site of every kind that `--sabotage` knows."""

import triton
import triton.language as tl


@triton.jit
def everything(a, b, out, total, n, N: tl.constexpr):
    row, col = tl.arange(0, N)[:, None], tl.arange(0, N)[None, :]
    x = tl.load(a + row * N + col, mask=col < n, other=0.0)
    y = tl.load(b + row + col * N)
    product = tl.dot(x, y)
    tl.store(out + row * N + col, product)
    sums = tl.cumsum(tl.sum(product, axis=1), axis=0)
    tl.atomic_add(total + tl.arange(0, N), sums)
    tl.atomic_add(total, 1.0, sem="release")
