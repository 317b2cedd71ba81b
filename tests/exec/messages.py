# RUN: exec-test %s
"""Programs that hand data to one another: what the order of an atomic operation, its fences and its barriers are for."""

import numpy as np
import triton
import triton.language as tl

from harness import Case


# Each program waits for its turn, works on what the one before left behind, and gives the turn to the next.
@triton.jit
def take_turns(data_ptr, turn_ptr, N: tl.constexpr, WAIT: tl.constexpr, PASS: tl.constexpr, ACQUIRE: tl.constexpr, RELEASE: tl.constexpr):
    pid = tl.program_id(0)
    i = tl.arange(0, N)
    if WAIT == "add":
        while tl.atomic_add(turn_ptr, 0, sem=ACQUIRE) != pid:
            pass
    elif WAIT == "max":
        while tl.atomic_max(turn_ptr, 0, sem=ACQUIRE) != pid:
            pass
    else:
        while tl.atomic_cas(turn_ptr, pid, pid, sem=ACQUIRE) != pid:
            pass
    x = tl.load(data_ptr + i)
    tl.store(data_ptr + (i + 1) % N, 2 * x + pid)
    if PASS == "add":
        tl.atomic_add(turn_ptr, 1, sem=RELEASE)
    elif PASS == "max":
        tl.atomic_max(turn_ptr, pid + 1, sem=RELEASE)
    elif PASS == "xchg":
        tl.atomic_xchg(turn_ptr, pid + 1, sem=RELEASE)
    else:
        tl.atomic_cas(turn_ptr, pid, pid + 1, sem=RELEASE)


# The turn is a tile of flags: fences stand around many accesses instead of an order on each.
@triton.jit
def take_turns_by_tile(data_ptr, turns_ptr, N: tl.constexpr, ACQUIRE: tl.constexpr, RELEASE: tl.constexpr):
    pid = tl.program_id(0)
    i = tl.arange(0, N)
    while tl.min(tl.atomic_add(turns_ptr + i, 0, sem=ACQUIRE), axis=0) != pid:
        pass
    x = tl.load(data_ptr + i)
    tl.store(data_ptr + (i + 1) % N, 2 * x + pid)
    tl.atomic_add(turns_ptr + i, 1, sem=RELEASE)


def after(data, programs):
    for pid in range(programs):
        data = np.roll(2 * data + np.int32(pid), 1)
    return data


def cases(rng):
    programs = 4
    number = 0
    for wait, give in (("add", "add"), ("max", "max"), ("cas", "xchg"), ("add", "cas")):
        for acquire, release in (("acquire", "release"), ("acq_rel", "acq_rel")):
            warps = (1, 4, 2)[number % 3]
            number += 1
            x = rng.integers(0, 100, 256).astype(np.int32)
            yield Case(f"{wait} {acquire}, {give} {release}, {warps} warps", take_turns, (programs,),
                       dict(data_ptr=x, turn_ptr=np.zeros(1, np.int32)),
                       dict(data_ptr=after(x, programs), turn_ptr=np.array([programs], np.int32)),
                       dict(N=256, WAIT=repr(wait), PASS=repr(give), ACQUIRE=repr(acquire), RELEASE=repr(release)), warps)
    for acquire, release, warps in (("acquire", "release", 1), ("acq_rel", "acq_rel", 4)):
        x = rng.integers(0, 100, 512).astype(np.int32)
        yield Case(f"tiles {acquire} {release}, {warps} warps", take_turns_by_tile, (programs,),
                   dict(data_ptr=x, turns_ptr=np.zeros(512, np.int32)),
                   dict(data_ptr=after(x, programs), turns_ptr=np.full(512, programs, np.int32)),
                   dict(N=512, ACQUIRE=repr(acquire), RELEASE=repr(release)), warps)
