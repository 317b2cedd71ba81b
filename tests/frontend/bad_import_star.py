# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A name that may have been in a module that is nowhere.
import triton
import triton.language as tl
from absent import *


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, helper(tl.load(x_ptr)))

# CHECK:{{.*}}bad_import_star.py:12:21: error: `helper` is not defined [unknown-name]
# CHECK-NEXT:   12 |     tl.store(x_ptr, helper(tl.load(x_ptr)))
# CHECK-NEXT:      |                     ^~~~~~
# CHECK-NEXT:{{.*}}bad_import_star.py:7:6: note: there is no module `absent` beside this file; `-I DIR` names more folders to look in
# CHECK-NEXT:    7 | from absent import *
# CHECK-NEXT:      |      ^~~~~~
