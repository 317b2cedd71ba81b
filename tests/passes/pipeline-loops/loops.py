# RUN: tritonc compile %s -k streamed -s "*fp16:16, *fp16:16, *fp32:16, i32" --emit tile-final --remarks -o %t.tir --verify-each 2> %t.txt
# RUN: cat %t.txt %t.tir | FileCheck %s --check-prefix=WARPS
# RUN: tritonc compile %s -k streamed -s "*fp16:16, *fp16:16, *fp32:16, i32" -t cuda:80 --ns 4 --emit tile-final --remarks -o %t.tir --verify-each 2> %t.txt
# RUN: cat %t.txt %t.tir | FileCheck %s --check-prefix=MMA
# RUN: tritonc compile %s -k streamed -s "*fp16:16, *fp16:16, *fp32:16, i32" --ns 1 --emit tile-final --remarks -o %t.tir 2> %t.txt
# RUN: cat %t.txt %t.tir | FileCheck %s --check-prefix=ONE
# RUN: tritonc compile %s -k large -s "*fp16:16, *fp16:16, *fp32:16, i32" -w 8 --ns 4 --remarks -o %t.cubin 2>&1 | FileCheck %s --check-prefix=LARGE
# RUN: tritonc compile %s -k crowded -s "*fp16:16, *fp16:16, *fp32:16, i32" --ns 4 --emit tile-final -o - | FileCheck %s --check-prefix=CROWDED
# RUN: tritonc compile %s -k beside -s "*fp16:16, *fp16:16, *fp16:16, *fp32:16, i32" --ns 8 --remarks -o %t.cubin 2>&1 | FileCheck %s --check-prefix=BESIDE
# RUN: tritonc compile %s -k waits -s "*fp16:16, *fp16:16, *i32, *fp32:16, i32" --remarks -o %t.cubin 2>&1 | FileCheck %s --check-prefix=ORDERED
# RUN: tritonc compile %s -k checks -s "*fp16:16, *fp16:16, *fp32:16, i32" --debug --remarks -o %t.cubin 2>&1 | FileCheck %s --check-prefix=ORDERED
# RUN: tritonc compile %s -k plain -s "*fp32:16, *fp32:16, i32, i32, i32" --emit tile-final --remarks -o %t.tir --verify-each 2> %t.txt
# RUN: cat %t.txt %t.tir | FileCheck %s --check-prefix=PLAIN
# RUN: tritonc compile %s -k rows -s "*fp32:16, *fp32:16, i32, 3" --emit tile-final -o - --verify-each | FileCheck %s --check-prefix=HALFWAY
# RUN: tritonc compile %s -k rows -s "*fp32:16, *fp32:16, i32, 2" --emit tile-final -o - --verify-each | FileCheck %s --check-prefix=SOON
# RUN: tritonc compile %s -k store_first -s "*fp32:16, *fp32:16, i32" --emit tile-final -o - --verify-each | FileCheck %s --check-prefix=STORE-FIRST
# RUN: tritonc compile %s -k both -s "*fp16:16, *fp16:16, *fp32:16, *fp16:16, i32" --emit tile-final --remarks -o %t.tir --verify-each 2> %t.txt
# RUN: cat %t.txt %t.tir | FileCheck %s --check-prefix=BOTH
# RUN: tritonc compile %s -k no_room -s "*fp32:16, *fp32:16, i32" -w 32 --emit tile-final --remarks -o %t.tir --verify-each 2> %t.txt
# RUN: cat %t.txt %t.tir | FileCheck %s --check-prefix=NO-ROOM
# RUN: tritonc compile %s -k refused -s "*fp16:16, *fp16:16, *i32:16, *fp32:16, i32" -w 4 --remarks -o %t.cubin 2>&1 | FileCheck %s --check-prefix=REFUSED
import triton
import triton.language as tl


# A product of warpgroups whose sum is only carried on is left running; both loads start four iterations early, twice
# as many as the kernel asks for, as they are small. A slot that no product reads, so that they could start before the
# wait for it, would leave room for a program less.
# WARPS:      remark: 2 loads of the loop start 4 iterations early, and its products run on into the next one [loop-pipelined]
# WARPS:      kernel @streamed
# WARPS:        %[[A:.*]] = local_alloc {offset = {{[0-9]+}}, slots = 5} : shared<64x32xf16
# WARPS:        %[[B:.*]] = local_alloc {offset = {{[0-9]+}}, slots = 5} : shared<32x64xf16
# WARPS:        %[[FIRST:.*]] = cmp.slt 0:i32, %size
# WARPS:        copy_async {{.*}}, %[[FIRST]]
# WARPS:        copy_commit
# WARPS:        copy_commit
# WARPS:        copy_commit
# WARPS:        copy_commit
# WARPS-NOT:    copy_commit
# WARPS:        for
# WARPS-NEXT:     copy_wait 3
# WARPS:          %[[SLOT:.*]] = local_slot %[[A]], %[[I:[^ ]*]] : shared<64x32xf16
# WARPS:          %[[SUM:.*]] = dot %[[SLOT]], {{.*}} {wgmma, async}
# WARPS-NEXT:     dot_wait 1
# WARPS-NOT:      barrier
# WARPS:          %[[LEFT:.*]] = subi %size, %{{.*}} : i32
# WARPS:          %[[MORE:.*]] = cmp.ult 128:i32, %[[LEFT]] : i1
# WARPS:          %[[NEXT:.*]] = local_slot %[[A]], %[[I]] {ahead = 4}
# WARPS:          copy_async %{{.*}}, %[[NEXT]], %[[MORE]]
# WARPS:          copy_commit
# WARPS:          %[[STEP:.*]] = addi %[[I]], 1 : i32
# WARPS:          %[[END:.*]] = cmp.eq %[[STEP]], 5:i32
# WARPS:          select %[[END]], 0, %[[STEP]]
# WARPS:        copy_wait 0
# WARPS-NEXT:   dot_wait 0, %

# One of a warp ends in its iteration, and needs no spare slot. It is short: copies start between the loads of its factors.
# MMA:        remark: 2 loads of the loop start 4 iterations early
# MMA-NOT:    run on
# MMA:          local_alloc {offset = {{[0-9]+}}, slots = 5} : shared<64x32xf16
# MMA:          for
# MMA-NEXT:       copy_wait 3
# MMA:            %[[SECOND:.*]] = local_load %{{.*}} : tile<32x64xf16
# MMA-NOT:        local_load
# MMA:            copy_commit
# MMA-NEXT:       %[[FIRST:.*]] = local_load %{{.*}} : tile<64x32xf16
# MMA-NEXT:       = dot %[[FIRST]], %[[SECOND]],
# MMA-NOT:        dot_wait

# ONE-NOT:    copy_async
# ONE:        local_store
@triton.jit
def streamed(a_ptr, b_ptr, out_ptr, size):
    m, n, k = tl.arange(0, 64), tl.arange(0, 64), tl.arange(0, 32)
    acc = tl.zeros((64, 64), tl.float32)
    for start in range(0, size, 32):
        a = tl.load(a_ptr + start * 64 + m[:, None] * 32 + k[None, :])
        b = tl.load(b_ptr + start * 64 + k[:, None] * 64 + n[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(out_ptr + m[:, None] * 64 + n[None, :], acc)


# LARGE:      remark: 2 of 3 iterations early: more do not fit into shared memory [not-pipelined]
# LARGE:      remark: 2 loads of the loop start 2 iterations early
@triton.jit
def large(a_ptr, b_ptr, out_ptr, size):
    m, n, k = tl.arange(0, 128), tl.arange(0, 128), tl.arange(0, 128)
    acc = tl.zeros((128, 128), tl.float32)
    for start in range(0, size, 128):
        a = tl.load(a_ptr + start * 128 + m[:, None] * 128 + k[None, :])
        b = tl.load(b_ptr + start * 128 + k[:, None] * 128 + n[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(out_ptr + m[:, None] * 128 + n[None, :], acc)


# A fifth slot would leave room for three programs instead of four: copies wait for the product instead.
# CROWDED:      local_alloc {{.*}}slots = 4} : shared<64x32xf16
# CROWDED:        = dot {{.*}} {wgmma, async}
# CROWDED-NEXT:   dot_wait 1
# CROWDED:        barrier
# CROWDED:        copy_async
@triton.jit
def crowded(a_ptr, b_ptr, out_ptr, size):
    m, n, k = tl.arange(0, 64), tl.arange(0, 128), tl.arange(0, 32)
    acc = tl.zeros((64, 128), tl.float32)
    for start in range(0, size, 32):
        a = tl.load(a_ptr + start * 64 + m[:, None] * 32 + k[None, :])
        b = tl.load(b_ptr + start * 128 + k[:, None] * 128 + n[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(out_ptr + m[:, None] * 128 + n[None, :], acc)


# What is stored before the loop and read after it needs its bytes all the while.
# BESIDE:      remark: 5 of 7 iterations early: more do not fit into shared memory [not-pipelined]
@triton.jit
def beside(a_ptr, b_ptr, q_ptr, out_ptr, size):
    m, n, k = tl.arange(0, 128), tl.arange(0, 128), tl.arange(0, 64)
    q = tl.load(q_ptr + m[:, None] * 128 + n[None, :])
    acc = tl.zeros((128, 128), tl.float32)
    for start in range(0, size, 64):
        a = tl.load(a_ptr + start * 128 + m[:, None] * 64 + k[None, :])
        b = tl.load(b_ptr + start * 128 + k[:, None] * 128 + n[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(out_ptr + m[:, None] * 128 + n[None, :], tl.dot(q, acc.to(tl.float16)))


# ORDERED:     remark: the load does not start early: the loop waits for other programs, or checks what it assumes [not-pipelined]
# ORDERED-NOT: iterations early
@triton.jit
def waits(a_ptr, b_ptr, flag_ptr, out_ptr, size):
    m, n, k = tl.arange(0, 64), tl.arange(0, 64), tl.arange(0, 32)
    acc = tl.zeros((64, 64), tl.float32)
    for start in range(0, size, 32):
        while tl.atomic_add(flag_ptr + start, 0) == 0:
            pass
        a = tl.load(a_ptr + start * 64 + m[:, None] * 32 + k[None, :])
        b = tl.load(b_ptr + start * 64 + k[:, None] * 64 + n[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(out_ptr + m[:, None] * 64 + n[None, :], acc)


@triton.jit
def checks(a_ptr, b_ptr, out_ptr, size):
    m, n, k = tl.arange(0, 64), tl.arange(0, 64), tl.arange(0, 32)
    acc = tl.zeros((64, 64), tl.float32)
    for start in range(0, size, 32):
        tl.device_assert(start < 1024, "too long")
        a = tl.load(a_ptr + start * 64 + m[:, None] * 32 + k[None, :])
        b = tl.load(b_ptr + start * 64 + k[:, None] * 64 + n[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(out_ptr + m[:, None] * 64 + n[None, :], acc)


# Without a product a loop is pipelined if it asks for stages. Threads read what they brought themselves: no barrier, and
# the next copy goes to the slot that was read.
# PLAIN:       remark: 1 load of the loop starts 2 iterations early [loop-pipelined]
# PLAIN-NOT:   loop-pipelined
# PLAIN:       kernel @plain
# PLAIN:         %[[RING:.*]] = local_alloc {offset = {{[0-9]+}}, slots = 2}
# PLAIN:         = for
# PLAIN-NEXT:      copy_wait 1
# PLAIN:           %[[SLOT:.*]] = local_slot %[[RING]], %[[I:.*]] :
# PLAIN-NEXT:      %[[BROUGHT:.*]] = local_load %[[SLOT]]
# PLAIN:           cmp.ult %{{.*}}, %{{.*}} : i1
# PLAIN:           %[[SAME:.*]] = local_slot %[[RING]], %[[I]] {ahead = 2}
# PLAIN:           copy_async %{{.*}}, %[[SAME]]
# PLAIN:           select %inside, %[[BROUGHT]], 2.0
# PLAIN-NOT:       barrier
# PLAIN:           yield
@triton.jit
def plain(x_ptr, out_ptr, size, step, limit):
    index = tl.arange(0, 128)
    inside = index // 4 == limit
    total = tl.zeros((128,), tl.float32)
    for start in tl.range(0, size, step, num_stages=3):
        total += tl.load(x_ptr + start * 128 + index, mask=inside, other=2.0)
    for start in range(0, size, step):
        total += tl.load(x_ptr + start * 128 + index, mask=inside, other=2.0)
    tl.store(out_ptr + index, total)


# Copies keep away from the stores of this iteration and of the last one, unless the next iteration reads them already.
# HALFWAY:      = for
# HALFWAY-NEXT:   copy_wait 1
# HALFWAY:        local_load
# HALFWAY:        exp
# HALFWAY:        copy_async
# HALFWAY:        sqrt
# HALFWAY:        store
# SOON:         = for
# SOON-NEXT:      copy_wait 0
# SOON:           local_load
# SOON:           copy_async
# SOON:           exp
# SOON:           sqrt
# SOON:           store
@triton.jit
def rows(x_ptr, out_ptr, size, STAGES: tl.constexpr):
    index = tl.arange(0, 128)
    for row in tl.range(0, size, num_stages=STAGES):
        values = tl.load(x_ptr + row * 128 + index)
        tl.store(out_ptr + row * 128 + index, tl.sqrt(tl.exp(values)))


# What is stored before the read says nothing about where the copies go: to the slot that is read, after the read.
# STORE-FIRST:     = for
# STORE-FIRST:       store
# STORE-FIRST:       local_load
# STORE-FIRST:       copy_async
@triton.jit
def store_first(x_ptr, out_ptr, size):
    index = tl.arange(0, 128)
    last = tl.zeros((128,), tl.float32)
    for row in tl.range(0, size, num_stages=3):
        tl.store(out_ptr + row * 128 + index, tl.sqrt(last))
        last = tl.load(x_ptr + row * 128 + index)
    tl.store(out_ptr + index, last)


# A ring that does not fit at all leaves the loads where they were.
# NO-ROOM:     remark: 0 of 3 iterations early: more do not fit into shared memory [not-pipelined]
# NO-ROOM:     kernel @no_room
# NO-ROOM-NOT: local_alloc
# NO-ROOM:     load
@triton.jit
def no_room(x_ptr, out_ptr, size):
    index = tl.arange(0, 65536)
    for start in tl.range(0, size, num_stages=4):
        tl.store(out_ptr + start * 65536 + index, tl.load(x_ptr + start * 65536 + index) * 2)


# What goes to a product and is needed in registers too comes from the same buffer.
# BOTH:        remark: 2 loads of the loop start 4 iterations early
# BOTH:        %[[RING:.*]] = local_alloc {offset = {{[0-9]+}}, slots = {{.}}} : shared<64x32xf16
# BOTH:        = for
# BOTH:          %[[SLOT:.*]] = local_slot %[[RING]], %{{[^ ]*}} : shared<64x32xf16
# BOTH:          local_load %[[SLOT]]
# BOTH:          dot %[[SLOT]],
@triton.jit
def both(a_ptr, b_ptr, out_ptr, sum_ptr, size):
    m, n, k = tl.arange(0, 64), tl.arange(0, 64), tl.arange(0, 32)
    acc = tl.zeros((64, 64), tl.float32)
    total = tl.zeros((64, 32), tl.float16)
    for start in range(0, size, 32):
        a = tl.load(a_ptr + start * 64 + m[:, None] * 32 + k[None, :])
        b = tl.load(b_ptr + start * 64 + k[:, None] * 64 + n[None, :])
        acc = tl.dot(a, b, acc)
        total += a
    tl.store(out_ptr + m[:, None] * 64 + n[None, :], acc)
    tl.store(sum_ptr + m[:, None] * 32 + k[None, :], total)


# REFUSED-DAG: remark: loads do not start early: their addresses depend on a load in the loop [not-pipelined]
# REFUSED-DAG: remark: the load does not start early: the loop may write to where it loads from [not-pipelined]
# REFUSED-DAG: remark: the load does not start early: its neighbours in memory are less than 4 bytes long [not-pipelined]
# REFUSED-NOT: iterations early
@triton.jit
def refused(a_ptr, b_ptr, order_ptr, out_ptr, size):
    m, n, k = tl.arange(0, 64), tl.arange(0, 64), tl.arange(0, 32)
    for start in range(0, size, 32):
        indirect = tl.load(a_ptr + tl.load(order_ptr + start) * 64 + m[:, None] * 32 + k[None, :])
        scattered = tl.load(a_ptr + m[:, None] * size + k[None, :] * size)
        written = tl.load(b_ptr + start * 64 + k[:, None] * 64 + n[None, :])
        acc = tl.dot(indirect, written)
        acc = tl.dot(scattered, written, acc)
        tl.store(b_ptr + m[:, None] * 64 + n[None, :], acc.to(tl.float16))
