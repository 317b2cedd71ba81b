# RUN: exec-test %s
"""Functions of libdevice, by name and behind `tl`: accuracy against numpy in double precision, and edges."""

import math

import numpy as np
import triton
import triton.language as tl
from triton.language.extra import libdevice

from harness import Case


@triton.jit
def through_tl(x_ptr, log_ptr, log2_ptr, sin_ptr, cos_ptr, erf_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    tl.store(log_ptr + i, tl.log(x))
    tl.store(log2_ptr + i, x.log2())
    tl.store(sin_ptr + i, tl.sin(x))
    tl.store(cos_ptr + i, tl.math.cos(x))
    tl.store(erf_ptr + i, tl.erf(x))


@triton.jit
def unary(x_ptr, out_ptr, N: tl.constexpr, NAME: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, getattr(libdevice, NAME)(tl.load(x_ptr + i)))


@triton.jit
def binary(x_ptr, y_ptr, out_ptr, N: tl.constexpr, NAME: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, getattr(tl.extra.cuda.libdevice, NAME)(tl.load(x_ptr + i), tl.load(y_ptr + i)))


# An operand may be a scalar or a number.
@triton.jit
def mixed(x_ptr, out_ptr, exponent, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    tl.store(out_ptr + i, libdevice.pow(x, 2.0) + libdevice.pow(x, exponent) + tl.math.tanh(0.0))
    tl.store(out_ptr + N, libdevice.fma(exponent, 3.0, 1.0))


def vectorized(function):
    return np.vectorize(function, otypes=[np.float64])


UNARY = {
    "tanh": (np.tanh, -3, 3), "exp": (np.exp, -10, 10), "log": (np.log, 0.01, 100), "asin": (np.arcsin, -1, 1),
    "acos": (np.arccos, -1, 1), "atan": (np.arctan, -9, 9), "tan": (np.tan, -1.4, 1.4), "sinh": (np.sinh, -4, 4),
    "cosh": (np.cosh, -4, 4), "log1p": (np.log1p, -0.9, 9), "expm1": (np.expm1, -3, 3), "log10": (np.log10, 0.01, 100),
    "cbrt": (np.cbrt, -8, 8), "rsqrt": (lambda x: 1 / np.sqrt(x), 0.01, 100), "sqrt": (np.sqrt, 0, 100),
    "erf": (vectorized(math.erf), -3, 3), "erfc": (vectorized(math.erfc), -3, 3), "lgamma": (vectorized(math.lgamma), 0.1, 20),
    "tgamma": (vectorized(math.gamma), 0.5, 9), "asinh": (np.arcsinh, -9, 9), "acosh": (np.arccosh, 1.1, 9),
    "atanh": (np.arctanh, -0.9, 0.9), "exp10": (lambda x: 10.0**x, -4, 4), "exp2": (np.exp2, -9, 9),
}
EXACT = {"floor": np.floor, "ceil": np.ceil, "trunc": np.trunc, "rint": np.rint, "nearbyint": np.rint, "abs": np.abs}
BINARY = {"pow": np.power, "atan2": np.arctan2, "hypot": np.hypot, "fmod": np.fmod, "copysign": np.copysign, "fdim": lambda x, y: np.maximum(x - y, 0)}


def cases(rng):
    for number, dtype in enumerate((np.float32, np.float64)):
        rtol, atol = ((2e-6, 1e-6), (1e-12, 1e-13))[number]
        x = rng.uniform(0.05, 30, 128).astype(dtype)
        wide = x.astype(np.float64)
        wants = dict(log_ptr=np.log(wide), log2_ptr=np.log2(wide), sin_ptr=np.sin(wide), cos_ptr=np.cos(wide), erf_ptr=UNARY["erf"][0](wide))
        yield Case(f"tl functions {np.dtype(dtype)}", through_tl, (1,), dict(x_ptr=x, **{k: np.zeros_like(x) for k in wants}),
                   {k: v.astype(dtype) for k, v in wants.items()}, dict(N=128), rtol=rtol, atol=atol)
        for name, (function, low, high) in UNARY.items():
            x = rng.uniform(low, high, 64).astype(dtype)
            yield Case(f"{name} {np.dtype(dtype)}", unary, (1,), dict(x_ptr=x, out_ptr=np.zeros_like(x)),
                       dict(out_ptr=function(x.astype(np.float64)).astype(dtype)), dict(N=64, NAME=repr(name)), 1, rtol=4 * rtol, atol=atol)
        # Arguments from which a long product with pi has to be subtracted.
        for name, function in (("sin", np.sin), ("cos", np.cos), ("tan", np.tan)):
            x = np.concatenate([rng.uniform(1e5, 1e6, 32), 10 ** rng.uniform(6, 36, 32)]).astype(dtype)
            yield Case(f"large {name} {np.dtype(dtype)}", unary, (1,), dict(x_ptr=x, out_ptr=np.zeros_like(x)),
                       dict(out_ptr=function(x.astype(np.float64)).astype(dtype)), dict(N=64, NAME=repr(name)), 1, rtol=4 * rtol, atol=atol)
        for name, function in EXACT.items():
            x = np.concatenate([rng.uniform(-9, 9, 60), [-0.0, 0.5, 1.5, -2.5]]).astype(dtype)
            yield Case(f"{name} {np.dtype(dtype)}", unary, (1,), dict(x_ptr=x, out_ptr=np.zeros_like(x)), dict(out_ptr=function(x)),
                       dict(N=64, NAME=repr(name)), 1)
        for name, function in BINARY.items():
            x, y = rng.uniform(0.1, 5, 64).astype(dtype), rng.uniform(-3, 3, 64).astype(dtype)
            yield Case(f"{name} {np.dtype(dtype)}", binary, (1,), dict(x_ptr=x, y_ptr=y, out_ptr=np.zeros_like(x)),
                       dict(out_ptr=function(x.astype(np.float64), y.astype(np.float64)).astype(dtype)), dict(N=64, NAME=repr(name)), 2,
                       rtol=4 * rtol, atol=4 * atol)
        x = np.array([1.0, -np.inf, np.nan, np.inf], dtype)
        for name, function in (("isnan", np.isnan), ("isinf", np.isinf)):
            yield Case(f"{name} {np.dtype(dtype)}", unary, (1,), dict(x_ptr=x, out_ptr=np.zeros(4, np.int8)),
                       dict(out_ptr=function(x).astype(np.int8)), dict(N=4, NAME=repr(name)), 1)
    x = rng.integers(-(2**31), 2**31, 64).astype(np.int32)
    ones = np.array([bin(v & 0xFFFFFFFF).count("1") for v in x.tolist()], np.int32)
    yield Case("popc", unary, (1,), dict(x_ptr=x, out_ptr=np.zeros(64, np.int32)), dict(out_ptr=ones), dict(N=64, NAME="'popc'"), 1)
    leading = np.array([32 - (v & 0xFFFFFFFF).bit_length() for v in x.tolist()], np.int32)
    yield Case("clz", unary, (1,), dict(x_ptr=x, out_ptr=np.zeros(64, np.int32)), dict(out_ptr=leading), dict(N=64, NAME="'clz'"), 1)
    y = rng.integers(0, 2**32, (2, 64)).astype(np.uint32)
    high = (y[0].astype(np.uint64) * y[1] >> np.uint64(32)).astype(np.uint32)
    yield Case("mulhi u32", binary, (1,), dict(x_ptr=y[0], y_ptr=y[1], out_ptr=np.zeros(64, np.uint32)), dict(out_ptr=high), dict(N=64, NAME="'mulhi'"), 1)
    z = rng.uniform(1, 2, 64).astype(np.float32)
    want = np.append(z.astype(np.float64) ** 2 + z.astype(np.float64) ** 1.5, 5.5).astype(np.float32)
    yield Case("mixed operands", mixed, (1,), dict(x_ptr=z, out_ptr=np.zeros(65, np.float32), exponent=1.5), dict(out_ptr=want), dict(N=64), rtol=4e-6)
