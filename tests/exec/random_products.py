# RUN: exec-test %s
"""Products of random shapes, strides, element types and tiles, by the kernel that everybody writes: edges masked, a loop over K.

`harness.py --device cuda --large --repeat 2 --seed N` runs the same cases in larger sizes, twice: see bench/gpu_visit.sh.
"""

import numpy as np
import triton
import triton.language as tl

import harness
from harness import Case, Typed, from_bf16, to_bf16

TARGETS = ["cuda:80", "cuda:90"]
COUNT = 33


@triton.jit
def product(a, b, out, M, N, K, a_m, a_k, b_k, b_n, out_m, out_n, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
            STAGES: tl.constexpr, PRECISION: tl.constexpr):
    m = tl.program_id(0) * BM + tl.arange(0, BM)
    n = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), tl.int32 if a.dtype.element_ty == tl.int8 else tl.float32)
    for start in tl.range(0, K, BK, num_stages=STAGES):
        k = start + tl.arange(0, BK)
        x = tl.load(a + m[:, None] * a_m + k[None, :] * a_k, mask=(m[:, None] < M) & (k[None, :] < K), other=0.0)
        y = tl.load(b + k[:, None] * b_k + n[None, :] * b_n, mask=(k[:, None] < K) & (n[None, :] < N), other=0.0)
        acc = tl.dot(x, y, acc, input_precision=PRECISION)
    tl.store(out + m[:, None] * out_m + n[None, :] * out_n, acc, mask=(m[:, None] < M) & (n[None, :] < N))


def fp8_values(exponent_bits, bias):
    """The numbers of all 256 patterns; those that are no numbers are 0."""
    bits = np.arange(256)
    mantissa_bits = 7 - exponent_bits
    exponent, mantissa = (bits & 0x7F) >> mantissa_bits, bits & ((1 << mantissa_bits) - 1)
    fraction = mantissa / (1 << mantissa_bits)
    values = np.where(exponent == 0, np.ldexp(fraction, 1 - bias), np.ldexp(1 + fraction, exponent - bias))
    limit = 448 if exponent_bits == 4 else 57344
    return np.where(bits & 0x80, -1, 1) * np.where(values > limit, 0, values)


def fp8(rng, shape, dtype, exponent_bits, bias):
    values = fp8_values(exponent_bits, bias)
    usable = np.flatnonzero((np.abs(values) <= 4) & (values != 0)).astype(np.uint8)
    bits = rng.choice(usable, shape)
    return Typed(bits, dtype), values[bits]


# Of each type: an argument and its numbers, and the relative error of a product and of a sum on the matrix units. Sums of
# products of 8-bit floats keep 13 bits on sm_90.
def _float(dtype):
    def make(rng, shape):
        values = rng.standard_normal(shape).astype(dtype)
        return values, values.astype(np.float64)

    return make


def _bf16(rng, shape):
    bits = to_bf16(rng.standard_normal(shape))
    return Typed(bits, "bf16"), from_bf16(bits).astype(np.float64)


def _int8(rng, shape):
    values = rng.integers(-128, 128, shape, np.int8)
    return values, values.astype(np.int64)


TYPES = {
    "fp16": (_float(np.float16), "tf32", 0, 2.0**-22),
    "bf16": (_bf16, "tf32", 0, 2.0**-22),
    "fp8e4nv": (lambda rng, shape: fp8(rng, shape, "fp8e4nv", 4, 7), "tf32", 0, 2.0**-13),
    "fp8e5": (lambda rng, shape: fp8(rng, shape, "fp8e5", 5, 15), "tf32", 0, 2.0**-13),
    "tf32": (_float(np.float32), "tf32", 2.0**-10, 2.0**-22),
    "tf32x3": (_float(np.float32), "tf32x3", 2.0**-20, 2.0**-21),
    "ieee": (_float(np.float32), "ieee", 0, 2.0**-22),
    "int8": (_int8, "tf32", 0, 0),
}


def placed(rng, argument):
    """The array by rows or by columns in a larger one, and its strides."""
    bits = argument.bits if isinstance(argument, Typed) else argument
    by_columns = bool(rng.integers(2))
    across = bits.T if by_columns else bits
    pad = int(rng.choice([0, 0, 8, 16, 3]))
    padded = np.zeros((across.shape[0], across.shape[1] + pad), bits.dtype)
    padded[:, : across.shape[1]] = across
    strides = (padded.shape[1], 1)
    array = Typed(padded, argument.dtype) if isinstance(argument, Typed) else padded
    return array, (strides[::-1] if by_columns else strides)


def cases(rng):
    scale = 10 if harness.LARGE else 1
    for _ in range(COUNT):
        name = str(rng.choice(list(TYPES)))
        make, precision, of_product, of_sum = TYPES[name]
        is_wide = name in ("tf32", "tf32x3", "ieee")
        block_m, block_n = (int(rng.choice([16, 32, 64] if is_wide else [16, 32, 64, 128])) for _ in range(2))
        block_k = int(rng.choice([16, 32] if is_wide else [32, 64]))
        warps, stages = int(rng.choice([4, 8])), int(rng.integers(1, 5))
        m, n, k = (int(rng.integers(1, 1 + limit * scale)) for limit in (70, 70, 100))
        if rng.integers(2):  # as sizes are in practice
            m, n, k = (-(-size // 16) * 16 for size in (m, n, k))
        a, x = make(rng, (m, k))
        b, y = make(rng, (k, n))
        (a, a_strides), (b, b_strides) = placed(rng, a), placed(rng, b)
        exact = x @ y
        out_type = np.int32 if name == "int8" else np.float32
        out, out_strides = placed(rng, np.zeros((m, n), out_type))
        expected = out.copy()
        np.lib.stride_tricks.as_strided(expected, (m, n), [s * expected.itemsize for s in out_strides])[:] = exact
        bound = float((np.abs(x) @ np.abs(y)).max()) * (of_product + of_sum * k**0.5)
        grid = (-(-m // block_m), -(-n // block_n))
        yield Case(f"{name} {m}x{n}x{k} by {block_m}x{block_n}x{block_k}, {warps} warps, {stages} stages", product, grid,
                   dict(a=a, b=b, out=out, M=m, N=n, K=k, a_m=a_strides[0], a_k=a_strides[1], b_k=b_strides[0], b_n=b_strides[1],
                        out_m=out_strides[0], out_n=out_strides[1]),
                   dict(out=expected), dict(BM=block_m, BN=block_n, BK=block_k, STAGES=stages, PRECISION=repr(precision)), warps, atol=bound,
                   # A thread loads 64 elements of each factor one by one: Triton's code spills 328 bytes there, ours 120.
                   may_spill=block_m * block_n == 128 * 128 and warps == 4)
