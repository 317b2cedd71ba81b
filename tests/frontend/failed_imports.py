# RUN: tritonc compile %s -s "*fp32" -I %S/Inputs --emit tile --remarks -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
# RUN: FileCheck %s < %t

# Which side of a `try` counts is what Python would do: the handler from an import on that fails.
import triton
import triton.language as tl

HAS_TORCH = tl.constexpr(True)
try:
    import torch
except ImportError:
    HAS_TORCH = tl.constexpr(False)

# REMARK: failed_imports.py:[[@LINE+3]]:5: remark: the handler of this `try` counts: there is no module `absent` beside this file; `-I DIR` names more folders to look in [import-failed]
try:
    BEFORE = tl.constexpr(1)
    import absent

    HAS_ABSENT = tl.constexpr(True)
except ImportError:
    HAS_ABSENT = tl.constexpr(False)
else:
    BEFORE = tl.constexpr(2)

try:
    from package import present
except (ImportError, AttributeError):
    present = None
else:
    HAS_PACKAGE = tl.constexpr(True)

# REMARK: remark: the handler of this `try` counts: {{.*}}package/__init__.py has no `missing` [import-failed]
try:
    from package import missing
except Exception:
    missing = present

try:
    from triton.language.extra import libdevice
    from triton.language.extra.cuda import unknown_to_us
    HAS_TRITON = tl.constexpr(True)
except ImportError:
    HAS_TRITON = tl.constexpr(False)

# Another handler does not take what an import raises.
try:
    import absent.part
    KEPT = tl.constexpr(True)
except ValueError:
    KEPT = tl.constexpr(False)


# CHECK: %[[A:.*]] = addf %x, 10.0 : f32
# CHECK: %[[B:.*]] = addf %[[A]], 10.0 : f32
# CHECK: store %x_ptr, %[[B]]
@triton.jit
def k(x_ptr):
    tl.static_assert(HAS_TORCH and HAS_PACKAGE and HAS_TRITON and KEPT)
    tl.static_assert(not HAS_ABSENT and BEFORE == 1)
    x = tl.load(x_ptr)
    tl.store(x_ptr, missing(present(x)))
