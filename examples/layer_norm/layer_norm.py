"""Layer normalisation of the rows of a matrix, forward and backward.

y = (x - mean) * rstd * weight + bias. The gradients of weight and bias are sums over all rows: programs first add their rows
to one of GROUPS partial sums, each guarded by a lock, and a second kernel adds up the partial sums.
"""

import triton
import triton.language as tl


@triton.jit
def layer_norm_forward(x, y, weight, bias, mean, rstd, stride, cols, eps, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    x += row * stride
    y += row * stride
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        column = start + tl.arange(0, BLOCK)
        total += tl.load(x + column, mask=column < cols, other=0.0).to(tl.float32)
    average = tl.sum(total, axis=0) / cols
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, cols, BLOCK):
        column = start + tl.arange(0, BLOCK)
        value = tl.load(x + column, mask=column < cols, other=0.0).to(tl.float32)
        centred = tl.where(column < cols, value - average, 0.0)
        squares += centred * centred
    scale = 1 / tl.sqrt(tl.sum(squares, axis=0) / cols + eps)
    tl.store(mean + row, average)
    tl.store(rstd + row, scale)
    for start in range(0, cols, BLOCK):
        column = start + tl.arange(0, BLOCK)
        inside = column < cols
        w = tl.load(weight + column, mask=inside)
        b = tl.load(bias + column, mask=inside)
        value = tl.load(x + column, mask=inside, other=0.0).to(tl.float32)
        tl.store(y + column, (value - average) * scale * w + b, mask=inside)


@triton.jit
def layer_norm_backward_dx(dx, dy, dw_partial, db_partial, x, weight, mean, rstd, lock, stride, cols,
                           GROUPS: tl.constexpr, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    column = tl.arange(0, BLOCK)
    inside = column < cols
    value = tl.load(x + row * stride + column, mask=inside, other=0.0).to(tl.float32)
    dout = tl.load(dy + row * stride + column, mask=inside, other=0.0).to(tl.float32)
    w = tl.load(weight + column, mask=inside).to(tl.float32)
    average = tl.load(mean + row)
    scale = tl.load(rstd + row)

    normal = tl.where(inside, (value - average) * scale, 0.0)
    wdout = tl.where(inside, w * dout, 0.0)
    along_x = tl.sum(normal * wdout, axis=0) / cols
    along_one = tl.sum(wdout, axis=0) / cols
    tl.store(dx + row * stride + column, (wdout - (normal * along_x + along_one)) * scale, mask=inside)

    # lock[0:GROUPS] guards the partial sums, lock[GROUPS:] says whether they hold anything yet.
    group = row % GROUPS
    dw_partial += group * cols + column
    db_partial += group * cols + column
    dw = (dout * normal).to(w.dtype)
    db = dout.to(w.dtype)
    while tl.atomic_cas(lock + group, 0, 1) == 1:
        pass
    if tl.load(lock + GROUPS + group) == 0:
        tl.atomic_xchg(lock + GROUPS + group, 1)
    else:
        dw += tl.load(dw_partial, mask=inside)
        db += tl.load(db_partial, mask=inside)
    tl.store(dw_partial, dw, mask=inside)
    tl.store(db_partial, db, mask=inside)
    # All stores of this program come before the lock is free again.
    tl.debug_barrier()
    tl.atomic_xchg(lock + group, 0)


@triton.jit
def layer_norm_backward_dwdb(dw_partial, db_partial, dw, db, groups, cols, ROWS: tl.constexpr, COLS: tl.constexpr):
    column = tl.program_id(0) * COLS + tl.arange(0, COLS)
    dw_sum = tl.zeros((ROWS, COLS), dtype=tl.float32)
    db_sum = tl.zeros((ROWS, COLS), dtype=tl.float32)
    for start in range(0, groups, ROWS):
        row = start + tl.arange(0, ROWS)
        inside = (row[:, None] < groups) & (column[None, :] < cols)
        offset = row[:, None] * cols + column[None, :]
        dw_sum += tl.load(dw_partial + offset, mask=inside, other=0.0)
        db_sum += tl.load(db_partial + offset, mask=inside, other=0.0)
    tl.store(dw + column, tl.sum(dw_sum, axis=0), mask=column < cols)
    tl.store(db + column, tl.sum(db_sum, axis=0), mask=column < cols)
