# RUN: tritonc compile %s -k halves -s "*i32:16, *i32:16, *i32:16" -t cuda:90 --emit ptx -o - | FileCheck %s --check-prefix=BOTH
# RUN: tritonc compile %s -k high -s "*i32:16, *i32:16" -t cuda:90 --emit ptx -o - | FileCheck %s --check-prefix=HIGH
import triton
import triton.language as tl


# Both halves of a product come from one instruction for each element.
# BOTH-COUNT-1: mul.wide.u32
# BOTH-NOT:     mul.
# BOTH:         ret;
@triton.jit
def halves(x, low, high):
    i = tl.arange(0, 128)
    value = tl.load(x + i).to(tl.uint32)
    factor = tl.full((), 0xD2511F53, tl.uint32)
    tl.store(high + i, tl.umulhi(value, factor).to(tl.int32))
    tl.store(low + i, (value * factor).to(tl.int32))


# The high half alone needs no more than itself.
# HIGH-COUNT-1: mul.hi.u32
# HIGH-NOT:     mul.
# HIGH:         ret;
@triton.jit
def high(x, high):
    i = tl.arange(0, 128)
    value = tl.load(x + i).to(tl.uint32)
    tl.store(high + i, tl.umulhi(value, tl.full((), 0xD2511F53, tl.uint32)).to(tl.int32))
