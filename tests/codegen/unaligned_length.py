# RUN: tritonc compile %s -s "*fp32:16, *fp32:16, *fp32:16, i32, 1024" --emit ptx --no-lineinfo -o - | FileCheck %s
# RUN: tritonc compile %s -s "*fp32:16, *fp32:16, *fp32:16, i32, 1024" --emit ptx --no-lineinfo -t cuda:80 -o - | FileCheck %s
import triton
import triton.language as tl


# Nothing is known about n: full tiles take a path without masks and with the widest accesses.
@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    index = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = index < n
    tl.store(out + index, tl.load(x + index, mask=inside) + tl.load(y + index, mask=inside), mask=inside)


# CHECK:      setp.ge.s32 %[[PARTIAL:p[0-9]+]]
# CHECK-NEXT: @%[[PARTIAL]] bra $[[TAIL:L[A-Z0-9_]+]];
# CHECK-NOT:  @%p
# CHECK-NOT:  global.b32
# CHECK-COUNT-4: ld.global.v4.f32
# CHECK-NOT:  ld.global
# CHECK-COUNT-2: st.global.v4.f32
# CHECK-NOT:  st.global
# CHECK:      bra.uni $[[END:L[A-Z0-9_]+]];

# The tail is predicated: no branch for an element.
# CHECK:      $[[TAIL]]:
# CHECK-NOT:  bra
# CHECK-COUNT-16: @%p{{[0-9]+}} ld.global.b32
# CHECK-NOT:  bra
# CHECK-COUNT-8: @%p{{[0-9]+}} st.global.b32
# CHECK-NOT:  bra
# CHECK:      $[[END]]:
# CHECK-NEXT: ret;
