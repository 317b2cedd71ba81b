# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s

# An `__init__` that forgets a field, and one that sets an attribute that is none.
import triton
import triton.language as tl


@triton.aggregate
class Half:
    first: tl.tensor
    second: tl.tensor

    def __init__(self, x):
        self.first = x


@triton.aggregate
class More:
    first: tl.tensor

    def __init__(self, x):
        self.other = x


# CHECK: bad_record_init.py:30:12: error: `__init__` of `Half` leaves the field `second` without a value [bad-argument]
# CHECK: bad_record_init.py:31:12: error: the compiler cannot run `__init__` of `More` [host-only]
# CHECK: bad_record_init.py:22:9: note: because of this part of it
@triton.jit
def k(x_ptr):
    half = Half(tl.load(x_ptr))
    more = More(tl.load(x_ptr))
