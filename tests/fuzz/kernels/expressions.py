"""Random element-wise expressions of a given type and shape."""

import math

import dtypes as t
from model import Value, known, shape_text
from writer import Writer, atom

# Functions of libdevice with exact results: types of the arguments and of the result.
LIBDEVICE = {
    "clz": [((t.I32,), t.I32), ((t.I64,), t.I32)],
    "popc": [((t.I32,), t.I32), ((t.I64,), t.I32)],
    "ffs": [((t.I32,), t.I32), ((t.I64,), t.I32)],
    "brev": [((t.I32,), t.I32), ((t.I64,), t.I64)],
    "byte_perm": [((t.I32,) * 3, t.I32)],
    "mulhi": [((d, d), d) for d in (t.I32, t.U32, t.I64, t.U64)],
    "mul24": [((t.I32,) * 2, t.I32), ((t.U32,) * 2, t.U32)],
    "sad": [((t.I32, t.I32, t.U32), t.I32), ((t.U32,) * 3, t.U32)],
    "hadd": [((t.I32,) * 2, t.I32), ((t.U32,) * 2, t.U32)],
    "rhadd": [((t.I32,) * 2, t.I32), ((t.U32,) * 2, t.U32)],
    "trunc": [((t.F32,), t.F32), ((t.F64,), t.F64)],
    "rint": [((t.F32,), t.F32), ((t.F64,), t.F64)],
    "round": [((t.F32,), t.F32), ((t.F64,), t.F64)],
    "floor": [((t.F32,), t.F32), ((t.F64,), t.F64)],
    "ceil": [((t.F32,), t.F32), ((t.F64,), t.F64)],
    "isnan": [((t.F32,), t.I1), ((t.F64,), t.I1)],
    "isinf": [((t.F32,), t.I1), ((t.F64,), t.I1)],
    "add_rz": [((t.F32,) * 2, t.F32), ((t.F64,) * 2, t.F64)],
    "add_ru": [((t.F32,) * 2, t.F32), ((t.F64,) * 2, t.F64)],
    "mul_rd": [((t.F32,) * 2, t.F32), ((t.F64,) * 2, t.F64)],
    "fma_rz": [((t.F32,) * 3, t.F32), ((t.F64,) * 3, t.F64)],
    "int2float_rz": [((t.I32,), t.F32)],
    "ll2float_ru": [((t.I64,), t.F32)],
}
# Their results show the sign of a zero or of a NaN, so that arguments must be ordinary numbers.
LIBDEVICE_ORDINARY = {
    "float_as_int": [((t.F32,), t.I32)],
    "double_as_longlong": [((t.F64,), t.I64)],
    "signbit": [((t.F32,), t.I32), ((t.F64,), t.I32)],
    "copysign": [((t.F32,) * 2, t.F32), ((t.F64,) * 2, t.F64)],
    "fmod": [((t.F32,) * 2, t.F32), ((t.F64,) * 2, t.F64)],
    "fdim": [((t.F32,) * 2, t.F32), ((t.F64,) * 2, t.F64)],
    "llround": [((t.F32,), t.I64), ((t.F64,), t.I64)],
    "ldexp": [((t.F32, t.I32), t.F32), ((t.F64, t.I32), t.F64)],
    "float2uint_rd": [((t.F32,), t.I32)],
    "double2ll_ru": [((t.F64,), t.I64)],
    "float2ull_rn": [((t.F32,), t.I64)],
    "llrint": [((t.F32,), t.I64), ((t.F64,), t.I64)],
    "float2int_rn": [((t.F32,), t.I32)],
    "double2float_rz": [((t.F64,), t.F32)],
}
# With the tolerance that the results of small arguments deserve.
APPROXIMATE = {
    "tl.exp({0})": 2e-6,
    "tl.exp2({0})": 2e-6,
    "tl.log(tl.abs({0}) + 1)": 2e-6,
    "tl.log2(tl.abs({0}) + 2)": 2e-6,
    "tl.sin({0})": 1e-5,
    "tl.cos({0})": 1e-5,
    "tl.erf({0})": 2e-6,
    "tl.sqrt(tl.abs({0}))": 2e-6,
    "tl.rsqrt(tl.abs({0}) + 1)": 2e-6,
    "tl.sigmoid({0})": 2e-6,
    "{0} / (tl.abs({1}) + 1)": 1e-6,
    "tl.fdiv({0}, tl.abs({1}) + 1)": 1e-6,
    "tl.softmax({0}, 0)": 1e-5,
    "libdevice.log1p(tl.abs({0}))": 2e-6,
    "libdevice.expm1({0})": 1e-5,
    "libdevice.cbrt({0})": 2e-6,
    "libdevice.tanh({0})": 2e-6,
    "libdevice.exp({0})": 2e-6,
    "libdevice.atan2({0}, tl.abs({1}) + 1)": 2e-6,
    "libdevice.pow(tl.abs({0}) + 1, {1})": 2e-5,
}


class Expressions(Writer):
    """Makes expressions whose values every executor has to agree on."""

    # ---- Leaves ----

    def literal(self, dtype):
        """A number of the type, without a type of its own."""
        if dtype.kind == "b":
            return self.pick(["True", "False"])
        if dtype.is_float:
            return self.pick(["0.0", "1.0", "0.5", "-2.0", "3.0", "1", "-4"])
        top = 2 ** (dtype.bits - (dtype.kind == "i")) - 1
        low = -top - 1 if dtype.kind == "i" else 0
        return str(self.pick([0, 1, 2, 3, 7, 100, top, top - 1, low]))

    def full(self, dtype, shape):
        number = self.literal(dtype)
        bound, step = (abs(float(number)), 0.5) if dtype.is_float else (2.0**dtype.bits, 1.0)
        return Value(f"tl.full({shape_text(shape)}, {number}, {dtype.tl})", dtype, shape, bound, step)

    def positions(self, shape):
        """Numbers of `arange` along one dimension, or along all."""
        axis = self.rng.randrange(len(shape))
        text = f"tl.arange(0, {shape[axis].text})"
        if len(shape) > 1:
            text += "[" + ", ".join(":" if i == axis else "None" for i in range(len(shape))) + "]"
            text = f"tl.broadcast_to({text}, {shape_text(shape)})"
        return Value(text, t.I32, shape, 4096, 1.0)

    def leaf(self, dtype, shape):
        fitting = [v for v in self.scope if v.shape == shape and t.can_cast(v.dtype, dtype)]
        same = [v for v in fitting if v.dtype == dtype]
        if same and self.chance(0.6):
            return self.pick(same[-6:])
        if fitting and self.chance(0.7):
            return self.cast(self.pick(fitting[-6:]), dtype)
        narrower = [v for v in self.scope if v.shape != shape and t.can_cast(v.dtype, dtype) and self.expand(v, shape)]
        if shape and narrower and self.chance(0.4):
            source = self.pick(narrower[-8:])
            text = f"tl.broadcast_to({self.expand(source, shape)}, {shape_text(shape)})"
            return self.cast(Value(text, source.dtype, shape, source.bound, source.step), dtype)
        if shape and dtype.kind != "q" and self.chance(0.2):
            return self.cast(self.positions(shape), dtype)
        if self.chance(0.15) and shape and dtype.kind != "q":
            return self.full(dtype, shape)
        if not shape and self.chance(0.4) and dtype.kind != "q":
            return self.cast(Value("pid", t.I32, (), 4096, 1.0, is_name=True), dtype)
        return self.loaded(dtype, shape)

    # ---- Types ----

    def cast(self, value, dtype):
        if value.dtype == dtype:
            return value
        if dtype.is_int:
            bound, step = 2.0**dtype.bits, 1.0
        else:
            bound, step = known(dtype, value.bound, value.step)
        if dtype.is_int and dtype.kind != "b" and value.dtype.is_float and math.isinf(value.bound):
            # A NaN as an integer is any number.
            text = self.pick(["tl.maximum({}, -100.0)", "tl.minimum({}, 100.0)", "tl.clamp({}, -1e6, 1e6)"]).format(value.text)
            return Value(f"{text}.to({dtype.tl})", dtype, value.shape, bound, step)
        text = f"{atom(value)}.to({dtype.tl})" if self.chance(0.5) else f"tl.cast({value.text}, {dtype.tl})"
        return Value(text, dtype, value.shape, bound, step)

    def reinterpreted(self, dtype, shape):
        """The bits of another type as wide. A NaN has no bits of its own to show."""
        others = [d for d in t.ALL if d.bits == dtype.bits and d != dtype and d.kind != "b"]
        source = self.pick(others)
        value = self.leaf(source, shape)
        if source.is_float and math.isinf(value.bound):
            value = self.ordinary(source, shape)
        step = (2.0**dtype.bits, 1.0) if dtype.is_int else (math.inf, 0.0)
        return Value(f"{atom(value)}.to({dtype.tl}, bitcast=True)", dtype, shape, *step)

    def ordinary(self, dtype, shape, limit=8):
        """Whole numbers up to `limit` (one less than a power of two) in magnitude; not negative where it has no sign."""
        if dtype.kind == "b":
            return self.leaf(t.I1, shape)
        value = self.leaf(dtype, shape)
        if dtype.is_float and value.step >= 1 and value.bound <= limit:
            return value
        if dtype.kind == "q":
            return self.cast(self.ordinary(t.F16, shape, min(limit, 7)), dtype)
        if dtype.is_float:
            whole = self.leaf(self.pick([t.I32, t.I8, t.I64, t.U8]), shape)
            mask = 2 ** (limit.bit_length() - 1) - 1
            text = f"({atom(whole)} & {mask})" + (f" - {self.rng.randint(0, mask)}" if whole.dtype.kind == "i" and self.chance(0.5) else "")
            return Value(f"({text}).to({dtype.tl})", dtype, shape, float(mask), 1.0)
        mask = 2 ** (limit.bit_length() - 1) - 1
        return Value(f"({atom(value)} & {mask})", dtype, shape, float(mask), 1.0)

    # ---- Operators ----

    def expression(self, dtype, shape, depth=None):
        """Any expression of the type and shape."""
        depth = self.rng.choice([1, 1, 2, 2, 3]) if depth is None else depth
        if depth <= 0 or dtype.kind == "q":
            return self.leaf(dtype, shape)
        makers = {self.binary: 6, self.select: 2, self.extreme: 1.5, self.unary: 1.5, self.leaf_of: 1}
        if dtype.kind == "b":
            makers = {self.comparison: 5, self.logic: 3, self.select: 1, self.leaf_of: 0.5}
        if dtype.is_int and dtype.kind != "b":
            makers |= {self.bitwise: 3, self.division: 2, self.shift: 2, self.reinterpret_of: 1}
        if dtype in (t.F32, t.F64) or dtype.is_int:
            makers |= {self.library: 1}
        if dtype.kind == "f":
            makers |= {self.rounded: 1, self.reinterpret_of: 0.3}
        return self.weighted(makers)(dtype, shape, depth - 1)

    def leaf_of(self, dtype, shape, _):
        return self.leaf(dtype, shape)

    def reinterpret_of(self, dtype, shape, _):
        return self.reinterpreted(dtype, shape)

    def operand_type(self, dtype):
        """A type that `dtype` swallows in an operation, itself mostly."""
        if self.chance(0.75):
            return dtype
        return self.pick([d for d in (*t.INTS, *t.FLOATS, t.I1) if t.promote(d, dtype) == dtype])

    def operand_shape(self, shape):
        """The shape itself, or one that broadcasts to it as it stands."""
        if not shape or self.chance(0.75):
            return shape
        if self.chance(0.4):
            return ()
        return shape[self.rng.randrange(len(shape)):]

    def binary(self, dtype, shape, depth):
        other_type = self.operand_type(dtype)
        if t.promote(dtype, other_type) != dtype:
            other_type = dtype
        a = self.expression(dtype, shape, depth)
        b = self.expression(other_type, self.operand_shape(shape), depth - 1)
        if self.chance(0.15):
            number = self.literal(dtype)
            b = Value(f"({number})", dtype, (), abs(float(number)) if dtype.kind == "f" else 2.0**dtype.bits, 0.5 if dtype.kind == "f" else 1.0)
        if self.chance(0.5) and not b.text.startswith("("):
            a, b = b, a
        op = self.pick("+-*" if dtype.kind != "b" else "+*")
        bound = a.bound * b.bound if op == "*" else a.bound + b.bound
        step = a.step * b.step if op == "*" else min(a.step, b.step)
        if self.chance(0.05) and dtype.kind != "b":
            text = f"tl.{ {'+': 'add', '-': 'sub', '*': 'mul'}[op] }({a.text}, {b.text})"
        else:
            text = f"({a.text} {op} {b.text})"
        return Value(text, dtype, shape, *known(dtype, bound if bound == bound else math.inf, step))

    def bitwise(self, dtype, shape, depth):
        a, b = self.expression(dtype, shape, depth), self.expression(dtype, self.operand_shape(shape), depth - 1)
        text = f"({a.text} {self.pick('&|^')} {b.text})"
        return Value(f"~{text}" if self.chance(0.2) else text, dtype, shape, *known(dtype, 0, 1))

    def shift(self, dtype, shape, depth):
        a = self.expression(dtype, shape, depth)
        if self.chance(0.5):
            amount = str(self.rng.randrange(dtype.bits))
        elif self.chance(0.5):
            amount = f"({atom(self.leaf(dtype, self.operand_shape(shape)))} & {dtype.bits - 1})"
        else:
            # More than there are bits: the amount counts modulo the width.
            amount = self.leaf(dtype, self.operand_shape(shape)).text
        return Value(f"({a.text} {self.pick(['<<', '>>'])} {amount})", dtype, shape, *known(dtype, 0, 1))

    def division(self, dtype, shape, depth):
        """The divisor is neither 0 nor -1."""
        a, b = self.expression(dtype, shape, depth), self.leaf(dtype, self.operand_shape(shape))
        divisor = self.pick(["(({} & 15) + 1)", "(({} & 31) | 2)", "tl.where(({} == 0) | ({} == -1), 3, {})"])
        if self.chance(0.4) or dtype.bits == 64 and self.chance(0.5):
            divisor = self.pick(["1", "2", "7", "10", "16", "64", "100"])
        if dtype.kind == "u" and self.chance(0.3):
            divisor = "({} | 1)"
        if "where" in divisor and dtype.kind == "u":
            divisor = "tl.where({} == 0, 3, {})"
        divisor = divisor.replace("{}", atom(b))
        return Value(f"({a.text} {self.pick(['//', '%'])} {divisor})", dtype, shape, *known(dtype, 0, 1))

    def unary(self, dtype, shape, depth):
        a = self.expression(dtype, shape, depth)
        if dtype.kind == "b":
            return Value(f"~{atom(a)}", dtype, shape)
        kinds = ["-{}", "tl.abs({})"]
        if dtype.is_int:
            kinds.append("~{}")
        if dtype in (t.F32, t.F64):
            kinds += ["tl.floor({})", "tl.ceil({})"]
        form = self.pick(kinds)
        step = min(1.0, a.step) if "floor" in form or "ceil" in form else a.step
        return Value("(" + form.format(atom(a)) + ")", dtype, shape, *known(dtype, a.bound, step))

    def select(self, dtype, shape, depth):
        condition = self.expression(t.I1, self.operand_shape(shape), depth)
        a, b = self.expression(dtype, shape, depth), self.expression(dtype, self.operand_shape(shape), depth - 1)
        if self.chance(0.3):
            number = self.literal(dtype)
            b = Value(number, dtype, (), abs(float(number)) if dtype.kind == "f" else 0.0, 0.5)
        return Value(f"tl.where({condition.text}, {a.text}, {b.text})", dtype, shape, max(a.bound, b.bound), min(a.step, b.step))

    def extreme(self, dtype, shape, depth):
        """Which of two equal zeros results is left open, so that all zeros get one sign."""
        a, b = self.expression(dtype, shape, depth), self.expression(dtype, self.operand_shape(shape), depth - 1)
        if dtype.is_float:
            a, b = (Value(f"({v.text} + 0)", v.dtype, v.shape, v.bound, v.step) for v in (a, b))
        result = t.F32 if dtype == t.BF16 else dtype
        option = ", propagate_nan=tl.PropagateNan.ALL" if dtype.is_float and self.chance(0.3) else ""
        text = f"tl.{self.pick(['minimum', 'maximum'])}({a.text}, {b.text}{option})"
        if dtype.kind == "f" and self.chance(0.2):
            text = f"tl.clamp({a.text}, -2.0, 5.0{option})"
            result = t.F64 if dtype == t.F64 else t.F32
        return self.cast(Value(text, result, shape, max(a.bound, b.bound, 5.0), min(a.step, b.step)), dtype)

    def comparison(self, _, shape, depth):
        dtype = self.pick([*t.INTS, *t.FLOATS])
        a, b = self.expression(dtype, shape, depth), self.expression(self.operand_type(dtype), self.operand_shape(shape), depth - 1)
        right = b.text
        if self.chance(0.3):
            right = self.pick(["0", "1", "3", "-1", "100", "0.5", "300"])
        return Value(f"({a.text} {self.pick(['==', '!=', '<', '<=', '>', '>='])} {right})", t.I1, shape)

    def logic(self, _, shape, depth):
        if not shape and self.chance(0.3):
            a, b = self.expression(t.I1, (), depth - 1), self.expression(t.I1, (), depth - 1)
            return Value(f"(not {atom(a)})" if self.chance(0.3) else f"({a.text} {self.pick(['and', 'or'])} {b.text})", t.I1)
        a, b = self.expression(t.I1, shape, depth), self.expression(t.I1, self.operand_shape(shape), depth - 1)
        return Value(f"({a.text} {self.pick('&|^')} {b.text})", t.I1, shape)

    def library(self, dtype, shape, depth):
        """An exact function, if there is one with this result."""
        table = LIBDEVICE | LIBDEVICE_ORDINARY
        rows = [(name, args) for name, overloads in table.items() for args, result in overloads if result == dtype]
        if dtype.bits >= 32 and dtype.is_int and self.chance(0.2):
            return self.mulhi(dtype, shape, depth)
        if not rows:
            return self.leaf(dtype, shape)
        name, types = self.pick(rows)
        make = (lambda d: self.ordinary(d, shape)) if name in LIBDEVICE_ORDINARY else (lambda d: self.expression(d, shape, depth - 1))
        values = [make(d) for d in types]
        texts = [v.text for v in values]
        if name == "fmod":
            texts[1] = f"(tl.abs({texts[1]}) + 1)"
        bound = math.inf if dtype.is_float else 2.0**dtype.bits
        return Value(f"libdevice.{name}({', '.join(texts)})", dtype, shape, bound, 0.0 if dtype.is_float else 1.0)

    def mulhi(self, dtype, shape, depth):
        a, b = self.expression(dtype, shape, depth - 1), self.leaf(dtype, shape)
        return Value(f"tl.umulhi({a.text}, {b.text})", dtype, shape, *known(dtype, 0, 1))

    def rounded(self, dtype, shape, depth):
        """Functions with one rounding."""
        a, b = self.expression(dtype, shape, depth), self.leaf(dtype, shape)
        c = self.leaf(dtype, self.operand_shape(shape))
        forms = ["tl.fma({0}, {1}, {2})"]
        if dtype == t.F32:
            forms += ["tl.div_rn({0}, {1})", "tl.sqrt_rn({0})", "tl.fdiv({0}, {1}, ieee_rounding=True)"]
        if dtype == t.F64:
            forms += ["({0} / {1})"]
        return Value(self.pick(forms).format(a.text, b.text, c.text), dtype, shape)

    def approximate(self, shape):
        """A value to be stored and nothing else, and its tolerance."""
        dtype = self.pick([t.F32, t.F32, t.F64])
        text, tolerance = self.pick(APPROXIMATE.items())
        a, b = self.ordinary(dtype, shape), self.ordinary(dtype, shape)
        return Value(text.format(a.text, b.text), dtype, shape), tolerance
