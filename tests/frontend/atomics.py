# RUN: tritonc compile %s -k kinds -s "*fp16, *i32, *u64, i32" --emit tile -o - | FileCheck %s --check-prefix=KINDS
# RUN: tritonc compile %s -k float_extreme -s "*fp32, i32" --emit tile -o - | FileCheck %s --check-prefix=EXTREME
import triton
import triton.language as tl


# KINDS-LABEL: kernel @kinds
# KINDS:         %{{.*}} = atomic_rmw addf, %{{.*}}, %{{.*}}, %{{.*}} {order = relaxed} : tile<128xf16>
# KINDS-NEXT:    %{{.*}} = atomic_rmw addi, %i_ptr, %{{.*}} {scope = sys} : i32
# KINDS:         %{{.*}} = atomic_rmw maxs, %{{.*}}, %{{.*}} : tile<128xi32>
# KINDS:         %{{.*}} = atomic_rmw minu, %{{.*}}, %{{.*}} {order = release, scope = cta} : tile<128xi64>
# KINDS-NEXT:    %{{.*}} = atomic_rmw xor, %i_ptr, 1 : i32
# KINDS:         %[[OLD:.*]] = atomic_cas %u_ptr, %{{.*}}, %{{.*}} {order = acquire} : i64
# KINDS-NEXT:    %{{.*}} = atomic_rmw xchg, %u_ptr, %[[OLD]] : i64
@triton.jit
def kinds(f_ptr, i_ptr, u_ptr, n):
    i = tl.arange(0, 128)
    tl.atomic_add(f_ptr + i, 1.0, mask=i < n, sem="relaxed")
    tl.atomic_add(i_ptr, n, scope="sys")
    tl.atomic_max(i_ptr + i, n)
    tl.atomic_min(u_ptr + i, 3, sem="release", scope="cta")
    tl.atomic_xor(i_ptr, 1, sem="acq_rel", scope="gpu")
    old = tl.atomic_cas(u_ptr, 0, 1, sem="acquire")
    tl.atomic_xchg(u_ptr, old)


# Bits of floats are ordered as signed integers, those of negative ones the other way round.
# EXTREME-LABEL: kernel @float_extreme
# EXTREME:         %[[V2:.*]] = cmp.slt %{{.*}}, %{{.*}} : tile<128xi1>
# EXTREME-NEXT:    %[[V3:.*]] = bitcast %{{.*}} : tile<128xptr<i32>>
# EXTREME-NEXT:    %[[V4:.*]] = bitcast %{{.*}} : tile<128xi32>
# EXTREME-NEXT:    %[[V5:.*]] = cmp.slt %[[V4]], 0:i32 : tile<128xi1>
# EXTREME-NEXT:    %[[V6:.*]] = cmp.sle 0:i32, %[[V4]] : tile<128xi1>
# EXTREME-NEXT:    %[[V7:.*]] = andi %[[V2]], %[[V6]] : tile<128xi1>
# EXTREME-NEXT:    %[[V8:.*]] = atomic_rmw maxs, %[[V3]], %[[V4]], %[[V7]] : tile<128xi32>
# EXTREME-NEXT:    %[[V9:.*]] = andi %[[V2]], %[[V5]] : tile<128xi1>
# EXTREME-NEXT:    %[[V10:.*]] = atomic_rmw minu, %[[V3]], %[[V4]], %[[V9]] : tile<128xi32>
# EXTREME-NEXT:    %[[V11:.*]] = select %[[V5]], %[[V10]], %[[V8]] : tile<128xi32>
# EXTREME-NEXT:    %{{.*}} = bitcast %[[V11]] : tile<128xf32>
@triton.jit
def float_extreme(f_ptr, n):
    i = tl.arange(0, 128)
    old = tl.atomic_max(f_ptr + i, i.to(tl.float32), mask=i < n)
    tl.store(f_ptr + i, old)
