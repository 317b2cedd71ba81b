# RUN: tritonc compile %s -k names -s "*fp32, i32" --emit tile -o - | FileCheck %s --check-prefix=NAMES
# RUN: tritonc compile %s -k instructions -s "*fp32" --emit tile -o - | FileCheck %s --check-prefix=INSTRUCTIONS
# RUN: tritonc compile %s -k wide -s "*fp64, *i64" --emit tile -o - | FileCheck %s --check-prefix=WIDE
import triton
import triton.language as tl
import triton.language.extra.cuda as tlc
from triton.language.extra import libdevice
from triton.language.extra.cuda import libdevice as cuda_libdevice


# Every way that a function of libdevice is named; the types of the arguments choose the symbol.
# NAMES-LABEL: kernel @names
# NAMES:         %{{.*}} = extern @asinf, %{{.*}} : tile<128xf32>
# NAMES-NEXT:    %{{.*}} = extern @tanhf, %{{.*}} : tile<128xf32>
# NAMES:         %{{.*}} = extern @rsqrtf, %{{.*}} : tile<128xf32>
# NAMES:         %{{.*}} = extern @cbrtf, %{{.*}} : tile<128xf32>
# NAMES:         %{{.*}} = extern @tanhf, %{{.*}} : tile<128xf32>
# NAMES-NEXT:    %{{.*}} = extern @logf, %{{.*}} : tile<128xf32>
# NAMES:         %{{.*}} = extern @sinf, %{{.*}} : tile<128xf32>
# NAMES:         %{{.*}} = extern @erff, %{{.*}} : tile<128xf32>
# NAMES:         %{{.*}} = extern @powf, %{{.*}}, 2.0 : tile<128xf32>
# NAMES-NEXT:    %{{.*}} = extern @powif, %{{.*}}, %{{.*}} : tile<128xf32>
# NAMES:         %{{.*}} = extern @isnanf, %{{.*}} : tile<128xi1>
# NAMES:         %{{.*}} = extern @norm4df, 1.0, 2.0, 3.0, 4.0 : f32
@triton.jit
def names(x_ptr, n):
    x = tl.load(x_ptr + tl.arange(0, 128))
    y = libdevice.asin(x) + cuda_libdevice.tanh(x) + tl.extra.cuda.libdevice.rsqrt(x) + tlc.libdevice.cbrt(x)
    y += tl.math.tanh(x) + tl.log(x) + tl.math.sin(x) + x.erf()
    y += libdevice.pow(x, 2.0) + libdevice.pow(x, n)
    tl.store(x_ptr + tl.arange(0, 128), y, mask=libdevice.isnan(x))
    tl.store(x_ptr, libdevice.norm4d(1.0, 2.0, 3.0, 4.0))


# What has an instruction is no call.
# INSTRUCTIONS-LABEL: kernel @instructions
# INSTRUCTIONS:         %{{.*}} = exp %{{.*}} : f32
# INSTRUCTIONS-NEXT:    %{{.*}} = exp2 %{{.*}} : f32
# INSTRUCTIONS:         %{{.*}} = sqrt %{{.*}} : f32
# INSTRUCTIONS:         %{{.*}} = rsqrt %{{.*}} : f32
# INSTRUCTIONS:         %{{.*}} = floor %{{.*}} : f32
# INSTRUCTIONS:         %{{.*}} = ceil %{{.*}} : f32
# INSTRUCTIONS:         %{{.*}} = absf %{{.*}} : f32
@triton.jit
def instructions(x_ptr):
    x = tl.load(x_ptr)
    tl.store(x_ptr, tl.exp(x) + tl.exp2(x) + tl.sqrt(x) + tl.rsqrt(x) + tl.floor(x) + tl.ceil(x) + tl.abs(x))


# WIDE-LABEL: kernel @wide
# WIDE:         %{{.*}} = extern @log2, %{{.*}} : f64
# WIDE:         %{{.*}} = extern @llrint, %{{.*}} : i64
# WIDE:         %{{.*}} = extern @popcll, %{{.*}} : i32
@triton.jit
def wide(x_ptr, out_ptr):
    tl.store(x_ptr, tl.log2(tl.load(x_ptr)))
    tl.store(out_ptr, libdevice.llrint(tl.load(x_ptr)) + libdevice.popc(tl.load(out_ptr)))
