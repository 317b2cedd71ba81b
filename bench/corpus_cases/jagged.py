"""Rows of different lengths, end to end."""

from .case import Case, empty, normal, values

SLL = "fbgemm_gpu/fbgemm_gpu/sll/triton/"
BENCH = "tritonbench/operators/"
OFFSETS = values([0, 13, 14, 50])
LENGTHS = [5, 0, 12, 9]
SQUARES = dict(lengths_ptr=values(LENGTHS), offsets_ptr=values([0, 25, 25, 169]), max_length=20)

CASES = [
    Case("tritonbench", BENCH + "jagged_mean/kernels.py", "triton_jagged_mean_kernel_simple_fused_buffer_then_sum", (6,),
         dict(input_ptr_values=normal(50, 60), input_ptr_offsets=OFFSETS, output_ptr=empty(3, 60), M=60, MAX_SEQLEN=36),
         dict(BLOCK_SIZE_RAGGED=16, BLOCK_SIZE_M=32)),
    Case("tritonbench", BENCH + "jagged_softmax/kernels.py", "triton_jagged_softmax_kernel_variable_length_loop_buffer_then_sum", (6,),
         dict(input_ptr_values=normal(50, 60), input_ptr_offsets=OFFSETS, output_ptr=empty(50, 60), M=60), dict(BLOCK_SIZE_RAGGED=16, BLOCK_SIZE_M=32)),
    Case("FBGEMM", SLL + "triton_jagged_softmax.py", "jagged_softmax_kernel", (3, 4),
         dict(input_ptr=normal(50, 4), output_ptr=empty(50, 4), input_offsets_ptr=OFFSETS, input_row_stride=4, input_head_stride=1, output_row_stride=4,
              output_head_stride=1), dict(max_seq_len=40, BLOCK_SIZE=64)),
    Case("FBGEMM", SLL + "triton_jagged2_to_padded_dense.py", "jagged2_to_padded_dense_kernel", (2, 2, 4),
         dict(x_ptr=normal(250), output_dense_ptr=empty(4, 20, 20), stride_b=400, stride_m=20, stride_n=1, **SQUARES), dict(BLOCK_M=16, BLOCK_N=16)),
    Case("FBGEMM", SLL + "triton_jagged2_to_padded_dense.py", "padded_dense_to_jagged2_kernel", (2, 2, 4),
         dict(x_ptr=normal(4, 20, 20), output_jagged_ptr=empty(250), stride_b=400, stride_m=20, stride_n=1, **SQUARES), dict(BLOCK_M=16, BLOCK_N=16)),
]
