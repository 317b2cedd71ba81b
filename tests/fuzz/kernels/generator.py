"""Random kernels: `generate(seed)` gives a `Program`, always the same for a seed."""

import dtypes
from language import Language
from model import Program

HEADER = """import triton
import triton.language as tl
from triton.language.extra import libdevice
"""


class Generator(Language):
    """Writes one kernel. Each kernel is made of a few kinds of statements only, so that they meet often."""

    KINDS = {
        "store_statement": 3, "load_statement": 1.5, "approximate_statement": 0.7, "round_trip": 1, "scatter": 0.6, "atomic": 1,
        "reshape": 3, "reduce": 3, "scan": 2, "dot": 2, "chain_loop": 0.7, "gather_loop": 0.7, "memory_loop": 1,
        "collecting_loop": 1, "chosen_pointer": 0.5, "random": 0.6, "elsewhere": 2, "assign_statement": 2, "swap": 0.5, "for_loop": 2.5,
        "sum_loop": 1, "while_loop": 1, "static_loop": 0.7, "branch": 2, "new_in_branches": 0.7, "conditional": 0.5,
        "early_return": 0.3, "call": 1, "pack": 0.3, "hint": 0.2, "value_statement": 4,
        "argument": 1, "pointers": 1, "hinted_load": 1, "returning": 1, "over_tuple": 0.7, "ticket": 0.4, "locked": 0.4,
        "swizzled": 0.4, "normals": 0.3,
    }
    COMPOUND = ("for_loop", "sum_loop", "while_loop", "static_loop", "branch", "new_in_branches", "early_return", "dot", "chain_loop",
                "gather_loop", "memory_loop", "collecting_loop", "chosen_pointer", "locked")

    def __init__(self, seed):
        super().__init__(seed)
        self.variables = []
        self.depth = 0
        self.load_depth = 0
        self.is_in_helper = False
        self.budget = self.rng.choice([4, 6, 8, 12, 16])
        self.grid = self.pick([(1,), (1,), (2,), (3,), (2, 2), (1, 2, 2), (5,)])
        self.programs = 1
        for size in self.grid:
            self.programs *= size
        sizes = self.rng.choice([[1, 2, 4], [4, 8, 16], [16, 32], [2, 8, 32], [32, 64, 128], [128, 256], [1, 16, 512], [8, 64], [1024, 2]])
        self.dims = [self.constant(self.pick(sizes)) for _ in range(self.rng.randint(1, 3))]
        self.warps = self.pick([1, 2, 4, 4, 8])
        names = list(self.KINDS)
        chosen = self.rng.sample(names, self.rng.randint(4, 12)) + ["store_statement", "value_statement"]
        self.kinds = {name: self.KINDS[name] for name in chosen}

    def value_statement(self):
        shape = self.some_shape() if self.chance(0.85) else ()
        self.define(self.expression(self.pick(dtypes.ALL), shape))

    def statement(self):
        if self.budget <= 0:
            return
        self.budget -= 1
        table = self.kinds
        if self.depth >= 2:
            table = {name: weight for name, weight in self.kinds.items() if name not in self.COMPOUND}
        getattr(self, self.weighted(table))()

    def program(self):
        place = {1: "tl.program_id(0)", 2: "tl.program_id(0) + tl.num_programs(0) * tl.program_id(1)",
                 3: "tl.program_id(0) + tl.num_programs(0) * (tl.program_id(1) + tl.num_programs(1) * tl.program_id(2))"}
        self.emit(f"pid = {place[len(self.grid)]}")
        while self.budget > 0:
            self.statement()
        for v in self.scope[-3:] + [v for v in self.scope[:-3] if self.chance(0.3)]:
            self.store(v)
        if not self.outputs:
            self.store_statement()
        parameters = list(self.args) + [f"{name}: tl.constexpr" for name in self.constants]
        kernel = "\n".join(["@triton.jit", f"def kernel({', '.join(parameters)}):", *self.lines])
        source = "\n\n".join([HEADER, *(f"{helper}\n" for helper in self.helpers), kernel]) + "\n"
        return Program(self.seed, source, self.grid, self.args, self.constants, self.outputs, self.warps, self.pick([1, 2, 3, 4]))


def generate(seed):
    return Generator(seed).program()


if __name__ == "__main__":
    import sys

    made = generate(int(sys.argv[1]))
    print(made.source, made.grid, made.args, made.constants, made.warps, sep="\n")
