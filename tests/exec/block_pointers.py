# RUN: exec-test %s
"""Block pointers: bounds, padding, strides, and everywhere a value can go."""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, to_bf16

TARGETS = ["cuda:80", "cuda:90"]


@triton.jit
def copied(x, out, rows, cols, row_stride, R: tl.constexpr, C: tl.constexpr, PADDING: tl.constexpr):
    """A block of a matrix; of what is padded a whole block is written."""
    p = tl.make_block_ptr(x, (rows, cols), (row_stride, 1), (tl.program_id(0) * R, tl.program_id(1) * C), (R, C), (1, 0))
    v = tl.load(p, boundary_check=(0, 1), padding_option=PADDING)
    if PADDING == "":
        q = tl.make_block_ptr(out, (rows, cols), (row_stride, 1), (tl.program_id(0) * R, tl.program_id(1) * C), (R, C), (1, 0))
        tl.store(q, v, boundary_check=(0, 1))
    else:
        block = tl.program_id(0) * tl.num_programs(1) + tl.program_id(1)
        tl.store(out + block * R * C + tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :], v)


@triton.jit
def moved(x, out, rows, cols, first_row, first_col, row_step, col_step, R: tl.constexpr, C: tl.constexpr):
    """Offsets that are negative or beyond the array, before and after they advance."""
    p = tl.make_block_ptr(x, (rows, cols), (cols, 1), (first_row, first_col), (R, C), (1, 0))
    i = tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :]
    tl.store(out + i, tl.load(p, boundary_check=(0, 1), padding_option="zero"))
    p = p.advance((row_step, col_step))
    tl.store(out + R * C + i, tl.load(p, boundary_check=[1, 0], padding_option="zero"))
    p = tl.advance(tl.advance(p, [-row_step, 0]), [-row_step, 0])
    tl.store(out + 2 * R * C + i, tl.load(p, boundary_check=(0, 1), padding_option="zero"))


@triton.jit
def one_dimension(x, out, n, N: tl.constexpr):
    p = tl.make_block_ptr(x, n, 1, tl.program_id(0) * N, N, 0)
    q = tl.make_block_ptr(out, (n,), (1,), (tl.program_id(0) * N,), (N,), (0,))
    tl.store(q, (tl.load(p, boundary_check=0) + 1).to(q.dtype.element_ty), boundary_check=(0,))


@triton.jit
def three_dimensions(x, out, a, b, c, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    """Transposed on the way: strides in another order."""
    p = tl.make_block_ptr(x, (a, b, c), (b * c, c, 1), (0, 0, 0), (A, B, C), (2, 1, 0))
    q = tl.make_block_ptr(out, (c, a, b), (a * b, b, 1), (0, 0, 0), (C, A, B), order=(2, 1, 0))
    v = tl.load(p, boundary_check=(0, 1, 2))
    tl.store(q, tl.permute(v, (2, 0, 1)), boundary_check=(0, 1, 2))


@triton.jit
def some_dimensions(x, out, rows, R: tl.constexpr, C: tl.constexpr):
    """One dimension is checked; the other one fits."""
    p = tl.make_block_ptr(x, (C, rows), (1, C), (0, 0), (C, R), (0, 1))
    q = tl.make_block_ptr(out, (rows, C), (C, 1), (0, 0), (R, C), (1, 0))
    tl.store(q, tl.trans(tl.load(p, boundary_check=(1,))), boundary_check=(0,))


@triton.jit
def product(a, b, c, m, n, k, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, STAGES: tl.constexpr):
    pa = tl.make_block_ptr(a, (m, k), (k, 1), (tl.program_id(0) * M, 0), (M, K), (1, 0))
    pb = tl.make_block_ptr(b, (k, n), (n, 1), (0, tl.program_id(1) * N), (K, N), (1, 0))
    acc = tl.zeros((M, N), tl.float32)
    for _ in tl.range(0, k, K, num_stages=STAGES):
        x = tl.load(pa, boundary_check=(0, 1), padding_option="zero")
        y = tl.load(pb, boundary_check=(0, 1), padding_option="zero")
        acc = tl.dot(x, y, acc)
        pa = tl.advance(pa, (0, K))
        pb = tl.advance(pb, (K, 0))
    pc = tl.make_block_ptr(c, (m, n), (n, 1), (tl.program_id(0) * M, tl.program_id(1) * N), (M, N), (1, 0))
    tl.store(pc, acc.to(c.dtype.element_ty), boundary_check=(0, 1))


@triton.jit
def block_of(x, rows, cols, R: tl.constexpr, C: tl.constexpr):
    return tl.make_block_ptr(x, (rows, cols), (cols, 1), (0, 0), (R, C), (1, 0)), R


@triton.jit
def step(pair, rows):
    return tl.advance(pair[0], (rows, 0)), pair[1] + 1


@triton.jit
def travelling(x, y, out, rows, cols, which, R: tl.constexpr, C: tl.constexpr):
    """Through tuples, helpers, branches and loops of both kinds."""
    p, _ = block_of(x, rows, cols, R, C)
    if which > 0:
        p, _ = block_of(y, rows, cols, R, C)
    if which == 2:
        p = tl.advance(p, (R, 0))
    pair = (p, 0)
    while pair[1] < which:
        pair = step(pair, R)
    total = tl.zeros((R, C), tl.float32)
    for _ in range(rows // R):
        total += tl.load(pair[0], boundary_check=(0, 1), padding_option="zero")
        pair = step(pair, R)
    tl.store(out + tl.arange(0, R)[:, None] * C + tl.arange(0, C)[None, :], total)


@triton.jit
def truth(x, out, n, N: tl.constexpr):
    """Truth values are bytes."""
    p = tl.make_block_ptr(x, (n,), (1,), (0,), (N,), (0,))
    q = tl.make_block_ptr(out, (n,), (1,), (0,), (N,), (0,))
    tl.store(q, 1 - tl.load(p, boundary_check=(0,)), boundary_check=(0,))


@triton.jit
def filled(out, rows, cols, R: tl.constexpr, C: tl.constexpr):
    """A scalar fills the block."""
    p = tl.make_block_ptr(out, (rows, cols), (cols, 1), (0, 0), (R, C), (1, 0))
    p.store(3.0, boundary_check=(0, 1))


@triton.jit
def far(x, out, stride, N: tl.constexpr):
    """Rows so far apart that 32 bits do not reach: only the first one is there."""
    p = tl.make_block_ptr(x, (1, N), (stride.to(tl.int64) * 1048576, 1), (0, 0), (2, N), (1, 0))
    v = tl.load(p, boundary_check=(0,), padding_option="zero")
    tl.store(out + tl.arange(0, 2)[:, None] * N + tl.arange(0, N)[None, :], v)


PADDED = {"zero": 0.0, "nan": np.nan}


def padded(x, row, col, rows, cols, value):
    """The block of a matrix that begins at an offset."""
    block = np.full((rows, cols), value, x.dtype)
    for i in range(rows):
        for j in range(cols):
            if 0 <= row + i < x.shape[0] and 0 <= col + j < x.shape[1]:
                block[i, j] = x[row + i, col + j]
    return block


def cases(rng):
    for dtype in (np.float32, np.float16, np.int8, np.int64):
        for rows, cols, stride in ((37, 50, 50), (64, 64, 64), (30, 20, 48), (1, 1, 1)):
            x = rng.integers(-9, 10, (rows, stride)).astype(dtype)
            out = np.full((rows, stride), 7, dtype)
            wanted = out.copy()
            wanted[:, :cols] = x[:, :cols]
            shape = dict(rows=rows, cols=cols, row_stride=stride)
            yield Case(f"copied {np.dtype(dtype)} {rows}x{cols}", copied, (-(-rows // 16), -(-cols // 32)), dict(x=x, out=out, **shape),
                       dict(out=wanted), dict(R=16, C=32, PADDING="''"))
            for padding, value in PADDED.items():
                if padding == "nan" and dtype in (np.int8, np.int64):
                    continue
                grid = (-(-rows // 16), -(-cols // 32))
                wanted = np.stack([padded(x[:, :cols], 16 * i, 32 * j, 16, 32, value) for i in range(grid[0]) for j in range(grid[1])])
                yield Case(f"padded with {padding}, {np.dtype(dtype)} {rows}x{cols}", copied, grid,
                           dict(x=x, out=np.zeros(wanted.shape, dtype), **shape), dict(out=wanted), dict(R=16, C=32, PADDING=repr(padding)))
    bits = to_bf16(rng.integers(-9, 10, (20, 30)).astype(np.float32))
    wanted = np.full((2, 16, 32), 0x7FC0, np.uint16)
    wanted[0, :, :30], wanted[1, :4, :30] = bits[:16], bits[16:]
    yield Case("padded with nan, bf16", copied, (2, 1), dict(x=Typed(bits, "bf16"), out=Typed(np.zeros_like(wanted), "bf16"), rows=20, cols=30, row_stride=30),
               dict(out=Typed(wanted, "bf16")), dict(R=16, C=32, PADDING="'nan'"))
    x = rng.integers(-9, 10, (40, 24)).astype(np.float32)
    for first_row, first_col, row_step, col_step in ((0, 0, 8, 16), (-3, -5, 7, 9), (-100, 2, 101, 0), (38, 20, 1, 3), (2**31 - 1, 0, -(2**31 - 1), 4)):
        places = [(first_row, first_col), (first_row + row_step, first_col + col_step), (first_row - row_step, first_col + col_step)]
        wanted = np.stack([padded(x, r, c, 8, 16, 0) for r, c in places])
        yield Case(f"moved from {first_row}, {first_col} by {row_step}, {col_step}", moved, (1,),
                   dict(x=x, out=np.zeros((3, 8, 16), np.float32), rows=40, cols=24, first_row=first_row, first_col=first_col, row_step=row_step, col_step=col_step),
                   dict(out=wanted), dict(R=8, C=16))
    for n in (1, 63, 64, 200):
        x = rng.integers(-9, 10, n).astype(np.float16)
        yield Case(f"one dimension of {n}", one_dimension, (-(-n // 64),), dict(x=x, out=np.zeros(n, np.float32), n=n), dict(out=x.astype(np.float32) + 1),
                   dict(N=64))
    for shape in ((3, 5, 7), (4, 8, 8), (1, 1, 2)):
        x = rng.integers(-9, 10, shape).astype(np.float32)
        a, b, c = shape
        yield Case(f"three dimensions {shape}", three_dimensions, (1,), dict(x=x, out=np.zeros((c, a, b), np.float32), a=a, b=b, c=c),
                   dict(out=x.transpose(2, 0, 1)), dict(A=4, B=8, C=8))
    for rows in (1, 13, 16):
        x = rng.integers(-9, 10, (rows, 32)).astype(np.float16)
        yield Case(f"some dimensions, {rows} rows", some_dimensions, (1,), dict(x=x, out=np.zeros_like(x), rows=rows), dict(out=x), dict(R=16, C=32))
    for m, n, k in ((64, 64, 64), (70, 40, 100), (16, 16, 16), (128, 32, 192)):
        a, b = rng.integers(-3, 4, (m, k)).astype(np.float16), rng.integers(-3, 4, (k, n)).astype(np.float16)
        wanted = (a.astype(np.float32) @ b.astype(np.float32)).astype(np.float16)
        for stages in (1, 3):
            yield Case(f"product {m}x{n}x{k}, {stages} stages", product, (-(-m // 64), -(-n // 32)), dict(a=a, b=b, c=np.zeros((m, n), np.float16), m=m, n=n, k=k),
                       dict(c=wanted), dict(M=64, N=32, K=32, STAGES=stages))
    x, y = rng.integers(-9, 10, (40, 20)).astype(np.float32), rng.integers(-9, 10, (40, 20)).astype(np.float32)
    for which in (0, 1, 2):
        source = y if which else x
        first = (8 if which == 2 else 0) + 8 * which
        wanted = sum(padded(source, first + 8 * i, 0, 8, 32, 0) for i in range(5))
        yield Case(f"travelling {which}", travelling, (1,), dict(x=x, y=y, out=np.zeros((8, 32), np.float32), rows=40, cols=20, which=which),
                   dict(out=wanted), dict(R=8, C=32))
    flags = rng.integers(0, 2, 50).astype(bool)
    yield Case("truth", truth, (1,), dict(x=flags, out=np.zeros(50, bool), n=50), dict(out=~flags), dict(N=64))
    out = np.full((20, 10), 7, np.float32)
    yield Case("filled", filled, (1,), dict(out=out, rows=13, cols=10), dict(out=np.where(np.arange(20)[:, None] < 13, 3, out).astype(np.float32)),
               dict(R=16, C=16))
    x = rng.integers(-9, 10, 16).astype(np.float32)
    yield Case("far", far, (1,), dict(x=x, out=np.zeros((2, 16), np.float32), stride=65536), dict(out=np.stack([x, np.zeros_like(x)])), dict(N=16))
