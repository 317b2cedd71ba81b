# RUN: expect-exit 1 tritonc compile %s -k k -s "i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A prefix of other characters.
import triton
import triton.language as tl


@triton.jit
def k(x):
    tl.device_print("größe", x)

# CHECK:{{.*}}bad_print_prefix.py:11:21: error: the prefix of a print takes ASCII only [bad-argument]
# CHECK-NEXT:   11 |     tl.device_print("größe", x)
# CHECK-NEXT:      |                     ^~~~~~~
