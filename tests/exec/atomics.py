# RUN: exec-test %s
"""Atomic operations: every kind and type, masks, equal addresses, results, scalars and a lock."""

import numpy as np
import triton
import triton.language as tl

from harness import Case, Typed, to_bf16


@triton.jit
def update(target_ptr, index_ptr, x_ptr, mask_ptr, N: tl.constexpr, OP: tl.constexpr, SEM: tl.constexpr, SCOPE: tl.constexpr):
    i = tl.arange(0, N)
    pointer = target_ptr + tl.load(index_ptr + i)
    x, mask = tl.load(x_ptr + i), tl.load(mask_ptr + i) != 0
    if OP == "add":
        tl.atomic_add(pointer, x, mask=mask, sem=SEM, scope=SCOPE)
    elif OP == "max":
        tl.atomic_max(pointer, x, mask, SEM, SCOPE)
    elif OP == "min":
        pointer.atomic_min(x, mask=mask, sem=SEM, scope=SCOPE)
    elif OP == "and":
        tl.atomic_and(pointer, x, mask=mask, sem=SEM, scope=SCOPE)
    elif OP == "or":
        tl.atomic_or(pointer, x, mask=mask, sem=SEM, scope=SCOPE)
    elif OP == "xor":
        tl.atomic_xor(pointer, x, mask=mask, sem=SEM, scope=SCOPE)


# Different addresses, so that what comes back is known.
@triton.jit
def old_values(target_ptr, x_ptr, old_ptr, N: tl.constexpr, OP: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    if OP == "add":
        old = tl.atomic_add(target_ptr + i, x, sem="relaxed")
    elif OP == "max":
        old = tl.atomic_max(target_ptr + i, x, sem="relaxed")
    elif OP == "min":
        old = tl.atomic_min(target_ptr + i, x, sem="relaxed")
    elif OP == "xchg":
        old = tl.atomic_xchg(target_ptr + i, x, sem="relaxed")
    else:
        old = tl.atomic_cas(target_ptr + i, x, x + x, sem="relaxed")
    tl.store(old_ptr + i, old)


@triton.jit
def tickets(counter_ptr, taken_ptr):
    # Once for each program, and every thread sees the ticket.
    ticket = tl.atomic_add(counter_ptr, 1)
    tl.store(taken_ptr + ticket, 1)


@triton.jit
def count_in_rows(counts_ptr, N: tl.constexpr):
    # The pointer has rows; the value and the mask are broadcast.
    rows, cols = tl.arange(0, 4), tl.arange(0, N)
    pointer = counts_ptr + rows[:, None] + 0 * cols[None, :]
    tl.atomic_add(pointer, 2, mask=cols[None, :] < N - 1)


@triton.jit
def locked_sum(lock_ptr, total_ptr, x_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + tl.program_id(0) * N + i)
    # The lock is taken at first, by the first program.
    if tl.program_id(0) != 0:
        while tl.atomic_cas(lock_ptr, 0, 1) == 1:
            pass
    tl.store(total_ptr + i, tl.load(total_ptr + i) + x)
    tl.debug_barrier()
    tl.atomic_xchg(lock_ptr, 0)


APPLY = {"add": lambda a, b: a + b, "max": max, "min": min, "and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b}


def applied(op, target, index, x, mask):
    result = target.copy()
    for i, value, active in zip(index, x, mask):
        if active:
            result[i] = APPLY[op](result[i], value)
    return result


def cases(rng):
    orders = (("None", "None"), ("'acquire'", "'cta'"), ("'release'", "'gpu'"), ("'relaxed'", "'sys'"), ("'acq_rel'", "'gpu'"))
    number = 0
    for dtype in ("int32", "uint32", "int64", "uint64", "float32", "float64", "float16"):
        kind = np.dtype(dtype).kind
        ops = ["add"] + ([] if dtype == "float16" else ["max", "min"]) + ([] if kind == "f" else ["and", "or", "xor"])
        for op in ops:
            n, slots, warps = ((1, 1, 1), (64, 4, 2), (256, 300, 4), (512, 3, 8))[number % 4]
            low = -16 if kind != "u" else 0
            x, target = rng.integers(low, 17, n).astype(dtype), rng.integers(low, 17, slots).astype(dtype)
            index, mask = rng.integers(0, slots, n).astype(np.int32), rng.integers(0, 4, n).astype(np.int32)
            if number == 3:
                mask[:] = 0
            # What the orders order is the subject of messages.py.
            sem, scope = orders[number % len(orders)] if op == "add" else ("'relaxed'", "'gpu'")
            yield Case(f"{op} {dtype} n {n} slots {slots} warps {warps} {sem} {scope}", update, (1,),
                       dict(target_ptr=target, index_ptr=index, x_ptr=x, mask_ptr=mask),
                       dict(target_ptr=applied(op, target, index, x, mask)), dict(N=n, OP=repr(op), SEM=sem, SCOPE=scope), warps)
            # Each element has a place of its own, which it changes for certain.
            for start in (0, 1):
                mask = ((np.arange(n) + start) % 2).astype(np.int32)
                x = (1 << rng.integers(0, 4, n)).astype(dtype)
                target = {"max": x - 1, "min": x + 1, "and": x * 2 + 1, "or": x * 2}.get(op, x).astype(dtype)
                place = rng.permutation(n).astype(np.int32)
                target[place] = target.copy()
                yield Case(f"{op} {dtype} apart n {n} from {start} warps {warps} {sem} {scope}", update, (1,),
                           dict(target_ptr=target, index_ptr=place, x_ptr=x, mask_ptr=mask),
                           dict(target_ptr=applied(op, target, place, x, mask)), dict(N=n, OP=repr(op), SEM=sem, SCOPE=scope), warps)
            number += 1
    for dtype in ("int32", "uint64", "float32", "float64"):
        x, target = rng.integers(0, 9, 128).astype(dtype), rng.integers(0, 9, 128).astype(dtype)
        if np.dtype(dtype).kind == "f":
            # In the first warp, which goes on first behind a barrier, and in another one.
            for place in (slice(8), slice(-8, None)):
                x[place], target[place] = [-1, -1, -0.0, -3, 4, -np.inf, np.inf, -7], [-2, 1, -5, -0.0, -6, 1, 2, -6]
        results = {"add": target + x, "max": np.maximum(target, x), "min": np.minimum(target, x), "xchg": x, "cas": np.where(target == x, x + x, target)}
        for op, want in results.items():
            if op == "cas" and np.dtype(dtype).kind == "f":
                same = target.view(f"u{target.itemsize}") == x.view(f"u{x.itemsize}")
                want = np.where(same, x + x, target)
            for warps in (1, 8):
                yield Case(f"old value of {op} {dtype} warps {warps}", old_values, (1,), dict(target_ptr=target, x_ptr=x, old_ptr=np.zeros_like(x)),
                           dict(target_ptr=want, old_ptr=target), dict(N=128, OP=repr(op)), warps)
    bits = to_bf16(rng.integers(-8, 8, 64))
    is_on = np.arange(64) % 3 != 0
    yield Case("add bf16", update, (1,),
               dict(target_ptr=Typed(np.zeros(64, np.uint16), "bf16"), index_ptr=np.arange(64, dtype=np.int32), x_ptr=Typed(bits, "bf16"), mask_ptr=is_on.astype(np.int32)),
               dict(target_ptr=Typed(np.where(is_on, to_bf16((bits.astype(np.uint32) << 16).view(np.float32) + 0), 0).astype(np.uint16), "bf16")),
               dict(N=64, OP="'add'", SEM=None, SCOPE=None), 2)
    yield Case("tickets", tickets, (37,), dict(counter_ptr=np.zeros(1, np.int32), taken_ptr=np.zeros(40, np.int32)),
               dict(counter_ptr=np.array([37], np.int32), taken_ptr=(np.arange(40) < 37).astype(np.int32)))
    yield Case("rows", count_in_rows, (3,), dict(counts_ptr=np.zeros(4, np.int32)), dict(counts_ptr=np.full(4, 3 * 2 * 31, np.int32)), dict(N=32), 2)
    for warps in (1, 4):
        x = rng.integers(-9, 9, (8, 64)).astype(np.float32)
        yield Case(f"lock, warps {warps}", locked_sum, (8,), dict(lock_ptr=np.ones(1, np.int32), total_ptr=np.zeros(64, np.float32), x_ptr=x),
                   dict(lock_ptr=np.zeros(1, np.int32), total_ptr=x.sum(0)), dict(N=64), warps)
