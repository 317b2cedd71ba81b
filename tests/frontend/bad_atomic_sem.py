# RUN: expect-exit 1 tritonc compile %s -k k -s "*i32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# An order that does not exist.
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.atomic_add(x_ptr, 1, sem="seq_cst")

# CHECK:{{.*}}bad_atomic_sem.py:11:33: error: `sem` of `atomic_add` is 'seq_cst'; it takes one of 'acq_rel', 'acquire', 'release', 'relaxed' [bad-argument]
# CHECK-NEXT:   11 |     tl.atomic_add(x_ptr, 1, sem="seq_cst")
# CHECK-NEXT:      |                                 ^~~~~~~~~
