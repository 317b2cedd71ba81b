"""Random loads, stores and atomics: safe, free of races and with one result whatever the order."""

import math

import dtypes as t
from expressions import Expressions
from model import Value, count, known, shape_text
from writer import atom


class Memory(Expressions):
    """Addresses are made so that loads stay inside and no two elements are stored to one place."""

    # ---- Addresses ----

    def index(self, shape, axis, modify):
        """The position along a dimension, as a tile of the rank of `shape`; and how far the positions reach."""
        size = shape[axis].size
        text, extent = f"tl.arange(0, {shape[axis].text})", size
        if modify:
            form = self.weighted({"plain": 6, "wrapped": 1, "halved": 1, "reversed": 1, "shifted": 1})
            if form == "wrapped":
                text = f"(({text} + {self.rng.randrange(1, 9)}) % {shape[axis].text})"
            elif form == "halved":
                text = f"({text} // 2)"
            elif form == "shifted":
                text, extent = f"({text} + {self.rng.randrange(1, 4)})", extent + 3
            elif form == "reversed":
                text = f"({shape[axis].text} - 1 - {text})"
        if len(shape) > 1:
            place = ", ".join(":" if i == axis else "None" for i in range(len(shape)))
            text = f"{text}[{place}]" if text.startswith(("(", "tl.")) else f"({text})[{place}]"
        return text, extent

    def stride(self, size):
        """The text of a stride, a constant mostly."""
        if size > 1 and self.chance(0.25):
            return self.scalar(size)
        return str(size)

    def affine(self, shape, is_store):
        """Terms of an offset for each element, and the extent of all: one place per element if it is for a store."""
        order = list(range(len(shape)))
        if self.chance(0.4):
            self.rng.shuffle(order)
        terms, extent = [], 1
        for axis in reversed(order):
            if not is_store and self.chance(0.06):
                continue
            text, reach = self.index(shape, axis, modify=self.chance(0.3) and (not is_store))
            if is_store and self.chance(0.15):
                text = f"({shape[axis].text} - 1 - tl.arange(0, {shape[axis].text}))"
                if len(shape) > 1:
                    text += "[" + ", ".join(":" if i == axis else "None" for i in range(len(shape))) + "]"
            terms.append((axis, text if extent == 1 else f"{text} * {self.stride(extent)}"))
            extent *= reach
            if self.chance(0.1):
                extent += self.pick([1, 3, 16])
        text = " + ".join(term for _, term in sorted(terms)) or "0"
        covered = {axis for axis, _ in terms}
        if shape and (len(covered) < len(shape) or not terms):
            # A dimension without a stride is there all the same.
            missing = [f"0 * {self.index(shape, axis, modify=False)[0]}" for axis in range(len(shape)) if axis not in covered]
            text = " + ".join([text, *missing])
        return text, extent

    def dense(self, shape):
        """Offsets of a tile without holes, its dimensions in any order."""
        order = list(range(len(shape)))
        self.rng.shuffle(order)
        terms, stride = [], 1
        for axis in order:
            terms.append(f"{self.index(shape, axis, modify=False)[0]} * {stride}")
            stride *= shape[axis].size
        return " + ".join(terms)

    def program_term(self, extent):
        """What tells the programs apart, and the iterations of the loops around."""
        terms, total = [], extent
        for name, trips in self.iterations:
            terms.append(f"{name} * {total}")
            total *= trips
        program = "pid" if self.chance(0.85) else "pid.to(tl.int64)"
        terms.append(f"{program} * {total}")
        return terms, total * self.programs

    def mask(self, shape, offsets=None):
        """A condition for each element, or for some dimensions only."""
        kind = self.weighted({"bound": 4, "data": 1.5, "pattern": 1, "none": 0.2, "scalar": 0.5})
        if kind == "bound" and shape:
            axes = [a for a in range(len(shape)) if self.chance(0.6)] or [0]
            tests = []
            for axis in axes:
                text, _ = self.index(shape, axis, modify=False)
                limit = self.scalar(self.pick([0, shape[axis].size // 2, shape[axis].size, shape[axis].size - 1, shape[axis].size + 1, self.rng.randrange(shape[axis].size + 2)]))
                tests.append(f"({text} {self.pick(['<', '<', '<=', '!='])} {limit})")
            return " & ".join(tests)
        if kind == "pattern" and shape:
            axis = self.rng.randrange(len(shape))
            return f"({self.index(shape, axis, modify=False)[0]} & {self.pick([1, 2, 3, 8])}) != 0"
        if kind == "scalar":
            return self.expression(t.I1, (), 1).text
        if kind == "none":
            return "False" if self.chance(0.5) else "True"
        value = self.leaf(t.I1, shape)
        return value.text

    # ---- Loads ----

    def loaded(self, dtype, shape, flavour=None):
        """A load from an array of its own."""
        flavour = flavour or ("small" if self.chance(0.6) or dtype.kind == "q" else "any")
        depth = self.load_depth
        self.load_depth += 1
        offset, extent = self.affine(shape, is_store=False)
        terms, total = self.program_term(extent)
        if self.chance(0.3):
            terms, total = [], extent
        size, name = total + 8, None
        if depth == 0 and shape and self.chance(0.08):
            # Gathered: any value, brought into range.
            positions = self.leaf(self.pick([t.I32, t.I64, t.U32, t.U8, t.I16]), shape)
            reach = self.pick([7, 16, 63])
            narrow = f"({atom(positions)} & {reach})"
            offset, terms, size = narrow if positions.dtype.bits >= 32 else f"{narrow}.to(tl.int32)", [], 64 + 8
        name = self.array(dtype, size, flavour)
        if self.chance(0.12):
            terms.append(self.scalar(self.rng.randrange(0, 9)))
        pointer = " + ".join([name, *terms, offset])
        arguments = [pointer]
        if depth == 0 and self.chance(0.3):
            arguments.append(f"mask={self.mask(shape)}")
            if self.chance(0.6):
                other = self.literal(dtype) if dtype.kind not in "q" else self.pick(["0.0", "1.0"])
                arguments.append(f"other={other}")
        if self.chance(0.06):
            arguments.append(self.pick(["cache_modifier='.cg'", "cache_modifier='.ca'", "eviction_policy='evict_last'", "volatile=True"]))
        self.load_depth -= 1
        bound, step = (32.0, 0.5) if flavour == "small" else (float("inf"), 0.0)
        if dtype.is_int:
            bound, step = 2.0**dtype.bits, 1.0
        if any("other=" in a and dtype.is_float for a in arguments):
            step = min(step, 0.5)
        return Value(f"tl.load({', '.join(arguments)})", dtype, shape, bound, step)

    def load_statement(self):
        self.define(self.loaded(self.pick(t.ALL), self.some_shape()))

    # ---- Stores ----

    def store(self, value, tolerance=0.0, dtype=None):
        """A store to an array of its own; returns the array and the text of the place of this program."""
        dtype = dtype or value.dtype
        offset, extent = self.affine(value.shape, is_store=True)
        terms, total = self.program_term(extent)
        # Iterations that store to one place follow each other in program order.
        if self.iterations and self.chance(0.3):
            saved, self.iterations = self.iterations, []
            terms, total = self.program_term(extent)
            self.iterations = saved
        shift = [self.scalar(self.rng.randrange(0, 9))] if self.chance(0.15) else []
        name = self.array(dtype, total + 8, "fill")
        self.outputs[name] = tolerance
        base = " + ".join([name, *terms, *shift])
        mask = f", mask={self.mask(value.shape)}" if self.chance(0.25) else ""
        option = self.pick([", cache_modifier='.cg'", ", eviction_policy='evict_first'"]) if self.chance(0.05) else ""
        self.emit(f"tl.store({base} + {offset}, {value.text}{mask}{option})")
        return name, base, extent, bool(mask)

    def store_statement(self):
        shape = self.some_shape()
        dtype = self.pick([d for d in t.ALL])
        value, stored = self.expression(dtype, shape), dtype
        if self.chance(0.2):
            # A NaN as an integer is any number.
            exact = dtype.is_int or not math.isinf(value.bound)
            stored = self.pick([d for d in t.ALL if t.can_cast(dtype, d) and (exact or not d.is_int)])
        self.store(value, dtype=stored)

    def approximate_statement(self):
        value, tolerance = self.approximate(self.some_shape())
        self.store(value, tolerance)

    def round_trip(self):
        """Stores and loads the same places in another order: other threads read what one has written."""
        shape = self.some_shape()
        dtype = self.pick([d for d in t.ALL if d.kind != "q"])
        name, base, extent, is_masked = self.store(self.expression(dtype, shape))
        if self.chance(0.4):
            self.emit("tl.debug_barrier()")
        size = count(shape)
        again = self.some_shape()
        if is_masked or count(again) > size or self.chance(0.3):
            again = shape
        # What the padding between rows holds is known as well.
        step = self.pick([1, 1, 3, 5, 7])
        text = f"tl.load({base} + ({self.dense(again)}) * {step} % {extent})"
        self.define(Value(text, dtype, again, *known(dtype, float("inf"), 0)))

    def scatter(self):
        """Stores to places that a bijection of the positions gives, then loads them in order."""
        shape = (self.pick(self.dims),)
        size = shape[0]
        dtype = self.pick([t.I32, t.F32, t.I8, t.I64, t.F16])
        name = self.array(dtype, size.size * self.programs + 8, "fill")
        self.outputs[name] = 0.0
        position = f"((tl.arange(0, {size.text}) * {self.pick([1, 3, 5, 7])} + {self.rng.randrange(8)}) % {size.text})"
        if self.chance(0.5):
            position = f"(tl.arange(0, {size.text}) ^ ({size.text} - 1))"
        base = f"{name} + pid * {size.text}"
        self.emit(f"tl.store({base} + {position}, {self.expression(dtype, shape).text})")
        self.define(Value(f"tl.load({base} + tl.arange(0, {size.text}))", dtype, shape, *known(dtype, float("inf"), 0)))

    # ---- Atomics ----

    def atomic(self):
        """On places that all share, where the order cannot show; or on places of one's own, where results may be used."""
        shape = self.some_shape(1024)
        if self.chance(0.15):
            shape = ()
        dtype = self.pick([t.I32, t.U32, t.I64, t.U64, t.F32, t.F64, t.F16])
        ops = ["add"] + ([] if dtype == t.F16 else ["max", "min"]) + (["and", "or", "xor"] if dtype.is_int else [])
        op = self.pick(ops)
        option = self.pick(["", "", ", sem='relaxed'", ", sem='acquire', scope='cta'", ", scope='sys'"])
        if self.chance(0.4):
            self.owned_atomic(dtype, shape, op, option)
            return
        terms = count(shape) * self.programs * self.trips
        value = self.ordinary(dtype, shape) if dtype.is_float else self.expression(dtype, shape)
        if dtype.is_float and op == "add" and not value.bound * terms + 32 < 2.0**dtype.digits:
            return
        if "cta" in option:
            option = ""
        reach = self.pick([1, 4, 16, 64])
        index = f"({atom(self.leaf(t.I32, shape))} & {reach - 1})"
        name = self.array(dtype, reach + 8, "small")
        self.outputs[name] = 0.0
        mask = f", mask={self.mask(shape)}" if self.chance(0.4) else ""
        self.emit(f"tl.atomic_{op}({name} + {index}, {value.text}{mask}{option})")

    def owned_atomic(self, dtype, shape, op, option):
        offset, extent = self.affine(shape, is_store=True)
        terms, total = self.program_term(extent)
        name = self.array(dtype, total, "small")
        self.outputs[name] = 0.0
        value = self.ordinary(dtype, shape) if dtype.is_float else self.expression(dtype, shape)
        pointer = " + ".join([name, *terms, offset])
        if dtype.bits >= 32 and self.chance(0.4):
            op = self.pick(["xchg", "cas"])
        arguments = f"{self.ordinary(dtype, shape).text}, {value.text}" if op == "cas" else value.text
        # The type of a number beside `cas` would be its own.
        text = f"tl.atomic_{op}({pointer}, {arguments}{option})"
        if self.chance(0.7):
            bound, step = (2.0**dtype.bits, 1.0) if dtype.is_int else known(dtype, 64.0, 1.0)
            self.define(Value(text, dtype, shape, bound, step))
        else:
            self.emit(text)
