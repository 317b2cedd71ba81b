# Random numbers of `triton.language`: Philox, a counter-based generator, and what is made of its words.
# Rows of builtins.def with the handler `randomFunction` name these functions and repeat their parameters.
import triton
import triton.language as tl


# ---- Philox with four words, of 32 or 64 bits ----


# One round exchanges the words, mixed by two products, and moves the keys on.
@triton.jit
def _philox(c0, c1, c2, c3, k0, k1, n_rounds, FACTOR_A: tl.constexpr, FACTOR_B: tl.constexpr, STEP_0: tl.constexpr, STEP_1: tl.constexpr):
    word: tl.constexpr = c0.dtype
    a = tl.full((), FACTOR_A, word)
    b = tl.full((), FACTOR_B, word)
    for _ in tl.static_range(n_rounds):
        old_c0, old_c2 = c0, c2
        c0 = tl.umulhi(b, old_c2) ^ c1 ^ k0
        c2 = tl.umulhi(a, old_c0) ^ c3 ^ k1
        c1 = b * old_c2
        c3 = a * old_c0
        k0 = k0 + tl.full((), STEP_0, word)
        k1 = k1 + tl.full((), STEP_1, word)
    return c0, c1, c2, c3


@triton.jit
def philox_impl(c0, c1, c2, c3, k0, k1, n_rounds=10):
    if c0.dtype.primitive_bitwidth == 32:
        return _philox(c0, c1, c2, c3, k0, k1, n_rounds, 0xD2511F53, 0xCD9E8D57, 0x9E3779B9, 0xBB67AE85)
    else:
        tl.static_assert(c0.dtype.primitive_bitwidth == 64, f"Philox in {c0.dtype}; it takes integers of 32 or 64 bits")
        return _philox(c0, c1, c2, c3, k0, k1, n_rounds, 0xD2E7470EE14C6C93, 0xCA5A826395121157, 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B)


@triton.jit
def philox(seed, c0, c1, c2, c3, n_rounds=10):
    seed = tl.to_tensor(seed)
    tl.static_assert(seed.dtype.is_int(), f"the seed is {seed.dtype}; it takes an integer")
    first = tl.to_tensor(c0)
    word: tl.constexpr = tl.get_int_dtype(first.dtype.primitive_bitwidth, False)
    wide = seed.to(tl.uint64)
    # A seed fills both keys of the narrow generator, and the first one of the wide.
    k0 = wide.to(word)
    k1 = (wide >> 32).to(word) if word.primitive_bitwidth == 32 else tl.full((), 0, word)
    return philox_impl(_as_word(c0, word), _as_word(c1, word), _as_word(c2, word), _as_word(c3, word), k0, k1, n_rounds)


@triton.jit
def _as_word(x, word):
    return tl.to_tensor(x).to(word)


# ---- Integers ----


@triton.jit
def randint4x(seed, offset, n_rounds=10):
    counter = tl.to_tensor(offset)
    low = counter.to(tl.uint32)
    zero = tl.zeros_like(low)
    high = (counter >> 32).to(tl.uint32) if counter.dtype.primitive_bitwidth > 32 else zero
    return philox(seed, low, high, zero, zero, n_rounds)


@triton.jit
def randint(seed, offset, n_rounds=10):
    return randint4x(seed, offset, n_rounds)[0]


# ---- Uniform in [0, 1) ----


# The upper half of the range folds onto the lower one; the scale keeps the largest product below 1.
@triton.jit
def uint_to_uniform_float(x):
    bits: tl.constexpr = x.dtype.primitive_bitwidth
    tl.static_assert(bits == 32 or bits == 64, f"a uniform number from {x.dtype}; it takes integers of 32 or 64 bits")
    word = x.to(tl.get_int_dtype(bits, True), bitcast=True)
    scale: tl.constexpr = 4.6566127342e-10 if bits == 32 else 1.0842020432385337e-19
    return tl.where(word < 0, ~word, word) * scale


@triton.jit
def rand(seed, offset, n_rounds=10):
    return uint_to_uniform_float(randint(seed, offset, n_rounds))


@triton.jit
def rand4x(seed, offsets, n_rounds=10):
    return [uint_to_uniform_float(word) for word in randint4x(seed, offsets, n_rounds)]


# ---- Normal ----


# Box and Muller's polar form; the bound keeps the logarithm finite.
@triton.jit
def pair_uniform_to_normal(u1, u2):
    radius = tl.sqrt(-2.0 * tl.log(tl.maximum(1.0e-7, u1)))
    angle = 6.283185307179586 * u2
    return radius * tl.cos(angle), radius * tl.sin(angle)


@triton.jit
def randn(seed, offset, n_rounds=10):
    w0, w1, _, _ = randint4x(seed, offset, n_rounds)
    return pair_uniform_to_normal(uint_to_uniform_float(w0), uint_to_uniform_float(w1))[0]


@triton.jit
def randn4x(seed, offset, n_rounds=10):
    u0, u1, u2, u3 = rand4x(seed, offset, n_rounds)
    n0, n1 = pair_uniform_to_normal(u0, u1)
    n2, n3 = pair_uniform_to_normal(u2, u3)
    return n0, n1, n2, n3
