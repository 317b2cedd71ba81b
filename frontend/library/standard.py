# Functions of `triton.language` that the kernel language itself can express.
# A row of builtins.def with the handler `libraryFunction` names each of them and repeats its parameters.
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
