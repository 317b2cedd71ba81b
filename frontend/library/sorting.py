# Sorting of `triton.language`: networks of comparisons between elements whose positions differ in one bit.
# Rows of builtins.def with the handler `sortingFunction` name these functions and repeat their parameters.
import triton
import triton.language as tl


@triton.jit
def flip(x, dim=None):
    rank: tl.constexpr = len(x.shape)
    axis: tl.constexpr = rank - 1 if dim is None else dim
    tl.static_assert(-rank <= axis and axis < rank, f"`flip` along dimension {dim} of a tile with {rank}")
    return tl._exchange(x, axis, x.shape[axis] - 1)


# ---- Keys ----


# Integers of 32 or 64 bits that compare like the elements and lead back to them, NaNs and zeros included: floats turn
# into their bits, of which those below the sign are flipped for negative ones.
@triton.jit
def _to_keys(x):
    bits: tl.constexpr = x.dtype.primitive_bitwidth
    if x.dtype.is_floating():
        word = _flip_negative(x.to(tl.get_int_dtype(bits, True), bitcast=True))
    else:
        word = x
    if bits >= 32:
        return word
    else:
        return word.to(tl.int32)


@triton.jit
def _from_keys(keys, dtype):
    if dtype.is_floating():
        word = keys.to(tl.get_int_dtype(dtype.primitive_bitwidth, True))
        return _flip_negative(word).to(dtype, bitcast=True)
    else:
        return keys.to(dtype)


@triton.jit
def _flip_negative(word):
    sign: tl.constexpr = word.dtype.primitive_bitwidth - 1
    return word ^ ((word >> sign) & ((1 << sign) - 1))


# ---- Networks ----


# Sorts runs of `size` elements along the last axis, each of which rises and then falls or the reverse: every other one
# in descending order, or all of them.
@triton.jit
def _merge(keys, size, descending):
    position = tl._positions(keys, -1)
    falls = ((position & size) != 0) != descending
    for step in tl.static_range(tl._log2(size)):
        keys = _order_pairs(keys, position, size >> (step + 1), falls)
    return keys


# Elements so far apart, the larger one behind the other unless the run falls.
@triton.jit
def _order_pairs(keys, position, distance, falls):
    other = tl._exchange(keys, -1, distance)
    takes_larger = ((position & distance) != 0) ^ falls
    return tl.where(takes_larger, tl.maximum(keys, other), tl.minimum(keys, other))


@triton.jit
def _sort_runs(keys, size, descending):
    for stage in tl.static_range(tl._log2(size)):
        keys = _merge(keys, 2 << stage, descending)
    return keys


@triton.jit
def _check_dim(x, dim, name):
    tl.static_assert(len(x.shape) > 0, f"`{name}` of a scalar; it takes a tile")
    tl.static_assert(dim is None or dim == -1 or dim == len(x.shape) - 1, f"`{name}` along dimension {dim}; it takes the last one")


@triton.jit
def sort(x, dim=None, descending=False):
    _check_dim(x, dim, "sort")
    return _from_keys(_sort_runs(_to_keys(x), x.shape[-1], descending), x.dtype)


@triton.jit
def bitonic_merge(x, dim=None, descending=False):
    _check_dim(x, dim, "bitonic_merge")
    return _from_keys(_merge(_to_keys(x), x.shape[-1], descending), x.dtype)


# Of two runs that are sorted in opposite directions, the larger ones of the pairs at equal positions are the largest of
# all, and rise and fall as `_merge` wants it.
@triton.jit
def _halve(keys, k, descending):
    pairs = tl.reshape(keys, (keys.numel // (2 * k), 2, k))
    best = tl.max(pairs, 1) if descending else tl.min(pairs, 1)
    return tl.reshape(best, keys.shape[:-1] + (keys.shape[-1] // 2,))


@triton.jit
def topk(x, k, dim=None, descending=True):
    _check_dim(x, dim, "topk")
    size: tl.constexpr = x.shape[-1]
    tl.static_assert(k > 0 and (k & (k - 1)) == 0 and k <= size, f"the {k} largest of {size}; it takes a power of two up to that")
    keys = _sort_runs(_to_keys(x), k, descending)
    for _ in tl.static_range(tl._log2(size // k)):
        keys = _merge(_halve(keys, k, descending), k, descending)
    best = _from_keys(keys, x.dtype)
    # The comparisons of a selection give 32 bits at least.
    if k == size or x.dtype.primitive_bitwidth >= 32:
        return best
    else:
        return best.to(tl.float32 if x.dtype.is_floating() else tl.int32)
