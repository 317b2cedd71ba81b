# RUN: expect-exit 1 tritonc compile %s -s "*fp32" --emit tile -o - 2>&1 | FileCheck %s

# The compiler does not run what changes an object of two names, and does not go on as if nothing had happened.
import triton
import triton.language as tl


def sizes():
    result = [1]
    other = result
    other.append(2)
    return len(result)


N = tl.constexpr(sizes())


@triton.jit
def k(p):
    tl.store(p + N, 1.0)

# CHECK: bad_host_effect.py:{{[0-9]+}}:{{[0-9]+}}: error: {{.*}} [host-only]
