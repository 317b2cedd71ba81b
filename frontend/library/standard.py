# Functions of `triton.language` that the kernel language itself can express.
# Rows of builtins.def with the handler `libraryFunction` name them and repeat their parameters.
import triton
import triton.language as tl


@triton.jit
def cdiv(x, div):
    return (x + (div - 1)) // div


@triton.jit
def sigmoid(x):
    return 1 / (1 + tl.exp(-x))


@triton.jit
def zeros_like(input):
    return tl.zeros(input.shape, input.dtype)


# Renumbers a row-major grid so that inside each band of `size_g` rows it runs down the columns.
@triton.jit
def swizzle2d(i, j, size_i, size_j, size_g):
    ij = i * size_j + j
    band_size = size_g * size_j
    band = ij // band_size
    first_row = band * size_g
    rows = tl.minimum(size_i - first_row, size_g)
    inside = ij % band_size
    return first_row + inside % rows, inside // rows


@triton.jit
def ravel(x, can_reorder=False):
    return tl.reshape(x, (x.numel,))


@triton.jit
def squeeze(x, dim):
    axis: tl.constexpr = dim + len(x.shape) if dim < 0 else dim
    tl.static_assert(x.shape[axis] == 1, f"dimension {dim} has size {x.shape[axis]}; only one of size 1 can go")
    return tl.reshape(x, x.shape[:axis] + x.shape[axis + 1:])


# a0, b0, a1, b1, ...
@triton.jit
def interleave(a, b):
    pairs = tl.join(a, b)
    if len(pairs.shape) == 1:
        return pairs
    else:
        return tl.reshape(pairs, pairs.shape[:-2] + (2 * pairs.shape[-2],))


# The new dimension of the pair moves in front of the one that grows, and merges with it.
@triton.jit
def cat(input, other, can_reorder=False, dim=0):
    rank: tl.constexpr = len(input.shape)
    axis: tl.constexpr = dim + rank if dim < 0 else dim
    order: tl.constexpr = _count(axis) + (rank,) + _count(rank)[axis:]
    shape: tl.constexpr = input.shape[:axis] + (2 * input.shape[axis],) + input.shape[axis + 1:]
    tl.static_assert(input.shape == other.shape, f"tiles of {input.shape} and {other.shape}; `cat` takes equal shapes")
    return tl.reshape(tl.permute(tl.join(input, other), order), shape)


@triton.constexpr_function
def _count(n):
    numbers = ()
    for i in range(n):
        numbers = numbers + (i,)
    return numbers


# The elements that the mask leaves out are zero; nothing here depends on it.
@triton.jit
def expect_zero(x, mask):
    return x
