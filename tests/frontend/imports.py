# RUN: tritonc compile %s -s "*fp32" -I %S/Inputs --emit tile -o - | FileCheck %s

# Helpers come from other files, below -I or beside this one; what only the host has is not touched.
import numpy as np
import torch.nn as nn
import triton
from triton import language as tl
from activations import leaky
from triton.language.extra import libdevice
from .Inputs import activations as act

try:
    from missing_package import fast_exp
except ImportError:
    fast_exp = tl.exp

if torch_version() > "2":
    tl_math = tl.math
else:
    tl_math = tl.math


# CHECK-LABEL: kernel @k
# CHECK:         mulf %x, 0.5 : f32
# CHECK:         select
# CHECK:         mulf %{{.*}}, 0.5 : f32
# CHECK:         select
# CHECK:         exp
# CHECK:         sqrt
@triton.jit
def k(x_ptr):
    x = tl.load(x_ptr)
    tl.store(x_ptr, tl_math.sqrt(fast_exp(act.leaky(leaky(x)))))


class Layer(nn.Module):
    def forward(self, x):
        k[(1,)](x)
        return x
