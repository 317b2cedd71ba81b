# What a kernel asks the GPU for.
# Rows of builtins.def with the handler `targetFunction` name these functions and repeat their parameters.
import triton
import triton.language as tl


# Nanoseconds. Each thread reads its own: not for conditions of loops and branches.
@triton.jit
def globaltimer():
    return tl.inline_asm_elementwise("mov.u64 $0, %globaltimer;", "=l", [], dtype=tl.int64, is_pure=False, pack=1)


@triton.jit
def smid():
    return tl.inline_asm_elementwise("mov.u32 $0, %smid;", "=r", [], dtype=tl.int32, is_pure=True, pack=1)


# ---- Launches that overlap: nothing before sm_90 ----


# Everything that the launches before this one wrote is there.
@triton.jit
def gdc_wait():
    if tl.target_info.cuda_capability_geq(9, 0):
        tl.inline_asm_elementwise("griddepcontrol.wait; mov.b32 $0, 0;", "=r", [], dtype=tl.int32, is_pure=False, pack=1)


# Launches that wait for this one may start.
@triton.jit
def gdc_launch_dependents():
    if tl.target_info.cuda_capability_geq(9, 0):
        tl.inline_asm_elementwise("griddepcontrol.launch_dependents; mov.b32 $0, 0;", "=r", [], dtype=tl.int32, is_pure=False, pack=1)


# The latest of what the threads read: what decides about a loop has to be the same for all of them.
@triton.jit
def _common_time():
    thread = tl.arange(0, tl.extra.cuda.num_threads())
    times = tl.inline_asm_elementwise("mov.u64 $0, %globaltimer; // $1", "=l,r", [thread], dtype=tl.int64, is_pure=False, pack=1)
    return tl.max(times, 0)


# Exchanging the expected value for itself changes nothing, and has all the orders.
@triton.jit
def atomic_poll(pointer, expected_value, sem=None, scope=None, timeout_ns=None):
    element: tl.constexpr = pointer.dtype.element_ty
    order: tl.constexpr = "acquire" if sem is None else sem
    tl.static_assert(element.is_int() and element.primitive_bitwidth >= 16, f"`atomic_poll` of {element}; it takes integers of 16, 32 or 64 bits")
    tl.static_assert(order == "acquire" or order == "relaxed", f"`atomic_poll` in order {order}; it takes acquire or relaxed")
    expected = tl.to_tensor(expected_value).to(element)
    seen = tl.atomic_cas(pointer, expected, expected, order, scope)
    if timeout_ns is None:
        while seen != expected:
            seen = tl.atomic_cas(pointer, expected, expected, order, scope)
    else:
        start = _common_time()
        while (seen != expected) & (_common_time() - start < timeout_ns):
            seen = tl.atomic_cas(pointer, expected, expected, order, scope)
    return seen == expected
