# RUN: exec-test %s
"""Floating-point operators and functions of every width, on edges and random values."""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, from_bf16, to_bf16

N = 512


@triton.jit
def arithmetic(x_ptr, y_ptr, add_ptr, sub_ptr, mul_ptr, neg_ptr, abs_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(add_ptr + i, x + y)
    tl.store(sub_ptr + i, x - y)
    tl.store(mul_ptr + i, x * y)
    tl.store(neg_ptr + i, -x)
    tl.store(abs_ptr + i, tl.abs(x))


@triton.jit
def comparisons(x_ptr, y_ptr, eq_ptr, ne_ptr, lt_ptr, le_ptr, gt_ptr, ge_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(eq_ptr + i, x == y)
    tl.store(ne_ptr + i, x != y)
    tl.store(lt_ptr + i, x < y)
    tl.store(le_ptr + i, x <= y)
    tl.store(gt_ptr + i, x > y)
    tl.store(ge_ptr + i, x >= y)


@triton.jit
def min_max(x_ptr, y_ptr, min_ptr, max_ptr, min_nan_ptr, max_nan_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(min_ptr + i, tl.minimum(x, y))
    tl.store(max_ptr + i, tl.maximum(x, y))
    tl.store(min_nan_ptr + i, tl.minimum(x, y, propagate_nan=tl.PropagateNan.ALL))
    tl.store(max_nan_ptr + i, tl.maximum(x, y, propagate_nan=tl.PropagateNan.ALL))


@triton.jit
def division(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.load(x_ptr + i) / tl.load(y_ptr + i))


@triton.jit
def exact_functions(x_ptr, y_ptr, div_ptr, sqrt_ptr, floor_ptr, ceil_ptr, fma_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(div_ptr + i, tl.div_rn(x, y))
    tl.store(sqrt_ptr + i, tl.sqrt_rn(x))
    tl.store(floor_ptr + i, tl.floor(y))
    tl.store(ceil_ptr + i, tl.ceil(y))
    tl.store(fma_ptr + i, tl.fma(x, y, x))


@triton.jit
def approximate_functions(x_ptr, exp_ptr, exp2_ptr, sqrt_ptr, rsqrt_ptr, sigmoid_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    tl.store(exp_ptr + i, tl.exp(x))
    tl.store(exp2_ptr + i, tl.exp2(x))
    tl.store(sqrt_ptr + i, tl.sqrt(x))
    tl.store(rsqrt_ptr + i, tl.rsqrt(x))
    tl.store(sigmoid_ptr + i, tl.sigmoid(x))


SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 1e-7, -1e-7, 65504.0, 6e-8, 0.1, 3.0]


def edges(rng, dtype):
    values = rng.standard_normal(N).astype(dtype)
    values[: len(SPECIAL)] = np.array(SPECIAL, dtype)
    return values


def fill(expected):
    return {name: np.full_like(a, 1) for name, a in expected.items()}


def case(name, kernel, args, expected, **more):
    return Case(name, kernel, (1,), {**args, **fill(expected)}, expected, dict(N=N), **more)


def bf16_case(name, kernel, x, y, **expected):
    """The same on bf16: arguments and results are bits."""
    bits = {k: Typed(to_bf16(v), "bf16") for k, v in expected.items()}
    outs = {k: Typed(np.full_like(b.bits, 1), "bf16") for k, b in bits.items()}
    args = dict(x_ptr=Typed(to_bf16(x), "bf16"), y_ptr=Typed(to_bf16(y), "bf16"), **outs)
    return Case(name, kernel, (1,), args, bits, dict(N=N))


def cases(rng):
    with np.errstate(all="ignore"):
        for dtype in (np.float16, np.float32, np.float64):
            name = np.dtype(dtype).name
            x, y = edges(rng, dtype), rng.permutation(edges(rng, dtype))
            pair = dict(x_ptr=x, y_ptr=y)
            yield case(f"arithmetic {name}", arithmetic, pair,
                       dict(add_ptr=x + y, sub_ptr=x - y, mul_ptr=x * y, neg_ptr=-x, abs_ptr=np.abs(x)))
            yield case(f"comparisons {name}", comparisons, pair,
                       dict(eq_ptr=x == y, ne_ptr=x != y, lt_ptr=x < y, le_ptr=x <= y, gt_ptr=x > y, ge_ptr=x >= y))
            # The order of -0 and +0 is unspecified: keep zeros of one sign.
            a, b = x + dtype(0), y + dtype(0)
            yield case(f"min and max {name}", min_max, dict(x_ptr=a, y_ptr=b),
                       dict(min_ptr=np.fmin(a, b), max_ptr=np.fmax(a, b), min_nan_ptr=np.minimum(a, b), max_nan_ptr=np.maximum(a, b)))
            # fp16 divides in fp32; the store rounds again.
            finite = np.where(np.isfinite(y) & (y != 0), y, dtype(1.5))
            quotient = (x.astype(np.float32) / finite.astype(np.float32) if dtype == np.float16 else x / finite).astype(dtype)
            rtol = {np.float16: 1e-3, np.float32: 3e-7, np.float64: 0}[dtype]
            yield case(f"division {name}", division, dict(x_ptr=x, y_ptr=finite), dict(out_ptr=quotient), rtol=rtol)

        x, y = from_bf16(to_bf16(edges(rng, np.float32))), from_bf16(to_bf16(rng.permutation(edges(rng, np.float32))))
        yield bf16_case("arithmetic bfloat16", arithmetic, x, y, add_ptr=x + y, sub_ptr=x - y, mul_ptr=x * y, neg_ptr=-x, abs_ptr=np.abs(x))

        x, y = edges(rng, np.float32), rng.permutation(edges(rng, np.float32))
        exact = (x.astype(np.float64) * y + x).astype(np.float32)
        yield case("exact functions float32", exact_functions, dict(x_ptr=x, y_ptr=y),
                   dict(div_ptr=x / y, sqrt_ptr=np.sqrt(x), floor_ptr=np.floor(y), ceil_ptr=np.ceil(y), fma_ptr=exact))
        for dtype, rtol in ((np.float32, 2e-6), (np.float64, 1e-13)):
            x = (rng.standard_normal(N) * 4).astype(dtype)
            yield case(f"approximate functions {np.dtype(dtype).name}", approximate_functions, dict(x_ptr=x),
                       dict(exp_ptr=np.exp(x), exp2_ptr=np.exp2(x), sqrt_ptr=np.sqrt(x), rsqrt_ptr=1 / np.sqrt(x),
                            sigmoid_ptr=1 / (1 + np.exp(-x))), rtol=rtol, atol=1e-37)
