# Reductions and scans of `triton.language` on top of `tl.reduce` and `tl.associative_scan`.
# Rows of builtins.def with the handler `reductionFunction` name them and repeat their parameters.
import triton
import triton.language as tl


# ---- What is done with two elements ----


@triton.jit
def _sum_of(a, b):
    return a + b


@triton.jit
def _product_of(a, b):
    return a * b


@triton.jit
def _xor_of(a, b):
    return a ^ b


@triton.jit
def _or_of(a, b):
    return a | b


@triton.jit
def _larger_of(a, b):
    return tl.maximum(a, b)


@triton.jit
def _smaller_of(a, b):
    return tl.minimum(a, b)


# With their positions. A NaN compares false with everything. Of equal values the first or any one wins.


@triton.jit
def _larger_first(a, i, b, j):
    keeps = (a > b) | ((a == b) & (i < j))
    return tl.where(keeps, a, b), tl.where(keeps, i, j)


@triton.jit
def _larger_any(a, i, b, j):
    keeps = a > b
    return tl.where(keeps, a, b), tl.where(keeps, i, j)


@triton.jit
def _smaller_first(a, i, b, j):
    keeps = (a < b) | ((a == b) & (i < j))
    return tl.where(keeps, a, b), tl.where(keeps, i, j)


@triton.jit
def _smaller_any(a, i, b, j):
    keeps = a < b
    return tl.where(keeps, a, b), tl.where(keeps, i, j)


# ---- Which type it is done in ----


# Integers below 32 bits grow to 32 with their signedness.
@triton.jit
def _for_sums(x):
    if x.dtype.is_int() and x.dtype.primitive_bitwidth < 32:
        return x.to(tl.int32 if x.dtype.is_int_signed() else tl.uint32)
    else:
        return x


@triton.jit
def _for_scans(x):
    return x.to(tl.float32) if x.dtype.is_bf16() else x


# The result of an extreme has 32 bits at least.
@triton.jit
def _for_extremes(x):
    if x.dtype.primitive_bitwidth >= 32:
        return x
    else:
        return x.to(tl.float32 if x.dtype.is_floating() else tl.int32)


# ---- Reductions ----


@triton.jit
def sum(input, axis=None, keep_dims=False, dtype=None):
    x = _for_sums(input) if dtype is None else input.to(dtype)
    return tl.reduce(x, axis, _sum_of, keep_dims)


@triton.jit
def xor_sum(input, axis=None, keep_dims=False):
    tl.static_assert(input.dtype.is_int(), f"`xor_sum` of {input.dtype}; it takes integers")
    return tl.reduce(input, axis, _xor_of, keep_dims)


@triton.jit
def reduce_or(input, axis, keep_dims=False):
    tl.static_assert(input.dtype.is_int(), f"`reduce_or` of {input.dtype}; it takes integers")
    return tl.reduce(input, axis, _or_of, keep_dims)


@triton.jit
def _with_position(input, axis, keep_dims, combine):
    return tl.reduce((_for_scans(input), tl._positions(input, axis)), axis, combine, keep_dims)


@triton.jit
def max(input, axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False):
    if not return_indices:
        return tl.reduce(_for_extremes(input), axis, _larger_of, keep_dims)
    else:
        return _with_position(input, axis, keep_dims, _larger_first if return_indices_tie_break_left else _larger_any)


@triton.jit
def min(input, axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False):
    if not return_indices:
        return tl.reduce(_for_extremes(input), axis, _smaller_of, keep_dims)
    else:
        return _with_position(input, axis, keep_dims, _smaller_first if return_indices_tie_break_left else _smaller_any)


@triton.jit
def argmax(input, axis, tie_break_left=True, keep_dims=False):
    return _with_position(input, axis, keep_dims, _larger_first if tie_break_left else _larger_any)[1]


@triton.jit
def argmin(input, axis, tie_break_left=True, keep_dims=False):
    return _with_position(input, axis, keep_dims, _smaller_first if tie_break_left else _smaller_any)[1]


# The rows must stay aligned with their elements inside, so that `keep_dims` has nothing left to decide.
@triton.jit
def softmax(x, dim=None, keep_dims=False, ieee_rounding=False):
    axis: tl.constexpr = 0 if dim is None else dim
    powers = tl.exp(x - tl.max(x, axis, keep_dims=True))
    return tl.fdiv(powers, tl.sum(powers, axis, keep_dims=True), ieee_rounding)


# ---- Scans ----


@triton.jit
def cumsum(input, axis=0, reverse=False, dtype=None):
    x = _for_sums(_for_scans(input)) if dtype is None else input.to(dtype)
    return tl.associative_scan(x, axis, _sum_of, reverse)


@triton.jit
def cumprod(input, axis=0, reverse=False):
    return tl.associative_scan(_for_scans(input), axis, _product_of, reverse)
