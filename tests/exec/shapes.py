# RUN: exec-test %s
"""Shapes: reshape, trans, permute, join, split and what is built on them."""

import numpy as np
import triton
import triton.language as tl

from harness import Case


@triton.jit
def load_tile(x_ptr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr):
    a, b, c = tl.arange(0, A), tl.arange(0, B), tl.arange(0, C)
    return tl.load(x_ptr + (a[:, None, None] * B + b[None, :, None]) * C + c[None, None, :])


@triton.jit
def store_flat(out_ptr, x):
    flat = tl.ravel(x)
    tl.store(out_ptr + tl.arange(0, flat.shape[0]), flat)


@triton.jit
def change_shape(x_ptr, out_ptr, A: tl.constexpr, B: tl.constexpr, C: tl.constexpr, HOW: tl.constexpr):
    x = load_tile(x_ptr, A, B, C)
    if HOW == "flat":
        y = x.reshape(A * B * C)
    elif HOW == "permute":
        y = tl.permute(x, 2, 0, 1)
    elif HOW == "permute tuple":
        y = x.permute((1, 0, 2))
    elif HOW == "trans":
        y = tl.trans(x)
    elif HOW == "trans dims":
        y = x.trans(0, 2, 1)
    elif HOW == "T":
        y = x.reshape((A, B * C)).T
    elif HOW == "view":
        y = tl.view(x, (B, A * C))
    elif HOW == "squeeze":
        y = tl.squeeze(tl.unsqueeze(x, 1), 1)
    elif HOW == "expand":
        y = tl.expand_dims(x, [0, -1])
    tl.static_assert(y.numel == x.numel)
    store_flat(out_ptr, y)


@triton.jit
def join_and_split(x_ptr, y_ptr, joined_ptr, interleaved_ptr, even_ptr, odd_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x, y = tl.load(x_ptr + i), tl.load(y_ptr + i)
    joined = tl.join(x, y)
    tl.static_assert(joined.shape == (N, 2))
    store_flat(joined_ptr, joined)
    store_flat(interleaved_ptr, tl.interleave(x, y))
    even, odd = tl.split(tl.reshape(x, (N // 2, 2)))
    tl.store(even_ptr + tl.arange(0, N // 2), even)
    tl.store(odd_ptr + tl.arange(0, N // 2), odd)


@triton.jit
def scalars(out_ptr, a, b):
    pair = tl.join(a, b)
    x, y = tl.split(pair)
    tl.store(out_ptr + tl.arange(0, 2), tl.interleave(y, x))
    tl.store(out_ptr + 2, x - y)
    # One element is a scalar again.
    one = tl.load(out_ptr + 7 + tl.arange(0, 1))
    tl.store(out_ptr + 3, one.item() + 1)
    tl.store(out_ptr + 4, one[None, :].reshape(()))


@triton.jit
def concatenate(x_ptr, y_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, DIM: tl.constexpr):
    offsets = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    store_flat(out_ptr, tl.cat(tl.load(x_ptr + offsets), tl.load(y_ptr + offsets), dim=DIM))


@triton.jit
def broadcast_all(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, N))
    a, b = tl.broadcast(x[None, :], tl.full((M, 1), 2.0, tl.float32))
    store_flat(out_ptr, a * b + tl.broadcast_to(x[None, :], (M, N)))


def cases(rng):
    ways = {
        "flat": lambda x: x,
        "permute": lambda x: x.transpose(2, 0, 1),
        "permute tuple": lambda x: x.transpose(1, 0, 2),
        "trans": lambda x: x.swapaxes(1, 2),
        "trans dims": lambda x: x.swapaxes(1, 2),
        "T": lambda x: x.reshape(x.shape[0], -1).T,
        "view": lambda x: x,
        "squeeze": lambda x: x,
        "expand": lambda x: x,
    }
    shapes = ((2, 4, 8), (1, 16, 4), (8, 1, 1), (4, 4, 64), (1, 1, 1))
    types = (np.float32, np.float16, np.int8, np.int64, np.int16)
    for number, (how, function) in enumerate(ways.items()):
        for step, warps in enumerate((1, 2, 4, 8)):
            shape = shapes[(number + step) % len(shapes)]
            x = rng.integers(-100, 100, shape).astype(types[(number + 2 * step) % len(types)])
            yield Case(f"{how} {shape} {x.dtype} warps {warps}", change_shape, (1,), dict(x_ptr=x, out_ptr=np.zeros(x.size, x.dtype)),
                       dict(out_ptr=function(x).ravel()), dict(A=shape[0], B=shape[1], C=shape[2], HOW=repr(how)), warps)
    for n, dtype, warps in ((2, np.int32, 1), (64, np.float16, 2), (128, np.float32, 4), (1024, np.int8, 8)):
        x, y = rng.integers(-100, 100, n).astype(dtype), rng.integers(-100, 100, n).astype(dtype)
        pairs = np.stack([x, y], 1).ravel()
        yield Case(f"join and split {n} {np.dtype(dtype)} warps {warps}", join_and_split, (1,),
                   dict(x_ptr=x, y_ptr=y, joined_ptr=np.zeros_like(pairs), interleaved_ptr=np.zeros_like(pairs),
                        even_ptr=np.zeros(n // 2, dtype), odd_ptr=np.zeros(n // 2, dtype)),
                   dict(joined_ptr=pairs, interleaved_ptr=pairs, even_ptr=x[::2], odd_ptr=x[1::2]), dict(N=n), warps)
    yield Case("pairs of scalars", scalars, (1,), dict(out_ptr=np.array([0, 0, 0, 0, 0, 0, 0, 41], np.int32), a=5, b=9),
               dict(out_ptr=np.array([9, 5, -4, 42, 41, 0, 0, 41], np.int32)))
    for dim in (0, 1, -1):
        x, y = rng.integers(0, 99, (2, 8, 16)).astype(np.int32)
        yield Case(f"cat along {dim}", concatenate, (1,), dict(x_ptr=x, y_ptr=y, out_ptr=np.zeros(256, np.int32)),
                   dict(out_ptr=np.concatenate([x, y], dim).ravel()), dict(M=8, N=16, DIM=dim), 2)
    x = rng.integers(0, 99, 32).astype(np.float32)
    yield Case("broadcast", broadcast_all, (1,), dict(x_ptr=x, out_ptr=np.zeros(256, np.float32)),
               dict(out_ptr=np.tile(3 * x, 8)), dict(M=8, N=32), 4)
