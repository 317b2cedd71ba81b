# RUN: exec-test %s
"""Random numbers, bit for bit: against Philox written with Python's integers, and against literal words."""

import math

import numpy as np
import triton
import triton.language as tl

from harness import Case


@triton.jit
def integers(offset_ptr, out_ptr, seed, N: tl.constexpr, ROUNDS: tl.constexpr):
    i = tl.arange(0, N)
    words = tl.randint4x(seed, tl.load(offset_ptr + i), ROUNDS)
    for w in tl.static_range(4):
        tl.static_assert(words[w].dtype == tl.uint32)
        tl.store(out_ptr + w * N + i, words[w])


@triton.jit
def words64(out_ptr, seed, N: tl.constexpr):
    i = tl.arange(0, N)
    c0, c1, c2, c3 = tl.philox(seed, i.to(tl.int64), 1, 2, 3)
    tl.store(out_ptr + i, c0)
    tl.store(out_ptr + N + i, c1)
    tl.store(out_ptr + 2 * N + i, c2)
    tl.store(out_ptr + 3 * N + i, c3)


@triton.jit
def uniforms(one_ptr, four_ptr, int_ptr, N: tl.constexpr, SEED: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(one_ptr + i, tl.rand(SEED, i))
    a, b, c, d = tl.rand4x(SEED, i)
    tl.store(four_ptr + i, a)
    tl.store(four_ptr + N + i, b)
    tl.store(four_ptr + 2 * N + i, c)
    tl.store(four_ptr + 3 * N + i, d)
    tl.store(int_ptr + i, tl.randint(SEED, i))


@triton.jit
def normals(one_ptr, four_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(one_ptr + i, tl.randn(7, i))
    a, b, c, d = tl.randn4x(7, i)
    tl.store(four_ptr + i, a)
    tl.store(four_ptr + N + i, b)
    tl.store(four_ptr + 2 * N + i, c)
    tl.store(four_ptr + 3 * N + i, d)


@triton.jit
def scalar(out_ptr, seed):
    pid = tl.program_id(0)
    tl.store(out_ptr + pid, tl.rand(seed, pid))


@triton.jit
def uniform_of(x_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.uint_to_uniform_float(tl.load(x_ptr + i)))


def philox(counter, key, bits, rounds=10):
    mask = (1 << bits) - 1
    a, b, step0, step1 = ((0xD2511F53, 0xCD9E8D57, 0x9E3779B9, 0xBB67AE85) if bits == 32 else
                          (0xD2E7470EE14C6C93, 0xCA5A826395121157, 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B))
    c0, c1, c2, c3 = counter
    k0, k1 = key
    for _ in range(rounds):
        c0, c1, c2, c3 = (b * c2 >> bits) ^ c1 ^ k0, b * c2 & mask, (a * c0 >> bits) ^ c3 ^ k1, a * c0 & mask
        k0, k1 = (k0 + step0) & mask, (k1 + step1) & mask
    return c0, c1, c2, c3


def words(seed, offsets, rounds=10, wide=False):
    seed &= 2**64 - 1
    key = (seed & 0xFFFFFFFF, seed >> 32)
    rows = []
    for offset in offsets.tolist():
        rows.append(philox((offset & 0xFFFFFFFF, offset >> 32 & 0xFFFFFFFF if wide else 0, 0, 0), key, 32, rounds))
    return np.ascontiguousarray(np.array(rows, np.uint32).T)


def uniform(bits):
    signed = bits.view(np.int32 if bits.dtype == np.uint32 else np.int64)
    scale = np.float32(4.6566127342e-10 if bits.dtype == np.uint32 else 1.0842020432385337e-19)
    return np.where(signed < 0, ~signed, signed).astype(np.float32) * scale


def normal_pair(u1, u2):
    radius = np.sqrt(-2 * np.log(np.maximum(u1, 1e-7).astype(np.float64)))
    angle = 2 * math.pi * u2.astype(np.float64)
    return (radius * np.cos(angle)).astype(np.float32), (radius * np.sin(angle)).astype(np.float32)


# The words that the authors of Philox publish (Random123, kat_vectors), checked here so that the reference is right.
assert philox((0, 0, 0, 0), (0, 0), 32) == (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)
assert philox((0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344), (0xA4093822, 0x299F31D0), 32) == (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)


def cases(rng):
    zero = np.zeros(1, np.int32)
    yield Case("literal words", integers, (1,), dict(offset_ptr=zero, out_ptr=np.zeros(4, np.uint32), seed=0),
               dict(out_ptr=np.array([0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8], np.uint32)), dict(N=1, ROUNDS=10), 1)
    for number, seed in enumerate((0, 123, -5, 2**31 - 1, 2**40 + 77, -(2**63))):
        wide = bool(number % 2)
        offsets = rng.integers(-(2**62), 2**62, 64) if wide else rng.integers(-(2**31), 2**31, 64).astype(np.int32)
        for rounds in (10, 7):
            want = words(seed, offsets, rounds, wide)
            yield Case(f"randint4x, seed {seed}, {offsets.dtype}, {rounds} rounds", integers, (1,),
                       dict(offset_ptr=offsets, out_ptr=np.zeros_like(want), seed=seed), dict(out_ptr=want), dict(N=64, ROUNDS=rounds), 1 + number % 2)
        long = np.ascontiguousarray(np.array([philox((i, 1, 2, 3), (seed & (2**64 - 1), 0), 64) for i in range(16)], np.uint64).T)
        yield Case(f"philox of 64 bits, seed {seed}", words64, (1,), dict(out_ptr=np.zeros_like(long), seed=seed), dict(out_ptr=long), dict(N=16))
    for n, seed, warps in ((1, 1, 1), (64, 0, 2), (1024, 4242, 4), (512, 2**35, 8)):
        w = words(seed, np.arange(n))
        four = np.stack([uniform(x) for x in w])
        yield Case(f"rand {n} seed {seed}", uniforms, (1,),
                   dict(one_ptr=np.zeros(n, np.float32), four_ptr=np.zeros((4, n), np.float32), int_ptr=np.zeros(n, np.uint32)),
                   dict(one_ptr=four[0], four_ptr=four, int_ptr=w[0]), dict(N=n, SEED=seed), warps)
    u = [uniform(x) for x in words(7, np.arange(256))]
    four = np.stack([*normal_pair(u[0], u[1]), *normal_pair(u[2], u[3])])
    yield Case("randn", normals, (1,), dict(one_ptr=np.zeros(256, np.float32), four_ptr=np.zeros((4, 256), np.float32)),
               dict(one_ptr=four[0], four_ptr=four), dict(N=256), 4, rtol=1e-5, atol=2e-6)
    yield Case("rand of a scalar", scalar, (8,), dict(out_ptr=np.zeros(8, np.float32), seed=99), dict(out_ptr=uniform(words(99, np.arange(8))[0])))
    for dtype in (np.uint32, np.int32, np.uint64, np.int64):
        info = np.iinfo(dtype)
        x = np.array([info.min, info.max, 0, 1, info.max // 2, info.max // 2 + 1, info.min + 1, 12345], dtype)
        want = uniform(x.view(np.uint32 if x.itemsize == 4 else np.uint64))
        yield Case(f"uniform of {np.dtype(dtype)}", uniform_of, (1,), dict(x_ptr=x, out_ptr=np.zeros(8, np.float32)), dict(out_ptr=want), dict(N=8), 1)
