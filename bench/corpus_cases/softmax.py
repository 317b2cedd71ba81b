"""Softmax and its gradient, by rows and by columns."""

from .case import Case, Dtype, distinct, empty, normal, uniform

LIGER = "src/liger_kernel/ops/softmax.py"
GEMS = "src/flag_gems/ops/"
APPLIED = "kernels/triton/training/fused_softmax/softmax.py"
ROWS, COLS = 20, 300
TRIDENT = dict(y_size=ROWS, x_size=COLS, y_stride=COLS, x_stride=1)

CASES = [
    Case("triton-official", "python/tutorials/02-fused-softmax.py", "softmax_kernel", (6,),
         dict(output_ptr=empty(ROWS, COLS), input_ptr=normal(ROWS, COLS, scale=3), input_row_stride=COLS, output_row_stride=COLS, n_rows=ROWS, n_cols=COLS),
         dict(BLOCK_SIZE=512, num_stages=2), warps=8),
    Case("Liger-Kernel", LIGER, "_softmax_single_block_forward_kernel", (ROWS,),
         dict(Y_ptr=empty(ROWS, COLS), Y_row_stride=COLS, X_ptr=normal(ROWS, COLS, scale=3), X_row_stride=COLS, n_cols=COLS), dict(BLOCK_SIZE=512)),
    Case("Liger-Kernel", LIGER, "_softmax_single_block_backward_kernel", (ROWS,),
         dict(dy_ptr=normal(ROWS, COLS), dy_stride=COLS, y_ptr=uniform(ROWS, COLS, high=0.01), y_stride=COLS, dx_ptr=empty(ROWS, COLS), dx_stride=COLS,
              n_cols=COLS), dict(BLOCK_SIZE=512)),
    Case("Liger-Kernel", "src/liger_kernel/ops/sparsemax.py", "_sparsemax_forward_kernel", (1,),
         dict(x_ptr=distinct(1, 100, dtype="fp16"), x_stride_row=100, sorted_x_ptr=distinct(1, 100, dtype="fp16"), sorted_x_stride_row=100,
              o_ptr=empty(1, 100, dtype="fp16"), o_stride_row=100, n_cols=100), dict(BLOCK_SIZE=128, num_warps=4)),
    Case("applied-ai", APPLIED, "_softmax_kernel_fwd", (ROWS,),
         dict(output_ptr=empty(ROWS, COLS, dtype="fp16"), output_row_stride=COLS, input_ptr=normal(ROWS, COLS, scale=3, dtype="fp16"), input_row_stride=COLS,
              n_cols=COLS), dict(block_size=512)),
    Case("applied-ai", APPLIED, "_softmax_kernel_bwd", (ROWS,),
         dict(output_ptr=empty(ROWS, COLS), stride_output_row=COLS, grad_ptr=normal(ROWS, COLS), stride_grad_row=COLS,
              input_ptr=uniform(ROWS, COLS, high=0.01), stride_input_row=COLS, n_cols=COLS), dict(block_size=512)),
    Case("trident", "trident/kernel/softmax.py", "Softmax.backward", (ROWS,),
         dict(grad_input_ptr=empty(ROWS, COLS), grad_output_ptr=normal(ROWS, COLS), output_ptr=uniform(ROWS, COLS, high=0.01),
              delta_ptr=normal(ROWS, scale=0.1), **TRIDENT), dict(dtype=Dtype("float32"), x_block_size=256, require_x_boundary_check=True)),
    Case("trident", "trident/kernel/softmax.py", "Softmax.backward_delta", (ROWS,),
         dict(delta_ptr=empty(ROWS), grad_output_ptr=normal(ROWS, COLS), output_ptr=uniform(ROWS, COLS, high=0.01), **TRIDENT),
         dict(dtype=Dtype("float32"), x_block_size=256, require_x_boundary_check=True)),
    Case("flash-linear-attention", "fla/ops/utils/softmax.py", "softmax_fwd_kernel", (ROWS,),
         dict(x=normal(ROWS, 100, scale=3), p=empty(ROWS, 100, dtype="fp16")), dict(D=100, B=128)),
    Case("flash-linear-attention", "fla/ops/utils/softmax.py", "softmax_bwd_kernel", (ROWS,),
         dict(p=uniform(ROWS, 100, high=0.02), dp=normal(ROWS, 100), ds=empty(ROWS, 100)), dict(D=100, B=128)),
    Case("flash-linear-attention", "fla/ops/utils/logsumexp.py", "logsumexp_fwd_kernel", (ROWS, 2),
         dict(x=normal(ROWS, 100, scale=3), z=empty(ROWS, 2), scale=0.5), dict(D=100, B=64, HAS_SCALE=True), warps=8),
    Case("FlagGems", GEMS + "softmax.py", "softmax_kernel_inner", (ROWS,),
         dict(output_ptr=empty(ROWS, COLS), input_ptr=normal(ROWS, COLS, scale=3), M=ROWS, N=COLS), dict(TILE_N=128, ONE_TILE_PER_CTA=False)),
    Case("FlagGems", GEMS + "softmax.py", "softmax_kernel_non_inner", (3, 2),
         dict(output_ptr=empty(3, 70, 50, dtype="fp16"), input_ptr=normal(3, 70, 50, scale=3, dtype="fp16"), M=3, N=70, K=50),
         dict(TILE_N=128, TILE_K=32, ONE_TILE_PER_CTA=True)),
    Case("FlagGems", GEMS + "softmax.py", "softmax_backward_kernel_inner", (3,),
         dict(out_ptr=uniform(ROWS, COLS, high=0.01), out_grad_ptr=normal(ROWS, COLS), in_grad_ptr=empty(ROWS, COLS), M=ROWS, N=COLS),
         dict(TILE_M=8, TILE_N=128, ONE_TILE_PER_CTA=False)),
    Case("FlagGems", GEMS + "log_softmax.py", "log_softmax_kernel", (3, 5),
         dict(output_ptr=empty(20, 120, 5), input_ptr=normal(20, 120, 5, scale=3), M=20, N=120, K=5), dict(BLOCK_M=8, BLOCK_N=64)),
    Case("FlagGems", GEMS + "log_softmax.py", "log_softmax_backward_kernel", (3, 5),
         dict(out_ptr=normal(20, 120, 5, shift=-5), out_grad_ptr=normal(20, 120, 5), in_grad_ptr=empty(20, 120, 5), M=20, N=120, K=5),
         dict(BLOCK_M=8, BLOCK_N=64)),
]
