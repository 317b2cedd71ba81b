import triton
import triton.language as tl


@triton.jit
def wide(out, n: tl.int64):
    tl.store(out, (n * 1000000).to(tl.float64))


@triton.jit
def short(out, n: tl.uint8):
    tl.store(out, (n + n).to(tl.float64))


@triton.jit
def python(out, n: int):
    tl.store(out, n.to(tl.float64))


@triton.jit
def half(out, x: "fp16"):
    tl.static_assert(x.dtype == tl.float16)
    tl.store(out, x.to(tl.float64))


@triton.jit(do_not_specialize=["n"], do_not_specialize_on_alignment=[2])
def plain(out, n, m):
    tl.store(out, n.to(tl.float64) + m.to(tl.float64))


@triton.jit
def constant(out, n, BLOCK: tl.constexpr):
    tl.static_assert(n == 1)
    tl.store(out, 1.0 * n)
