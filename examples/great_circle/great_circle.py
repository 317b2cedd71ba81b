"""Distances on a sphere, element by element: what a kernel gets from libdevice, CUDA's library of special functions.

The formula is accurate for points close together and for points opposite each other alike.
"""

import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def great_circle(latitude_a, longitude_a, latitude_b, longitude_b, distance, n, radius, BLOCK: tl.constexpr):
    index = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = index < n
    a = tl.load(latitude_a + index, mask=inside)
    b = tl.load(latitude_b + index, mask=inside)
    between = tl.load(longitude_b + index, mask=inside) - tl.load(longitude_a + index, mask=inside)

    sin_a, cos_a = libdevice.sin(a), libdevice.cos(a)
    sin_b, cos_b = libdevice.sin(b), libdevice.cos(b)
    cos_between = libdevice.cos(between)
    across = libdevice.hypot(cos_b * libdevice.sin(between), cos_a * sin_b - sin_a * cos_b * cos_between)
    along = sin_a * sin_b + cos_a * cos_b * cos_between
    tl.store(distance + index, radius * libdevice.atan2(across, along), mask=inside)
