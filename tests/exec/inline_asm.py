# RUN: exec-test %s
"""Inline assembler: registers of every kind, packing, several results, effects."""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, to_bf16


@triton.jit
def unary(x_ptr, out_ptr, N: tl.constexpr, TEXT: tl.constexpr, CONSTRAINTS: tl.constexpr, PACK: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    y = tl.inline_asm_elementwise(TEXT, CONSTRAINTS, [x], dtype=out_ptr.dtype.element_ty, is_pure=True, pack=PACK)
    tl.store(out_ptr + i, y)


# A tile beside a column, a scalar and a number.
@triton.jit
def broadcast(x_ptr, y_ptr, out_ptr, scale, M: tl.constexpr, N: tl.constexpr):
    i, j = tl.arange(0, M), tl.arange(0, N)
    x = tl.load(x_ptr + i)[:, None]
    y = tl.load(y_ptr + j)[None, :]
    sum = tl.inline_asm_elementwise(
        """
        {
            .reg .b32 %product;
            mul.lo.s32 %product, $1, $3;
            add.s32 $0, %product, $2;
            add.s32 $0, $0, $4;
        }
        """, "=&r,r,r,r,r", [x, y, scale, 7], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(out_ptr + i[:, None] * N + j[None, :], sum)


# Two results of different widths from one text on four elements: bytes in one register, words in four.
@triton.jit
def several(x_ptr, twice_ptr, wide_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    twice, wide = tl.inline_asm_elementwise(
        """
        and.b32 $0, $5, 0x7f7f7f7f;
        shl.b32 $0, $0, 1;
        bfe.u32 $1, $5, 0, 8;
        bfe.u32 $2, $5, 8, 8;
        bfe.u32 $3, $5, 16, 8;
        bfe.u32 $4, $5, 24, 8;
        """, "=&r,=&r,=&r,=&r,=&r,r", [x], dtype=(tl.uint8, tl.int32), is_pure=True, pack=4)
    tl.store(twice_ptr + i, twice)
    tl.store(wide_ptr + i, wide)


# The input starts in the register of the output.
@triton.jit
def tied(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    sum = tl.inline_asm_elementwise("add.s32 $0, $0, $2;", "=r,0,r", [tl.load(x_ptr + i), tl.load(y_ptr + i)], tl.int32, True, 1)
    tl.store(out_ptr + i, sum)


@triton.jit
def truth(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x, y = tl.load(x_ptr + i), tl.load(y_ptr + i)
    flag = tl.inline_asm_elementwise("{.reg .pred %p; setp.lt.s32 %p, $1, $2; selp.b32 $0, 1, 0, %p;}", "=r,r,r", [x, y], tl.int1, True, 1)
    both = tl.inline_asm_elementwise("xor.b32 $0, $1, 1;", "=r,r", [flag], tl.int1, True, 1)
    tl.store(out_ptr + i, tl.where(flag, 1, 0) + tl.where(both, 10, 0))


# Every element of a tile as large as the program adds to memory once, whether its result is used or not.
@triton.jit
def effects(x_ptr, total_ptr, N: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, N))
    tl.inline_asm_elementwise("red.global.add.u32 [$1], $2; mov.b32 $0, 0;", "=r,l,r", [total_ptr, x], dtype=tl.int32, is_pure=False, pack=1)


# What is written before is there afterwards, and the other way round.
@triton.jit
def in_order(x_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.load(x_ptr + i))
    seen = tl.inline_asm_elementwise("ld.global.b32 $0, [$1]; st.global.b32 [$1], 5;", "=r,l", [out_ptr + i], tl.int32, is_pure=False, pack=1)
    tl.store(x_ptr + i, seen + tl.load(out_ptr + i))


@triton.jit
def no_arguments(out_ptr):
    a = tl.inline_asm_elementwise("mov.b32 $0, 42;", "=r", [], dtype=tl.int32, is_pure=True, pack=1)
    b, c = tl.inline_asm_elementwise("mov.b64 $0, 7; mov.f32 $1, 0f3fc00000;", "=l,=f", [], dtype=(tl.int64, tl.float32), is_pure=True, pack=1)
    tl.store(out_ptr, a + b.to(tl.int32))
    tl.store(out_ptr + 1, (c * 2).to(tl.int32))


@triton.jit
def target(out_ptr):
    tl.extra.cuda.gdc_wait()
    before = tl.extra.cuda.globaltimer()
    tl.extra.cuda.gdc_launch_dependents()
    tl.store(out_ptr, (tl.extra.cuda.globaltimer() - before >= 0).to(tl.int32))
    tl.store(out_ptr + 1, (tl.extra.cuda.smid() >= 0).to(tl.int32))


@triton.jit
def poll(flag_ptr, out_ptr, NEVER: tl.constexpr):
    tl.store(out_ptr, tl.atomic_poll(flag_ptr, 3).to(tl.int32))
    tl.store(out_ptr + 1, tl.atomic_poll(flag_ptr, NEVER, sem="relaxed", scope="sys", timeout_ns=20).to(tl.int32))


def cases(rng):
    def simple(name, x, out, text, constraints, pack=1, typed=None, warps=4):
        wrap = (lambda array: Typed(array, typed)) if typed else (lambda array: array)
        constants = {"N": x.size, "TEXT": repr(text), "CONSTRAINTS": repr(constraints), "PACK": pack}
        return Case(name, unary, (1,), {"x_ptr": wrap(x), "out_ptr": wrap(np.zeros_like(out))}, {"out_ptr": wrap(out)}, constants, warps)

    i8 = rng.integers(-128, 128, 512).astype(np.int8)
    i16 = rng.integers(-(1 << 15), 1 << 15, 512).astype(np.int16)
    i32 = rng.integers(-(1 << 20), 1 << 20, 512).astype(np.int32)
    i64 = rng.integers(-(1 << 60), 1 << 60, 256).astype(np.int64)
    f16 = (rng.integers(-64, 64, 512) / 8).astype(np.float16)
    f32 = (rng.integers(-64, 64, 512) / 8).astype(np.float32)
    f64 = (rng.integers(-64, 64, 256) / 8).astype(np.float64)
    yield simple("f32", f32, -f32, "neg.f32 $0, $1;", "=f,f")
    yield simple("f32 in r", f32, -f32, "xor.b32 $0, $1, 0x80000000;", "=r, r")
    yield simple("f64", f64, f64 + f64, "add.rn.f64 $0, $1, $1;", "=d,d")
    yield simple("f64 in l", f64, -f64, "xor.b64 $0, $1, 0x8000000000000000;", "=l,l")
    yield simple("i64", i64, ~i64, "not.b64 $0, ${1};", "=l,l")
    yield simple("i32 to f32", i32, i32.astype(np.float32), "cvt.rn.f32.s32 $0, $1;", "=f,r")
    yield simple("i16 in h", i16, ~i16, "not.b16 $0, $1;", "=h,h")
    yield simple("i16 in r", i16, ~i16, "not.b32 $0, $1;", "=r,r")
    yield simple("f16 alone", f16, -f16, "neg.f16 $0, $1;", "=h,h")
    yield simple("f16 pairs", f16, f16 + f16, "add.rn.f16x2 $0, $1, $1;", "=r,r", pack=2)
    yield simple("f16 fours", f16, f16 + f16, "add.rn.f16x2 $0, $2, $2; add.rn.f16x2 $1, $3, $3;", "=&r,=r,r,r", pack=4)
    bf16 = to_bf16(f32)
    yield simple("bf16 pairs", bf16, bf16 ^ np.uint16(0x8000), "xor.b32 $0, $1, 0x80008000;", "=r,r", pack=2, typed="bf16")
    yield simple("i8 alone", i8, ~i8, "not.b32 $0, $1;", "=r,r")
    yield simple("i8 pairs", i8, ~i8, "not.b32 $0, $1;", "=r,r", pack=2)
    yield simple("i8 threes", i8, ~i8, "not.b32 $0, $1;", "=r,r", pack=3)
    yield simple("i8 fours", i8, ~i8, "not.b32 $0, $1;", "=r,r", pack=4)
    yield simple("i8 eights", i8, ~i8, "not.b32 $0, $2;\n not.b32 $1, $3;", "=&r,=r,r,r", pack=8)
    # Fewer elements in a thread than the text takes.
    yield simple("i8 padded", i8[:64], ~i8[:64], "not.b32 $0, $1;", "=r,r", pack=4)
    yield simple("one element padded", f16[:1], f16[:1] * 2, "add.rn.f16x2 $0, $1, $1;", "=r,r", pack=2)
    yield simple("tanh", np.zeros(128, np.float32), np.zeros(128, np.float32), "tanh.approx.f32 $0, $1;", "=f,f")
    whole = rng.integers(-20, 20, 128).astype(np.float32)
    yield simple("ex2", whole, np.exp2(whole), "ex2.approx.ftz.f32 $0, $1;", "=f,f", warps=1)

    x, y = rng.integers(-99, 99, 16).astype(np.int32), rng.integers(-99, 99, 32).astype(np.int32)
    yield Case("broadcast", broadcast, (1,), {"x_ptr": x, "y_ptr": y, "out_ptr": np.zeros((16, 32), np.int32), "scale": 3},
               {"out_ptr": x[:, None] * 3 + y + 7}, {"M": 16, "N": 32})
    bytes_ = rng.integers(0, 256, 512).astype(np.uint8)
    yield Case("several results", several, (1,), {"x_ptr": bytes_, "twice_ptr": np.zeros_like(bytes_), "wide_ptr": np.zeros(512, np.int32)},
               {"twice_ptr": (bytes_ & 0x7F) << 1, "wide_ptr": bytes_.astype(np.int32)}, {"N": 512})
    other = rng.integers(-(1 << 20), 1 << 20, 512).astype(np.int32)
    yield Case("tied", tied, (1,), {"x_ptr": i32, "y_ptr": other, "out_ptr": np.zeros_like(i32)}, {"out_ptr": i32 + other}, {"N": 512})
    yield Case("truth values", truth, (1,), {"x_ptr": i32, "y_ptr": other, "out_ptr": np.zeros_like(i32)},
               {"out_ptr": np.where(i32 < other, 1, 10).astype(np.int32)}, {"N": 512})
    yield Case("effects", effects, (2,), {"x_ptr": i32[:256], "total_ptr": np.array([5], np.int32)},
               {"total_ptr": np.array([5 + 2 * i32[:256].sum()], np.int32)}, {"N": 256}, 2)
    yield Case("in order", in_order, (1,), {"x_ptr": i32, "out_ptr": np.zeros_like(i32)},
               {"x_ptr": i32 + 5, "out_ptr": np.full_like(i32, 5)}, {"N": 512})
    yield Case("no arguments", no_arguments, (1,), {"out_ptr": np.zeros(2, np.int32)}, {"out_ptr": np.array([49, 3], np.int32)})
    yield Case("target", target, (1,), {"out_ptr": np.zeros(2, np.int32)}, {"out_ptr": np.ones(2, np.int32)})
    for dtype in (np.int16, np.int32, np.uint64):
        yield Case(f"poll {dtype.__name__}", poll, (1,), {"flag_ptr": np.array([3], dtype), "out_ptr": np.zeros(2, np.int32)},
                   {"out_ptr": np.array([1, 0], np.int32)}, {"NEVER": 4})
