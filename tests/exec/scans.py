# RUN: exec-test %s
"""Scans: sums, products and combine functions of the user, in both directions."""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, from_bf16, to_bf16


@triton.jit
def scan(x_ptr, out_ptr, M: tl.constexpr, N: tl.constexpr, AXIS: tl.constexpr, REVERSE: tl.constexpr, OP: tl.constexpr):
    offsets = tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :]
    x = tl.load(x_ptr + offsets)
    if OP == "sum":
        y = tl.cumsum(x, AXIS, reverse=REVERSE)
    else:
        y = x.cumprod(AXIS, REVERSE)
    tl.store(out_ptr + offsets, y)


# x -> scale * x + shift: not commutative, so that the order of the operands shows.
@triton.jit
def compose(scale_a, shift_a, scale_b, shift_b):
    return scale_a * scale_b, shift_a * scale_b + shift_b


@triton.jit
def recurrence(scale_ptr, shift_ptr, out_ptr, N: tl.constexpr, REVERSE: tl.constexpr):
    i = tl.arange(0, N)
    _, shift = tl.associative_scan((tl.load(scale_ptr + i), tl.load(shift_ptr + i)), 0, compose, reverse=REVERSE)
    tl.store(out_ptr + i, shift)


@triton.jit
def first_of(a, b):
    return a


@triton.jit
def spread_first(x_ptr, out_ptr, N: tl.constexpr, REVERSE: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.associative_scan(tl.load(x_ptr + i), 0, first_of, REVERSE))


@triton.jit
def uniform_scan(out_ptr, N: tl.constexpr):
    tl.store(out_ptr + tl.arange(0, N), tl.cumsum(tl.full((N,), 3, tl.int32)))


def along(function, x, axis, reverse):
    if reverse:
        return np.flip(function(np.flip(x, axis), axis=axis, dtype=x.dtype), axis)
    return function(x, axis=axis, dtype=x.dtype)


def cases(rng):
    shapes = ((1, 1, 1), (1, 128, 4), (64, 1, 2), (16, 32, 4), (8, 64, 8))
    for number, dtype in enumerate(("int8", "uint16", "int32", "int64", "float16", "float32", "float64")):
        for op, function in (("sum", np.cumsum), ("product", np.cumprod)):
            for reverse in (False, True):
                m, n, warps = shapes[(number + reverse) % len(shapes)]
                axis = (number + reverse) % 2
                if np.dtype(dtype).kind == "f":
                    x = rng.integers(-4, 5, (m, n)).astype(dtype) if op == "sum" else rng.choice([-1, 1], (m, n)).astype(dtype)
                else:
                    x = rng.integers(0, 100, (m, n)).astype(dtype)
                    # A product of odd numbers never becomes 0.
                    x = x | 1 if op == "product" else x
                wide = x
                if op == "sum" and x.dtype.kind != "f" and x.dtype.itemsize < 4:
                    wide = x.astype(np.int32 if x.dtype.kind == "i" else np.uint32)
                want = along(function, wide, axis, reverse)
                yield Case(f"cumulative {op} {dtype} {m}x{n} axis {axis} reverse {reverse} warps {warps}", scan, (1,),
                           dict(x_ptr=x, out_ptr=np.zeros_like(want)), dict(out_ptr=want),
                           dict(M=m, N=n, AXIS=axis, REVERSE=reverse, OP=repr(op)), warps)
    bf16 = to_bf16(rng.integers(-8, 8, (4, 32)))
    yield Case("cumsum of bf16 is fp32", scan, (1,), dict(x_ptr=Typed(bf16, "bf16"), out_ptr=np.zeros((4, 32), np.float32)),
               dict(out_ptr=np.cumsum(from_bf16(bf16), 1)), dict(M=4, N=32, AXIS=1, REVERSE=False, OP="'sum'"), 4)
    for warps in (1, 2, 4, 8):
        for reverse in (False, True):
            scale, shift = rng.choice([-1, 1], 256).astype(np.int32), rng.integers(-9, 9, 256).astype(np.int32)
            want, value = np.zeros(256, np.int32), None
            for i in range(255, -1, -1) if reverse else range(256):
                value = shift[i] if value is None else value * scale[i] + shift[i]
                want[i] = value
            yield Case(f"recurrence, reverse {reverse}, warps {warps}", recurrence, (1,),
                       dict(scale_ptr=scale, shift_ptr=shift, out_ptr=np.zeros(256, np.int32)), dict(out_ptr=want),
                       dict(N=256, REVERSE=reverse), warps)
            yield Case(f"first, reverse {reverse}, warps {warps}", spread_first, (1,),
                       dict(x_ptr=shift, out_ptr=np.zeros(256, np.int32)),
                       dict(out_ptr=np.full(256, shift[-1 if reverse else 0])), dict(N=256, REVERSE=reverse), warps)
    yield Case("uniform", uniform_scan, (1,), dict(out_ptr=np.zeros(64, np.int32)), dict(out_ptr=3 * np.arange(1, 65, dtype=np.int32)), dict(N=64))
