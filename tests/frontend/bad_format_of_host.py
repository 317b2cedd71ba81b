# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# Text made of what only the host knows is not known either.
import os

import triton
import triton.language as tl

NAME = tl.constexpr(f"{os.sep}x")


@triton.jit
def k(x_ptr):
    if NAME == "/x":
        tl.store(x_ptr, 1.0)

# CHECK:{{.*}}bad_format_of_host.py:15:8: error: {{.*}} [host-only]
