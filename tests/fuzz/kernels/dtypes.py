"""The element types of the kernel language and how they promote."""

import dataclasses
import math

import numpy as np


@dataclasses.dataclass(frozen=True)
class DType:
    """An element type. `carrier` is the numpy type that holds its bits."""

    name: str
    short: str
    kind: str  # b: int1, i: signed, u: unsigned, f: float, q: float of 8 bits
    bits: int
    carrier: type
    digits: int = 0  # of the significand, hidden one included
    largest: float = 0.0

    def __repr__(self):
        return self.short

    @property
    def tl(self):
        return "tl." + self.name

    @property
    def is_float(self):
        return self.kind in "fq"

    @property
    def is_int(self):
        return self.kind in "biu"

    @property
    def is_typed(self):
        """Whether numpy lacks the type, so that its arrays are read as it by name."""
        return self.kind == "q" or self.short == "bf16"


I1 = DType("int1", "i1", "b", 1, np.bool_)
I8, I16, I32, I64 = (DType(f"int{n}", f"i{n}", "i", n, getattr(np, f"int{n}")) for n in (8, 16, 32, 64))
U8, U16, U32, U64 = (DType(f"uint{n}", f"u{n}", "u", n, getattr(np, f"uint{n}")) for n in (8, 16, 32, 64))
E5 = DType("float8e5", "fp8e5", "q", 8, np.uint8, 3, 57344.0)
E4 = DType("float8e4nv", "fp8e4nv", "q", 8, np.uint8, 4, 448.0)
F16 = DType("float16", "fp16", "f", 16, np.float16, 11, 65504.0)
BF16 = DType("bfloat16", "bf16", "f", 16, np.uint16, 8, 3.38e38)
F32 = DType("float32", "fp32", "f", 32, np.float32, 24, 3.40e38)
F64 = DType("float64", "fp64", "f", 64, np.float64, 53, math.inf)

INTS = (I8, I16, I32, I64, U8, U16, U32, U64)
FLOATS = (F16, BF16, F32, F64)
FP8 = (E5, E4)
ALL = (I1, *INTS, *FLOATS, *FP8)


def promote(a, b, is_division=False):
    """The type that `a op b` is done in, or None where the language has none."""
    if F64 in (a, b):
        return F64
    if is_division and (a.is_float or b.is_float):
        return F32
    for wide in (F32, F16):
        if wide in (a, b):
            return wide
    if BF16 in (a, b):
        return BF16 if a == b else F32
    if a.kind == "q" or b.kind == "q":
        return (a if a == b else F16) if a.kind == b.kind else None
    signs = (a.kind == "i", b.kind == "i")
    if signs[0] == signs[1]:
        return a if a.bits >= b.bits else b
    if is_division:
        return None
    signed, unsigned = (a, b) if signs[0] else (b, a)
    return unsigned if unsigned.bits >= signed.bits else signed


def can_cast(source, target):
    if source.kind == "q" or target.kind == "q":
        other = target if source.kind == "q" else source
        return source == target or other in (F16, BF16, F32)
    return True


def for_sums(x):
    """What `tl.sum` adds up in."""
    return (I32 if x.kind == "i" else U32) if x.is_int and x.bits < 32 else x


def for_scans(x):
    return F32 if x == BF16 else x


def for_extremes(x):
    """What `tl.max` returns."""
    return x if x.bits >= 32 else F32 if x.is_float else I32
