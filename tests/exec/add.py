# RUN: exec-test %s
"""Element-wise addition: tails of every length, alignments, numbers of warps."""

import numpy as np
import triton
import triton.language as tl

from harness import Case


@triton.jit
def add(x_ptr, y_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(out_ptr + offsets, x + y, mask=mask)


@triton.jit
def add_shifted(x_ptr, y_ptr, out_ptr, n, shift, BLOCK: tl.constexpr):
    # An unknown shift leaves the pointers without alignment.
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x = tl.load(x_ptr + shift + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask, other=7.0)
    tl.store(out_ptr + shift + offsets, x + y, mask=mask)


def cases(rng):
    for n in (1, 2, 31, 781, 1024, 1025, 1040, 98432):
        x, y = rng.standard_normal((2, n)).astype(np.float32)
        # Elements behind the end must stay as they are.
        out = np.full(n + 8, -1, np.float32)
        expected = np.concatenate([x + y, out[n:]])
        # One element is a constant of the kernel, so that all other lanes are idle for certain.
        for block, warps in ((1024, 4), (256, 1), (32, 8)) if n > 1 else ((32, 1),):
            yield Case(f"add n={n} block={block} warps={warps}", add, (-(-n // block),),
                       dict(x_ptr=x, y_ptr=y, out_ptr=out, n=n), dict(out_ptr=expected), dict(BLOCK=block), warps)
    for n, shift in ((1000, 1), (1027, 1), (1000, 3), (1027, 3), (4096, 2), (4080, 2), (4112, 2), (5, 8)):
        x, y = rng.integers(-8, 8, (2, n + shift)).astype(np.float16)
        expected = x.copy()
        expected[shift:] = x[shift:] + y[:n]
        yield Case(f"shifted n={n} shift={shift}", add_shifted, (-(-n // 512),),
                   dict(x_ptr=x, y_ptr=y, out_ptr=x, n=n, shift=shift), dict(out_ptr=expected), dict(BLOCK=512))
