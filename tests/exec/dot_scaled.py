# RUN: exec-test %s
"""Products whose elements share scales in groups: every format, with scales and without."""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, from_bf16, to_bf16

TARGETS = ["cuda:80", "cuda:90"]


@triton.jit
def product(a, a_scale, b, b_scale, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, A_FORMAT: tl.constexpr, B_FORMAT: tl.constexpr,
            A_SIZE: tl.constexpr, B_SIZE: tl.constexpr, A_ROWS: tl.constexpr, A_COLS: tl.constexpr, B_ROWS: tl.constexpr, B_COLS: tl.constexpr,
            A_PACK: tl.constexpr, B_PACK: tl.constexpr, FAST: tl.constexpr, ADDS: tl.constexpr):
    m, n = tl.arange(0, M), tl.arange(0, N)
    x = tl.load(a + tl.arange(0, A_ROWS)[:, None] * A_COLS + tl.arange(0, A_COLS)[None, :])
    y = tl.load(b + tl.arange(0, B_ROWS)[:, None] * B_COLS + tl.arange(0, B_COLS)[None, :])
    xs = None
    ys = None
    if A_SIZE > 0:
        xs = tl.load(a_scale + m[:, None] * (K // A_SIZE) + tl.arange(0, K // A_SIZE)[None, :])
    if B_SIZE > 0:
        ys = tl.load(b_scale + n[:, None] * (K // B_SIZE) + tl.arange(0, K // B_SIZE)[None, :])
    if ADDS:
        acc = tl.full((M, N), 1.0, tl.float32)
        acc = tl.dot_scaled(x, xs, A_FORMAT, y, ys, B_FORMAT, acc=acc, fast_math=FAST, lhs_k_pack=A_PACK, rhs_k_pack=B_PACK)
    else:
        acc = tl.dot_scaled(x, xs, A_FORMAT, y, ys, B_FORMAT, fast_math=FAST, lhs_k_pack=A_PACK, rhs_k_pack=B_PACK, out_dtype=tl.float32)
    tl.store(out + m[:, None] * N + n[None, :], acc)


@triton.jit
def stacked(a, a_scale, b, b_scale, out, S: tl.constexpr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    s, m, n, g = tl.arange(0, S)[:, None, None], tl.arange(0, M), tl.arange(0, N), tl.arange(0, K // 32)[None, None, :]
    half = tl.arange(0, K // 2)
    x = tl.load(a + s * (M * K // 2) + m[None, :, None] * (K // 2) + half[None, None, :])
    y = tl.load(b + s * (K // 2 * N) + half[None, :, None] * N + n[None, None, :])
    xs = tl.load(a_scale + s * (M * K // 32) + m[None, :, None] * (K // 32) + g)
    ys = tl.load(b_scale + s * (N * K // 32) + n[None, :, None] * (K // 32) + g)
    tl.store(out + s * (M * N) + m[None, :, None] * N + n[None, None, :], tl.dot_scaled(x, xs, "e2m1", y, ys, "e2m1"))


E2M1 = np.array([0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6], np.float32)


def of_fp8(exponent_bits, mantissa_bits, bias):
    """The value of each of the 256 encodings; those that are not finite are NaN here and not used."""
    values = []
    for code in range(256):
        exponent, mantissa = code >> mantissa_bits & ((1 << exponent_bits) - 1), code & ((1 << mantissa_bits) - 1)
        fraction = mantissa / (1 << mantissa_bits) + (exponent > 0)
        values.append((-1.0 if code & 128 else 1.0) * fraction * 2.0**(max(exponent, 1) - bias))
    return np.array(values, np.float32)


E4M3, E5M2 = of_fp8(4, 3, 7), of_fp8(5, 2, 15)


def pick(rng, table, shape):
    """Encodings of few small values, so that sums are exact."""
    codes = np.flatnonzero(np.isin(np.abs(table), [0, 0.5, 1, 1.5, 2, 3]))
    bits = rng.choice(codes, shape).astype(np.uint8)
    return bits, table[bits]


def pack(codes, axis):
    """Two of 4 bits in a byte, the first one below."""
    first, second = codes.take(range(0, codes.shape[axis], 2), axis), codes.take(range(1, codes.shape[axis], 2), axis)
    return (first | second << 4).astype(np.uint8)


def matrix(rng, shape, kind, axis):
    """An argument and the values that it stands for; `axis` is the one that 4-bit elements are packed along."""
    if kind == "e2m1":
        codes = rng.integers(0, 16, shape).astype(np.uint8)
        return pack(codes, axis), E2M1[codes], kind
    if kind in ("e4m3", "e5m2", "e4m3 bits"):
        bits, values = pick(rng, E5M2 if kind == "e5m2" else E4M3, shape)
        return bits if kind.endswith("bits") else Typed(bits, "fp8e4nv" if kind == "e4m3" else "fp8e5"), values, kind[:4]
    values = rng.integers(-4, 5, shape).astype(np.float32)
    if kind == "bf16":
        return Typed(to_bf16(values), "bf16"), values, kind
    return (to_bf16(values), values, "bf16") if kind == "bf16 bits" else (values.astype(np.float16), values, kind)


def scales(rng, rows, k, size, kind):
    """An argument and the factor of each element."""
    if not size:
        return np.zeros(1, np.uint8), np.ones((rows, k), np.float32)
    if kind == "e4m3":
        bits, values = pick(rng, E4M3, (rows, k // size))
        return Typed(bits, "fp8e4nv"), np.repeat(values, size, 1)
    bits = rng.integers(124, 131, (rows, k // size)).astype(np.uint8)
    return bits, np.repeat(2.0**(bits.astype(np.float32) - 127), size, 1).astype(np.float32)


def case(rng, name, m, n, k, kinds, sizes, packs=(True, True), fast=False, adds=False, scale_kind="e8m0", warps=4):
    a, x, a_format = matrix(rng, (m, k), kinds[0], 1 if packs[0] else 0)
    b, y, b_format = matrix(rng, (k, n), kinds[1], 0 if packs[1] else 1)
    a_scale, xs = scales(rng, m, k, sizes[0], scale_kind)
    b_scale, ys = scales(rng, n, k, sizes[1], scale_kind)
    wanted = (x * xs) @ (y * ys.T) + adds
    shapes = [getattr(v, "bits", v).shape for v in (a, b)]
    return Case(name, product, (1,), dict(a=a, a_scale=a_scale, b=b, b_scale=b_scale, out=np.zeros((m, n), np.float32)), dict(out=wanted.astype(np.float32)),
                dict(M=m, N=n, K=k, A_FORMAT=repr(a_format), B_FORMAT=repr(b_format), A_SIZE=sizes[0], B_SIZE=sizes[1], A_ROWS=shapes[0][0], A_COLS=shapes[0][1],
                     B_ROWS=shapes[1][0], B_COLS=shapes[1][1], A_PACK=packs[0], B_PACK=packs[1], FAST=fast, ADDS=adds), warps)


def cases(rng):
    kinds = ["e2m1", "e4m3", "e5m2", "bf16", "fp16"]
    for first in kinds:
        for second in kinds:
            yield case(rng, f"{first} and {second}", 32, 32, 64, (first, second), (32, 32))
    for kind in ("e2m1", "e4m3 bits", "bf16 bits", "fp16"):
        for sizes in ((0, 0), (32, 0), (0, 32), (16, 16)):
            yield case(rng, f"{kind}, scales for {sizes}", 32, 64, 64, (kind, kind), sizes, adds=sizes == (16, 16))
    for packs in ((False, True), (True, False), (False, False)):
        yield case(rng, f"packed {packs}", 32, 64, 128, ("e2m1", "e2m1"), (32, 32), packs)
    yield case(rng, "scales of e4m3", 32, 32, 64, ("e2m1", "e2m1"), (16, 16), scale_kind="e4m3")
    yield case(rng, "fast", 128, 128, 64, ("e4m3", "e2m1"), (32, 32), fast=True, warps=8)
    # The ends of what a scale can be: 2^-127 and NaN.
    ends = case(rng, "ends", 32, 32, 64, ("e5m2", "bf16"), (32, 0))
    bits = np.full((32, 2), 127, np.uint8)
    bits[3, 0], bits[5, 1], bits[7], bits[9, 0] = 255, 255, 0, 1
    x, y = E5M2[ends.args["a"].bits], from_bf16(ends.args["b"].bits)
    factors = np.where(bits == 255, np.nan, 2.0**(bits.astype(np.float64) - 127))
    ends.args["a_scale"], ends.expect["out"] = bits, ((x * np.repeat(factors, 32, 1)) @ y).astype(np.float32)
    yield ends
    a, b = rng.integers(0, 256, (2, 32, 32)).astype(np.uint8), rng.integers(0, 256, (2, 32, 32)).astype(np.uint8)
    (xs, fx), (ys, fy) = scales(rng, 64, 64, 32, "e8m0"), scales(rng, 64, 64, 32, "e8m0")
    x = np.stack([E2M1[a & 15], E2M1[a >> 4]], -1).reshape(2, 32, 64) * fx.reshape(2, 32, 64)
    y = np.stack([E2M1[b & 15], E2M1[b >> 4]], 2).reshape(2, 64, 32) * fy.reshape(2, 32, 64).transpose(0, 2, 1)
    yield Case("stacked", stacked, (1,), dict(a=a, a_scale=xs.reshape(2, 32, 2), b=b, b_scale=ys.reshape(2, 32, 2), out=np.zeros((2, 32, 32), np.float32)),
               dict(out=x @ y), dict(S=2, M=32, N=32, K=64))
