# RUN: exec-test %s
"""Reductions: every function, class of types, axis and number of warps; edges of floats; combine functions of the user."""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, from_bf16, to_bf16


@triton.jit
def reduce_rows(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr, KEEP: tl.constexpr, OP: tl.constexpr):
    rows, cols = tl.arange(0, M), tl.arange(0, N)
    x = tl.load(x_ptr + rows[:, None] * N + cols[None, :])
    if OP == "sum":
        y = tl.sum(x, AXIS, keep_dims=KEEP)
    elif OP == "max":
        y = tl.max(x, AXIS, keep_dims=KEEP)
    elif OP == "min":
        y = x.min(AXIS, keep_dims=KEEP)
    elif OP == "xor":
        y = tl.xor_sum(x, AXIS, keep_dims=KEEP)
    elif OP == "or":
        y = tl.reduce_or(x, AXIS, keep_dims=KEEP)
    elif OP == "argmax":
        y = tl.argmax(x, AXIS, keep_dims=KEEP)
    else:
        y = tl.argmin(x, axis=AXIS, keep_dims=KEEP)
    if AXIS is None:
        if KEEP:
            tl.static_assert(y.shape == (1, 1))
            y = y.item()
        tl.store(out_ptr, y)
    else:
        LENGTH: tl.constexpr = N if AXIS == 0 else M
        if KEEP:
            tl.static_assert(y.numel == LENGTH and len(y.shape) == 2)
            y = tl.reshape(y, (LENGTH,))
        tl.store(out_ptr + tl.arange(0, LENGTH), y)


@triton.jit
def max_with_index(x_ptr, value_ptr, index_ptr, N: tl.constexpr, LARGEST: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, N))
    if LARGEST:
        value, index = tl.max(x, 0, return_indices=True)
    else:
        value, index = tl.min(x, 0, return_indices=True)
    tl.store(value_ptr, value)
    tl.store(index_ptr, index)


@triton.jit
def welford(mean_a, m2_a, count_a, mean_b, m2_b, count_b):
    count = count_a + count_b
    delta = mean_b - mean_a
    share = count_b / count
    return mean_a + delta * share, m2_a + m2_b + delta * delta * count_a * share, count


@triton.jit
def variance(x_ptr, mean_ptr, var_ptr, M: tl.constexpr, N: tl.constexpr):
    rows, cols = tl.arange(0, M), tl.arange(0, N)
    x = tl.load(x_ptr + rows[:, None] * N + cols[None, :])
    mean, m2, count = tl.reduce((x, tl.zeros_like(x), tl.full((M, N), 1.0, tl.float32)), 1, welford)
    tl.store(mean_ptr + rows, mean)
    tl.store(var_ptr + rows, m2 / count)


# A branch in a combine function becomes a selection.
@triton.jit
def longest(a, b):
    if tl.abs(a) > tl.abs(b):
        result = a
    else:
        result = b
    return result


@triton.jit
def reduce_longest(x_ptr, out_ptr, N: tl.constexpr):
    tl.store(out_ptr, tl.load(x_ptr + tl.arange(0, N)).reduce(0, longest))


@triton.jit
def sum_types(x_ptr, out_ptr, N: tl.constexpr, DTYPE: tl.constexpr):
    tl.store(out_ptr, tl.sum(tl.load(x_ptr + tl.arange(0, N)), dtype=DTYPE))


# A tile with one value everywhere, and reductions in a row.
@triton.jit
def uniform(out_ptr, value):
    tile = tl.full((8, 16), value, tl.int32)
    tl.store(out_ptr, tl.sum(tile))
    tl.store(out_ptr + 1, tl.max(tl.sum(tile, 0), 0))
    tl.store(out_ptr + 2, tl.argmax(tile, 1).sum(0))
    tl.store(out_ptr + 3, tl.sum(tile[None, :, :], 2).max())


@triton.jit
def softmax_rows(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    offsets = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    tl.store(out_ptr + offsets, tl.softmax(tl.load(x_ptr + offsets), dim=1))


TYPES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64")
SHAPES = ((1, 1, 4), (1, 64, 1), (64, 1, 2), (16, 32, 4), (4, 256, 8), (128, 8, 8))


def random_tile(rng, dtype, shape):
    if np.dtype(dtype).kind == "f":
        # Halves of small integers: every order of summation is exact.
        return (rng.integers(-16, 17, shape) / 2).astype(dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, shape, dtype, endpoint=True)


def one_decides(rng, op, dtype, shape, axis, place):
    """A tile in which the first or the last element along the axis is the result, so that none can get lost on the way."""
    low, high = rng.integers(0, 50, shape), rng.integers(51, 101, shape)
    others, winners = (high, low) if op.endswith("min") else (low, high)
    x = np.zeros_like(others) if op == "or" else others
    at = {0: np.s_[place, :], 1: np.s_[:, place], None: np.s_[place, place]}[axis]
    x[at] = winners[at]
    return x.astype(dtype)


def expected(op, x, axis):
    kind, width = x.dtype.kind, x.dtype.itemsize
    wide = {"f": np.float32, "i": np.int32, "u": np.int32}[kind] if width < 4 else x.dtype
    if op == "sum":
        total = x.dtype if kind == "f" or width >= 4 else (np.int32 if kind == "i" else np.uint32)
        return np.sum(x.astype(total), axis=axis, dtype=total)
    return {"max": lambda: x.max(axis).astype(wide), "min": lambda: x.min(axis).astype(wide),
            "xor": lambda: np.bitwise_xor.reduce(x, axis=axis), "or": lambda: np.bitwise_or.reduce(x, axis=axis),
            "argmax": lambda: x.argmax(axis).astype(np.int32), "argmin": lambda: x.argmin(axis).astype(np.int32)}[op]()


def row_cases(rng):
    for number, dtype in enumerate(TYPES):
        ops = ["sum", "max", "min", "argmax", "argmin"] + ([] if dtype.startswith("float") else ["xor", "or"])
        for index, op in enumerate(ops):
            m, n, warps = SHAPES[(number + index) % len(SHAPES)]
            for axis in (0, 1) if op.startswith("arg") else (0, 1, None):
                keep = bool((index + number + (axis or 0)) % 2)
                tiles = {"": random_tile(rng, dtype, (m, n))}
                if op in ("sum", "xor"):
                    tiles[", again"] = random_tile(rng, dtype, (m, n))
                else:
                    tiles[", last decides"] = one_decides(rng, op, dtype, (m, n), axis, -1)
                    tiles[", first decides"] = one_decides(rng, op, dtype, (m, n), axis, 0)
                for what, x in tiles.items():
                    want = np.atleast_1d(expected(op, x, axis))
                    yield Case(f"{op} {dtype} {m}x{n} axis {axis} keep {keep} warps {warps}{what}", reduce_rows, (1,),
                               dict(x_ptr=x, out_ptr=np.zeros_like(want)), dict(out_ptr=want),
                               dict(M=m, N=n, AXIS=axis, KEEP=keep, OP=repr(op)), warps)


def edge_cases():
    inf, nan = np.inf, np.nan
    rows = {
        "infinities": [inf, -inf, 1.0, -1.0],
        "a NaN loses": [nan, 3.0, nan, -2.0],
        "only NaNs": [nan, nan, nan, nan],
        "negative": [-5.0, -4.0, -3.0, -inf],
    }
    for name, values in rows.items():
        x = np.array(values, np.float32)
        for op, function in (("max", np.fmax), ("min", np.fmin)):
            want = np.array([function.reduce(x)], np.float32)
            yield Case(f"{op} of {name}", reduce_rows, (1,), dict(x_ptr=x, out_ptr=np.zeros(1, np.float32)),
                       dict(out_ptr=want), dict(M=1, N=4, AXIS=None, KEEP=False, OP=repr(op)), 1)
    x = np.array([inf, 1.0, -inf, 2.0], np.float32)
    yield Case("sum of opposite infinities", reduce_rows, (1,), dict(x_ptr=x, out_ptr=np.zeros(1, np.float32)),
               dict(out_ptr=np.array([nan], np.float32)), dict(M=1, N=4, AXIS=None, KEEP=False, OP="'sum'"), 1)
    x = np.array([-0.0, -0.0], np.float32)
    yield Case("sum of negative zeros", reduce_rows, (1,), dict(x_ptr=x, out_ptr=np.ones(1, np.float32)),
               dict(out_ptr=np.array([-0.0], np.float32)), dict(M=1, N=2, AXIS=None, KEEP=False, OP="'sum'"), 1)


def cases(rng):
    yield from row_cases(rng)
    yield from edge_cases()
    for warps in (1, 2, 4, 8):
        many = rng.integers(-3, 4, 512).astype(np.float32)
        last = [np.append(many[1:], np.float32(end)) for end in (-9, 9)]
        for largest, what, x in ((w, n, (many, last[w])[k]) for w in (True, False) for k, n in enumerate(("first of equal values", "the last one"))):
            index = x.argmax() if largest else x.argmin()
            yield Case(f"{what}, largest {largest}, warps {warps}", max_with_index, (1,),
                       dict(x_ptr=x, value_ptr=np.zeros(1, np.float32), index_ptr=np.zeros(1, np.int32)),
                       dict(value_ptr=x[index : index + 1], index_ptr=np.array([index], np.int32)),
                       dict(N=512, LARGEST=largest), warps)
        y = rng.standard_normal((16, 64)).astype(np.float32)
        yield Case(f"variance, warps {warps}", variance, (1,),
                   dict(x_ptr=y, mean_ptr=np.zeros(16, np.float32), var_ptr=np.zeros(16, np.float32)),
                   dict(mean_ptr=y.mean(1), var_ptr=y.var(1)), dict(M=16, N=64), warps, rtol=1e-5, atol=1e-6)
        z = rng.permutation(np.arange(-100, 156)).astype(np.float32)
        longest = int(z.argmax())
        for place in (longest, 0, 255):
            at = np.roll(z, place - longest)
            yield Case(f"combine with a branch, at {place}, warps {warps}", reduce_longest, (1,), dict(x_ptr=at, out_ptr=np.zeros(1, np.float32)),
                       dict(out_ptr=np.array([155], np.float32)), dict(N=256), warps)
        yield Case(f"softmax, warps {warps}", softmax_rows, (1,), dict(x_ptr=y, out_ptr=np.zeros_like(y)),
                   dict(out_ptr=np.exp(y) / np.exp(y).sum(1, keepdims=True)), dict(M=16, N=64), warps, rtol=2e-6)
    small = rng.integers(-100, 100, 64).astype(np.int8)
    for dtype, numpy_type in (("tl.int64", np.int64), ("tl.float32", np.float32), ("tl.int8", np.int8)):
        yield Case(f"sum in {dtype}", sum_types, (1,), dict(x_ptr=small, out_ptr=np.zeros(1, numpy_type)),
                   dict(out_ptr=np.array([small.astype(numpy_type).sum(dtype=numpy_type)])), dict(N=64, DTYPE=dtype), 1)
    bf16 = to_bf16(rng.integers(-8, 8, (4, 32)))
    yield Case("max of bf16 is fp32", reduce_rows, (1,), dict(x_ptr=Typed(bf16, "bf16"), out_ptr=np.zeros(4, np.float32)),
               dict(out_ptr=from_bf16(bf16).max(1)), dict(M=4, N=32, AXIS=1, KEEP=False, OP="'max'"), 4)
    yield Case("sum of bf16 is bf16", reduce_rows, (1,),
               dict(x_ptr=Typed(bf16, "bf16"), out_ptr=Typed(np.zeros(4, np.uint16), "bf16")),
               dict(out_ptr=Typed(to_bf16(from_bf16(bf16).sum(1)), "bf16")), dict(M=4, N=32, AXIS=1, KEEP=False, OP="'sum'"), 4)
    yield Case("uniform tiles", uniform, (1,), dict(out_ptr=np.zeros(4, np.int32), value=7),
               dict(out_ptr=np.array([896, 56, 0, 112], np.int32)), {}, 4)
