"""What a random kernel consists of: dimensions, values, arrays and the launch."""

import dataclasses
import math

import numpy as np

from dtypes import BF16, DType


@dataclasses.dataclass(frozen=True)
class Dim:
    """A size, as the kernel spells it and as a number."""

    text: str
    size: int

    def __mul__(self, other):
        if self.size == 1 and self.text == "1":
            return other
        if other.size == 1 and other.text == "1":
            return self
        return Dim(f"{self.text} * {other.text}", self.size * other.size)


ONE, TWO = Dim("1", 1), Dim("2", 2)


def count(shape):
    return math.prod(d.size for d in shape)


def shape_text(shape):
    return "(" + ", ".join(d.text for d in shape) + ("," if len(shape) == 1 else "") + ")"


@dataclasses.dataclass
class Value:
    """An expression. Its elements are multiples of `step` (0: any number) up to `bound` in magnitude (inf: perhaps NaN)."""

    text: str
    dtype: DType
    shape: tuple = ()
    bound: float = math.inf
    step: float = 0.0
    is_name: bool = False

    def sums_exactly(self, terms):
        """Whether as many of its elements have the same sum in any order."""
        if self.dtype.is_int:
            return True
        return self.step > 0 and self.bound * terms <= self.step * 2.0**self.dtype.digits and self.bound * terms < self.dtype.largest


def known(dtype, bound, step):
    """(bound, step) of a result of `dtype` that would be exact with these; rounding loses the step."""
    if dtype.is_int:
        return 2.0**dtype.bits, 1.0
    if not bound <= dtype.largest / 2:
        return math.inf, 0.0
    is_exact = step > 0 and bound <= step * 2.0**dtype.digits and step >= 2.0**-6
    return (bound, step) if is_exact else (bound * 1.25, 0.0)


@dataclasses.dataclass
class Array:
    """The argument of a pointer parameter. Flavours: `small` numbers with exact sums, `any` bits, `fill` for results, `zero`."""

    dtype: DType
    size: int
    flavour: str
    seed: int

    def make(self):
        rng = np.random.default_rng(self.seed)
        carrier = np.dtype(self.dtype.carrier)
        if self.flavour == "fill":
            return np.frombuffer(b"\x2a" * (self.size * carrier.itemsize), np.uint8).view(carrier).copy()
        if self.flavour == "zero":
            return np.zeros(self.size, carrier)
        if self.flavour == "any":
            return self._any(rng)
        low, high = (-8, 9) if self.dtype.kind in "if" else (0, 2) if self.dtype.kind == "b" else (0, 17)
        values = rng.integers(low, high, self.size)
        if self.dtype == BF16:
            return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)
        if self.dtype.kind == "q":
            return fp8_bits(rng.integers(-4, 5, self.size), self.dtype)
        return values.astype(carrier)

    def _any(self, rng):
        carrier = np.dtype(self.dtype.carrier)
        if self.dtype.kind == "b":
            return rng.integers(0, 2, self.size).astype(bool)
        bits = rng.integers(0, 256, (self.size, carrier.itemsize), np.uint8)
        special = rng.integers(0, 256, (8, 1), np.uint8) // 128 * np.uint8(255)
        rows = rng.random(self.size) < 0.1
        bits[rows] = special[rng.integers(0, 8, rows.sum())]
        if self.dtype.kind == "f" and self.dtype != BF16:
            values = bits.copy().view(carrier).ravel()
            ordinary = rng.random(self.size) < 0.7
            return np.where(ordinary, (rng.standard_normal(self.size) * 10).astype(carrier), values)
        return bits.view(carrier).ravel().copy()


def fp8_bits(values, dtype):
    """Whole numbers of at most 3 bits as 8-bit floats."""
    bias, mantissa = (7, 3) if dtype.short == "fp8e4nv" else (15, 2)
    fraction, exponent = np.frexp(np.abs(values).astype(np.float64))
    bits = ((exponent - 1 + bias) << mantissa) + np.round((fraction * 2 - 1) * 2**mantissa).astype(np.int64)
    return (np.where(values == 0, 0, bits) | np.where(values < 0, 0x80, 0)).astype(np.uint8)


@dataclasses.dataclass
class Program:
    """A kernel with its launch. `outputs` are the arrays to compare, with the relative tolerance of each (0: bits)."""

    seed: int
    source: str
    grid: tuple
    args: dict
    constants: dict
    outputs: dict
    warps: int = 4
    stages: int = 3
