# `tl.dot_scaled`: a product of matrices in which groups of elements along the inner dimension share a scale.
# Rows of builtins.def with the handler `scaledFunction` name functions of this file and repeat their parameters.
import triton
import triton.language as tl


@triton.jit
def dot_scaled(lhs, lhs_scale, lhs_format, rhs, rhs_scale, rhs_format, acc=None, fast_math=False, lhs_k_pack=True,
               rhs_k_pack=True, out_dtype=None):
    rank: tl.constexpr = len(lhs.shape)
    tl.static_assert((rank == 2 or rank == 3) and len(rhs.shape) == rank, "`dot_scaled` takes two matrices, or two stacks of matrices")
    tl.static_assert(out_dtype is None or out_dtype == tl.float32, "`dot_scaled` gives fp32")
    tl.static_assert(lhs_k_pack or lhs_format == "e2m1", "only e2m1 is packed along another dimension than the inner one")
    tl.static_assert(rhs_k_pack or rhs_format == "e2m1", "only e2m1 is packed along another dimension than the inner one")
    # Of all formats the numbers times a power of two are numbers of bf16, but for fp16: those are numbers of tf32.
    dtype: tl.constexpr = tl.float32 if lhs_format == "fp16" or rhs_format == "fp16" else tl.bfloat16
    x = _elements(lhs, lhs_format, rank - 1 if lhs_k_pack else rank - 2, dtype)
    y = _elements(rhs, rhs_format, rank - 2 if rhs_k_pack else rank - 1, dtype)
    tl.static_assert(x.shape[rank - 1] == y.shape[rank - 2],
                     f"inner dimensions of `dot_scaled` differ: {x.shape[rank - 1]} and {y.shape[rank - 2]}")
    if lhs_scale is not None:
        x = _scaled(x, lhs_scale, rank - 1, fast_math)
    if rhs_scale is not None:
        y = _scaled(y, tl.trans(rhs_scale), rank - 2, fast_math)
    if acc is None:
        return tl.dot(x, y, input_precision="tf32")
    else:
        return tl.dot(x, y, acc, input_precision="tf32")


# ---- Elements ----


@triton.jit
def _elements(x, format, axis, dtype):
    if format == "e2m1":
        tl.static_assert(x.dtype == tl.uint8 or x.dtype == tl.int8, f"e2m1 in elements of {x.dtype}; two of it are a uint8")
        bits = x.to(tl.uint8, bitcast=True).to(tl.uint32 if dtype == tl.float32 else tl.uint16)
        return _interleaved(_of_e2m1(bits & 15, dtype), _of_e2m1(bits >> 4, dtype), axis)
    else:
        natural: tl.constexpr = _natural(format)
        tl.static_assert(natural is not None, f"format {format}; there are e2m1, e4m3, e5m2, bf16 and fp16")
        bits: tl.constexpr = tl.uint16 if natural.primitive_bitwidth == 16 else tl.uint8
        tl.static_assert(x.dtype == natural or x.dtype == bits, f"{format} in elements of {x.dtype}")
        return x.to(natural, bitcast=True).to(dtype)


@triton.constexpr_function
def _natural(format):
    if format == "e4m3":
        return tl.float8e4nv
    if format == "e5m2":
        return tl.float8e5
    if format == "bf16":
        return tl.bfloat16
    if format == "fp16":
        return tl.float16
    return None


# The fields of the 4 bits at the places where `dtype` has them. Its exponents have a larger bias, by 126.
@triton.jit
def _of_e2m1(bits, dtype):
    exponent: tl.constexpr = 22 if dtype == tl.float32 else 6
    sign: tl.constexpr = exponent + 6
    return (((bits & 7) << exponent) | ((bits & 8) << sign)).to(dtype, bitcast=True) * 2.0**126


# First elements and second ones in turn.
@triton.jit
def _interleaved(first, second, axis):
    rank: tl.constexpr = len(first.shape)
    shape: tl.constexpr = first.shape[:axis] + (2 * first.shape[axis],) + first.shape[axis + 1:]
    pairs = tl.join(first, second)
    if axis == rank - 1:
        return tl.reshape(pairs, shape)
    else:
        # Of a first factor packed along its rows, or a second one along its columns: only the last dimension is behind it.
        order: tl.constexpr = (0, 2, 1) if rank == 2 else (0, 1, 3, 2)
        return tl.reshape(tl.permute(pairs, order), shape)


# ---- Scales ----


@triton.jit
def _scaled(x, scale, axis, fast_math):
    groups: tl.constexpr = scale.shape[axis]
    size: tl.constexpr = x.shape[axis] // groups
    expected: tl.constexpr = x.shape[:axis] + (groups,) + x.shape[axis + 1:]
    tl.static_assert(scale.shape == expected and (size == 32 or size == 16),
                     f"scales of {scale.shape} for elements of {x.shape}; a scale is for 32 or 16 elements along dimension {axis}")
    factors = tl.expand_dims(_factors(scale, x.dtype, fast_math), axis + 1)
    spread = tl.broadcast_to(factors, x.shape[:axis] + (groups, size) + x.shape[axis + 1:])
    return x * tl.reshape(spread, x.shape)


@triton.jit
def _factors(scale, dtype, fast_math):
    if scale.dtype == tl.float8e4nv:
        return scale.to(dtype)
    else:
        tl.static_assert(scale.dtype == tl.uint8 or scale.dtype == tl.int8, f"scales of {scale.dtype}; there are uint8 and fp8e4nv")
        mantissa: tl.constexpr = 23 if dtype == tl.float32 else 7
        power = scale.to(tl.uint8, bitcast=True).to(tl.uint32 if dtype == tl.float32 else tl.uint16)
        # The smallest power, 2^-127, is subnormal.
        bits = tl.where(power == 0, 1 << (mantissa - 1), power << mantissa)
        if not fast_math:
            bits = tl.where(power == 255, 0x1FF << (mantissa - 1), bits)
        return bits.to(dtype, bitcast=True)
