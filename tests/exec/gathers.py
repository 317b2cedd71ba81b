# RUN: exec-test %s
"""`gather` and `histogram`: types, shapes, axes, masks, and numbers that are out of bounds."""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed


@triton.jit
def gather_line(x_ptr, index_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    j = tl.arange(0, N)
    x = tl.load(x_ptr + tl.arange(0, M))
    tl.store(out_ptr + j, tl.gather(x, tl.load(index_ptr + j), 0))


# Source M x N, index of other size along one of the axes.
@triton.jit
def gather_rows(x_ptr, index_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, P: tl.constexpr, Q: tl.constexpr, AXIS: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :])
    places = tl.arange(0, P)[:, None] * Q + tl.arange(0, Q)[None, :]
    tl.store(out_ptr + places, x.gather(tl.load(index_ptr + places), AXIS))


@triton.jit
def gather_cube(x_ptr, index_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    places = (i[:, None, None] * N + i[None, :, None]) * N + i[None, None, :]
    tl.store(out_ptr + places, tl.gather(tl.load(x_ptr + places), tl.load(index_ptr + places), 1))


# Of a number, of truth values, of pointers, twice from one source, with an index that is computed.
@triton.jit
def gather_others(x_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    positive = tl.gather(x > 0, i ^ 5, 0)
    shifted = tl.load(tl.gather(x_ptr + i, (i + 3) % N, 0))
    twice = tl.gather(x, N - 1 - i, 0) + tl.gather(x, i // 2, -1)
    same = tl.gather(tl.full((N,), 9, tl.int32), i, 0) + tl.gather(x, tl.full((N,), 1, tl.int64), 0)
    tl.store(out_ptr + i, tl.where(positive, shifted, twice) + same)


@triton.jit
def gather_in_loop(x_ptr, next_ptr, out_ptr, steps, N: tl.constexpr):
    i = tl.arange(0, N)
    x, follow = tl.load(x_ptr + i), tl.load(next_ptr + i)
    for _ in range(steps):
        x = tl.gather(x, follow, 0) + 1
    tl.store(out_ptr + i, x)


@triton.jit
def count(x_ptr, out_ptr, N: tl.constexpr, BINS: tl.constexpr):
    tl.store(out_ptr + tl.arange(0, BINS), tl.histogram(tl.load(x_ptr + tl.arange(0, N)), BINS))


@triton.jit
def count_masked(x_ptr, mask_ptr, out_ptr, n, N: tl.constexpr, BINS: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i, mask=i < n, other=0)
    counts = x.histogram(BINS, mask=(tl.load(mask_ptr + i) != 0) & (i < n))
    tl.store(out_ptr + tl.arange(0, BINS), counts)


# Sums over a loop, and numbers that are the same everywhere.
@triton.jit
def count_in_loop(x_ptr, out_ptr, steps, N: tl.constexpr, BINS: tl.constexpr):
    i = tl.arange(0, N)
    total = tl.zeros((BINS,), tl.int32)
    for step in range(steps):
        total += tl.histogram(tl.load(x_ptr + step * N + i), BINS)
    total += tl.histogram(tl.full((N,), 2, tl.int32), BINS) + tl.histogram(i, BINS, i % 2 == 0)
    tl.store(out_ptr + tl.arange(0, BINS), total)


def counts(x, bins):
    return np.bincount(x[(x >= 0) & (x < bins)].astype(np.int64), minlength=bins).astype(np.int32)


def cases(rng):
    for dtype in (np.int8, np.int16, np.int32, np.int64, np.float16, np.float32, np.float64):
        x = rng.integers(-100, 100, 128).astype(dtype)
        index = rng.integers(0, 128, 256).astype(np.int32)
        yield Case(f"gather {np.dtype(dtype).name}", gather_line, (1,), {"x_ptr": x, "index_ptr": index, "out_ptr": np.zeros(256, dtype)},
                   {"out_ptr": x[index]}, {"M": 128, "N": 256})
    bits = rng.integers(0, 1 << 16, 64).astype(np.uint16) & np.uint16(0xBFFF)
    index = rng.integers(0, 64, 64)
    yield Case("gather bf16", gather_line, (1,), {"x_ptr": Typed(bits, "bf16"), "index_ptr": index, "out_ptr": Typed(np.zeros_like(bits), "bf16")},
               {"out_ptr": Typed(bits[index], "bf16")}, {"M": 64, "N": 64}, 1)
    for dtype in (np.int8, np.uint8, np.int16, np.int64):
        index = rng.integers(0, 32, 32).astype(dtype)
        x = rng.integers(-99, 99, 32).astype(np.int32)
        yield Case(f"index {np.dtype(dtype).name}", gather_line, (1,), {"x_ptr": x, "index_ptr": index, "out_ptr": np.zeros_like(x)},
                   {"out_ptr": x[index]}, {"M": 32, "N": 32})
    for m, n, warps in ((1, 1, 1), (1, 64, 2), (512, 1, 4), (2048, 4096, 8)):
        x, index = rng.integers(-99, 99, m).astype(np.int32), rng.integers(0, m, n).astype(np.int32)
        yield Case(f"gather {n} from {m}", gather_line, (1,), {"x_ptr": x, "index_ptr": index, "out_ptr": np.zeros(n, np.int32)},
                   {"out_ptr": x[index]}, {"M": m, "N": n}, warps)

    for m, n, p, q, axis in ((16, 32, 16, 8, 1), (16, 32, 64, 32, 0), (32, 4, 32, 64, -1), (64, 16, 1, 16, 0), (4, 4, 4, 4, 1)):
        x = rng.integers(-99, 99, (m, n)).astype(np.float32)
        index = rng.integers(0, (m, n)[axis], (p, q)).astype(np.int32)
        yield Case(f"gather {m}x{n} by {p}x{q} along {axis}", gather_rows, (1,), {"x_ptr": x, "index_ptr": index, "out_ptr": np.zeros((p, q), np.float32)},
                   {"out_ptr": np.take_along_axis(x, index, axis)}, {"M": m, "N": n, "P": p, "Q": q, "AXIS": axis})
    x, index = rng.integers(-99, 99, (8, 8, 8)).astype(np.int16), rng.integers(0, 8, (8, 8, 8)).astype(np.int32)
    yield Case("gather 8x8x8", gather_cube, (1,), {"x_ptr": x, "index_ptr": index, "out_ptr": np.zeros_like(x)},
               {"out_ptr": np.take_along_axis(x, index, 1)}, {"N": 8})
    x, i = rng.integers(-99, 99, 64).astype(np.int32), np.arange(64)
    yield Case("gather others", gather_others, (1,), {"x_ptr": x, "out_ptr": np.zeros_like(x)},
               {"out_ptr": np.where((x > 0)[i ^ 5], x[(i + 3) % 64], x[::-1] + x[i // 2]) + 9 + x[1]}, {"N": 64})
    follow, expect = rng.permutation(256).astype(np.int32), rng.integers(-99, 99, 256).astype(np.int32)
    start = expect.copy()
    for _ in range(7):
        expect = expect[follow] + 1
    yield Case("gather in a loop", gather_in_loop, (1,), {"x_ptr": start, "next_ptr": follow, "out_ptr": np.zeros_like(start), "steps": 7},
               {"out_ptr": expect}, {"N": 256})

    for dtype in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64):
        info = np.iinfo(dtype)
        x = rng.integers(max(info.min, -4), 20, 512).astype(dtype)
        x[::9] = info.max
        x[1::9] = info.min
        yield Case(f"histogram {np.dtype(dtype).name}", count, (1,), {"x_ptr": x, "out_ptr": np.zeros(16, np.int32)}, {"out_ptr": counts(x, 16)},
                   {"N": 512, "BINS": 16})
    for n, bins, warps in ((1, 1, 1), (64, 2, 4), (32, 256, 4), (4096, 1024, 8), (256, 4096, 1)):
        x = rng.integers(-1, bins + 1, n).astype(np.int32)
        yield Case(f"histogram {n} in {bins}", count, (1,), {"x_ptr": x, "out_ptr": np.zeros(bins, np.int32)}, {"out_ptr": counts(x, bins)},
                   {"N": n, "BINS": bins}, warps)
    x, mask = rng.integers(-2, 10, 256).astype(np.int32), rng.integers(0, 2, 256).astype(np.int8)
    yield Case("histogram with a mask", count_masked, (1,), {"x_ptr": x, "mask_ptr": mask, "out_ptr": np.zeros(8, np.int32), "n": 201},
               {"out_ptr": counts(x[:201][mask[:201] != 0], 8)}, {"N": 256, "BINS": 8})
    x = rng.integers(0, 32, 5 * 128).astype(np.int32)
    extra = counts(np.full(128, 2), 32) + counts(np.arange(0, 128, 2), 32)
    yield Case("histogram in a loop", count_in_loop, (1,), {"x_ptr": x, "out_ptr": np.zeros(32, np.int32), "steps": 5},
               {"out_ptr": counts(x, 32) + extra}, {"N": 128, "BINS": 32})
