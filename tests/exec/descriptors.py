# RUN: exec-test %s
"""Tensor descriptors made in the kernel: loads, stores, atomic operations, rows by number."""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, to_bf16

TARGETS = ["cuda:80", "cuda:90"]


@triton.jit
def copied(x, out, rows, cols, R: tl.constexpr, C: tl.constexpr, PADDING: tl.constexpr):
    """All of the block is kept in the second half, padding included."""
    source = tl.make_tensor_descriptor(x, shape=[rows, cols], strides=[cols, 1], block_shape=[R, C], padding_option=PADDING)
    target = tl.make_tensor_descriptor(out, [rows, cols], [cols, 1], [R, C])
    block = source.load([tl.program_id(0) * R, tl.program_id(1) * C])
    target.store([tl.program_id(0) * R, tl.program_id(1) * C], block)
    place = rows * cols + (tl.program_id(0) * tl.num_programs(1) + tl.program_id(1)) * R * C
    tl.store(out + place + tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :], block)


@triton.jit
def functions(x, out, n, N: tl.constexpr):
    """The functions that are methods, too; the store converts."""
    source = tl.make_tensor_descriptor(x, [n], [1], [N])
    target = tl.make_tensor_descriptor(out, [n], [1], [N])
    tl.static_assert(source.dtype == tl.float32 and source.block_shape == (N,) and isinstance(source, tl.tensor_descriptor))
    tl.store_tensor_descriptor(target, [0], tl.load_tensor_descriptor(source, [0]) * 2)


@triton.jit
def attributes(x, out, a, b):
    desc = tl.make_tensor_descriptor(x, [a, b], [b, 1], [4, 16])
    tl.store(out, desc.shape[0])
    tl.store(out + 1, desc.shape[1])
    tl.store(out + 2, desc.strides[0].to(tl.int32))
    tl.store(out + 3, desc.strides[1].to(tl.int32))


@triton.jit
def rank5(x, out, a, b, c, d, e):
    source = tl.make_tensor_descriptor(x, [a, b, c, d, e], [b * c * d * e, c * d * e, d * e, e, 1], [1, 2, 2, 2, 16])
    target = tl.make_tensor_descriptor(out, [a, b, c, d, e], [b * c * d * e, c * d * e, d * e, e, 1], [1, 2, 2, 2, 16])
    for i in range(a):
        block = source.load([i, 0, 0, 0, 0]).reshape(2, 2, 2, 16)
        target.store([i, 0, 0, 0, 0], (block + 1).reshape(1, 2, 2, 2, 16))


@triton.jit
def cut(x, out, sizes):
    """Sizes and strides that are floats are cut to integers."""
    desc = tl.make_tensor_descriptor(x, [tl.load(sizes), 16], [tl.load(sizes + 1), 1], [8, 16])
    tl.store(out + tl.arange(0, 8)[:, None] * 16 + tl.arange(0, 16)[None, :], desc.load([0, 0]))


@triton.jit
def rows_of(desc, indices, column):
    return desc.gather(indices, column)


@triton.jit
def gathered(x, indices, out, rows, cols, column, N: tl.constexpr, C: tl.constexpr):
    desc = tl.make_tensor_descriptor(x, [rows, cols], [cols, 1], [1, C])
    v = rows_of(desc, tl.load(indices + tl.arange(0, N)), column)
    tl.store(out + tl.arange(0, N)[:, None] * C + tl.arange(0, C)[None, :], v)


@triton.jit
def scattered(x, indices, out, rows, cols, column, N: tl.constexpr, C: tl.constexpr):
    desc = tl.make_tensor_descriptor(out, [rows, cols], [cols, 1], [1, C])
    v = tl.load(x + tl.arange(0, N)[:, None] * C + tl.arange(0, C)[None, :])
    desc.scatter(v, tl.load(indices + tl.arange(0, N)), column)


@triton.jit
def combined(x, out, rows, cols, R: tl.constexpr, C: tl.constexpr, WHICH: tl.constexpr):
    desc = tl.make_tensor_descriptor(out, [rows, cols], [cols, 1], [R, C])
    v = tl.load(x + tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :])
    if WHICH == "add":
        desc.atomic_add([2, 1], v)
    elif WHICH == "min":
        desc.atomic_min([2, 1], v)
    elif WHICH == "max":
        desc.atomic_max([2, 1], v)
    elif WHICH == "and":
        desc.atomic_and([2, 1], v)
    elif WHICH == "or":
        desc.atomic_or([2, 1], v)
    else:
        desc.atomic_xor([2, 1], v)


@triton.jit
def carried(a, b, c, m, n, k, other, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    """Descriptors that a loop carries and a branch chooses; both factors have K along their rows."""
    da = tl.make_tensor_descriptor(a, [m, k], [k, 1], [M, K])
    db = tl.make_tensor_descriptor(b, [n, k], [k, 1], [N, K])
    if other > 0:
        db = tl.make_tensor_descriptor(b + n * k, [n, k], [k, 1], [N, K])
    acc = tl.zeros((M, N), tl.float32)
    for i in range(tl.cdiv(k, K)):
        acc = tl.dot(da.load([0, i * K]), db.load([0, i * K]).T, acc)
        if i == 100:
            da = db
    dc = tl.make_tensor_descriptor(c, [m, n], [n, 1], [M, N])
    dc.store([0, 0], acc)


COMBINATIONS = {"add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor}


def block_of(x, row, col, rows, cols, value=0):
    wide = np.full((x.shape[0] + rows, x.shape[1] + cols), value, x.dtype)
    wide[:x.shape[0], :x.shape[1]] = x
    return wide[row:row + rows, col:col + cols]


def cases(rng):
    for dtype, values in ((np.float32, (0, np.nan)), (np.float16, (0, np.nan)), (np.int8, (0,)), (np.uint32, (0,)), (np.float64, (0, np.nan))):
        for rows, cols in ((40, 48), (16, 32), (3, 16)):
            x = rng.integers(0, 10, (rows, cols)).astype(dtype)
            grid = (-(-rows // 16), -(-cols // 32))
            for value in values:
                blocks = np.stack([block_of(x, 16 * i, 32 * j, 16, 32, value) for i in range(grid[0]) for j in range(grid[1])])
                wanted = np.concatenate([x.ravel(), blocks.ravel()])
                yield Case(f"copied {np.dtype(dtype)} {rows}x{cols} padded with {value}", copied, grid, dict(x=x, out=np.zeros_like(wanted), rows=rows, cols=cols),
                           dict(out=wanted), dict(R=16, C=32, PADDING="'nan'" if value else "'zero'"))
    for n in (40, 64):
        x = rng.integers(-9, 10, n).astype(np.float32)
        yield Case(f"functions {n}", functions, (1,), dict(x=x, out=np.zeros(n, np.float16), n=n), dict(out=(2 * x).astype(np.float16)), dict(N=64))
    yield Case("attributes", attributes, (1,), dict(x=np.zeros((5, 20), np.float32), out=np.zeros(4, np.int32), a=5, b=20), dict(out=np.array([5, 20, 20, 1], np.int32)))
    x = rng.integers(-9, 10, (8, 16)).astype(np.float32)
    yield Case("cut", cut, (1,), dict(x=x, out=np.ones((8, 16), np.float32), sizes=np.array([5.75, 16.5], np.float32)), dict(out=block_of(x[:5], 0, 0, 8, 16)))
    x = rng.integers(-9, 10, (3, 2, 1, 2, 16)).astype(np.float32)
    yield Case("rank 5", rank5, (1,), dict(x=x, out=np.zeros_like(x), **dict(zip("abcde", x.shape))), dict(out=x + 1))
    for dtype in (np.float32, np.float16):
        for index in (np.int32, np.int16):
            x = rng.integers(-9, 10, (20, 48)).astype(dtype)
            numbers = np.array([3, 3, 0, 19, 20, -1, 7, 25] * 2, index)
            for column in (0, 16, 40, -8):
                wide = np.zeros((20, 200), dtype)
                wide[:, 64:112] = x
                wanted = np.where(((numbers >= 0) & (numbers < 20))[:, None], wide[numbers % 20][:, 64 + column:96 + column], 0).astype(dtype)
                yield Case(f"gathered {np.dtype(dtype)} by {np.dtype(index)} from {column}", gathered, (1,),
                           dict(x=x, indices=numbers, out=np.zeros((16, 32), dtype), rows=20, cols=48, column=column), dict(out=wanted), dict(N=16, C=32))
        x = rng.integers(-9, 10, (8, 32)).astype(dtype)
        numbers = np.array([5, 20, 0, -1, 19, 7, 30, 2], np.int32)
        wanted = np.full((20, 48), 7, dtype)
        for i, number in enumerate(numbers):
            if 0 <= number < 20:
                wanted[number, 24:48] = x[i, :24]
        yield Case(f"scattered {np.dtype(dtype)}", scattered, (1,), dict(x=x, indices=numbers, out=np.full((20, 48), 7, dtype), rows=20, cols=48, column=24),
                   dict(out=wanted), dict(N=8, C=32))
    for which, function in COMBINATIONS.items():
        for dtype in (np.int32, np.uint32, np.int64, np.uint64) + ((np.float32, np.float16) if which == "add" else ()):
            x = rng.integers(0, 100, (8, 16)).astype(dtype) - (50 if np.dtype(dtype).kind != "u" else 0)
            x = x.astype(dtype)
            out = rng.integers(0, 100, (6, 16)).astype(dtype)
            wanted = out.copy()
            wanted[2:, 1:] = function(out[2:, 1:], x[:4, :15])
            yield Case(f"{which} {np.dtype(dtype)}", combined, (1,), dict(x=x, out=out, rows=6, cols=16), dict(out=wanted), dict(R=8, C=16, WHICH=repr(which)))
    for m, n, k in ((64, 64, 64), (40, 48, 136)):
        a, b = rng.integers(-3, 4, (m, k)).astype(np.float16), rng.integers(-3, 4, (2, n, k)).astype(np.float16)
        for other in (0, 1):
            wanted = a.astype(np.float32) @ b[other].T.astype(np.float32)
            yield Case(f"carried {m}x{n}x{k} {other}", carried, (1,), dict(a=a, b=b, c=np.zeros((m, n), np.float32), m=m, n=n, k=k, other=other), dict(c=wanted),
                       dict(M=64, N=64, K=32))
    bits = to_bf16(rng.integers(-9, 10, (8, 16)).astype(np.float32))
    wanted = np.concatenate([bits.ravel(), np.full(16 * 32, 0x7FC0, np.uint16)])
    wanted[128:].reshape(16, 32)[:8, :16] = bits
    yield Case("copied bf16", copied, (1, 1), dict(x=Typed(bits, "bf16"), out=Typed(np.zeros_like(wanted), "bf16"), rows=8, cols=16), dict(out=Typed(wanted, "bf16")),
               dict(R=16, C=32, PADDING="'nan'"))
