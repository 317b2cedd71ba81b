# RUN: expect-exit 1 tritonc compile %s -s "*fp32, (i32, i32), 4" --emit tile -o - 2>&1 | FileCheck %s --check-prefix=TUPLE --match-full-lines
# RUN: expect-exit 1 tritonc compile %s -s "void, i32, 4" --emit tile -o - 2>&1 | FileCheck %s --check-prefix=VOID --match-full-lines
# RUN: expect-exit 1 tritonc compile %s -s "*fp32, float, 4" --emit tile -o - 2>&1 | FileCheck %s --check-prefix=FLOAT --match-full-lines
# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32, str" --emit tile -o - 2>&1 | FileCheck %s --check-prefix=STR --match-full-lines
# RUN: expect-exit 1 tritonc compile %s -s "*fp32, i32, 4 + other" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --check-prefix=VALUE --strict-whitespace --match-full-lines

# Entries that are neither type nor value, each at its column.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr, n, BLOCK: tl.constexpr):
    tl.store(x_ptr + tl.arange(0, BLOCK), n)

# TUPLE:<signature>:1:8: error: a tuple of run-time values as a parameter is not supported yet [unsupported]
# VOID:<signature>:1:1: error: unknown type `void` [bad-signature]
# FLOAT:<signature>:1:8: error: `float` is a type of Python; its name here is `fp32` [bad-signature]
# STR:<signature>:1:13: error: `str` is a type of Python; a parameter of it takes a value [bad-signature]
# VALUE:<signature>:1:13: error: `4 + other` is neither a type nor a value that the compiler can compute [bad-constant]
# VALUE-NEXT:    1 | *fp32, i32, 4 + other
# VALUE-NEXT:      |             ^~~~~~~~~
