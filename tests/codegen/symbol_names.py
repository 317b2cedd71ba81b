# RUN: tritonc compile %s -k größe -s "*fp32" --emit ptx -o - | FileCheck %s --check-prefix=LETTERS
# RUN: tritonc compile %s -k _ -s "*fp32" --emit ptx -o - | FileCheck %s --check-prefix=UNDERSCORE
"""Names that Python takes and PTX does not."""
import triton
import triton.language as tl


# LETTERS: .visible .entry gr$c3$b6$c3$9fe(
@triton.jit
def größe(p):
    tl.store(p, 1.0)


# UNDERSCORE: .visible .entry $_(
@triton.jit
def _(p):
    tl.store(p, 2.0)
