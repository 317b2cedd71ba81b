"""Random operations on whole tiles: shapes, reductions, scans, products of matrices, random numbers."""


import dtypes as t
from memory import Memory
from model import ONE, TWO, Value, count, known, shape_text
from writer import atom

# Combine functions: name, source, associative; commutative ones serve reductions too.
COMBINE = {
    "sum_of": ("def sum_of(a, b):\n    return a + b", 1, True),
    "product_of": ("def product_of(a, b):\n    return a * b", 1, True),
    "and_of": ("def and_of(a, b):\n    return a & b", 1, True),
    "or_of": ("def or_of(a, b):\n    return a | b", 1, True),
    "larger_of": ("def larger_of(a, b):\n    return tl.maximum(a, b)", 1, True),
    "first_of": ("def first_of(a, b):\n    return a", 1, False),
    "last_of": ("def last_of(a, b):\n    return b", 1, False),
    "both_of": ("def both_of(a, i, b, j):\n    return tl.minimum(a, b), i ^ j", 2, True),
    "larger_pair": ("def larger_pair(a, i, b, j):\n    take = (a > b) | ((a == b) & (i > j))\n    return tl.where(take, a, b), tl.where(take, i, j)", 2, True),
    "compose": ("def compose(a, b, c, d):\n    return a * c, b * c + d", 2, False),
    "three_of": ("def three_of(a, b, c, x, y, z):\n    return a + x, tl.maximum(b, y), c | z", 3, True),
    "matrix_of": ("def matrix_of(a, b, c, d, w, x, y, z):\n    return a * w + b * y, a * x + b * z, c * w + d * y, c * x + d * z", 4, False),
}


class Tiles(Memory):
    """Statements that define one value or more from tiles in scope."""

    def some_tile(self, dtype=None, most=4096):
        """A value of one dimension at least, known by name."""
        found = [v for v in self.scope if v.shape and count(v.shape) <= most and dtype in (None, v.dtype)]
        if found and self.chance(0.6):
            return self.pick(found[-8:])
        shape = self.some_shape(most)
        return self.define(self.expression(dtype or self.pick(t.ALL), shape))

    # ---- Shapes ----

    def reshape(self):
        v = self.some_tile()
        whole = v.shape[0]
        for dim in v.shape[1:]:
            whole = whole * dim
        kinds = ["flat", "permute", "expand"]
        if len(v.shape) >= 2:
            kinds += ["merge", "trans", "permute", "trans"]
        if len(v.shape) == 2:
            kinds.append("T")
        if count(v.shape) >= 2 and len(v.shape) < 4:
            kinds += ["halves", "join"]
        if count(v.shape) == 1:
            kinds.append("item")
        if any(d.text == "1" for d in v.shape):
            kinds.append("squeeze")
        if v.shape[-1].text == "2":
            kinds += ["split"] * 5
        if count(v.shape) * 2 <= 4096 and len(v.shape) < 5:
            kinds += ["join", "cat", "interleave", "broadcast"]
        getattr(self, "reshape_" + self.pick(kinds))(v, whole)

    def same(self, v, text, shape):
        return self.define(Value(text, v.dtype, shape, v.bound, v.step))

    def reshape_flat(self, v, whole):
        self.same(v, self.pick([f"tl.reshape({v.text}, ({whole.text},))", f"tl.ravel({v.text})", f"{v.text}.reshape({whole.text})"]), (whole,))

    def reshape_merge(self, v, _):
        at = self.rng.randrange(len(v.shape) - 1)
        shape = (*v.shape[:at], v.shape[at] * v.shape[at + 1], *v.shape[at + 2:])
        self.same(v, f"tl.reshape({v.text}, {shape_text(shape)})", shape)

    def reshape_halves(self, v, whole):
        at = self.rng.randrange(len(v.shape))
        if v.shape[at].size < 2 or v.shape[at].text == "2":
            return
        half = type(whole)(f"({v.shape[at].text}) // 2", v.shape[at].size // 2)
        pair = (half, TWO) if self.chance(0.6) else (TWO, half)
        shape = (*v.shape[:at], *pair, *v.shape[at + 1:])
        self.same(v, f"tl.reshape({v.text}, {shape_text(shape)})", shape)

    def reshape_permute(self, v, _):
        order = list(range(len(v.shape)))
        self.rng.shuffle(order)
        shape = tuple(v.shape[i] for i in order)
        listed = ", ".join(map(str, order)) + ("," if len(order) == 1 else "")
        self.same(v, f"tl.{self.pick(['permute', 'trans'])}({v.text}, ({listed}))", shape)

    def reshape_trans(self, v, _):
        shape = (*v.shape[:-2], v.shape[-1], v.shape[-2])
        self.same(v, f"tl.trans({v.text})", shape)

    def reshape_T(self, v, _):
        self.same(v, f"{v.text}.T", (v.shape[1], v.shape[0]))

    def reshape_expand(self, v, _):
        if len(v.shape) > 3:
            return
        at = self.rng.randrange(len(v.shape) + 1)
        shape = (*v.shape[:at], ONE, *v.shape[at:])
        self.same(v, f"tl.expand_dims({v.text}, {at})", shape)

    def reshape_broadcast(self, v, _):
        grown = self.pick(self.dims)
        if count(v.shape) * grown.size > 4096 or len(v.shape) > 3:
            return
        at = self.rng.randrange(len(v.shape) + 1)
        shape = (*v.shape[:at], grown, *v.shape[at:])
        place = ", ".join("None" if i == at else ":" for i in range(len(shape)))
        self.same(v, f"tl.broadcast_to({v.text}[{place}], {shape_text(shape)})", shape)

    def reshape_join(self, v, _):
        if count(v.shape) * 2 > 4096:
            return
        other = self.expression(v.dtype, v.shape, 1)
        self.define(Value(f"tl.join({v.text}, {other.text})", v.dtype, (*v.shape, TWO), max(v.bound, other.bound), min(v.step, other.step)))

    def reshape_interleave(self, v, _):
        other = self.expression(v.dtype, v.shape, 1)
        shape = (*v.shape[:-1], TWO * v.shape[-1])
        self.define(Value(f"tl.interleave({v.text}, {other.text})", v.dtype, shape, max(v.bound, other.bound), min(v.step, other.step)))

    def reshape_cat(self, v, _):
        other = self.expression(v.dtype, v.shape, 1)
        dim = self.rng.randrange(len(v.shape))
        shape = (*v.shape[:dim], TWO * v.shape[dim], *v.shape[dim + 1:])
        self.define(Value(f"tl.cat({v.text}, {other.text}, dim={dim})", v.dtype, shape, max(v.bound, other.bound), min(v.step, other.step)))

    def reshape_item(self, v, _):
        self.same(v, f"{v.text}.item()", ())

    def reshape_squeeze(self, v, _):
        axis = self.pick([i for i, d in enumerate(v.shape) if d.text == "1"])
        shape = (*v.shape[:axis], *v.shape[axis + 1:])
        if shape:
            self.same(v, f"tl.squeeze({v.text}, {axis})", shape)

    def reshape_split(self, v, _):
        names = self.fresh("v"), self.fresh("v")
        self.emit(f"{names[0]}, {names[1]} = tl.split({v.text})")
        for name in names:
            self.scope.append(Value(name, v.dtype, v.shape[:-1], v.bound, v.step, is_name=True))

    # ---- Reductions ----

    def reducible(self, dtype, shape, terms):
        """A value whose elements sum to one result in any order."""
        found = [v for v in self.scope if v.shape == shape and v.dtype == dtype and v.sums_exactly(terms)]
        if found and self.chance(0.6):
            return self.pick(found[-4:])
        if dtype.is_int:
            return self.expression(dtype, shape, 2)
        value = self.ordinary(dtype, shape)
        return value if value.sums_exactly(terms) else self.cast(self.ordinary(t.F32, shape), t.F64) if dtype == t.F64 else None

    def orderless(self, dtype, shape):
        """A value whose extremes do not depend on the order: without NaN, and with zeros of one sign."""
        if dtype.is_int:
            return self.expression(dtype, shape, 2)
        value = self.ordinary(dtype, shape)
        return Value(f"({value.text} + 0)" if value.dtype.kind == "f" else value.text, value.dtype, shape, value.bound, value.step)

    def axis_of(self, shape):
        axis = self.rng.randrange(len(shape))
        return axis, str(axis - len(shape) if self.chance(0.2) else axis)

    def reduced_shape(self, shape, axis, keep):
        return tuple(ONE if i == axis else d for i, d in enumerate(shape) if keep or i != axis)

    def reduce(self):
        shape = self.some_shape()
        axis, axis_text = self.axis_of(shape)
        keep = self.chance(0.25)
        op = self.weighted({"sum": 3, "max": 2, "min": 1, "arg": 1.5, "indices": 1, "xor_sum": 1, "reduce_or": 0.5, "all": 1, "custom": 2})
        if op == "custom":
            self.custom_reduce(shape, axis, keep)
            return
        option = ", keep_dims=True" if keep else ""
        result_shape = self.reduced_shape(shape, axis, keep)
        if op in ("xor_sum", "reduce_or"):
            dtype = self.pick(t.INTS)
            v = self.expression(dtype, shape, 2)
            self.define(Value(f"tl.{op}({v.text}, {axis_text}{option})", dtype, result_shape, 2.0**dtype.bits, 1.0))
            return
        dtype = self.pick([*t.INTS, *t.FLOATS, *([t.I1] if op in ("sum", "all") else [])])
        if op in ("sum", "all"):
            terms = count(shape) if op == "all" else shape[axis].size
            v = self.reducible(dtype, shape, terms)
            if v is None:
                return
            if op == "all":
                axis_text, result_shape = "None", tuple(ONE for _ in shape) if keep else ()
            result = t.for_sums(dtype)
            text = self.pick([f"tl.sum({v.text}, axis={axis_text}{option})", f"{atom(v)}.sum({axis_text}{option})"])
            self.define(Value(text, result, result_shape, *known(result, v.bound * terms, v.step)))
            return
        v = self.orderless(dtype, shape)
        if op in ("max", "min"):
            result = t.for_extremes(dtype)
            self.define(Value(f"tl.{op}({v.text}, {axis_text}{option})", result, result_shape, v.bound, v.step))
        elif op == "arg":
            self.define(Value(f"tl.{self.pick(['argmax', 'argmin'])}({v.text}, {axis_text}{option})", t.I32, result_shape, 4096, 1.0))
        else:
            names = self.fresh("v"), self.fresh("v")
            self.emit(f"{names[0]}, {names[1]} = tl.{self.pick(['max', 'min'])}({v.text}, {axis_text}, return_indices=True{option})")
            self.scope.append(Value(names[0], t.for_scans(dtype), result_shape, v.bound, v.step, is_name=True))
            self.scope.append(Value(names[1], t.I32, result_shape, 4096, 1.0, is_name=True))

    def combine(self, commutative):
        name = self.pick([n for n, (_, _, is_commutative) in COMBINE.items() if is_commutative or not commutative])
        source, arity, _ = COMBINE[name]
        text = f"@triton.jit\n{source}"
        if text not in self.helpers:
            self.helpers.append(text)
        return name, arity

    def operands(self, name, arity, shape):
        """Tiles of types that the combine function keeps, with results in any grouping."""
        ints = [t.I32, t.U32, t.I64, t.U64, t.I16, t.I8, t.U8, t.U16]
        if name in ("first_of", "last_of"):
            dtypes = [self.pick([*ints, t.F16, t.F32, t.F64, t.BF16])]
        elif name == "larger_of":
            dtypes = [self.pick([*ints, t.F16, t.F32, t.F64])]
        elif name in ("compose", "matrix_of"):
            dtypes = [self.pick(ints)] * arity
        else:
            dtypes = [self.pick(ints) for _ in range(arity)]
            if name == "larger_pair" and self.chance(0.5):
                dtypes[0] = self.pick([t.F16, t.F32, t.F64])
            if name == "three_of" and self.chance(0.5):
                dtypes[1] = self.pick([t.F32, t.F64])
        return [self.orderless(d, shape) if d.is_float else self.expression(d, shape, 1) for d in dtypes]

    def results(self, text, values, shape):
        names = [self.fresh("v") for _ in values]
        self.emit(f"{', '.join(names)} = {text}")
        for name, v in zip(names, values):
            bound, step = (v.bound, v.step) if v.dtype.is_float else (2.0**v.dtype.bits, 1.0)
            self.scope.append(Value(name, v.dtype, shape, bound, step, is_name=True))

    def custom_reduce(self, shape, axis, keep):
        name, arity = self.combine(commutative=True)
        values = self.operands(name, arity, shape)
        packed = values[0].text if arity == 1 else "(" + ", ".join(v.text for v in values) + ")"
        option = ", keep_dims=True" if keep else ""
        self.results(f"tl.reduce({packed}, {axis}, {name}{option})", values, self.reduced_shape(shape, axis, keep))

    # ---- Scans ----

    def scan(self):
        shape = self.some_shape(2048)
        axis, axis_text = self.axis_of(shape)
        reverse = ", reverse=True" if self.chance(0.4) else ""
        if self.chance(0.5):
            name, arity = self.combine(commutative=False)
            values = self.operands(name, arity, shape)
            packed = values[0].text if arity == 1 else "(" + ", ".join(v.text for v in values) + ")"
            self.results(f"tl.associative_scan({packed}, {axis_text}, {name}{reverse})", values, shape)
            return
        if self.chance(0.6):
            dtype = self.pick([*t.INTS, *t.FLOATS])
            v = self.reducible(dtype, shape, shape[axis].size)
            if v is not None:
                result = t.for_sums(t.for_scans(dtype))
                self.define(Value(f"tl.cumsum({v.text}, {axis_text}{reverse})", result, shape, *known(result, v.bound * shape[axis].size, v.step)))
            return
        dtype = self.pick(t.INTS)
        v = self.expression(dtype, shape, 1)
        self.define(Value(f"tl.cumprod({v.text}, {axis_text}{reverse})", dtype, shape, *known(dtype, 0, 1)))

    # ---- Products of matrices ----

    def factor_types(self):
        a = self.pick([t.F16, t.F16, t.BF16, t.F32, t.F32, t.F64, t.I8, t.E4, t.E5])
        b = self.pick(t.FP8) if a in t.FP8 else a
        return a, b, 256 // a.bits

    def precision(self, dtype):
        """An argument of a product."""
        if dtype != t.F32 or self.chance(0.4):
            return ""
        return f", input_precision='{self.pick(['ieee', 'ieee', 'tf32x3', 'bf16x3', 'bf16x6', 'tf32'])}'"

    def sum_type(self, dtype):
        return t.I32 if dtype == t.I8 else t.F64 if dtype == t.F64 else t.F32

    def dot(self):
        """A product of small whole numbers, which is exact in any order."""
        a_type, b_type, least = self.factor_types()
        m, n = (self.constant(self.pick([1, 2, 8, 16, 16, 32, 64])) for _ in range(2))
        k = self.constant(max(least, self.pick([16, 32, 64])))
        if m.size * n.size * k.size > 64 * 64 * 16:
            m = self.constant(16)
        result = t.F16 if a_type == t.F16 and self.chance(0.2) else self.sum_type(a_type)
        if self.chance(0.2):
            self.dot_stack(a_type, b_type, (m, n, k))
            return
        if self.chance(0.5):
            self.dot_loop(a_type, b_type, (m, n, k), result)
            return
        a = self.factor(a_type, (m, k))
        b = self.factor(b_type, (k, n))
        option = ", out_dtype=tl.float16" if result == t.F16 else self.precision(a_type)
        acc, bound = "", 49.0 * k.size
        if self.chance(0.4):
            start = self.ordinary(result, (m, n)) if result.is_float else self.expression(result, (m, n), 1)
            acc, bound = f", {start.text}", bound + 8
        if result == t.F16 and bound > 2048:
            option, result = "", t.F32
            acc = ""
        v = self.define(Value(f"tl.dot({a.text}, {b.text}{acc}{option})", result, (m, n), *known(result, bound, 1.0)))
        if self.chance(0.25) and n.size >= 16 and m.size * n.size <= 1024:
            again = self.define(self.cast(self.whole(v), t.F16))
            other = self.factor(t.F16, (n, k))
            self.define(Value(f"tl.dot({again.text}, {other.text})", t.F32, (m, k), *known(t.F32, 49.0 * n.size, 1.0)))

    def dot_stack(self, a_type, b_type, sizes):
        """A product of stacks, of one dimension or two."""
        m, n, k = sizes
        stack = (self.constant(self.pick([1, 2, 4])),)
        if m.size * n.size * k.size > 64 * 64 * 4 or stack[0].size * max(m.size, n.size) * k.size > 64 * 64 * 2:
            m, n = self.constant(16), self.constant(8)
        if self.chance(0.2):
            stack = (*stack, self.constant(2))
        factors = []
        for dtype, shape in ((a_type, (*stack, m, k)), (b_type, (*stack, k, n))):
            name = self.array(dtype, count(shape) * self.programs, "small")
            total = " * ".join(d.text for d in shape)
            is_turned = self.chance(0.3)
            stored = (*shape[:-2], shape[-1], shape[-2]) if is_turned else shape
            text = f"tl.reshape(tl.load({name} + pid * ({total}) + tl.arange(0, {total})), {shape_text(stored)})"
            factors.append(self.define(Value(f"tl.trans({text})" if is_turned else text, dtype, shape, 8.0, 1.0)))
        result = self.sum_type(a_type)
        shape = (*stack, m, n)
        option = self.precision(a_type)
        v = self.define(Value(f"tl.dot({factors[0].text}, {factors[1].text}{option})", result, shape, *known(result, 64.0 * k.size, 1.0)))
        if self.chance(0.3):
            self.define(Value(f"tl.dot({factors[0].text}, {factors[1].text}, {v.text}{option})", result, shape, *known(result, 128.0 * k.size, 1.0)))

    def whole(self, v):
        """Small whole numbers from any finite ones."""
        bits = v.text if v.dtype.is_int else f"{v.text}.to(tl.int32)"
        return Value(f"({bits} & 7)", t.I32, v.shape, 7, 1.0)

    def factor(self, dtype, shape):
        """From memory in either order, or computed, or transposed."""
        if self.chance(0.25):
            turned = self.factor(dtype, (shape[1], shape[0]))
            return Value(f"tl.trans({turned.text})", dtype, shape, turned.bound, turned.step)
        if self.chance(0.3) and dtype.kind != "q":
            v = self.ordinary(dtype, shape, 7)
            return v if dtype.is_float else Value(f"({v.text} - 3)", dtype, shape, 7, 1.0)
        row, column = (f"tl.arange(0, {d.text})" for d in shape)
        name = self.array(dtype, count(shape) * self.programs, "small")
        strides = (shape[1].text, None) if self.chance(0.6) else (None, shape[0].text)
        terms = [f"{text}[{place}]" + (f" * {stride}" if stride else "")
                 for text, place, stride in zip((row, column), (":, None", "None, :"), strides)]
        value = Value(f"tl.load({name} + pid * ({shape[0].text} * {shape[1].text}) + {' + '.join(terms)})", dtype, shape, 8.0, 1.0)
        return self.define(value) if self.chance(0.7) else value

    def dot_loop(self, a_type, b_type, sizes, result):
        """Along K with pointers that advance, or with offsets and masks from the loop variable."""
        m, n, k = sizes
        trips = self.pick([0, 1, 2, 3, 5])
        total = max(trips * k.size - (self.rng.randrange(k.size) if trips and self.chance(0.4) else 0), 0)
        width = max(trips * k.size, 1)
        a, b = self.array(a_type, m.size * width + 8, "small"), self.array(b_type, n.size * width + 8, "small")
        size, acc = self.scalar(total), self.fresh("acc")
        if result == t.F16:
            result = t.F32
        self.emit(f"{acc} = tl.zeros(({m.text}, {n.text}), {result.tl})")
        a_step, b_step = (1, n.text) if self.chance(0.6) else (m.text, 1)
        a_row, a_column = (width, 1) if a_step == 1 else (1, m.text)
        b_row, b_column = (n.text, 1) if b_step != 1 else (1, width)
        rows, columns, depth = (f"tl.arange(0, {d.text})" for d in sizes)
        a_at = f"{a} + {rows}[:, None] * {a_row} + {depth}[None, :] * {a_column}"
        b_at = f"{b} + {depth}[:, None] * {b_row} + {columns}[None, :] * {b_column}"
        moves, masked = self.chance(0.6), total % k.size != 0 or self.chance(0.3)
        a_pointer, b_pointer, i = self.fresh("a"), self.fresh("b"), self.fresh("k")
        self.emit(f"{a_pointer} = {a_at}")
        self.emit(f"{b_pointer} = {b_at}")
        stages = self.pick(["", ", num_stages=1", ", num_stages=2", ", num_stages=3", ", num_stages=4"])
        loop = self.pick([f"range(0, {size}, {k.text})", f"tl.range(0, {size}, {k.text}{stages})", f"tl.range(0, {size}, {k.text}{stages})"])
        other = ", other=0.0" if a_type != t.I8 else ", other=0"
        other = "" if self.chance(0.3) else other
        with self.block(f"for {i} in {loop}:"):
            a_mask = f", mask=({i} + {depth} < {size})[None, :]{other}" if masked else ""
            b_mask = f", mask=({i} + {depth} < {size})[:, None]{other}" if masked else ""
            a_offset = "" if moves else f" + {i} * {a_column}"
            b_offset = "" if moves else f" + {i} * {b_row}"
            x, y = self.fresh("x"), self.fresh("y")
            self.emit(f"{x} = tl.load({a_pointer}{a_offset}{a_mask})")
            self.emit(f"{y} = tl.load({b_pointer}{b_offset}{b_mask})")
            if self.chance(0.2) and a_type.kind == "f":
                self.emit(f"{x} = ({x} * 0.5).to({a_type.tl})")
            option = self.precision(a_type)
            self.emit(self.pick([f"{acc} += tl.dot({x}, {y}{option})", f"{acc} = tl.dot({x}, {y}, {acc}{option})"]))
            if moves:
                self.emit(f"{a_pointer} += {k.text} * {a_column}")
                self.emit(f"{b_pointer} += {k.text} * {b_row}")
        value = Value(acc, result, (m, n), *known(result, 64.0 * 64 * 5, 0.5), is_name=True)
        self.scope.append(value)

    def chain_loop(self):
        """A product whose result is stored to where the next iteration loads from, with a load of another array beside it."""
        m, k = self.constant(self.pick([8, 16, 32])), self.constant(self.pick([16, 32]))
        trips = self.pick([0, 1, 2, 3, 4])
        state = self.array(t.F16, m.size * k.size * (trips + 1) * self.programs, "small")
        weights = self.array(t.F16, k.size * k.size * (trips + 1) * self.programs, "small")
        self.outputs[state] = 0.0
        tile = f"tl.arange(0, {m.text})[:, None] * {k.size} + tl.arange(0, {k.text})[None, :]"
        square = f"tl.arange(0, {k.text})[:, None] * {k.size} + tl.arange(0, {k.text})[None, :]"
        i, x, w, y = (self.fresh(stem) for stem in "ixwy")
        stages = self.pick(["", ", num_stages=2", ", num_stages=3", ", num_stages=4"])
        base = f"{state} + pid * {m.size * k.size * (trips + 1)}"
        with self.block(f"for {i} in tl.range({self.scalar(trips)}{stages}):"):
            self.emit(f"{w} = tl.load({weights} + pid * {k.size * k.size * max(trips, 1)} + {i} * {k.size * k.size} + {square})")
            self.emit(f"{x} = tl.load({base} + {i} * {m.size * k.size} + {tile})")
            self.emit(f"{y} = tl.dot({x}, {w}).to(tl.int32)")
            self.emit(f"tl.store({base} + ({i} + 1) * {m.size * k.size} + {tile}, (({y} & 7) - 3).to(tl.float16))")

    def gather_loop(self):
        """Rows of a matrix that an array of indices chooses, multiplied and added up."""
        m, n, k = self.constant(16), self.constant(self.pick([8, 16, 32])), self.constant(self.pick([16, 32]))
        trips, rows = self.pick([0, 1, 2, 3, 4]), 16
        a = self.array(t.F16, m.size * k.size, "small")
        b, index = self.array(t.F16, rows * n.size, "small"), self.array(t.I32, k.size * (trips + 1), "any")
        acc, i, at, y = (self.fresh(stem) for stem in ("acc", "i", "at", "y"))
        stages = self.pick(["", ", num_stages=2", ", num_stages=3", ", num_stages=4"])
        self.emit(f"{acc} = tl.zeros(({m.text}, {n.text}), tl.float32)")
        with self.block(f"for {i} in tl.range(0, {self.scalar(trips)}{stages}):"):
            self.emit(f"{at} = tl.load({index} + {i} * {k.size} + tl.arange(0, {k.text})) & {rows - 1}")
            self.emit(f"{y} = tl.load({b} + {at}[:, None] * {n.size} + tl.arange(0, {n.text})[None, :])")
            if self.chance(0.5):
                self.emit(f"{y} = tl.where({at}[:, None] > {self.rng.randrange(16)}, {y}, 0.0)")
            x = f"tl.load({a} + tl.arange(0, {m.text})[:, None] * {k.size} + tl.arange(0, {k.text})[None, :])"
            self.emit(f"{acc} = tl.dot({x}, {y}, {acc})")
            if self.chance(0.3):
                with self.block(f"if {i} % 2 == {self.rng.randrange(2)}:"):
                    self.emit(f"{acc} += {i}")
        self.scope.append(Value(acc, t.F32, (m, n), *known(t.F32, 64.0 * 32 * 5, 1.0), is_name=True))

    # ---- Random numbers ----

    def random(self):
        shape = self.some_shape(1024)
        seed = self.pick(["7", "12345678901", self.scalar(self.rng.randrange(2, 2**31))])
        offset = self.leaf(self.pick([t.I32, t.I32, t.U32, t.I64]), shape)
        if self.chance(0.4):
            self.define(Value(f"tl.rand({seed}, {offset.text})", t.F32, shape, 1.0, 0.0))
        elif self.chance(0.5):
            self.define(Value(f"tl.randint({seed}, {offset.text})", t.U32, shape, 2.0**32, 1.0))
        else:
            names = [self.fresh("v") for _ in range(4)]
            self.emit(f"{', '.join(names)} = tl.randint4x({seed}, {offset.text}, {self.pick([10, 7, 1])})")
            for name in names[:2]:
                self.scope.append(Value(name, t.U32, shape, 2.0**32, 1.0, is_name=True))
