"""Kernels with the sites that come with products: copies ahead of a loop, and instructions of warpgroups."""

import triton
import triton.language as tl


@triton.jit
def pipelined(a, b, out, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    acc = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        left = start + k < K
        x = tl.load(a + m[:, None] * K + (start + k)[None, :], mask=left[None, :], other=0.0)
        y = tl.load(b + (start + k)[:, None] * N + n[None, :], mask=left[:, None], other=0.0)
        acc = tl.dot(x, y, acc)
    tl.store(out + m[:, None] * N + n[None, :], acc)


@triton.jit
def scaled(a, b, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    x = tl.load(a + m[:, None] * K + k[None, :]) * 2.0
    y = tl.load(b + k[:, None] * N + n[None, :])
    acc = tl.dot(x.to(tl.float16), y)
    tl.store(out + m[:, None] * N + n[None, :], acc)
