# RUN: exec-test %s
"""Sorting: `sort`, `topk`, `bitonic_merge` and `flip` of every type, along rows within threads, warps and programs."""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, from_bf16, to_bf16


@triton.jit
def rows(x_ptr, M: tl.constexpr, N: tl.constexpr):
    return tl.load(x_ptr + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])


@triton.jit
def store_rows(out_ptr, x):
    M: tl.constexpr = x.shape[0]
    N: tl.constexpr = x.shape[1]
    tl.store(out_ptr + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :], x)


@triton.jit
def sort_line(x_ptr, out_ptr, N: tl.constexpr, DESCENDING: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.sort(tl.load(x_ptr + i), descending=DESCENDING))


@triton.jit
def sort_rows(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, DESCENDING: tl.constexpr):
    store_rows(out_ptr, tl.sort(rows(x_ptr, M, N), 1, DESCENDING))


@triton.jit
def sort_cube(x_ptr, out_ptr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    x = tl.reshape(rows(x_ptr, A * B, C), (A, B, C))
    store_rows(out_ptr, tl.reshape(tl.sort(x, dim=-1), (A * B, C)))


@triton.jit
def top_of_line(x_ptr, out_ptr, N: tl.constexpr, K: tl.constexpr, DESCENDING: tl.constexpr):
    best = tl.topk(tl.load(x_ptr + tl.arange(0, N)), K, descending=DESCENDING)
    tl.static_assert(best.dtype == out_ptr.dtype.element_ty)
    tl.store(out_ptr + tl.arange(0, K), best)


@triton.jit
def top_of_rows(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    store_rows(out_ptr, tl.topk(rows(x_ptr, M, N), K))


@triton.jit
def merge(x_ptr, out_ptr, N: tl.constexpr, DESCENDING: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.bitonic_merge(tl.load(x_ptr + i), descending=DESCENDING))


@triton.jit
def flip_rows(x_ptr, down_ptr, right_ptr, M: tl.constexpr, N: tl.constexpr):
    x = rows(x_ptr, M, N)
    store_rows(down_ptr, tl.flip(x, 0))
    store_rows(right_ptr, x.flip())


@triton.jit
def flip_line(x_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    mask = tl.flip(i < 3)
    tl.store(out_ptr + i, tl.where(mask, tl.flip(tl.load(x_ptr + i)), tl.flip(tl.full((N,), 7, x_ptr.dtype.element_ty))))


@triton.jit
def flip_pointers(x_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.load(tl.flip(x_ptr + i)))


# In a loop, with a value that is carried through it.
@triton.jit
def running_top(x_ptr, out_ptr, steps, N: tl.constexpr):
    i = tl.arange(0, N)
    best = tl.full((N,), -(1 << 30), tl.int32)
    for step in range(steps):
        best = tl.topk(tl.cat(best, tl.load(x_ptr + step * N + i), dim=0), N)
    tl.store(out_ptr + i, best)


def numbers(rng, dtype, shape):
    if np.issubdtype(dtype, np.floating):
        return (rng.integers(-500, 500, shape) / 8).astype(dtype)
    info = np.iinfo(dtype)
    return rng.integers(info.min, info.max, shape, dtype=dtype, endpoint=True)


def cases(rng):
    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64, np.float16, np.float32, np.float64):
        x = numbers(rng, dtype, 256)
        name = np.dtype(dtype).name
        yield Case(f"sort {name}", sort_line, (1,), {"x_ptr": x, "out_ptr": np.zeros_like(x)}, {"out_ptr": np.sort(x)},
                   {"N": 256, "DESCENDING": False})
        wide = x if x.itemsize >= 4 else x.astype(np.float32 if x.dtype.kind == "f" else np.int32)
        yield Case(f"top {name}", top_of_line, (1,), {"x_ptr": x, "out_ptr": np.zeros(8, wide.dtype)},
                   {"out_ptr": np.sort(wide)[::-1][:8]}, {"N": 256, "K": 8, "DESCENDING": True}, 2)
        square = x.reshape(16, 16)
        yield Case(f"flip {name}", flip_rows, (1,), {"x_ptr": square, "down_ptr": np.zeros_like(square), "right_ptr": np.zeros_like(square)},
                   {"down_ptr": square[::-1].copy(), "right_ptr": square[:, ::-1].copy()}, {"M": 16, "N": 16})

    # Zeros of both signs, infinities and NaNs stay what they are: those with a sign come first, the others last.
    special = np.concatenate([[np.nan, -np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0], rng.integers(-9, 9, 24)]).astype(np.float32)
    keys = special.view(np.int32)
    order = np.argsort(np.where(keys < 0, keys ^ 0x7FFFFFFF, keys), kind="stable")
    yield Case("sort special floats", sort_line, (1,), {"x_ptr": special, "out_ptr": np.zeros_like(special)}, {"out_ptr": special[order]},
               {"N": 32, "DESCENDING": False})
    bits = to_bf16(rng.integers(-500, 500, 128))
    ordered = to_bf16(np.sort(from_bf16(bits)))
    yield Case("sort bf16", sort_line, (1,), {"x_ptr": Typed(bits, "bf16"), "out_ptr": Typed(np.zeros_like(bits), "bf16")},
               {"out_ptr": Typed(ordered[::-1].copy(), "bf16")}, {"N": 128, "DESCENDING": True})

    for size in (1, 2, 16, 64, 1024, 2048):
        for warps in (1, 4, 8):
            x = numbers(rng, np.float32, size)
            yield Case(f"sort {size} on {warps}", sort_line, (1,), {"x_ptr": x, "out_ptr": np.zeros_like(x)},
                       {"out_ptr": np.sort(x)[::-1].copy()}, {"N": size, "DESCENDING": True}, warps)
    for m, n, warps in ((1, 64, 4), (2, 512, 4), (32, 16, 2), (64, 8, 8), (8, 1, 1)):
        x = numbers(rng, np.int32, (m, n))
        yield Case(f"sort {m}x{n}", sort_rows, (1,), {"x_ptr": x, "out_ptr": np.zeros_like(x)}, {"out_ptr": np.sort(x, axis=1)},
                   {"M": m, "N": n, "DESCENDING": False}, warps)
    x = numbers(rng, np.float16, (16, 32))
    yield Case("sort 4x4x32", sort_cube, (1,), {"x_ptr": x, "out_ptr": np.zeros_like(x)}, {"out_ptr": np.sort(x, axis=1)}, {"A": 4, "B": 4, "C": 32})

    for n, k in ((64, 1), (64, 2), (64, 64), (512, 32), (2, 1)):
        x = numbers(rng, np.int32, n)
        yield Case(f"lowest {k} of {n}", top_of_line, (1,), {"x_ptr": x, "out_ptr": np.zeros(k, np.int32)}, {"out_ptr": np.sort(x)[:k]},
                   {"N": n, "K": k, "DESCENDING": False})
        rows_ = numbers(rng, np.float32, (8, n))
        yield Case(f"top {k} of 8x{n}", top_of_rows, (1,), {"x_ptr": rows_, "out_ptr": np.zeros((8, k), np.float32)},
                   {"out_ptr": np.sort(rows_, axis=1)[:, ::-1][:, :k].copy()}, {"M": 8, "N": n, "K": k})
    narrow = numbers(rng, np.int8, 32)
    yield Case("all of int8 stay narrow", top_of_line, (1,), {"x_ptr": narrow, "out_ptr": np.zeros_like(narrow)},
               {"out_ptr": np.sort(narrow)[::-1].copy()}, {"N": 32, "K": 32, "DESCENDING": True})

    x = numbers(rng, np.float32, 256)
    bitonic = np.concatenate([np.sort(x[:100]), np.sort(x[100:])[::-1]])
    for descending in (False, True):
        expect = np.sort(x)[::-1].copy() if descending else np.sort(x)
        yield Case(f"merge descending={descending}", merge, (1,), {"x_ptr": bitonic, "out_ptr": np.zeros_like(x)}, {"out_ptr": expect},
                   {"N": 256, "DESCENDING": descending})

    for size, warps in ((1, 1), (8, 4), (128, 1), (1024, 4)):
        x = numbers(rng, np.int16, size)
        yield Case(f"flip {size}", flip_line, (1,), {"x_ptr": x, "out_ptr": np.zeros_like(x)},
                   {"out_ptr": np.where(np.arange(size)[::-1] < 3, x[::-1], 7).astype(np.int16)}, {"N": size}, warps)
    x = numbers(rng, np.int32, 256)
    yield Case("flip pointers", flip_pointers, (1,), {"x_ptr": x, "out_ptr": np.zeros_like(x)}, {"out_ptr": x[::-1].copy()}, {"N": 256})
    x = rng.integers(-1000, 1000, 5 * 64).astype(np.int32)
    yield Case("running top", running_top, (1,), {"x_ptr": x, "out_ptr": np.zeros(64, np.int32), "steps": 5},
               {"out_ptr": np.sort(x)[::-1][:64].copy()}, {"N": 64})
