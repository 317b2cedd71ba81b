"""To and from integers and small floats."""

from .case import Case, Dtype, empty, integers, normal, strides, uniform

LMDEPLOY = "lmdeploy/pytorch/kernels/cuda/"
GEMS = "src/flag_gems/ops/per_token_group_quant_fp8.py"
MIXED = "tritonbench/operators/mixed_gemm/quantize.py"
AO = "torchao/prototype/"
GROUPED = dict(group_size=96, y_num_columns=192, y_row_stride=192, eps=1e-10, fp8_min=-448.0, fp8_max=448.0)

CASES = [
    Case("DeepSeek-V3", "inference/kernel.py", "act_quant_kernel", (30,),
         dict(x_ptr=normal(30, 128, dtype="bf16"), y_ptr=empty(30, 128, dtype="fp8e4nv"), s_ptr=empty(30)), dict(BLOCK_SIZE=128, scale_fmt="ue8m0")),
    Case("lmdeploy", LMDEPLOY + "w8a8_triton_kernels.py", "_per_token_quant_int8", (20,),
         dict(y_ptr=normal(20, 200, dtype="fp16"), y_q_ptr=empty(20, 200, dtype="i8"), y_s_ptr=empty(20), N=200),
         dict(y_stride=200, yq_stride=200, eps=1e-7, BLOCK=256, Q_MAX=127, IS_FLOATING_POINT=False)),
    Case("lmdeploy", LMDEPLOY + "w8a8_triton_kernels.py", "rms_norm_quant_kernel", (20,),
         dict(input=normal(20, 200), weight=normal(200), output=empty(20, 200, dtype="fp8e4nv"), out_scale=empty(20)),
         dict(input_row_stride=200, eps=1e-6, N_COLS=200, BLOCK_N=256, Q_MIN=-448.0, Q_MAX=448.0, IS_FLOATING_POINT=True)),
    Case("lmdeploy", LMDEPLOY + "blocked_gemm_fp8.py", "_quant_fp8_kernel", (2, 4),
         dict(a_ptr=normal(13, 256, dtype="bf16"), out_ptr=empty(16, 256, dtype="fp8e4nv"), scale_ptr=empty(16, 8), M=13, M_out=16, stride_am=256,
              stride_om=256, stride_sm=8, stride_sg=1),
         dict(K=256, num_groups_per_cta=4, fp8_min=-448.0, fp8_max=448.0, stride_ak=1, stride_ok=1, ROUND_SCALE=0, GROUP_SIZE=32, NUM_STAGES=2)),
    Case("FlagGems", GEMS, "_per_token_group_quant_fp8", (20,),
         dict(y_ptr=normal(10, 192, dtype="fp16"), y_q_ptr=empty(10, 192, dtype="fp8e4nv"), y_s_ptr=empty(10, 2), scale_ue8m0=True, **GROUPED),
         dict(BLOCK=128)),
    Case("FlagGems", GEMS, "_per_token_group_quant_fp8_colmajor", (20,),
         dict(y_ptr=normal(10, 192), y_q_ptr=empty(10, 192, dtype="fp8e4nv"), y_s_ptr=empty(2, 10), y_s_col_stride=10, scale_ue8m0=False, **GROUPED),
         dict(BLOCK=128)),
    Case("unsloth", "unsloth/kernels/fp8.py", "act_quant_kernel", (30,),
         dict(x_ptr=normal(30, 128, dtype="bf16"), y_ptr=empty(30, 128, dtype="fp8e4nv"), s_ptr=empty(30)), dict(BLOCK_SIZE=128)),
    Case("unsloth", "unsloth/kernels/fp8.py", "weight_dequant_kernel", (3, 3),
         dict(x_ptr=normal(70, 90, dtype="fp8e4nv"), s_ptr=uniform(3, 3), y_ptr=empty(70, 90, dtype="bf16"), M=70, N=90), dict(BLOCK_SIZE=32)),
    Case("ao", AO + "blockwise_fp8_training/kernels.py", "triton_fp8_blockwise_act_quant_lhs_kernel", (2, 2),
         dict(x_ptr=normal(20, 200), y_ptr=empty(20, 200, dtype="fp8e4nv"), s_ptr=empty(20, 2), M=20, **strides("x_stride_dim_0 x_stride_dim_1", 20, 200),
              **strides("y_stride_dim_0 y_stride_dim_1", 20, 200), **strides("s_stride_dim_0 s_stride_dim_1", 20, 2)),
         dict(K=200, BLOCK_SIZE=128, NUM_GROUPS=16, EPS=1e-12, FP8_MAX=448.0)),
    Case("ao", AO + "blockwise_fp8_training/kernels.py", "triton_fp8_blockwise_act_quant_transposed_lhs_kernel", (2, 3),
         dict(x_ptr=normal(64, 40), y_ptr=empty(40, 64, dtype="fp8e4nv"), s_ptr=empty(40, 2), M=64, **strides("x_stride_dim_0 x_stride_dim_1", 64, 40),
              **strides("y_stride_dim_0 y_stride_dim_1", 40, 64), **strides("s_stride_dim_0 s_stride_dim_1", 40, 2)),
         dict(K=40, BLOCK_SIZE=32, NUM_GROUPS=16, EPS=1e-12, FP8_MAX=448.0)),
    Case("ao", AO + "blockwise_fp8_training/kernels.py", "triton_fp8_blockwise_weight_quant_rhs_kernel", (2, 2),
         dict(x_ptr=normal(64, 64), y_ptr=empty(64, 64, dtype="fp8e4nv"), s_ptr=empty(2, 2), **strides("x_stride_dim_0 x_stride_dim_1", 64, 64),
              **strides("y_stride_dim_0 y_stride_dim_1", 64, 64), **strides("s_stride_dim_0 s_stride_dim_1", 2, 2)),
         dict(M=64, N=64, BLOCK_SIZE=32, EPS=1e-12, FP8_MAX=448.0), warps=8),
    Case("ao", AO + "float8nocompile/kernels/fp8_dynamic_tensorwise.py", "_to_fp8_row_major", (3,),
         dict(input_ptr=normal(2500, dtype="bf16"), out_ptr=empty(2500, dtype="fp8e4nv"), scale_ptr=uniform(1, low=50, high=200), num_elements=2500,
              fp8_dtype_min=-448.0, fp8_dtype_max=448.0),
         dict(input_dtype=Dtype("bfloat16"), output_dtype=Dtype("float8e4nv"), BLOCK_SIZE=1024, EPS=1e-12)),
    Case("tritonbench", MIXED, "quantize_2d_bf16_to_int2", (2, 3),
         dict(bf16_ptr=integers(70, 80, low=-2, high=2, dtype="bf16"), int8_ptr=empty(70, 20, dtype="i8"), M=70, N=80, stride_bm=80, stride_bn=1, stride_im=20,
              stride_in=1), dict(BLOCK_M=64, BLOCK_N=32)),
    Case("tritonbench", MIXED, "dequantize_2d_int2_to_bf16", (2, 3),
         dict(int8_ptr=integers(70, 20, low=-128, high=128, dtype="i8"), bf16_ptr=empty(70, 80, dtype="bf16"), M=70, N=80, stride_im=20, stride_in=1,
              stride_bm=80, stride_bn=1), dict(BLOCK_M=64, BLOCK_N=32)),
    Case("FBGEMM", "fbgemm_gpu/fbgemm_gpu/triton/quantize.py", "_kernel_dequantize_mx4", (3,),
         dict(A=integers(20 * 17, low=0, high=128, dtype="u8"), mx4_lookup_table=normal(16), out=empty(20 * 32), M=20 * 17, GROUPS_PER_THREAD=8),
         dict(GROUP_SIZE=32, GROUP_LOAD=4, USE_INT64=False)),
    Case("FBGEMM", "fbgemm_gpu/fbgemm_gpu/triton/quantize.py", "_kernel_quantize_mx4", (3,),
         dict(A=normal(5, 128, scale=4), out=empty(20 * 17, dtype="u8"), rand_bits=None, M=5, K=128, GROUPS_PER_ROW=4, GROUPS_PER_THREAD=8, ROW_PADDING=0),
         dict(GROUP_SIZE=32, EBITS=2, MBITS=1, ROUNDING_MODE=2, STOCHASTIC_CASTING=False, FP4_EXP_BIAS=1, GROUP_LOAD=4, USE_INT64=False)),
]
