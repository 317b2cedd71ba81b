# A kernel whose configs come from helpers of the host, and whose heuristics see their values.
import itertools

import triton
import triton.language as tl


def configs():
    made = []
    for block, warps in itertools.product([128, 256], [2, 4]):
        made.append(triton.Config({"BLOCK": block}, num_warps=warps, pre_hook=lambda args: None))
    return [c for c in made if c.kwargs["BLOCK"] != 256 or c.num_warps == 4] + [bad()]


def bad():
    return triton.Config({"BLOCK": 100} | {"OTHER": 1}, num_stages=2, maxnreg=64)


@triton.autotune(configs=configs(), key=["n"])
@triton.heuristics({
    "DOUBLE": lambda args: args["BLOCK"] * 2,
    "HAS_BIAS": lambda args: args["bias"] is not None,
    "EVEN": lambda args: args["n"] % args["BLOCK"] == 0,
})
@triton.jit
def tuned(x, bias, n, BLOCK: tl.constexpr, DOUBLE: tl.constexpr, HAS_BIAS: tl.constexpr, EVEN: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), DOUBLE + HAS_BIAS + tl.extra.cuda.num_threads())


@triton.autotune(configs=[triton.Config({"BLOCK": size}) for size in SIZES], key=[])
@triton.jit
def unknown(x, BLOCK: tl.constexpr):
    pass


@triton.jit
def plain(x, BLOCK: tl.constexpr):
    pass


@triton.autotune(configs=[triton.Config({"BLOCK": 64})], key=[])
@triton.heuristics({"SCALED": lambda args: args["x"].scale is None})
@triton.jit
def scaled(x, BLOCK: tl.constexpr, SCALED: tl.constexpr):
    pass


@triton.autotune(configs=[triton.Config({"BLOCK": 64})], key=[])
@triton.heuristics({"num_warps": lambda args: args["BLOCK"] // 32})
@triton.jit
def warped(x, BLOCK: tl.constexpr):
    pass
