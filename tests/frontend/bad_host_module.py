# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 \
# RUN:   | FileCheck %s --strict-whitespace --match-full-lines

# A module of the host.
import torch
import triton
import triton.language as tl


@triton.jit
def k(x_ptr):
    tl.store(x_ptr, torch.pi)

# CHECK:{{.*}}bad_host_module.py:12:21: error: `torch` belongs to the host; a kernel cannot use it [host-only]
# CHECK-NEXT:   12 |     tl.store(x_ptr, torch.pi)
# CHECK-NEXT:      |                     ^~~~~
