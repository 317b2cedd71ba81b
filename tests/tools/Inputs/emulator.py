import triton
import triton.language as tl


@triton.jit
def reverse(x, out, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out + BLOCK - 1 - offsets, tl.load(x + offsets))


@triton.jit
def strided(x, out, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets * 8))


@triton.jit
def racy(out):
    # Every program adds to the same number, and not atomically.
    tl.store(out, tl.load(out) + 1)


@triton.jit
def endless(flag):
    while tl.atomic_add(flag, 0) == 0:
        pass


@triton.jit
def show(x, BLOCK: tl.constexpr):
    tl.device_print("x", tl.load(x + tl.arange(0, BLOCK)))
