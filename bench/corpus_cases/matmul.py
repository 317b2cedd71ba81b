"""Matrix products by tl.dot."""

from .case import Case, Dtype, empty, integers, normal, strides, uniform, zeros

M, N, K = 70, 72, 96
# Kernels that promise whole tiles of rows and columns.
WHOLE = dict(M=128, N=64, K=96, **strides("stride_am stride_ak", 128, 96), **strides("stride_bk stride_bn", 96, 64), **strides("stride_cm stride_cn", 128, 64))
whole = lambda dtype: dict(A=normal(128, 96, dtype=dtype), B=normal(96, 64, dtype=dtype), C=empty(128, 64, dtype=dtype), **WHOLE)
LMDEPLOY = "lmdeploy/pytorch/kernels/cuda/"
LINEAR = dict(M=M, N=N, K=K, **strides("stride_am stride_ak", M, K), stride_bk=1, stride_bn=K, **strides("stride_cm stride_cn", M, N))
EIGHT_BITS = dict(A=integers(M, K, low=-128, high=128, dtype="i8"), B=integers(N, K, low=-128, high=128, dtype="i8"))
SCALES = dict(rms_scale_ptr=uniform(M, high=0.01), linear_scale_ptr=uniform(N, high=0.01))
# The matrix units keep 13 bits of a sum of 8-bit floats.
EIGHT_BIT_FLOATS = 2e-3
TILES = dict(BLOCK_M=64, BLOCK_N=32, BLOCK_K=32)

CASES = [
    Case("kernels", "kernels/matmul.py", "_kernel", (4, 1), whole("fp16"),
         dict(acc_dtype=Dtype("float32"), input_precision="tf32", fp8_fast_accum=False, GROUP_M=8, SPLIT_K=1, EVEN_K=True, AB_DTYPE=None, **TILES),
         stages=4, rounds="dot"),
    Case("kernels", "kernels/matmul.py", "_kernel", (4, 1), whole("fp32"),
         dict(acc_dtype=Dtype("float32"), input_precision="ieee", fp8_fast_accum=False, GROUP_M=8, SPLIT_K=1, EVEN_K=True, AB_DTYPE=None, **TILES),
         rounds="dot", label="fp32"),
    Case("DeepSeek-V3", "inference/kernel.py", "fp8_gemm_kernel", (3, 4),
         dict(a_ptr=normal(70, 256, dtype="fp8e4nv"), b_ptr=normal(256, 256, dtype="fp8e4nv"), c_ptr=empty(70, 256, dtype="bf16"), a_s_ptr=uniform(70, 2),
              b_s_ptr=uniform(2, 2), M=70), dict(N=256, K=256, BLOCK_SIZE_M=32, BLOCK_SIZE_N=64, BLOCK_SIZE_K=128), warps=8, rounds="dot"),
    Case("lmdeploy", LMDEPLOY + "w8a8_triton_kernels.py", "_linear", (6,), dict(**EIGHT_BITS, C=empty(M, N), **LINEAR, **SCALES),
         dict(GROUP_SIZE_M=8, ACCUMULATOR_DTYPE=Dtype("int32"), **TILES)),
    Case("lmdeploy", LMDEPLOY + "w8a8_triton_kernels.py", "_linear_add", (6,),
         dict(**EIGHT_BITS, C=empty(M, N, dtype="fp16"), residual_ptr=normal(M, N, dtype="fp16"), **LINEAR, **SCALES),
         dict(GROUP_SIZE_M=8, ACCUMULATOR_DTYPE=Dtype("int32"), **TILES)),
    Case("lmdeploy", LMDEPLOY + "blocked_gemm_fp8.py", "_gemm_fp8_kernel", (4,),
         dict(A=normal(70, 256, dtype="fp8e4nv"), a_scale_ptr=uniform(70, 2, low=0.5, high=2), B=normal(128, 256, dtype="fp8e4nv"),
              b_scale_ptr=uniform(1, 2, low=0.5, high=2), C=empty(70, 128, dtype="bf16"), M=70, stride_am=256, stride_ask=1, stride_cm=128),
         dict(N=128, K=256, group_ak=128, group_bk=128, group_bn=128, stride_ak=1, stride_asm=2, stride_bk=1, stride_bn=256, stride_bsk=1, stride_bsn=2,
              stride_cn=1, BLOCK_M=64, BLOCK_N=64, BLOCK_K=128, GROUP_M=8), rounds="dot"),
    Case("applied-ai", "kernels/triton/inference/fp8/splitk_gemm_fp8.py", "gemm_split_k_kernel", (2, 2),
         dict(a_ptr=normal(64, 256, dtype="fp8e4nv"), b_ptr=normal(64, 256, dtype="fp8e4nv"), c_ptr=zeros(64, 64), stride_am=256, stride_ak=1, stride_bk=1,
              stride_bn=256, stride_cm=64, stride_cn=1, m=64, n=64, k=256),
         dict(block_m=64, block_n=32, block_k=64, split_k=2, group_m=8), rounds=EIGHT_BIT_FLOATS),
    Case("applied-ai", "kernels/triton/inference/fp8/scaled_fp8_gemm.py", "scaled_gemm_splitk", (2, 2),
         dict(a_ptr=normal(64, 256, dtype="fp8e5"), b_ptr=normal(64, 256, dtype="fp8e5"), c_ptr=zeros(64, 64), stride_am=256, stride_ak=1, stride_bk=1,
              stride_bn=256, stride_cm=64, stride_cn=1, scale_a=0.5, scale_b=0.25, m=64, n=64, k=256),
         dict(block_m=64, block_n=32, block_k=64, split_k=2, group_m=8), rounds=EIGHT_BIT_FLOATS),
    Case("FlagGems", "src/flag_gems/ops/mm.py", "mm_kernel_general", (4,), whole("bf16"),
         dict(BLOCK_M=64, BLOCK_N=32, BLOCK_K=64, GROUP_M=8, IS_FP64=False), rounds="dot"),
    Case("FlagGems", "src/flag_gems/ops/mm.py", "mm_kernel_syrk", (3,),
         dict(A=normal(128, K, dtype="fp16"), C=empty(128, 128, dtype="fp16"), M=128, K=K, stride_am=K, stride_ak=1, stride_cm=128, stride_cn=1),
         dict(BLOCK_M=64, BLOCK_K=64), rounds="dot"),
    Case("FlagGems", "src/flag_gems/ops/w8a8_block_fp8_matmul.py", "w8a8_block_fp8_matmul_kernel", (4,),
         dict(A=normal(70, 256, dtype="fp8e4nv"), B=normal(128, 256, dtype="fp8e4nv"), C=empty(70, 128, dtype="fp16"), As=uniform(70, 2), Bs=uniform(1, 2),
              M=70, N=128, K=256, group_n=128, group_k=128, stride_am=256, stride_ak=1, stride_bk=1, stride_bn=256, stride_cm=128, stride_cn=1,
              stride_As_m=2, stride_As_k=1, stride_Bs_k=1, stride_Bs_n=2),
         dict(BLOCK_SIZE_M=64, BLOCK_SIZE_N=64, BLOCK_SIZE_K=128, GROUP_SIZE_M=8), rounds="dot"),
    Case("tritonbench", "tritonbench/operators/gemm/partition_k.py", "_matmul_partition_k", (8,),
         dict(a_ptr=normal(64, 128, dtype="fp16"), b_ptr=normal(128, 64, dtype="fp16"), c_buf_ptr=empty(64, 64, 2), M=64, N=64, K=128, PK=2, PK_SIZE=64,
              stride_am=128, stride_ak=1, stride_bk=64, stride_bn=1, stride_cb_m=128, stride_cb_n=2, stride_cb_k=1),
         dict(BLOCK_SIZE_M=32, BLOCK_SIZE_N=32, BLOCK_SIZE_K=64, GROUP_SIZE_M=8), rounds="dot"),
    Case("tritonbench", "tritonbench/operators/gemm/partition_k.py", "_reduce", (4,),
         dict(c_ptr=empty(64, 64), c_buf_ptr=normal(64, 64, 4), M=64, N=64, stride_cm=64, stride_cn=1, stride_cb_m=256, stride_cb_n=4, stride_cb_k=1),
         dict(PK=4, BLOCK_SIZE_M=32, BLOCK_SIZE_N=32)),
    Case("tritonbench", "tritonbench/operators/gather_gemv/triton_gather_gemv.py", "triton_red_fused_mv_0", (16,),
         dict(in_ptr0=integers(2, low=-8, high=8, dtype="i64"), in_ptr1=integers(8, 64, 64, low=-128, high=128, dtype="i8"), in_ptr2=normal(64, dtype="bf16"),
              out_ptr1=empty(2, 64, dtype="bf16"), xnumel=128, rnumel=64), dict(XBLOCK=8, RBLOCK=64), warps=8),
]
