"""What a case is: a kernel of a public repository, a launch of it, and how its arrays are made.

A table holds `Case` objects. Their arrays are descriptions, made into numpy arrays with a generator that is seeded by the
case's name, so that every run and every executor sees the same numbers. Types have tritonc's names; arrays of types that
numpy does not have hold their bits.
"""

import dataclasses
import math
import zlib

import numpy as np

NUMPY = {
    "fp64": np.float64, "fp32": np.float32, "fp16": np.float16, "bf16": np.uint16, "fp8e4nv": np.uint8, "fp8e5": np.uint8,
    "i64": np.int64, "i32": np.int32, "i16": np.int16, "i8": np.int8, "u8": np.uint8, "i1": np.bool_,
}
FLOATS = ("fp64", "fp32", "fp16", "bf16", "fp8e4nv", "fp8e5")


def small_float(exponent_bits, mantissa_bits, has_infinity):
    """The values of the 256 patterns of an 8-bit float."""
    bits = np.arange(256)
    exponent, mantissa = (bits & 0x7F) >> mantissa_bits, (bits & ((1 << mantissa_bits) - 1)) / (1 << mantissa_bits)
    bias = (1 << (exponent_bits - 1)) - 1
    values = np.where(exponent == 0, mantissa * 2.0 ** (1 - bias), (1 + mantissa) * 2.0 ** (exponent - bias))
    if has_infinity:
        values[exponent == (1 << exponent_bits) - 1] = np.nan
        values[[0x7C, 0xFC]] = np.inf
    else:
        values[[0x7F, 0xFF]] = np.nan
    return np.where(bits & 0x80, -values, values)


SMALL_FLOATS = {"fp8e4nv": small_float(4, 3, False), "fp8e5": small_float(5, 2, True)}


def encode(values, dtype):
    """Values as an array of the type, rounded to the nearest."""
    if dtype == "bf16":
        bits = np.asarray(values, np.float32).view(np.uint32)
        return ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    if dtype in SMALL_FLOATS:
        magnitudes = SMALL_FLOATS[dtype][:128]
        finite = magnitudes[np.isfinite(magnitudes)]
        middles = (finite[1:] + finite[:-1]) / 2
        return (np.searchsorted(middles, np.abs(values)) | np.where(np.signbit(values), 0x80, 0)).astype(np.uint8)
    return np.asarray(values).astype(NUMPY[dtype])


def decode(array, dtype):
    """An array of a floating-point type as doubles."""
    if dtype == "bf16":
        return (array.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    if dtype in SMALL_FLOATS:
        return SMALL_FLOATS[dtype][array]
    return array.astype(np.float64)


@dataclasses.dataclass(frozen=True)
class Array:
    """An argument that is a tensor. `fill` makes doubles or integers from a generator and a shape."""

    shape: tuple
    dtype: str
    fill: object

    def make(self, rng):
        return np.ascontiguousarray(encode(self.fill(rng, self.shape), self.dtype).reshape(self.shape))


def normal(*shape, dtype="fp32", scale=1.0, shift=0.0):
    return Array(shape, dtype, lambda rng, shape: shift + scale * rng.standard_normal(shape))


def uniform(*shape, dtype="fp32", low=0.0, high=1.0):
    return Array(shape, dtype, lambda rng, shape: rng.uniform(low, high, shape))


def integers(*shape, low, high, dtype="i32"):
    """`high` itself is not among them."""
    return Array(shape, dtype, lambda rng, shape: rng.integers(low, high, shape))


def coins(*shape, dtype="i1"):
    return integers(*shape, low=0, high=2, dtype=dtype)


def full(*shape, value, dtype="fp32"):
    return Array(shape, dtype, lambda rng, shape: np.full(shape, value))


def zeros(*shape, dtype="fp32"):
    return full(*shape, value=0, dtype=dtype)


def empty(*shape, dtype="fp32"):
    """For results: NaNs or an unlikely integer."""
    if dtype in SMALL_FLOATS:
        return full(*shape, value=1.5, dtype=dtype)
    return full(*shape, value=math.nan if dtype in FLOATS else 1 if dtype == "i1" else 85, dtype=dtype)


def values(numbers, dtype="i32"):
    """These numbers, in nested lists."""
    array = np.asarray(numbers)
    return Array(array.shape, dtype, lambda rng, shape: array)


def shuffled(*shape, dtype="i32"):
    """A permutation of the numbers below the last dimension, in each row."""
    return Array(shape, dtype, lambda rng, shape: rng.permuted(np.broadcast_to(np.arange(shape[-1]), shape), axis=-1))


def distinct(*shape, dtype="fp32"):
    """Numbers around zero of which no two are alike, so that their order says everything."""
    return Array(shape, dtype, lambda rng, shape: (rng.permutation(math.prod(shape)) - math.prod(shape) / 2) / 64)


def rows_of(*shape):
    """The strides of a contiguous array, in elements."""
    return tuple(math.prod(shape[i + 1:]) for i in range(len(shape)))


def strides(names, *shape):
    """{name: stride} of a contiguous array with this shape; `_` is not wanted."""
    return {name: stride for name, stride in zip(names.split(), rows_of(*shape), strict=True) if name != "_"}


def cdiv(a, b):
    return -(-a // b)


class Dtype:
    """A constant that is a type: Dtype("float16") is tl.float16."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"tl.{self.name}"


@dataclasses.dataclass
class Case:
    """One launch. `args` are the arguments by name, in any order; what is left out has its default.

    `rounds` says through what the results pass, which bounds how far two right answers may be apart: "order" for sums and
    functions in single precision, "dot" for products by matrix units, and a number is the bound itself.
    """

    repo: str
    file: str
    kernel: str
    grid: tuple
    args: dict
    constants: dict = dataclasses.field(default_factory=dict)
    warps: int = 4
    stages: int = 3
    rounds: object = "order"
    label: str = ""
    kind: str = ""

    @property
    def name(self):
        return f"{self.repo}/{self.kernel}" + (f" {self.label}" if self.label else "")

    def arrays(self):
        """The arrays by name, made anew."""
        rng = np.random.default_rng(zlib.crc32(f"{self.file}:{self.name}".encode()))
        return {name: value.make(rng) for name, value in self.args.items() if isinstance(value, Array)}


BOUNDS = {"fp64": 1e-6, "fp32": 1e-5, "fp16": 2.0**-9, "bf16": 2.0**-6, "fp8e4nv": 2.0**-3, "fp8e5": 2.0**-2}


def bound_of(case, dtype):
    """How far a result of the type may be off, as a part of the tensor's largest magnitude."""
    if case.rounds == "order":
        return BOUNDS[dtype]
    least = 1e-4 if case.rounds == "dot" else case.rounds
    return max(least, BOUNDS[dtype])


def difference(case, name, actual, expected):
    """The largest error of an array as a part of the largest magnitude, and what is wrong, if anything is."""
    dtype = case.args[name].dtype
    if dtype not in FLOATS:
        wrong = np.count_nonzero(actual != expected)
        return float(wrong), f"{name}: {wrong} of {actual.size} integers differ" if wrong else None
    actual, expected = decode(actual, dtype), decode(expected, dtype)
    finite = np.isfinite(expected)
    same_kind = np.where(finite, np.isfinite(actual), (actual == expected) | (np.isnan(actual) & np.isnan(expected)))
    if not same_kind.all():
        return math.inf, f"{name}: {np.count_nonzero(~same_kind)} of {actual.size} are NaN or infinite in one only"
    if not finite.any():
        return 0.0, None
    largest = np.abs(expected[finite]).max()
    error = float(np.abs(actual[finite] - expected[finite]).max() / max(largest, 1e-30))
    bound = bound_of(case, dtype)
    return error, f"{name}: off by {error:.1e} of the largest, more than {bound:.1e}" if error > bound else None


def compare(case, before, actual, expected):
    """A row of results: equal or differ, the largest error, and the reasons."""
    errors, problems = {}, []
    for name in expected:
        errors[name], problem = difference(case, name, actual[name], expected[name])
        problems += [problem] if problem else []
    changed = [name for name in before if before[name].tobytes() != expected[name].tobytes()]
    if not changed:
        problems.append("the kernel changes no array")
    # Bytes alone: what nobody has written compares equal to itself.
    return {"status": "differ" if problems else "equal", "error": max((errors[name] for name in changed), default=0.0),
            "changed": changed, "problems": problems}
