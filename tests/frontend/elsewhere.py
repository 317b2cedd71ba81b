# RUN: tritonc compile %s -k text -s "*i8" --emit tile -o - | FileCheck %s --check-prefix=TEXT
# RUN: tritonc compile %s -k uniform -s "*i32" --emit tile -o - | FileCheck %s --check-prefix=UNIFORM
# RUN: tritonc compile %s -k others -s "*i32" --emit tile -o - | FileCheck %s --check-prefix=OTHERS
# RUN: tritonc compile %s -k waits -s "*i32" --emit tile -o - | FileCheck %s --check-prefix=WAITS
# RUN: tritonc compile %s -k waits -s "*i32" -t 80 --emit tile -o - | FileCheck %s --check-prefix=OLD
import triton
import triton.language as tl


# TEXT-LABEL: kernel @text
# TEXT:         %[[A:.*]], %[[B:.*]] = asm "not.b32 $0, $2;\0a mov.b32 $1, $0;", "=&r,=r,r", %{{.*}} {pack = 4, pure} : tile<64xi8>, tile<64xi8>
# TEXT:         %{{.*}} = asm "red.global.add.u32 [$1], 1; mov.b32 $0, 0;", "=r,l", %{{.*}} : tile<64xi32>
@triton.jit
def text(x_ptr):
    p = x_ptr + tl.arange(0, 64)
    a, b = tl.inline_asm_elementwise("not.b32 $0, $2;\n mov.b32 $1, $0;", "=&r,=r,r", [tl.load(p)], dtype=(tl.int8, tl.uint8), is_pure=True, pack=4)
    tl.store(p, a + b.to(tl.int8))
    tl.inline_asm_elementwise("red.global.add.u32 [$1], 1; mov.b32 $0, 0;", "=r,l", [p], dtype=tl.int32, is_pure=False, pack=1)


# What is the same everywhere is computed once, unless the text has effects.
# UNIFORM-LABEL: kernel @uniform
# UNIFORM:         %[[ONE:.*]] = asm "mov.b32 $0, $1;", "=r,r", 1 {pure} : i32
# UNIFORM:         store %{{.*}}, %[[ONE]]
# UNIFORM:         %{{.*}} = asm "mov.b32 $0, $1;", "=r,r", %{{.*}} : tile<64xi32>
@triton.jit
def uniform(x_ptr):
    p = x_ptr + tl.arange(0, 64)
    tl.store(p, tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,r", [tl.full((64,), 1, tl.int32)], tl.int32, True, 1))
    tl.store(p, tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,r", [tl.full((64,), 1, tl.int32)], tl.int32, False, 1))


# OTHERS-LABEL: kernel @others
# OTHERS:         %[[X:.*]] = load
# OTHERS:         %[[FLIPPED:.*]] = exchange 0, 63, %[[X]] : tile<64xi32>
# OTHERS:         %[[FOUND:.*]] = gather 0, %[[FLIPPED]], %{{.*}} : tile<16xi32>
# OTHERS:         histogram %[[FOUND]] : tile<8xi32>
# OTHERS:         histogram %[[X]], %{{.*}} : tile<4xi32>
@triton.jit
def others(x_ptr):
    x = tl.load(x_ptr + tl.arange(0, 64))
    found = tl.gather(tl.flip(x), tl.arange(0, 16) * 3, 0)
    tl.store(x_ptr + tl.arange(0, 8), tl.histogram(found, 8))
    tl.store(x_ptr + tl.arange(0, 4), x.histogram(4, x > 0))


# Launches overlap from sm_90 on.
# WAITS-LABEL: kernel @waits
# WAITS:         asm "griddepcontrol.wait; mov.b32 $0, 0;", "=r" : i32
# WAITS:         load
# WAITS:         asm "griddepcontrol.launch_dependents; mov.b32 $0, 0;", "=r" : i32
# OLD-LABEL:   kernel @waits
# OLD-NOT:       asm
@triton.jit
def waits(x_ptr):
    tl.extra.cuda.gdc_wait()
    x = tl.load(x_ptr)
    tl.extra.cuda.gdc_launch_dependents()
    tl.store(x_ptr + 1, x)
