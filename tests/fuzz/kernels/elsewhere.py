"""Random operations that bring elements from elsewhere along an axis: sorting, flips, gathers, histograms."""

import dtypes as t
from model import Value, count
from tiles import Tiles


class Elsewhere(Tiles):
    """Statements that define one value."""

    def elsewhere(self):
        getattr(self, self.weighted({"flip": 2, "sorted": 2, "top": 2, "gathered": 3, "counted": 2}))()

    def flip(self):
        v = self.some_tile()
        axis = self.rng.randrange(len(v.shape))
        text = self.pick([f"tl.flip({v.text}, {axis})", f"{v.text}.flip({axis - len(v.shape)})"])
        self.define(Value(text, v.dtype, v.shape, v.bound, v.step))

    def sortable(self):
        shape = self.some_shape(1024)
        return self.orderless(self.pick([*t.INTS, *t.FLOATS]), shape)

    def order(self):
        return self.pick(["", ", descending=True", ", descending=False"])

    def sorted(self):
        v = self.sortable()
        self.define(Value(f"tl.sort({v.text}{self.order()})", v.dtype, v.shape, v.bound, v.step))

    def top(self):
        v = self.sortable()
        kept = self.constant(2 ** self.rng.randrange(v.shape[-1].size.bit_length()))
        dtype = v.dtype if kept.size == v.shape[-1].size else t.for_extremes(v.dtype)
        self.define(Value(f"tl.topk({v.text}, {kept.text}{self.order()})", dtype, (*v.shape[:-1], kept), v.bound, v.step))

    def gathered(self):
        """Any index: those out of bounds count modulo the size."""
        v = self.some_tile(most=2048)
        axis = self.rng.randrange(len(v.shape))
        shape = list(v.shape)
        if self.chance(0.5):
            shape[axis] = self.constant(self.pick([1, 2, 8, 32]))
        if count(shape) > 4096:
            return
        index = self.expression(self.pick([t.I32, t.I32, t.I64, t.U8]), tuple(shape), 1)
        self.define(Value(f"tl.gather({v.text}, {index.text}, {axis})", v.dtype, tuple(shape), v.bound, v.step))

    def counted(self):
        shape = (self.constant(self.pick([1, 32, 128, 512])),)
        v = self.expression(self.pick(t.INTS), shape, 1)
        bins = self.constant(self.pick([1, 4, 32, 256]))
        numbers = self.pick([v.text, f"(tl.cast({v.text}, tl.int32) & {2 * bins.size - 1})"])
        mask = f", mask={self.expression(t.I1, shape, 1).text}" if self.chance(0.5) else ""
        self.define(Value(f"tl.histogram({numbers}, {bins.text}{mask})", t.I32, (bins,), 512.0, 1.0))
