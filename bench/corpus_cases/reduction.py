"""Sums, extremes, scans, sorting and searching."""

from .case import Case, distinct, empty, integers, normal, uniform

GEMS = "src/flag_gems/ops/"
SUMS = "tritonbench/operators/sum/kernels.py"

CASES = [
    Case("tritonbench", SUMS, "triton_sum_kernel_2D_result_dim_1", (10,), dict(input_ptr=normal(5, 50, 60), output_ptr=empty(5, 60)),
         dict(M=5, N=50, K=60, BLOCK_SIZE_N=64, BLOCK_SIZE_K=32), warps=2),
    Case("tritonbench", SUMS, "triton_sum_kernel_2D_result_dim_1_sum_then_buffer", (5,), dict(input_ptr=normal(5, 50, 60), output_ptr=empty(5, 60)),
         dict(M=5, N=50, K=60, BLOCK_SIZE_N=4, BLOCK_SIZE_K=64), warps=8),
    Case("FlagGems", GEMS + "argmax.py", "argmax_kernel_inner", (12,), dict(inp=integers(12, 300, low=-40, high=40, dtype="fp32"), M=12, N=300,
         out_index=empty(12, dtype="i64")), dict(TILE_N=64, ONE_TILE_PER_CTA=False)),
    Case("FlagGems", GEMS + "argmax.py", "argmax_kernel_non_inner", (3, 2), dict(inp=integers(3, 70, 50, low=-40, high=40, dtype="fp16"), M=3, N=70, K=50,
         out_index=empty(3, 50, dtype="i64")), dict(TILE_K=32, TILE_N=128, ONE_TILE_PER_CTA=True)),
    Case("FlagGems", GEMS + "argmax.py", "argmax_kernel_1", (5,), dict(inp=distinct(600), mid_value=empty(5), mid_index=empty(5, dtype="i64"), M=600),
         dict(BLOCK_SIZE=128)),
    Case("FlagGems", GEMS + "cumprod.py", "scan_part_product_kernel", (3,),
         dict(inp=uniform(300, low=0.9, high=1.1), out=empty(300), partial_product=empty(3), n_elements=300, part_num=3), dict(BLOCK_SIZE=128)),
    Case("FlagGems", GEMS + "cumprod.py", "reduce_then_scan_block_scan_kernel_row", (4, 2),
         dict(in_ptr=uniform(4, 400, low=0.9, high=1.1), previous_product_ptr=uniform(4, 2), out_ptr=empty(4, 400), N=400, num_tiles_n=2, tiles_per_cta=2),
         dict(TILE_SIZE=128)),
    Case("FlagGems", GEMS + "dot.py", "dot_kernel_1", (3,), dict(x_ptr=normal(2500, dtype="bf16"), y_ptr=normal(2500, dtype="bf16"), mid_ptr=empty(3), N=2500),
         dict(BLOCK_SIZE=1024), rounds=1e-4),
    Case("FlagGems", GEMS + "searchsorted.py", "_searchsorted_kernel", (2,),
         dict(sorted_sequence=integers(5, 40, low=0, high=90), values=integers(5, 30, low=0, high=90), sorter=None, out=empty(5, 30, dtype="i64"),
              total_values=150, values_per_row=30, sequence_len=40),
         dict(LOG_SEQUENCE_LEN=6, RIGHT=True, HAS_SORTER=False, IS_1D_SEQUENCE=False, USE_INT32_INDEX=False, BLOCK_SIZE=128)),
    Case("FlagGems", GEMS + "median.py", "median_lastdim_sort_kernel", (12,),
         dict(row_data=distinct(12, 100), values=empty(12), indices=empty(12, dtype="i64")), dict(WIDTH=100, BLOCK=128)),
    Case("FlagGems", GEMS + "median.py", "median_fp32_key_select_kernel", (12,),
         dict(row_data=normal(12, 100), values=empty(12), indices=empty(12, dtype="i64")), dict(WIDTH=100, BLOCK=128)),
]
