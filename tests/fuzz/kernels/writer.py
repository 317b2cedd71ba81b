"""The text of a kernel as it grows: lines, names in scope, parameters and the random choices."""

import contextlib
import random

from model import ONE, Array, Dim, Value, count, shape_text


class Writer:
    """Base of the generator's parts. Every choice comes from one seed."""

    def __init__(self, seed):
        self.seed = seed
        self.rng = random.Random(seed)
        self.lines = []
        self.indent = 1
        self.scope = []
        self.helpers = []
        self.args = {}
        self.constants = {}
        self.outputs = {}
        self.counter = 0
        # How often the place that is being written runs in one program, at most.
        self.trips = 1
        # The terms of an index that tells the iterations of the loops around apart, with their extents.
        self.iterations = []

    # ---- Chance ----

    def chance(self, probability):
        return self.rng.random() < probability

    def pick(self, items):
        return self.rng.choice(list(items))

    def weighted(self, table):
        """A key of {key: weight}."""
        return self.rng.choices(list(table), list(table.values()))[0]

    # ---- Lines and names ----

    def emit(self, line):
        self.lines.append("    " * self.indent + line)

    def fresh(self, stem):
        self.counter += 1
        return f"{stem}{self.counter}"

    def define(self, value, stem="v"):
        """Gives the expression a name; later text uses that."""
        name = self.fresh(stem)
        self.emit(f"{name} = {value.text}")
        named = Value(name, value.dtype, value.shape, value.bound, value.step, is_name=True)
        self.check(named)
        self.scope.append(named)
        return named

    def check(self, value):
        """Sometimes states type and shape: the rules of the language against ours."""
        if self.chance(0.25):
            self.emit(f"tl.static_assert({value.text}.dtype == {value.dtype.tl})")
        if value.shape and self.chance(0.15):
            self.emit(f"tl.static_assert({value.text}.shape == {shape_text(value.shape)})")

    @contextlib.contextmanager
    def block(self, header):
        """The statements of a compound statement; what they define is gone afterwards."""
        self.emit(header)
        self.indent += 1
        outer, start = self.scope, len(self.lines)
        self.scope = list(outer)
        yield
        if len(self.lines) == start:
            self.emit("pass")
        self.scope = outer
        self.indent -= 1

    # ---- Parameters ----

    def array(self, dtype, size, flavour):
        name = self.fresh("p")
        self.args[name] = Array(dtype, size, flavour, self.rng.randrange(2**31))
        return name

    def scalar(self, value):
        """A run-time number of 32 bits; `tritonc run` makes a constant of 1 and knows multiples of 16."""
        name = self.fresh("n")
        self.args[name] = value
        return name

    def constant(self, size):
        name = self.fresh("D")
        self.constants[name] = size
        return Dim(name, size)

    # ---- Shapes ----

    def expand(self, value, shape):
        """The text of a value with `None` where it lacks dimensions of `shape`, or None where it does not fit."""
        if not value.shape or value.shape == shape:
            return value.text
        places = match_dims(value.shape, shape)
        if places is None:
            return None
        items = [":" if i in places else "None" for i in range(len(shape))]
        if all(item == ":" for item in items):
            return value.text
        return f"{atom(value)}[{', '.join(items)}]"

    def some_shape(self, most=4096):
        """The shape of a value in scope, or one made of the kernel's dimensions."""
        known = [v.shape for v in self.scope if v.shape and count(v.shape) <= most]
        if known and self.chance(0.3):
            return self.pick(known[-6:])
        for _ in range(20):
            rank = self.weighted({1: 4, 2: 5, 3: 2, 4: 0.4})
            shape = tuple(self.pick(self.dims) for _ in range(rank))
            if self.chance(0.1):
                shape = tuple(ONE if self.chance(0.4) else d for d in shape)
            if count(shape) <= most:
                return shape
        return (self.dims[0],)


def match_dims(inner, outer):
    """The positions of `outer` that the dimensions of `inner` stand at, in order, or None."""
    places, start = [], 0
    for dim in inner:
        while start < len(outer) and outer[start] != dim:
            start += 1
        if start == len(outer):
            return None
        places.append(start)
        start += 1
    return places


def atom(value):
    """The text of a value where an operator that binds tightly follows."""
    return value.text if value.is_name or value.text.isidentifier() else f"({value.text})"
