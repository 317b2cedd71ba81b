# RUN: tritonc list %s | FileCheck %s

# Kernels stand at any depth and under any decorators; what is no kernel is not listed.
import triton
import triton.language as tl
from triton import jit as compiled


def plain(x):
    return x


# CHECK: outer
# CHECK: x_ptr
# CHECK: BLOCK
@triton.autotune(configs=[triton.Config({"BLOCK": 128})], key=["n"])
@triton.jit
def outer(x_ptr, n, BLOCK: tl.constexpr = 64):
    pass


class Box:
    # CHECK: Box.inner
    @compiled
    def inner(y_ptr):
        pass


def factory():
    # CHECK: factory.made
    @triton.jit(noinline=True)
    def made(z_ptr):
        pass

    return made
# CHECK-NOT: plain
