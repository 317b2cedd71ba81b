# RUN: exec-test %s
"""Where Triton does something else than one would guess: each rule in a small kernel, with values that tell it from the guess.

The rules and what tests them: names in quotes are kernels here, names of files stand in tests/exec or tests/frontend.

 1 assigned numbers are tensors           "assigned", bad_constexpr_needed.py, bad_not_assignable.py, promotion.py
 2 an argument of 1 is a constant         "one", "declared", "listed", tests/tools/launch_arguments.test
 3 `//` and `%` truncate, or floor        "quotients", promotion.py
 4 numbers beside tensors, two tensors    "beside", "compared", "mixed", "masks", bad_number_operands.py, promoted_pairs.py
 5 types and NaNs of reductions           "reduced", "narrow_reduced", "top", reductions.py, sorting.py
 6 `and`, `or`, `not`                     "short_circuit", "both_sides", bad_truth.py, bad_operand_and_of_ints.py, bad_while_constant.py
 7 names and types behind branches, loops "names", bad_if_join*.py, bad_undefined_*.py, bad_loop_*.py
 8 lanes that are masked off              "masked", "untouched", block_pointers.py, descriptors.py
 9 constants through calls                "passed", "returned", helpers.py, bad_return_types.py
10 rounding, random numbers               "tf32", "approximate", "rounded_exponent", random_numbers.py
   8-bit floats saturate                  "saturated", casts.py
   offsets wrap in 32 bits                "offsets"
   float `atomic_max` goes by sign bits   "float_atomics", atomics.py
   scalars are stored once                "once", atomics.py
   formats of f-strings are ignored       "formatted", format_spec.py
   loops over unsigned bounds             "unsigned_loop", loops.py
   what `>>` and casts go by              "shifted", "converted"
   which dimension is meant               "dimensions"
   shifts too far, floats too large       "wide_shifts", "out_of_range", integer_ops.py for division by 0
   names that stay, code that is dead     "leaking", "dead"

The key of a cache does not apply: the compiler keeps none.
"""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, from_bf16, to_bf16

STEP = tl.constexpr(3)


# ---- 1: an assignment makes a tensor of a number ----


@triton.jit
def assigned(h_ptr, out_ptr, factor, WIDTH: tl.constexpr):
    h = tl.load(h_ptr)
    three = 3.0
    kept: tl.constexpr = 3.0
    sum3 = 1
    sum3 += 2
    tl.static_assert((h * 3.0).dtype == tl.float16 and (h * kept).dtype == tl.float16)
    tl.static_assert((h * three).dtype == tl.float32 and (h * factor).dtype == tl.float32)
    tl.static_assert(isinstance(three, tl.tensor) and isinstance(sum3, tl.tensor) and not isinstance(kept, tl.tensor))
    tl.store(out_ptr, h * 3.0)
    tl.store(out_ptr + 1, h * kept)
    tl.store(out_ptr + 2, h * three)
    tl.store(out_ptr + 3, h * factor)
    tl.store(out_ptr + 4, h * sum3)
    # Tuples element by element; None, types and shapes that are made on the way stay.
    pair = (3.0, None)
    tl.static_assert(isinstance(pair[0], tl.tensor) and pair[1] is None)
    dtype = tl.float16
    tl.store(out_ptr + 5, (h * pair[0]).to(dtype))
    tl.store(out_ptr + 6 + tl.arange(0, WIDTH * 2), STEP)


# ---- 2: an argument that is 1 ----


@triton.jit
def one(out_ptr, n):
    tl.static_assert(not isinstance(n, tl.tensor) and n == 1)
    tl.store(out_ptr + tl.arange(0, n * 2), -7 // (n * 2))


@triton.jit
def declared(out_ptr, n: int, m: tl.int64):
    tl.static_assert(isinstance(n, tl.tensor) and n.dtype == tl.int32 and m.dtype == tl.int64)
    tl.store(out_ptr + n, -7 // (n * 2))
    tl.store(out_ptr, -7 // (m * 2))


@triton.jit(do_not_specialize=["n", 2])
def listed(out_ptr, n, m):
    tl.static_assert(isinstance(n, tl.tensor) and n.dtype == tl.int32 and isinstance(m, tl.tensor))
    tl.store(out_ptr + n, -7 // (n * 2))
    tl.store(out_ptr, -7 // (m * 2))


# ---- 3: division of integers ----


@triton.jit
def quotients(out_ptr, n):
    # Of two numbers as in Python, beside a tensor as in C.
    tl.store(out_ptr, -7 // 2)
    tl.store(out_ptr + 1, -7 % 2)
    tl.store(out_ptr + 2, n // 2)
    tl.store(out_ptr + 3, n % 2)
    tl.store(out_ptr + 4, -7 // (n + 9))
    tl.store(out_ptr + 5, -7 % (n + 9))
    # Which of the two comes first decides.
    tl.store(out_ptr + 6, -7 // 2 * n)
    tl.store(out_ptr + 7, n * -7 // 2)
    seven = -7
    tl.store(out_ptr + 8, seven // 2)
    tl.store(out_ptr + 9, tl.cdiv(n, 2))
    tl.store(out_ptr + 10, triton.cdiv(-7, 2))
    tl.store(out_ptr + 11, n >> 1)
    tl.static_assert((n / 2).dtype == tl.float32 and (n.to(tl.int64) / 2).dtype == tl.float32)
    tl.store(out_ptr + 12, (n / 2 * 2).to(tl.int32))


# ---- 4: which type two operands meet in ----


@triton.jit
def beside(h_ptr, b_ptr, i8_ptr, out_ptr):
    h, b, i8 = tl.load(h_ptr), tl.load(b_ptr), tl.load(i8_ptr)
    # Functions and comparisons turn the number into a tensor, operators and `where` give it the type of the tensor.
    tl.static_assert(tl.maximum(h, 0.0).dtype == tl.float32 and tl.minimum(h, 0).dtype == tl.float16)
    tl.static_assert(tl.maximum(i8, 0).dtype == tl.int32 and tl.clamp(h, 0.0, 1.0).dtype == tl.float32)
    tl.static_assert(tl.fma(h, 2.0, 1.0).dtype == tl.float32 and tl.where(h > 0, h, 0.0).dtype == tl.float16)
    tl.static_assert(tl.where(i8 > 0, i8, 0).dtype == tl.int8 and tl.where(i8 > 0, 1, 2.0).dtype == tl.float32)
    tl.static_assert(tl.maximum(b, b).dtype == tl.float32 and tl.maximum(h, h).dtype == tl.float16)
    tl.static_assert((b * 2.0).dtype == tl.bfloat16 and (b + 1).dtype == tl.bfloat16 and (h / 2.0).dtype == tl.float32)
    tl.static_assert((i8 + 1).dtype == tl.int8 and (i8 + 1.5).dtype == tl.float32 and (1e300 * h).dtype == tl.float16)
    tl.static_assert((i8 + 1e300).dtype == tl.float64 and (i8 + 1e-40).dtype == tl.float64 and (True + i8).dtype == tl.int8)
    # 0.1 of fp16 is less than 0.1 of fp32; 127 + 1 wraps; 2^-8 is lost beside 1 in bf16.
    tl.store(out_ptr, tl.maximum(h, 0.1))
    tl.store(out_ptr + 1, tl.where(h > 0, 0.1, h))
    tl.store(out_ptr + 2, i8 + 1)
    tl.store(out_ptr + 3, tl.maximum(i8, 128))
    tl.store(out_ptr + 4, b + 1)
    tl.store(out_ptr + 5, b + (i8 - 126).to(tl.int32))


@triton.jit
def compared(h_ptr, b_ptr, u_ptr, i_ptr, i8_ptr, out_ptr):
    h, b, u, i, i8 = tl.load(h_ptr), tl.load(b_ptr), tl.load(u_ptr), tl.load(i_ptr), tl.load(i8_ptr)
    tl.store(out_ptr, h < 0.1)
    tl.store(out_ptr + 1, i8 < 300)
    tl.store(out_ptr + 2, u > -1)
    tl.store(out_ptr + 3, i < u)
    tl.store(out_ptr + 4, u == -1)
    # 257 is 256 in bf16, but the comparison is done in fp32.
    tl.store(out_ptr + 5, b == 257)


@triton.jit
def mixed(i8_ptr, u8_ptr, i16_ptr, i32_ptr, u32_ptr, i64_ptr, h_ptr, b_ptr, out_ptr):
    i8, u8, i16, i32 = tl.load(i8_ptr), tl.load(u8_ptr), tl.load(i16_ptr), tl.load(i32_ptr)
    u32, i64, h, b = tl.load(u32_ptr), tl.load(i64_ptr), tl.load(h_ptr), tl.load(b_ptr)
    tl.static_assert((u8 + i16).dtype == tl.int16 and (i32 + u32).dtype == tl.uint32 and (i8 + u8).dtype == tl.uint8)
    tl.static_assert((i64 + u32).dtype == tl.int64 and (i64 + 1.0).dtype == tl.float32 and (i32 + 1.5).dtype == tl.float32)
    tl.static_assert((h + b).dtype == tl.float16 and (b + i32).dtype == tl.float32 and (b + i8).dtype == tl.float32)
    tl.static_assert(tl.maximum(h, b).dtype == tl.float32 and tl.minimum(b, i8).dtype == tl.float32)
    tl.static_assert((h + i64).dtype == tl.float16 and (b + (i8 > 0)).dtype == tl.float32 and (b + b).dtype == tl.bfloat16)
    # -1 + 255 in u8, -1 as a large u32, 300 as an infinity of fp16.
    tl.store(out_ptr, (i8 + u8).to(tl.float32))
    tl.store(out_ptr + 1, (i32 + u32).to(tl.float32))
    tl.store(out_ptr + 2, (h + b).to(tl.float32))
    tl.store(out_ptr + 3, (u8 + i16).to(tl.float32))
    tl.store(out_ptr + 4, (h + i64).to(tl.float32))


@triton.jit
def masks(n, out_ptr):
    yes = n > 0
    tl.static_assert((yes + yes).dtype == tl.int1 and (yes + 1).dtype == tl.int32 and (yes + n).dtype == tl.int32)
    tl.static_assert(tl.sum((n + tl.arange(0, 4) > 0)).dtype == tl.uint32)
    tl.store(out_ptr, (yes + yes).to(tl.int32))
    tl.store(out_ptr + 1, yes + 1)
    tl.store(out_ptr + 2, (yes - (n > 1)).to(tl.int32))
    tl.store(out_ptr + 3, (yes * yes + True).to(tl.int32))
    tl.store(out_ptr + 4, (~yes).to(tl.int32))
    tl.store(out_ptr + 5, tl.sum(tl.arange(0, 4) < n))


# ---- 5: types and NaNs of reductions ----


@triton.jit
def reduced(x_ptr, out_ptr, WIDE: tl.constexpr, INDEXED: tl.constexpr, SUM: tl.constexpr, N: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, N))
    value, index = tl.max(x, 0, return_indices=True)
    tl.static_assert(tl.max(x, 0).dtype == WIDE and x.min(0).dtype == WIDE and value.dtype == INDEXED and index.dtype == tl.int32)
    tl.static_assert(tl.sum(x, 0).dtype == SUM and tl.argmax(x, 0).dtype == tl.int32)
    tl.store(out_ptr, tl.max(x, 0))
    tl.store(out_ptr + 1, x.min(0))
    tl.store(out_ptr + 2, value)
    tl.store(out_ptr + 3, index)
    tl.store(out_ptr + 4, tl.sum(x, 0).to(tl.float32))


@triton.jit
def narrow_reduced(x_ptr, out_ptr, N: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, N))
    tl.static_assert(tl.xor_sum(x, 0).dtype == tl.int8 and tl.cumprod(x, 0).dtype == tl.int8)
    tl.static_assert(tl.cumsum(x, 0).dtype == tl.int32 and tl.sum(x, 0, dtype=tl.int8).dtype == tl.int8)
    tl.store(out_ptr, tl.sum(x, 0))
    tl.store(out_ptr + 1, tl.sum(x, 0, dtype=tl.int8))
    tl.store(out_ptr + 2, tl.max(tl.cumprod(x, 0), 0))


@triton.jit
def top(x_ptr, out_ptr, N: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, N))
    all_of = tl.topk(x, N)
    some = tl.topk(x, N // 2)
    tl.static_assert(all_of.dtype == tl.float16 and some.dtype == tl.float32)
    tl.store(out_ptr + tl.arange(0, N // 2), some)


# ---- 6: `and`, `or`, `not` ----


@triton.jit
def short_circuit(out_ptr, n, N: tl.constexpr):
    # What a constant decides keeps the rest from being looked at, ill-typed as it is.
    if N == 3 or n + None or tl.nothing:
        tl.store(out_ptr, 1)
    if N != 3 and n[17]:
        tl.store(out_ptr, 2)
    tl.static_assert((None or "text") == "text" and (0 or 5) == 5 and (7 and "") == "" and (() or N) == 3)
    tl.store(out_ptr + 1, (N == 3 and 7) + (N and 9))
    # One that decides nothing leaves the others.
    if N == 3 and n > 5:
        tl.store(out_ptr + 2, 1)


@triton.jit
def both_sides(out_ptr, n):
    # Operands that the kernel computes are all computed.
    no = n < 0
    if no and tl.atomic_add(out_ptr, 1) == 0:
        tl.store(out_ptr + 1, 1)
    if not no or tl.atomic_add(out_ptr, 1) == 0:
        tl.store(out_ptr + 2, 1)
    tl.store(out_ptr + 3, (not no).to(tl.int32))
    i = tl.arange(0, 4)
    tl.store(out_ptr + 4 + i, ((i > 0) & (i < 3) | (i == n)).to(tl.int32))


# ---- 7: names behind branches and loops ----


@triton.jit
def names(out_ptr, n, N: tl.constexpr):
    if N == 3:
        decided = 10
    else:
        decided = tl.zeros((N,), tl.float32)
    if n > 0:
        both = 1
    else:
        both = 2
    for i in tl.static_range(3):
        unrolled = i * both
    total = decided
    for i in range(n):
        # The loop variable may change without changing the loop.
        total += i
        i += 100
        total += i
    tl.store(out_ptr, total)
    tl.store(out_ptr + 1, unrolled + i if N == 0 else unrolled)


# ---- 8: lanes that are masked off ----


@triton.jit
def masked(x_ptr, out_ptr, n, N: tl.constexpr):
    # Triton leaves them undefined; here they are 0. Elsewhere `other` is cast to the type of the elements.
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.load(x_ptr + i, mask=i < n))
    tl.store(out_ptr + N + i, tl.load(x_ptr + i, mask=i < n, other=2.75))
    block = tl.make_block_ptr(x_ptr, (n,), (1,), (0,), (N,), (0,))
    tl.store(out_ptr + 2 * N + i, tl.load(block, boundary_check=(0,), padding_option="zero"))


@triton.jit
def untouched(x_ptr, out_ptr, n, N: tl.constexpr):
    # Nothing is read, written or counted there, however far it is.
    i = tl.arange(0, N)
    far = tl.where(i < n, i, 1 << 30)
    tl.store(out_ptr + far, tl.load(x_ptr + far, mask=i < n, other=9) + 1, mask=i < n)
    tl.atomic_add(out_ptr + far, 10, mask=i < n)


# ---- 9: constants through calls ----


@triton.jit
def width_of(n):
    return tl.arange(0, n)


@triton.jit
def is_constant(n, of=2):
    tl.static_assert(not isinstance(of, tl.tensor))
    return not isinstance(n, tl.tensor)


@triton.jit
def passed(out_ptr, n):
    four = 4
    tl.static_assert(is_constant(4) and is_constant(n=STEP) and is_constant((4, 5)) and is_constant(tl.float16))
    tl.static_assert(not is_constant(four) and not is_constant(n))
    tl.store(out_ptr + width_of(4), -7 // 2)


@triton.jit
def same(n):
    if n > 0:
        return 4
    return 4


@triton.jit
def different(n):
    if n > 0:
        return 4
    else:
        return 5


@triton.jit
def nothing(out_ptr):
    tl.store(out_ptr, 7)


@triton.jit
def pair(n):
    if n > 0:
        return 8, n
    return 8, n + 1


@triton.jit
def returned(out_ptr, n):
    tl.static_assert(not isinstance(same(n), tl.tensor) and isinstance(different(n), tl.tensor))
    tl.store(out_ptr + tl.arange(0, same(n)), different(n))
    size, value = pair(n)
    tl.static_assert(not isinstance(pair(n)[0], tl.tensor) and isinstance(pair(n)[1], tl.tensor))
    tl.store(out_ptr + 4 + tl.arange(0, pair(n)[0]), size * value)
    tl.static_assert(nothing(out_ptr) is None)


# ---- 10: rounding ----


@triton.jit
def tf32(a_ptr, b_ptr, out_ptr, N: tl.constexpr, PRECISION: tl.constexpr):
    i = tl.arange(0, N)
    square = i[:, None] * N + i[None, :]
    tl.store(out_ptr + square, tl.dot(tl.load(a_ptr + square), tl.load(b_ptr + square), input_precision=PRECISION))


@triton.jit
def approximate(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x, y = tl.load(x_ptr + i), tl.load(y_ptr + i)
    tl.store(out_ptr + i, x / y)
    tl.store(out_ptr + N + i, tl.exp(x))


# The product with log2(e) is rounded before the power is taken: far from 0 that matters more than the rounding of the power.
@triton.jit
def rounded_exponent(x_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    tl.store(out_ptr + i, tl.exp(x) == tl.exp2(x * 1.4426950408889634))


# ---- Others ----


@triton.jit
def saturated(x_ptr, e4_ptr, e5_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    tl.store(e4_ptr + i, x.to(tl.float8e4nv))
    tl.store(e5_ptr + i, x.to(tl.float8e5))


@triton.jit
def offsets(x_ptr, out_ptr, three, third, far):
    # 3 * 1431655766 is 2 in 32 bits.
    tl.store(out_ptr, tl.load(x_ptr + three * third))
    # Unsigned offsets are zero-extended, signed ones sign-extended.
    most = (three - 4).to(tl.uint32)
    tl.store(out_ptr + 1, tl.load((x_ptr + most) - far + 3))
    tl.store(out_ptr + 2, tl.load(x_ptr + 3 + (three - 4)))
    tl.store(out_ptr + 3, tl.load(x_ptr + 3 - three))


@triton.jit
def float_atomics(most_ptr, least_ptr, x_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    tl.atomic_max(most_ptr + i, x)
    tl.atomic_min(least_ptr + i, x)


@triton.jit
def once(out_ptr):
    tl.store(out_ptr, tl.load(out_ptr) + 1)
    tl.atomic_add(out_ptr + 1, 1)
    tl.atomic_xchg(out_ptr + 2, tl.atomic_add(out_ptr + 3, 5))


@triton.jit
def formatted(out_ptr, N: tl.constexpr):
    # Conversions count, formats do not.
    tl.static_assert(f"{N:05d}" == "3" and f"{N!r:>10}" == "3" and f"{'x'!r}{2.5:.3f}" == "'x'2.5")
    tl.store(out_ptr, N)


@triton.jit
def unsigned_loop(out_ptr, start, end_ptr):
    # With one bound of u32 the others are unsigned, too, and -2 is far above.
    count = 0
    for i in range(start, tl.load(end_ptr)):
        tl.static_assert(i.dtype == tl.uint32)
        count += 1
    tl.store(out_ptr, count)
    wide = 0
    for i in range(start, tl.load(end_ptr).to(tl.int64)):
        tl.static_assert(i.dtype == tl.int64)
        wide += 1
    tl.store(out_ptr + 1, wide)


@triton.jit
def shifted(i_ptr, u_ptr, out_ptr):
    # The type of the tensor whose method runs decides how `>>` fills; the sum of both is unsigned.
    i, u = tl.load(i_ptr), tl.load(u_ptr)
    tl.static_assert((i >> u).dtype == tl.uint32 and (u >> i).dtype == tl.uint32)
    tl.store(out_ptr, (i >> u).to(tl.int32, bitcast=True))
    tl.store(out_ptr + 1, ((u - 16) >> (i + 20)).to(tl.int32, bitcast=True))
    tl.store(out_ptr + 2, -16 >> (i + 20))


@triton.jit
def wide_shifts(x_ptr, by_ptr, left_ptr, right_ptr, N: tl.constexpr):
    # Undefined in Triton; here the amount counts modulo the width.
    i = tl.arange(0, N)
    x, by = tl.load(x_ptr + i), tl.load(by_ptr + i)
    tl.store(left_ptr + i, x << by)
    tl.store(right_ptr + i, x >> by)


@triton.jit
def out_of_range(x_ptr, out_ptr, N: tl.constexpr):
    # Undefined in Triton; here the nearest integer of the type. Of a NaN nothing is said.
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.load(x_ptr + i).to(out_ptr.dtype.element_ty))


@triton.jit
def converted(x_ptr, i_ptr, out_ptr):
    x, i = tl.load(x_ptr), tl.load(i_ptr)
    # The signedness of the source decides how integers grow; what is not 0 is true, a NaN too.
    tl.store(out_ptr, i.to(tl.int8).to(tl.uint32).to(tl.int64))
    tl.store(out_ptr + 1, i.to(tl.uint8).to(tl.int32).to(tl.int64))
    tl.store(out_ptr + 2, x.to(tl.int1).to(tl.int64))
    tl.store(out_ptr + 3, (x != x).to(tl.int64))
    tl.store(out_ptr + 4, (x == x).to(tl.int64))
    tl.store(out_ptr + 5, (i.to(tl.float32) / 256 - 0.998).to(tl.int64))
    tl.static_assert(not hasattr(i, "nothing") and hasattr(i, "dtype"))


@triton.jit
def leaking(out_ptr, n):
    shape: tl.constexpr = (2, 4, 8)
    doubled: tl.constexpr = [size * 2 for size in shape]
    tl.static_assert(size == 8 and doubled == (4, 8, 16) and doubled[-1] == 16 and doubled[1:] == (8, 16))
    tl.store(out_ptr, (last := n + size))
    tl.store(out_ptr + 1, last)
    # Behind the loop the values of its last round stay.
    for i in tl.static_range(5, 0, -2):
        seen = i
    tl.store(out_ptr + 2, seen + i)
    down = 0
    for i in range(n, 0, -3):
        down = down * 10 + i
    tl.store(out_ptr + 3, down)


@triton.jit
def dimensions(out_ptr):
    # `softmax` and scans go along the first dimension, `flip`, `sort` and `trans` have to do with the last ones.
    square = tl.arange(0, 2)[:, None] * 4 + tl.arange(0, 4)[None, :]
    tl.store(out_ptr + square, (tl.softmax(square * 0.0) * 100).to(tl.int32))
    tl.store(out_ptr + 8 + square, tl.cumsum(square))
    tl.store(out_ptr + 16 + square, tl.flip(square))
    cube = square[None, :, :]
    tl.static_assert(tl.trans(cube).shape == (1, 4, 2) and tl.expand_dims(square, -1).shape == (2, 4, 1))


@triton.jit
def dead(out_ptr, n):
    tl.store(out_ptr, n)
    return
    tl.store(out_ptr, n + tl.nothing)


BF16 = to_bf16(np.array([257.0], np.float32))


def one_case(name, kernel, expected, constants=None, before=0, warps=4, **args):
    """A launch of one program that leaves `expected` in `out_ptr`."""
    expected = np.atleast_1d(expected)
    out = np.full_like(expected, before)
    return Case(name, kernel, (1,), {k: out if v is OUT else v for k, v in args.items()}, dict(out_ptr=expected), constants or {}, warps)


OUT = object()
f16, f32, i8, i32, i64, u8, u32 = np.float16, np.float32, np.int8, np.int32, np.int64, np.uint8, np.uint32


def array(dtype, *values):
    return np.array(values, dtype)


def constant_cases():
    h = array(f16, 1 + 2**-10)
    half, full = f32(h[0] * f16(3)), f32(h[0]) * f32(3)
    yield one_case("1 assigned", assigned, array(f32, half, half, full, full, half, half, 3, 3, 3, 3), {"WIDTH": 2}, h_ptr=h, out_ptr=OUT, factor=3.0)
    yield one_case("2 an argument of 1", one, array(i32, -4, -4), out_ptr=OUT, n=1)
    yield one_case("2 an argument of 1 with a type", declared, array(i32, -3, -3), out_ptr=OUT, n=1, m=1)
    yield one_case("2 an argument of 1 that is listed", listed, array(i32, -3, -3), out_ptr=OUT, n=1, m=1)
    yield one_case("3 quotients", quotients, array(i32, -4, 1, -3, -1, -3, -1, 28, 24, -3, -3, -3, -4, -7), out_ptr=OUT, n=-7)
    yield one_case("9 passed", passed, array(i32, -4, -4, -4, -4), out_ptr=OUT, n=17)
    for n, value, product in ((17, 4, 136), (-17, 5, -128)):
        yield one_case(f"9 returned {n}", returned, array(i32, 7, *[value] * 3, *[product] * 8), out_ptr=OUT, n=n)


def promotion_cases():
    h, b = array(f16, 0.1), Typed(to_bf16(array(f32, 1.0)), "bf16")
    bf16 = Typed(BF16, "bf16")
    yield one_case("4 numbers beside tensors", beside, array(f32, 0.1, h[0], -128, 128, 2, 2), h_ptr=h, b_ptr=b, i8_ptr=array(i8, 127), out_ptr=OUT)
    yield one_case("4 comparisons", compared, array(i32, 1, 1, 0, 0, 1, 0), h_ptr=h, b_ptr=bf16, u_ptr=array(u32, 2**32 - 1),
                   i_ptr=array(i32, -1), i8_ptr=array(i8, 127), out_ptr=OUT, before=7)
    yield one_case("4 two tensors", mixed, array(f32, 254, 2**32 - 1, np.inf, 300, np.inf), i8_ptr=array(i8, -1), u8_ptr=array(u8, 255),
                   i16_ptr=array(np.int16, 45), i32_ptr=array(i32, -3), u32_ptr=array(u32, 2), i64_ptr=array(i64, 100000), h_ptr=array(f16, 65504),
                   b_ptr=Typed(to_bf16(array(f32, 1e9)), "bf16"), out_ptr=OUT)
    for n, expected in ((3, (0, 2, 0, 0, 0, 3)), (0, (0, 1, 0, 1, 1, 0))):
        yield one_case(f"4 masks {n}", masks, array(i32, *expected), n=n, out_ptr=OUT, before=9)


def reduction_cases():
    nan = np.nan
    for name, x, wide, indexed, total in (
        ("fp16", array(f16, 3, nan, -5, 4), "tl.float32", "tl.float16", "tl.float16"),
        ("bf16", Typed(to_bf16(array(f32, 3, nan, -5, 4)), "bf16"), "tl.float32", "tl.float32", "tl.bfloat16"),
        ("fp32", array(f32, 3, nan, -5, 4), "tl.float32", "tl.float32", "tl.float32"),
        ("i8", array(i8, 3, 127, -5, 127), "tl.int32", "tl.int8", "tl.int32"),
        ("u8", array(u8, 3, 255, 5, 255), "tl.int32", "tl.uint8", "tl.uint32"),
    ):
        values = from_bf16(x.bits) if isinstance(x, Typed) else x
        finite = np.where(np.isnan(values), -np.inf, values) if values.dtype.kind == "f" else values
        most = int(finite.argmax())
        expected = array(f32, finite[most], np.nanmin(values), finite[most], most, values.astype(f32).sum())
        constants = {"WIDE": wide, "INDEXED": indexed, "SUM": total, "N": 4}
        yield one_case(f"5 {name}", reduced, expected, constants, x_ptr=x, out_ptr=OUT)
    yield one_case("5 sums of i8", narrow_reduced, array(i32, 300, 300 - 256, 100), {"N": 4}, x_ptr=array(i8, 100, 100, 50, 50), out_ptr=OUT)
    yield one_case("5 some of the largest", top, array(f32, 9, 8), {"N": 4}, x_ptr=array(f16, 8, -1, 9, 7), out_ptr=OUT)


def control_cases():
    for n, last in ((9, 1), (2, 0)):
        yield one_case(f"6 short circuit {n}", short_circuit, array(i32, 1, 16, last), {"N": 3}, out_ptr=OUT, n=n)
    yield one_case("6 both sides", both_sides, array(i32, 2, 0, 1, 1, 0, 1, 1, 1), out_ptr=OUT, n=3)
    for n, total, both in ((3, 10 + 3 + 303, 2), (0, 10, 4)):
        yield one_case(f"7 names {n}", names, array(i32, total, both), {"N": 3}, out_ptr=OUT, n=n)
    yield one_case("loop variables", leaking, array(i32, 16, 16, 2, 852), out_ptr=OUT, n=8)
    yield one_case("dimensions", dimensions, array(i32, *[50] * 8, 0, 1, 2, 3, 4, 6, 8, 10, 3, 2, 1, 0, 7, 6, 5, 4), out_ptr=OUT)
    yield one_case("behind a return", dead, array(i32, 5), out_ptr=OUT, n=5)
    yield one_case("unsigned loop", unsigned_loop, array(i32, 0, 5), out_ptr=OUT, start=-2, end_ptr=array(u32, 3), before=7)
    yield one_case("formats", formatted, array(i32, 3), {"N": 3}, out_ptr=OUT)


def memory_cases():
    x = array(i32, 5, 6, 7, 8)
    yield one_case("8 masked", masked, array(i32, 5, 6, 0, 0, 5, 6, 2, 2, 5, 6, 0, 0), {"N": 4}, x_ptr=x, out_ptr=OUT, n=2, before=1)
    yield one_case("8 untouched", untouched, array(i32, 16, 17), {"N": 4}, x_ptr=x[:2], out_ptr=OUT, n=2)
    yield one_case("8 all untouched", untouched, array(i32, 0), {"N": 4}, x_ptr=x[:1], out_ptr=OUT, n=0)
    yield one_case("offsets", offsets, array(i32, 7, 7, 7, 5), x_ptr=x, out_ptr=OUT, three=3, third=1431655766, far=2**32)
    for warps in (1, 8):
        yield one_case(f"once, {warps} warps", once, array(i32, 1, 1, 0, 5), out_ptr=OUT, warps=warps)
    # What has the sign bit is below all others, and numbers of one sign are ordered by their bits: a NaN is above infinity.
    nan = np.nan
    before, x = array(f32, 1, -1, 0, 5, -5, np.inf, nan, nan), array(f32, -0.0, -0.0, -0.0, nan, -nan, nan, 3, -3)
    yield Case("float atomics", float_atomics, (1,), dict(most_ptr=before, least_ptr=before, x_ptr=x),
               dict(most_ptr=array(f32, 1, -0.0, 0, nan, -5, nan, nan, nan), least_ptr=array(f32, -0.0, -1, -0.0, 5, nan, np.inf, 3, -3)), dict(N=8))


def number_cases(rng):
    x = array(f32, 1e9, -1e9, np.inf, 449, -57345, np.nan, 0.5, 500)
    yield Case("saturated", saturated, (1,), dict(x_ptr=x, e4_ptr=Typed(np.zeros(8, u8), "fp8e4nv"), e5_ptr=Typed(np.zeros(8, u8), "fp8e5")),
               dict(e4_ptr=Typed(array(u8, 0x7E, 0xFE, 0x7E, 0x7E, 0xFE, 0x7F, 0x30, 0x7E), "fp8e4nv"),
                    e5_ptr=Typed(array(u8, 0x7B, 0xFB, 0x7B, 0x5F, 0xFB, 0x7F, 0x38, 0x60), "fp8e5")), dict(N=8))
    # tf32 keeps 10 bits of the fraction: 1 + 2^-10 - 2^-23 is cut to 1.
    a = 2.0 ** rng.integers(-4, 5, (16, 16)) * rng.choice([-1, 1], (16, 16)) * (1 + 2**-10 - 2**-23)
    order = rng.permutation(16)
    for precision, factors in (("tf32", a / (1 + 2**-10 - 2**-23)), ("ieee", a)):
        yield one_case(f"10 {precision}", tf32, np.take(factors, order, 1).astype(f32), {"N": 16, "PRECISION": repr(precision)}, a_ptr=a.astype(f32),
                       b_ptr=np.take(np.eye(16, dtype=f32), order, 1), out_ptr=OUT)
    x, y = rng.uniform(-80, 80, 128).astype(f32), rng.uniform(0.5, 2, 128).astype(f32)
    exact = np.concatenate([x.astype(np.float64) / y, np.exp(x.astype(np.float64))]).astype(f32)
    # Two units of the last place, and those of the product with log2(e).
    case = one_case("10 approximate", approximate, exact, {"N": 128}, x_ptr=x, y_ptr=y, out_ptr=OUT)
    case.rtol = 80 * 2**-23
    yield case
    yield one_case("10 rounded exponents", rounded_exponent, np.ones(128, i32), {"N": 128}, x_ptr=x, out_ptr=OUT)
    yield one_case("shifted", shifted, array(i32, -4, 0x0FFFFFFF, -1), i_ptr=array(i32, -16), u_ptr=array(u32, 2), out_ptr=OUT)
    for dtype in (i8, np.int16, i32, i64, u8, np.uint16, u32, np.uint64):
        bits, low, high = 8 * np.dtype(dtype).itemsize, np.iinfo(dtype).min, np.iinfo(dtype).max
        x, by = rng.integers(low, high, 64, dtype, endpoint=True), rng.integers(0, 127, 64).astype(dtype)
        yield Case(f"wide shifts {dtype.__name__}", wide_shifts, (1,), dict(x_ptr=x, by_ptr=by, left_ptr=np.zeros_like(x), right_ptr=np.zeros_like(x)),
                   dict(left_ptr=x << by % dtype(bits), right_ptr=x >> by % dtype(bits)), dict(N=64))
        x = array(f32, np.inf, -np.inf, 1e30, -1e30, 100.9, -100.9, 0.9, -0.9)
        nearest = array(dtype, high, low, high, low, 100, max(-100, low), 0, 0)
        yield one_case(f"out of range {dtype.__name__}", out_of_range, nearest, {"N": 8}, x_ptr=x, out_ptr=OUT, before=7)
    yield one_case("converted", converted, array(i64, 2**32 - 1, 255, 1, 1, 0, 0), x_ptr=array(f32, np.nan), i_ptr=array(i32, 255), out_ptr=OUT, before=7)


def cases(rng):
    yield from constant_cases()
    yield from promotion_cases()
    yield from reduction_cases()
    yield from control_cases()
    yield from memory_cases()
    yield from number_cases(rng)
