"""More of the language: pointers as values, arguments of every type, hints, locks, functions with several returns."""

import math

import dtypes as t
from control import Control
from model import Value, count, shape_text

# What a helper makes of its argument, by kind of type; the result has the type of the argument.
FORMS = {
    "i": ["x + 1", "x * 3", "-x", "x ^ 21", "x >> 2", "x // 7", "tl.where(x > 2, x, 5)"],
    "u": ["x + 1", "x * 3", "x ^ 21", "x >> 2", "x // 7", "x % 5"],
    "f": ["x + 1.0", "x * 0.5", "-x", "tl.where(x > 2, x, 3.0)", "x - x * 2.0"],
}


class Language(Control):
    """Statements that put one feature each to use, on the tiles in scope."""

    def unknown(self, dtype):
        return (2.0**dtype.bits, 1.0) if dtype.is_int else (math.inf, 0.0)

    # ---- Arguments ----

    def argument(self):
        """A scalar parameter of another type than i32."""
        name = self.fresh("n")
        dtype, values = self.pick([
            (t.I64, [2**31 + 5, -(2**40), 2**62 + 16]), (t.U64, [2**63 + 1, 2**64 - 16]), (t.I1, [True, False]),
            (t.F32, [0.5, -2.0, 3.0, 1.0]), (t.I32, [-1, -48, 2**31 - 1, 4096]),
        ])
        value = self.pick(values)
        self.args[name] = value
        bound, step = (abs(value), 0.5) if dtype == t.F32 else (2.0**dtype.bits, 1.0)
        self.scope.append(Value(name, dtype, (), bound, step, is_name=True))

    # ---- Pointers as values ----

    def source(self, dtype, shape):
        """A pointer expression for a load of each element, the same for all programs."""
        offset, extent = self.affine(shape, is_store=False)
        return f"{self.array(dtype, extent + 8, 'any')} + {offset}"

    def pointers(self):
        """Two tiles of pointers: chosen by element, by a branch, or exchanged by a loop."""
        shape, dtype = self.some_shape(1024), self.pick([*t.INTS, *t.FLOATS])
        a, b, q = self.fresh("q"), self.fresh("q"), self.fresh("q")
        form = self.weighted({"where": 2, "branch": 2, "loop": 2, "integer": 1})
        if form == "integer":
            step = max(dtype.bits // 8, 1)
            name = self.array(dtype, count(shape) + 8, "any")
            index = f"tl.reshape(tl.arange(0, {' * '.join(d.text for d in shape)}), {shape_text(shape)})"
            text = f"tl.load(({name}.to(tl.int64) + {index} * {step}).to(tl.pointer_type({dtype.tl})))"
            self.define(Value(text, dtype, shape, *self.unknown(dtype)))
            return
        self.emit(f"{a} = {self.source(dtype, shape)}")
        self.emit(f"{b} = {self.source(dtype, shape)}")
        if form == "where":
            self.emit(f"{q} = tl.where({self.expression(t.I1, shape, 1).text}, {a}, {b})")
        elif form == "branch":
            condition = self.condition()
            self.emit(f"{q} = {a}")
            with self.block(f"if {condition}:"):
                self.emit(f"{q} = {b}")
        else:
            self.exchanged(a, b, dtype, shape)
            return
        mask = f", mask={self.mask(shape)}" if self.chance(0.3) else ""
        self.define(Value(f"tl.load({q}{mask})", dtype, shape, *self.unknown(dtype)))

    def exchanged(self, a, b, dtype, shape):
        """Two pointers take turns."""
        last = self.fresh("u")
        self.emit(f"{last} = tl.load({b})")
        with self.block(f"for _ in {self.pick(['range', 'tl.range'])}({self.scalar(self.pick([0, 1, 2, 3]))}):"):
            self.emit(f"{last} = {self.pick([f'tl.load({a})', f'{last} + tl.load({a})'])}")
            self.emit(f"{a}, {b} = {b}, {a}")
        self.scope.append(Value(last, dtype, shape, *self.unknown(dtype), is_name=True))

    # ---- Hints ----

    def hinted_load(self):
        """Offsets with true statements about them."""
        dim, dtype = self.pick(self.dims), self.pick([*t.INTS, *t.FLOATS])
        stride = self.pick([8, 16, 24, 64])
        form = self.weighted({"contiguous": 2, "constant": 1, "stride": 1})
        name = self.fresh("i")
        if form == "contiguous":
            inner = f"pid * {dim.text} + tl.arange(0, {dim.text})"
            self.emit(f"{name} = tl.max_contiguous(tl.multiple_of({inner}, {dim.text}), {dim.text})")
            size = self.programs * dim.size
        elif form == "constant":
            equal = self.pick([n for n in (1, 2, 4, 8) if n <= dim.size])
            self.emit(f"{name} = tl.max_constancy(tl.arange(0, {dim.text}) // {equal}, {equal})")
            size = dim.size
        else:
            self.emit(f"{name} = tl.arange(0, {dim.text}) * tl.multiple_of({self.scalar(stride)}, 8)")
            self.emit("tl.assume(pid >= 0)")
            size = dim.size * stride
        mask = f", mask={name} < {self.scalar(self.rng.randrange(size + 1))}" if self.chance(0.4) else ""
        text = f"tl.load({self.array(dtype, size + 8, 'any')} + {name}{mask})"
        self.define(Value(text, dtype, (dim,), *self.unknown(dtype)))

    # ---- Functions ----

    def returning(self):
        """A helper with an early return, inlined or, of scalars, maybe not."""
        noinline = self.chance(0.4)
        found = [v for v in self.scope if v.dtype.kind in FORMS and bool(v.shape) != noinline and v.is_name]
        v = self.pick(found[-8:]) if found else self.define(self.expression(t.I32, () if noinline else self.some_shape(1024), 1))
        if v.dtype.kind not in FORMS:
            return
        name = self.fresh("helper")
        first, second, third = (self.pick(FORMS[v.dtype.kind]) for _ in range(3))
        lines = ["@triton.jit(noinline=True)" if noinline else "@triton.jit", f"def {name}(x, c):", f"    if c > {self.rng.randrange(4)}:",
                 f"        return {first}"]
        if self.chance(0.5):
            lines += [f"    if c == {self.rng.randrange(4)}:", f"        x = {third}"]
        lines.append(f"    return {second}")
        self.helpers.append("\n".join(lines))
        selector = self.pick(["pid", f"pid + {self.scalar(self.rng.randrange(2, 5))}"])
        self.define(Value(f"{name}({v.text}, {selector})", v.dtype, v.shape, *self.unknown(v.dtype)))

    def over_tuple(self):
        """A loop over the elements of a tuple at compile time."""
        shape, dtype = self.some_shape(1024), self.pick([*t.INTS, *t.FLOATS])
        name, total, at = self.fresh("t"), self.fresh("u"), self.fresh("s")
        parts = [self.expression(dtype, shape, 1).text for _ in range(self.rng.randint(1, 3))]
        self.emit(f"{name} = ({', '.join(parts)},)")
        self.emit(f"{total} = {name}[0]")
        self.emit(f"for {at} in tl.static_range(1, len({name})):")
        self.emit(f"    {total} = {self.pick([f'{total} + {name}[{at}]', f'{name}[{at}] - {total}', f'tl.where({total} > 3, {total}, {name}[{at}])'])}")
        self.scope.append(Value(total, dtype, shape, *self.unknown(dtype), is_name=True))

    # ---- Between programs ----

    def ticket(self):
        """Each program takes numbers and marks them as taken."""
        counter = self.array(t.I32, 1, "zero")
        taken = self.array(self.pick([t.I32, t.I8, t.F32]), self.programs * self.trips + 8, "fill")
        self.outputs |= {counter: 0.0, taken: 0.0}
        name = self.fresh("ticket")
        self.emit(f"{name} = tl.atomic_add({counter}, 1)")
        self.emit(f"tl.store({taken} + {name}, 1)")

    def locked(self):
        """A sum that programs add to, one at a time."""
        shape = (self.pick(self.dims),)
        dtype = self.pick([t.I32, t.I64, t.F32])
        value = self.reducible(dtype, shape, 64 * self.programs * self.trips)
        if value is None:
            return
        lock, total = self.array(t.I32, 1, "zero"), self.array(dtype, shape[0].size, "zero")
        self.outputs |= {lock: 0.0, total: 0.0}
        place = f"{total} + tl.arange(0, {shape[0].text})"
        with self.block(f"while tl.atomic_cas({lock}, 0, 1) == 1:"):
            pass
        self.emit(f"tl.store({place}, tl.load({place}) + {value.text})")
        self.emit("tl.debug_barrier()")
        self.emit(f"tl.atomic_xchg({lock}, 0)")

    def swizzled(self):
        """The place of each element of a grid when it is walked in groups of rows."""
        a, b = self.pick(self.dims), self.pick(self.dims)
        if a.size * b.size > 1024:
            return
        names = self.fresh("v"), self.fresh("v")
        i, j = f"tl.arange(0, {a.text})[:, None]", f"tl.arange(0, {b.text})[None, :]"
        if self.chance(0.3):
            i = f"pid % {a.text} + 0 * {i}"
        self.emit(f"{', '.join(names)} = tl.swizzle2d({i}, {j}, {a.text}, {b.text}, {self.pick([1, 2, 3, 4])})")
        for name in names:
            self.scope.append(Value(name, t.I32, (a, b), 4096, 1.0, is_name=True))

    def normals(self):
        """Stored and nothing else: they have no exact values."""
        shape = self.some_shape(1024)
        text = f"tl.randn({self.scalar(self.rng.randrange(2, 999))}, {self.leaf(t.I32, shape).text})"
        self.store(Value(text, t.F32, shape), 2e-5)
