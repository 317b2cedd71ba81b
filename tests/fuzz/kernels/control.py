"""Random control flow: loops, branches, early returns, helper functions, names that change."""

import contextlib
import math

import dtypes as t
from elsewhere import Elsewhere
from model import Value, count, shape_text


class Control(Elsewhere):
    """Compound statements. All conditions are uniform over a program; all loops end."""

    # ---- Names that change ----

    def variable(self):
        """A name that later statements assign again: nothing is known of its values."""
        shape = self.some_shape(1024) if self.chance(0.75) else ()
        dtype = self.pick([*t.INTS, *t.FLOATS, t.I1])
        value = self.expression(dtype, shape, 1)
        if not shape and self.chance(0.4):
            # A number decays to a tensor.
            dtype, value = t.I32, Value(str(self.rng.randrange(2, 100)), t.I32)
        name = self.fresh("u")
        self.emit(f"{name} = {value.text}")
        bound, step = (2.0**dtype.bits, 1.0) if dtype.is_int else (math.inf, 0.0)
        named = Value(name, dtype, shape, bound, step, is_name=True)
        self.scope.append(named)
        self.variables.append(named)
        return named

    def changing(self, most=2):
        """Some variables that are in scope, new ones if there are none."""
        found = [v for v in self.variables if v in self.scope]
        if not found or self.chance(0.5):
            found.append(self.variable())
        self.rng.shuffle(found)
        return found[: self.rng.randint(1, most)]

    def assign(self, variable):
        value = self.expression(variable.dtype, variable.shape, 2)
        if value.text == variable.text:
            return
        if variable.dtype.kind in "iuf" and self.chance(0.3):
            self.emit(f"{variable.text} {self.pick('+-*')}= {value.text}")
        else:
            self.emit(f"{variable.text} = {value.text}")

    def assign_statement(self):
        for v in self.changing(1):
            self.assign(v)

    def swap(self):
        """Two names exchange their values, or three rotate."""
        v = self.changing(1)[0]
        w = self.fresh("u")
        self.emit(f"{w} = {self.expression(v.dtype, v.shape, 1).text}")
        named = Value(w, v.dtype, v.shape, v.bound, v.step, is_name=True)
        self.scope.append(named)
        self.variables.append(named)
        self.emit(f"{v.text}, {w} = {w}, {v.text}")

    # ---- Loops ----

    def bounds(self):
        """The text of a range, and the most iterations it has."""
        trips = self.pick([0, 1, 2, 2, 3, 4])
        form = self.weighted({"end": 4, "start": 2, "step": 2, "down": 1, "loaded": 0.7, "fixed": 1})
        if form == "end":
            return self.scalar(trips), trips, (0, 1)
        if form == "fixed":
            return str(trips), trips, (0, 1)
        if form == "start":
            start = self.rng.randrange(0, 20)
            return f"{self.scalar(start)}, {self.scalar(start + trips)}", trips, (start, 1)
        if form == "step":
            step = self.pick([2, 3, 7])
            return f"0, {self.scalar(trips * step)}, {step if self.chance(0.6) else self.scalar(step)}", trips, (0, step)
        if form == "down":
            return f"{self.scalar(trips)}, 0, -1", trips, (1, 1)
        # Other programs run other numbers of iterations.
        return f"pid % {self.scalar(4)}", 3, (0, 1)

    @contextlib.contextmanager
    def iterating(self, term, trips):
        self.iterations.append((term, max(trips, 1)))
        self.trips *= max(trips, 1)
        yield
        self.trips //= max(trips, 1)
        self.iterations.pop()

    def for_loop(self):
        text, trips, (start, step) = self.bounds()
        changing = self.changing()
        name = self.fresh("i")
        options = self.pick(["", "", ", num_stages=2", ", num_stages=3", ", loop_unroll_factor=2", ", num_stages=4"])
        call = f"tl.range({text}{options})" if self.chance(0.5) else f"range({text})"
        term = name if start == 0 and step == 1 else f"(({name} - {start}) // {step})"
        with self.block(f"for {name} in {call}:"), self.iterating(term, trips):
            self.scope.append(Value(name, t.I32, (), 4096, 1.0, is_name=True))
            self.body(changing)

    def body(self, changing, most=3):
        self.depth += 1
        for _ in range(self.rng.randint(0, most)):
            self.statement()
        for v in changing:
            self.assign(v)
        self.depth -= 1

    def sum_loop(self):
        """Sums up tiles from memory through a pointer that moves."""
        shape = self.some_shape(1024)
        dtype = self.pick([t.F16, t.F32, t.F64, t.I32, t.I64, t.U8, t.I16])
        trips = self.pick([0, 1, 2, 3, 4, 5])
        offset, extent = self.affine(shape, is_store=False)
        name = self.array(dtype, extent * (trips + 1) * self.programs + 8, "small")
        pointer, total = self.fresh("q"), self.fresh("acc")
        self.emit(f"{pointer} = {name} + pid * {extent * max(trips, 1)} + {offset}")
        self.emit(f"{total} = tl.zeros({shape_text(shape)}, {dtype.tl})")
        stages = self.pick(["", ", num_stages=2", ", num_stages=3", ", num_stages=5"])
        with self.block(f"for _ in tl.range({self.scalar(trips)}{stages}):"):
            mask = f", mask={self.mask(shape)}, other={self.pick(['0', '1', '3'])}" if self.chance(0.3) else ""
            self.emit(f"{total} += tl.load({pointer}{mask})")
            if self.chance(0.3):
                self.emit(f"tl.debug_barrier()")
            self.emit(f"{pointer} += {extent}")
        bound, step = (2.0**dtype.bits, 1.0) if dtype.is_int else (80.0, 0.5)
        self.scope.append(Value(total, dtype, shape, bound, step, is_name=True))

    def memory_loop(self):
        """What an iteration stores the next one loads, in another order perhaps."""
        shape = self.some_shape(1024)
        size, trips = count(shape), self.pick([0, 1, 2, 3, 4, 5])
        dtype = self.pick([t.F16, t.F32, t.I32, t.I64, t.U8, t.I16, t.BF16])
        name = self.array(dtype, size * (trips + 2) * self.programs, "small")
        self.outputs[name] = 0.0
        i, x = self.fresh("i"), self.fresh("x")
        base = f"{name} + pid * {size * (trips + 2)}"
        places = [self.dense(shape) for _ in range(2)]
        stages = self.pick(["", ", num_stages=2", ", num_stages=3", ", num_stages=4"])
        back = self.pick([0, 0, 1])
        with self.block(f"for {i} in tl.range({back}, {back} + {self.scalar(trips)}{stages}):"), self.iterating(f"({i} - {back})", trips):
            self.emit(f"{x} = tl.load({base} + ({i} - {back}) * {size} + {places[0]})")
            value = Value(x, dtype, shape, 2.0**dtype.bits if dtype.is_int else math.inf, 1.0 if dtype.is_int else 0.0, is_name=True)
            self.scope.append(value)
            self.body([], 1)
            result = self.expression(dtype, shape, 1)
            self.emit(f"tl.store({base} + ({i} + 1) * {size} + {places[1]}, {self.pick([x, result.text, result.text])})")

    def collecting_loop(self):
        """Collects what a tile reduces to that the loop carries, before or after the iteration changes the tile."""
        shape, dtype = self.some_shape(1024), self.pick([t.I32, t.I64, t.U32, t.F32, t.F64])
        trips, op = self.pick([0, 1, 2, 3, 4]), self.pick(["sum", "sum", "max", "min"])
        axis, axis_text = self.axis_of(shape)
        result = self.reduced_shape(shape, axis, keep=False)
        name = self.array(dtype, count(shape) * (trips + 1), "small")
        i, tile, held, total = (self.fresh(stem) for stem in ("i", "x", "x", "acc"))
        places = self.dense(shape)
        self.emit(f"{tile} = tl.load({name} + {places})")
        start = f"tl.full({shape_text(result)}, {self.rng.randrange(9)}, {dtype.tl})"
        self.emit(f"{total} = {start}")
        following = f"tl.load({name} + ({i} + 1) * {count(shape)} + {places})"
        collected = self.pick([tile, held, held])
        reduced = f"tl.{op}({collected}, {axis_text})"
        update = f"{total} += {reduced}" if op == "sum" else f"{total} = tl.{op}imum({total}, {reduced})"
        change = [f"{held} = {tile}", f"{tile} = {self.pick([following, f'{tile} + {following}', f'{tile} * 2'])}"]
        with self.block(f"for {i} in tl.range({self.scalar(trips)}{self.pick(['', '', ', num_stages=2', ', num_stages=3'])}):"):
            # The held tile exists behind the first line only.
            for line in [update, *change] if collected == tile and self.chance(0.5) else [*change, update]:
                self.emit(line)
        most = 160.0 * max(trips, 1) * shape[axis].size
        bound, step = (2.0**dtype.bits, 1.0) if dtype.is_int else (most, 1.0)
        self.scope.append(Value(total, dtype, result, bound, step, is_name=True))
        if self.chance(0.5):
            self.scope.append(Value(tile, dtype, shape, 2.0**dtype.bits if dtype.is_int else 160.0, 1.0, is_name=True))

    def chosen_pointer(self):
        """A pointer that a condition chooses: as a whole, in branches, or for each element."""
        shape, dtype = self.some_shape(1024), self.pick([t.F16, t.F32, t.I32, t.I8, t.I64])
        size = count(shape)
        names = [self.array(dtype, size, "small") for _ in range(2)]
        form, pointer = self.rng.randrange(3), self.fresh("q")
        if form == 0:
            self.emit(f"{pointer} = {names[0]}")
            with self.block(f"if {self.condition()}:"):
                self.emit(f"{pointer} = {names[1]}")
        elif form == 1:
            self.emit(f"{pointer} = {names[0]} if {self.condition()} else {names[1]}")
        else:
            self.emit(f"{pointer} = tl.where({self.leaf(t.I1, shape).text}, {names[0]}, {names[1]})")
        self.define(Value(f"tl.load({pointer} + {self.dense(shape)})", dtype, shape, 2.0**dtype.bits if dtype.is_int else 8.0, 1.0))

    def while_loop(self):
        changing = self.changing()
        left = self.fresh("left")
        trips = self.pick([0, 1, 2, 3])
        start = self.pick([self.scalar(trips), f"tl.load({self.array(t.I32, 1, 'small')}) & 3", f"(pid + {trips}) & 3"])
        self.emit(f"{left} = {start}")
        if start.startswith("n") and trips == 1:
            # A constant of 1 decays at the assignment.
            pass
        condition = f"{left} > 0"
        if self.chance(0.3):
            condition = f"({condition}) & ({self.expression(t.I1, (), 1).text})"
        with self.block(f"while {condition}:"), self.iterating(f"({left} & 3)", 4):
            self.body(changing, 2)
            self.emit(f"{left} -= 1")

    def static_loop(self):
        changing = self.changing(1)
        name = self.fresh("s")
        trips = self.rng.randrange(0, 4)
        self.emit(f"for {name} in tl.static_range({trips}):")
        self.indent += 1
        with self.iterating(name, trips):
            outer = list(self.scope)
            self.body(changing, 2)
            self.emit("pass")
            self.scope = outer
        self.indent -= 1

    # ---- Branches ----

    def condition(self):
        if self.chance(0.25):
            return f"{self.scalar(self.rng.randrange(5))} {self.pick(['==', '>', '<', '!='])} {self.rng.randrange(5)}"
        if self.chance(0.2):
            return f"pid {self.pick(['==', '>', '<'])} {self.rng.randrange(self.programs + 1)}"
        if self.chance(0.3):
            v = self.reducible(t.I32, self.some_shape(1024), 1)
            return f"tl.max(tl.ravel({v.text}), 0) {self.pick(['>', '<'])} {self.rng.randrange(9)}"
        return self.expression(t.I1, (), 2).text

    def branch(self):
        changing = self.changing()
        with self.block(f"if {self.condition()}:"):
            self.body(changing, 2)
        if self.chance(0.3):
            # A condition whose loads are lines of their own cannot stand between the branches.
            condition = f"{self.scalar(self.rng.randrange(5))} > {self.rng.randrange(5)}"
            with self.block(f"elif {condition}:"):
                self.body(changing[:1], 2)
        if self.chance(0.6):
            with self.block("else:"):
                self.body(changing, 2)

    def new_in_branches(self):
        """A name that both branches define."""
        shape, dtype, name = self.some_shape(1024), self.pick([*t.INTS, *t.FLOATS]), self.fresh("v")
        for header in (f"if {self.condition()}:", "else:"):
            with self.block(header):
                self.emit(f"{name} = {self.expression(dtype, shape, 2).text}")
        bound, step = (2.0**dtype.bits, 1.0) if dtype.is_int else (math.inf, 0.0)
        self.scope.append(Value(name, dtype, shape, bound, step, is_name=True))

    def conditional(self):
        """`a if c else b` on a scalar condition."""
        shape, dtype = self.some_shape(1024), self.pick([*t.INTS, *t.FLOATS])
        a, b = self.expression(dtype, shape, 1), self.expression(dtype, shape, 1)
        condition = self.condition()
        bound, step = (2.0**dtype.bits, 1.0) if dtype.is_int else (math.inf, 0.0)
        self.define(Value(f"{a.text} if {condition} else {b.text}", dtype, shape, bound, step))

    def early_return(self):
        if self.depth:
            return
        with self.block(f"if {self.condition()}:"):
            if self.chance(0.4):
                self.store_statement()
            self.emit("return")

    # ---- Functions ----

    def call(self):
        """A helper of one expression or two, maybe with a branch; its parameters are tiles in scope."""
        outer_scope, outer_lines, outer_indent = self.scope, self.lines, self.indent
        outer_iterations, outer_trips = self.iterations, self.trips
        arguments = [self.some_tile(most=1024) for _ in range(self.rng.randint(1, 3))]
        outer_lines = self.lines
        name, stem = self.fresh("helper"), self.fresh("x")
        parameters = [Value(f"{stem}_{i}", a.dtype, a.shape, a.bound, a.step, is_name=True) for i, a in enumerate(arguments)]
        self.scope, self.lines, self.indent = list(parameters), [], 1
        loads, self.load_depth = self.load_depth, 99
        self.is_in_helper = True
        result_shape = parameters[0].shape
        results = [self.expression(self.pick([*t.INTS, *t.FLOATS]), result_shape, 2) for _ in range(self.rng.randint(1, 2))]
        self.is_in_helper = False
        returned = ", ".join(r.text for r in results)
        # What the body reads from memory comes in as parameters.
        pointers = sorted({p for p in self.args if p in words(returned)} | {d for d in self.constants if d in words(returned)})
        uses_pid = ["pid"] if "pid" in words(returned) else []
        counters = [i for term, _ in outer_iterations for i in words(term) if i in words(returned) and i.isidentifier()]
        extra = uses_pid + sorted(set(counters)) + pointers
        signature = [p.text for p in parameters] + [f"{e}: tl.constexpr" if e in self.constants else e for e in extra]
        self.helpers.append("\n".join(["@triton.jit", f"def {name}({', '.join(signature)}):", *self.lines, f"    return {returned}"]))
        self.scope, self.lines, self.indent = outer_scope, outer_lines, outer_indent
        self.iterations, self.trips, self.load_depth = outer_iterations, outer_trips, loads
        text = f"{name}({', '.join([a.text for a in arguments] + extra)})"
        values = [Value(r.text, r.dtype, result_shape, r.bound, r.step) for r in results]
        self.results(text, values, result_shape)

    def pack(self):
        """Values that travel in a tuple."""
        values = [self.some_tile(most=1024) for _ in range(self.rng.randint(1, 3))]
        name = self.fresh("t")
        self.emit(f"{name} = ({', '.join(v.text for v in values)},)")
        at = self.rng.randrange(len(values))
        v = values[at]
        self.define(Value(f"{name}[{at}]", v.dtype, v.shape, v.bound, v.step))

    def hint(self):
        """Something true about a value."""
        form = self.pick(["tl.assume(pid >= 0)", "tl.debug_barrier()", "tl.static_assert(True)", "tl.device_assert(pid >= 0)"])
        self.emit(form)


def words(text):
    """The names in an expression."""
    found, word = set(), ""
    for c in text + " ":
        if c.isalnum() or c == "_":
            word += c
        else:
            found.add(word)
            word = ""
    return found
