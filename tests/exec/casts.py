# RUN: exec-test %s
"""Conversions between all element types that numpy has, and to and from bf16 and fp8."""

import itertools

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, from_bf16, to_bf16

N = 256


@triton.jit
def convert(x_ptr, out_ptr, N: tl.constexpr):
    # A store casts to the type of the pointee.
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.load(x_ptr + i))


@triton.jit
def to_int1(x_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.load(x_ptr + i).to(tl.int1).to(tl.int32))


@triton.jit
def reinterpret(x_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.load(x_ptr + i).to(tl.int32, bitcast=True) + 1)


@triton.jit
def toward_zero(x_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.load(x_ptr + i).to(tl.float16, fp_downcast_rounding="rtz"))


INTS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)
FLOATS = (np.float16, np.float32, np.float64)


def values(rng, dtype):
    if dtype == np.bool_:
        return rng.integers(0, 2, N).astype(bool)
    if dtype in INTS:
        info = np.iinfo(dtype)
        x = rng.integers(info.min, info.max, N, dtype, endpoint=True)
        x[:3] = 0, info.min, info.max
        return x
    x = (rng.standard_normal(N) * 1000).astype(dtype)
    x[:6] = 0.0, -0.0, np.inf, -np.inf, np.nan, 0.3
    return x


def e4m3_values():
    """Every finite value of fp8e4nv by its bits 0..0x7e."""
    bits = np.arange(0x7F)
    exponent, mantissa = bits >> 3, bits & 7
    return np.where(exponent == 0, mantissa * 2.0**-9, (8 + mantissa) * 2.0 ** (exponent - 10.0))


def to_e4m3(x):
    """Rounds to nearest even with saturation; the result holds the bits."""
    table = e4m3_values()
    distance = np.abs(np.abs(x.astype(np.float64))[:, None].clip(0, 448) - table)
    best = distance.min(axis=1, keepdims=True)
    candidates = distance == best
    # Of two equally near values the one with even bits.
    even = candidates & (np.arange(table.size) % 2 == 0)
    bits = np.where(even.any(axis=1), even.argmax(axis=1), candidates.argmax(axis=1))
    bits = np.where(np.isnan(x), 0x7F, bits)
    return (bits | np.where(np.signbit(x), 0x80, 0)).astype(np.uint8)


def case(name, kernel, x, out, expected):
    return Case(name, kernel, (1,), dict(x_ptr=x, out_ptr=out), dict(out_ptr=expected), dict(N=N))


def cases(rng):
    with np.errstate(all="ignore"):
        for source, target in itertools.product((np.bool_, *INTS, *FLOATS), (*INTS, *FLOATS)):
            x = values(rng, source)
            if source in FLOATS and target in INTS:
                # Out of range is unspecified by the language.
                info = np.iinfo(target)
                top = {8: 100, 16: 30000}.get(info.bits, 1e4)
                x = np.nan_to_num(x, posinf=1, neginf=1).clip(max(info.min, -top), min(info.max, top)).astype(source)
            name = f"{np.dtype(source).name} to {np.dtype(target).name}"
            yield case(name, convert, x, np.full(N, 1, target), x.astype(target))
        for source in (*INTS, *FLOATS):
            x = values(rng, source)
            yield case(f"{np.dtype(source).name} to int1", to_int1, x, np.full(N, 7, np.int32), (x != 0).astype(np.int32))
        x = values(rng, np.float32)
        yield case("bits of float32", reinterpret, x, np.zeros(N, np.int32), x.view(np.int32) + np.int32(1))
        yield case("float32 to bfloat16", convert, x, Typed(np.full(N, 1, np.uint16), "bf16"), Typed(to_bf16(x), "bf16"))
        yield case("bfloat16 to float32", convert, Typed(to_bf16(x), "bf16"), np.full(N, 1, np.float32), from_bf16(to_bf16(x)))
        nearest = x.astype(np.float16)
        too_far = np.abs(nearest.astype(np.float32)) > np.abs(x)
        bits = nearest.view(np.uint16) - too_far.astype(np.uint16)
        yield case("float32 to float16 toward zero", toward_zero, x, np.full(N, 1, np.float16), bits.view(np.float16))
        x = np.concatenate([values(rng, np.float32)[:128], rng.standard_normal(N - 128).astype(np.float32)])
        yield case("float32 to fp8e4nv", convert, x, Typed(np.full(N, 1, np.uint8), "fp8e4nv"), Typed(to_e4m3(x), "fp8e4nv"))
        bits = np.arange(256).astype(np.uint8)
        table = np.append(e4m3_values(), np.nan).astype(np.float32)
        yield case("fp8e4nv to float32", convert, Typed(bits, "fp8e4nv"), np.full(N, 1, np.float32),
                   np.concatenate([table, -table]))
