# RUN: exec-test %s
"""Products in loops that are pipelined: depths, trip counts from 0 on, masks, orders in memory, and loops that are harder."""

import numpy as np
import triton
import triton.language as tl
from harness import Case, Typed, to_bf16

# Which matrix instructions there are depends on the target.
TARGETS = ["cuda:80", "cuda:90"]


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, stride_am: tl.constexpr, stride_ak: tl.constexpr, stride_bk: tl.constexpr,
           stride_bn: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, STAGES: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    cols = tl.program_id(1) * BN + tl.arange(0, BN)
    depth = tl.arange(0, BK)
    a_ptrs = a_ptr + (rows % M)[:, None] * stride_am + depth[None, :] * stride_ak
    b_ptrs = b_ptr + depth[:, None] * stride_bk + (cols % N)[None, :] * stride_bn
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in tl.range(0, tl.cdiv(K, BK), num_stages=STAGES):
        left = K - k * BK
        a = tl.load(a_ptrs, mask=depth[None, :] < left, other=0.0)
        b = tl.load(b_ptrs, mask=depth[:, None] < left, other=0.0)
        acc = tl.dot(a, b, acc)
        a_ptrs += BK * stride_ak
        b_ptrs += BK * stride_bk
    out = c_ptr + rows[:, None] * N + cols[None, :]
    tl.store(out, acc, mask=(rows[:, None] < M) & (cols[None, :] < N))


@triton.jit
def two_sums(a_ptr, b_ptr, out_ptr, other_ptr, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    first = tl.zeros((M, N), tl.float32)
    second = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        a = tl.load(a_ptr + m[:, None] * K + (start + k)[None, :])
        b = tl.load(b_ptr + (start + k)[:, None] * N + n[None, :])
        first = tl.dot(a, b, first)
        second = tl.dot(a, -b, second)
    tl.store(out_ptr + m[:, None] * N + n[None, :], first)
    tl.store(other_ptr + m[:, None] * N + n[None, :], second)


@triton.jit
def nested(a_ptr, b_ptr, out_ptr, K, groups, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    acc = tl.zeros((M, N), tl.float32)
    for group in range(groups):
        for start in range(0, K, BK):
            a = tl.load(a_ptr + group * M * K + m[:, None] * K + (start + k)[None, :])
            b = tl.load(b_ptr + group * K * N + (start + k)[:, None] * N + n[None, :])
            acc = tl.dot(a, b, acc)
        acc = acc * 0.5
    tl.store(out_ptr + m[:, None] * N + n[None, :], acc)


@triton.jit
def sometimes(a_ptr, b_ptr, out_ptr, K, every, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    acc = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        a = tl.load(a_ptr + m[:, None] * K + (start + k)[None, :])
        b = tl.load(b_ptr + (start + k)[:, None] * N + n[None, :])
        if start % every == 0:
            acc = tl.dot(a, b, acc)
        else:
            acc += 1.0
    tl.store(out_ptr + m[:, None] * N + n[None, :], acc)


@triton.jit
def attention(q_ptr, k_ptr, v_ptr, out_ptr, size, M: tl.constexpr, D: tl.constexpr, BN: tl.constexpr):
    m, d, n = tl.arange(0, M), tl.arange(0, D), tl.arange(0, BN)
    q = tl.load(q_ptr + m[:, None] * D + d[None, :])
    acc = tl.zeros((M, D), tl.float32)
    total = tl.zeros((M,), tl.float32)
    for start in range(0, size, BN):
        keys = tl.load(k_ptr + (start + n)[:, None] * D + d[None, :])
        scores = tl.dot(q, tl.trans(keys))
        weights = tl.where(scores > 0, scores, 0.0)
        total += tl.sum(weights, axis=1)
        values = tl.load(v_ptr + (start + n)[:, None] * D + d[None, :])
        acc = tl.dot(weights.to(tl.float16), values, acc)
    tl.store(out_ptr + m[:, None] * D + d[None, :], acc + total[:, None])


@triton.jit
def other_values(a_ptr, b_ptr, out_ptr, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    acc = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        inside = start + k < K
        a = tl.load(a_ptr + m[:, None] * K + (start + k)[None, :], mask=inside[None, :], other=1.0)
        b = tl.load(b_ptr + (start + k)[:, None] * N + n[None, :], mask=inside[:, None], other=2.0)
        acc = tl.dot(a, b, acc)
    tl.store(out_ptr + m[:, None] * N + n[None, :], acc)


@triton.jit
def widened(a_ptr, b_ptr, out_ptr, K, M: tl.constexpr, N: tl.constexpr, BK: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, BK)
    acc = tl.zeros((M, N), tl.float32)
    for start in range(0, K, BK):
        a = tl.load(a_ptr + m[:, None] * K + (start + k)[None, :]).to(tl.float16)
        b = tl.load(b_ptr + (start + k)[:, None] * N + n[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(out_ptr + m[:, None] * N + n[None, :], acc)


@triton.jit
def in_place(x_ptr, b_ptr, K, M: tl.constexpr, BK: tl.constexpr):
    m, k = tl.arange(0, M), tl.arange(0, BK)
    for start in range(0, K, BK):
        places = x_ptr + m[:, None] * BK + k[None, :]
        b = tl.load(b_ptr + (start + k)[:, None] * BK + k[None, :])
        tl.store(places, tl.dot(tl.load(places), b).to(tl.float16))
        tl.debug_barrier()


def small(rng, shape):
    """Numbers whose products and sums are exact in every order."""
    return (rng.integers(-4, 5, shape) / 2).astype(np.float16)


# Elements from one row to the next where depth is along rows, so that kernels of all depths are alike. Nobody may read what
# is not part of the matrix.
PITCH = 768


def pitched(matrix):
    rows, cols = matrix.shape
    return np.ascontiguousarray(np.pad(matrix, ((0, 0), (0, PITCH - cols)), constant_values=np.nan))


def given(matrix):
    """As an argument, which is never empty."""
    return matrix if matrix.size else np.zeros(1, matrix.dtype)


def product_case(rng, name, m, n, k, block, stages, warps, columns=(False, False), grid=(1, 1), bf16=False):
    a, b = small(rng, (m, k)), small(rng, (k, n))
    expect = a.astype(np.float32) @ b.astype(np.float32)
    x = np.ascontiguousarray(a.T) if columns[0] else pitched(a)
    y = pitched(b.T) if columns[1] else b
    x, y = given(x), given(y)
    if bf16:
        x, y = (Typed(to_bf16(v.astype(np.float32)), "bf16") for v in (x, y))
    strides = dict(stride_am=1 if columns[0] else PITCH, stride_ak=m if columns[0] else 1,
                   stride_bk=1 if columns[1] else n, stride_bn=PITCH if columns[1] else 1)
    return Case(f"{name}, K {k}", matmul, grid, dict(a_ptr=x, b_ptr=y, c_ptr=np.zeros((m, n), np.float32), M=m, N=n, K=k),
                dict(c_ptr=expect), dict(**strides, BM=block[0], BN=block[1], BK=block[2], STAGES=stages), warps)


def cases(rng):
    for stages in (1, 2, 3, 4, 5):
        # Multiples of 16 make one kernel, other numbers another one.
        for depth in (0, 16, 64, 96, 8, 28, 200):
            yield product_case(rng, f"{stages} stages", 50, 64, depth, (64, 64, 32), stages, 4)
    for warps in (1, 2, 4, 8):
        for columns in ((False, False), (True, False), (False, True), (True, True)):
            rows = max(32, 16 * warps)  # accumulators and operands in registers
            for depth in (0, 16, 128):
                yield product_case(rng, f"{warps} warps, columns {columns}", rows - 16, 64, depth, (rows, 64, 32), 3, warps, columns)
    for depth in (4, 50):
        yield product_case(rng, "odd sizes", 45, 37, depth, (64, 64, 32), 3, 4)
    for depth in (0, 16, 80, 128):
        yield product_case(rng, "many programs", 160, 144, depth, (64, 64, 16), 3, 4, grid=(3, 3))
        yield product_case(rng, "a wide tile", 48, 256, depth, (64, 256, 64), 2, 4)
        yield product_case(rng, "two warpgroups, rows", 112, 128, depth, (128, 128, 64), 3, 8)
        yield product_case(rng, "two warpgroups, columns", 48, 128, depth, (64, 128, 64), 3, 8)
        yield product_case(rng, "bf16", 48, 64, depth, (64, 64, 64), 3, 4, bf16=True)
        yield product_case(rng, "small tiles", 16, 32, depth, (32, 32, 32), 4, 4)
    yield product_case(rng, "a long pipeline", 64, 64, 640, (64, 64, 16), 34, 4)
    m, n, block = 64, 64, 32
    for depth in (0, 32, 128):
        a, b = small(rng, (m, depth)), small(rng, (depth, n))
        exact = a.astype(np.float32) @ b.astype(np.float32)
        out = np.zeros((m, n), np.float32)
        inputs = dict(a_ptr=given(a), b_ptr=given(b), K=depth)
        sizes = dict(M=m, N=n, BK=block)
        for warps in (4, 8):
            yield Case(f"two sums over {depth}, {warps} warps", two_sums, (1,), inputs | dict(out_ptr=out, other_ptr=out),
                       dict(out_ptr=exact, other_ptr=0 - exact), sizes, warps)
        yield Case(f"in an if, over {depth}", sometimes, (1,), inputs | dict(out_ptr=out, every=64),
                   dict(out_ptr=sum((a[:, s:s + block].astype(np.float32) @ b[s:s + block].astype(np.float32) if s % 64 == 0 else np.float32(1))
                                    for s in range(0, depth, block)) + np.zeros_like(out)), sizes)
        groups = 3
        x, y = small(rng, (groups, m, depth)), small(rng, (groups, depth, n))
        acc = np.zeros((m, n), np.float32)
        for g in range(groups):
            acc = (acc + x[g].astype(np.float32) @ y[g].astype(np.float32)) * np.float32(0.5)
        yield Case(f"nested, over {depth}", nested, (1,), dict(a_ptr=given(x), b_ptr=given(y), out_ptr=out, K=depth, groups=groups), dict(out_ptr=acc), sizes)
        bytes_ = rng.integers(-4, 5, (m, depth)).astype(np.int8)
        yield Case(f"widened, over {depth}", widened, (1,), inputs | dict(a_ptr=given(bytes_), out_ptr=out),
                   dict(out_ptr=bytes_.astype(np.float32) @ b.astype(np.float32)), sizes)
    depth = 40
    a, b = small(rng, (m, depth)), small(rng, (depth, n))
    full = a.astype(np.float32) @ b.astype(np.float32) + np.float32(2.0 * (-depth % block))
    yield Case("other values where masked", other_values, (1,), dict(a_ptr=a, b_ptr=b, out_ptr=np.zeros((m, n), np.float32), K=depth),
               dict(out_ptr=full), dict(M=m, N=n, BK=block))
    for size in (0, 32, 96):
        for warps in (4, 8):
            q, keys, values = small(rng, (64, 32)), small(rng, (max(size, 32), 32)), small(rng, (max(size, 32), 32))
            weights = np.maximum(q.astype(np.float32) @ keys[:size].astype(np.float32).T, 0)
            yield Case(f"attention over {size}, {warps} warps", attention, (1,),
                       dict(q_ptr=q, k_ptr=keys, v_ptr=values, out_ptr=np.zeros((64, 32), np.float32), size=size),
                       dict(out_ptr=weights @ values[:size].astype(np.float32) + weights.sum(axis=1, keepdims=True)), dict(M=64, D=32, BN=32), warps)
    x, b = rng.integers(-1, 2, (32, 32)).astype(np.float16), rng.integers(-1, 2, (64, 32)).astype(np.float16)
    expect = x.astype(np.float32)
    for start in (0, 32):
        expect = (expect @ b[start:start + 32].astype(np.float32)).astype(np.float16).astype(np.float32)
    yield Case("writes where it loads", in_place, (1,), dict(x_ptr=x, b_ptr=b, K=64), dict(x_ptr=expect.astype(np.float16)), dict(M=32, BK=32))
