"""Element-wise functions of one or two tensors, and dropout."""

from .case import Case, coins, empty, integers, normal, strides, uniform

FLA = "fla/modules/activations.py"
LIGER = "src/liger_kernel/ops/swiglu.py"
UNSLOTH = "unsloth/kernels/swiglu.py"
LMDEPLOY = "lmdeploy/pytorch/kernels/cuda/activation.py"
N = 5000

CASES = [
    Case("unsloth", UNSLOTH, "_fg_kernel", (5,), dict(e=normal(N, dtype="bf16"), g=normal(N, dtype="bf16"), h=empty(N, dtype="bf16"), n_elements=N),
         dict(BLOCK_SIZE=1024, LONG_INDEXING=True)),
    Case("unsloth", UNSLOTH, "_DWf_DW_dfg_kernel", (5,),
         dict(DW=normal(N, dtype="fp16"), e=normal(N, dtype="fp16"), g=normal(N, dtype="fp16"), n_elements=N), dict(BLOCK_SIZE=1024, LONG_INDEXING=False)),
    Case("unsloth", "unsloth/kernels/geglu.py", "_exact_forward_kernel", (5,), dict(e=normal(N), g=normal(N), h=empty(N), n_elements=N),
         dict(BLOCK_SIZE=1024, LONG_INDEXING=False)),
    Case("unsloth", "unsloth/kernels/geglu.py", "_approx_backward_kernel", (5,), dict(DW=normal(N), e=normal(N), g=normal(N), n_elements=N),
         dict(BLOCK_SIZE=1024, LONG_INDEXING=False)),
    Case("Liger-Kernel", LIGER, "_swiglu_forward_kernel", (20,),
         dict(a_ptr=normal(20, 200, dtype="fp16"), b_ptr=normal(20, 200, dtype="fp16"), c_ptr=empty(20, 200, dtype="fp16"), stride=200, gate_multiplier=0.5),
         dict(n_cols=200, BLOCK_SIZE=256)),
    Case("Liger-Kernel", LIGER, "_swiglu_backward_kernel", (20,),
         dict(dc_ptr=normal(20, 200), a_ptr=normal(20, 200), b_ptr=normal(20, 200), stride=200, gate_multiplier=0.5), dict(n_cols=200, BLOCK_SIZE=256)),
    Case("lmdeploy", LMDEPLOY, "_silu_and_mul_kernel", (2, 5),
         dict(gateup_ptr=normal(13, 400, dtype="bf16"), out_ptr=empty(13, 200, dtype="bf16"), M=13),
         dict(N=200, stride_gum=400, stride_gun=1, stride_om=200, stride_on=1, BLOCK_SIZE_N=128)),
    Case("lmdeploy", LMDEPLOY, "_silu_and_mul_moe_ep_kernel", (2, 3, 4),
         dict(gateup_ptr=normal(3, 13, 256, dtype="fp16"), out_ptr=empty(3, 13, 128, dtype="fp16"), mask_ptr=integers(3, low=4, high=14)),
         dict(N=128, M=13, **strides("stride_gue stride_gum stride_gun", 3, 13, 256), **strides("stride_oe stride_om stride_on", 3, 13, 128),
              stride_m=1, BLOCK_SIZE_N=64)),
    Case("flash-linear-attention", FLA, "sigmoid_fwd_kernel", (20,),
         dict(x=normal(50, 100, scale=3), y=empty(50, 100), stride_x_row=100, stride_y_row=100, T=5000), dict(D=100, B=256)),
    Case("flash-linear-attention", FLA, "logsigmoid_fwd_kernel", (20,),
         dict(x=normal(50, 100, scale=3), y=empty(50, 100), stride_x_row=100, stride_y_row=100, temperature=2.0, T=5000), dict(D=100, B=256)),
    Case("flash-linear-attention", FLA, "swish_bwd_kernel", (20,),
         dict(x=normal(50, 100, dtype="bf16"), dy=normal(50, 100, dtype="bf16"), dx=empty(50, 100, dtype="bf16"), stride_x_row=100, stride_dy_row=100,
              stride_dx_row=100, T=5000), dict(D=100, B=256)),
    Case("flash-linear-attention", FLA, "swiglu_fwd_kernel", (20,),
         dict(x=normal(50, 100, dtype="fp16"), y=normal(50, 100, dtype="fp16"), z=empty(50, 100, dtype="fp16"), stride_x_row=100, stride_y_row=100,
              stride_z_row=100, T=5000), dict(D=100, B=256)),
    Case("tritonbench", "tritonbench/operators/vector_exp/kernels.py", "triton_exp_kernel", (5,),
         dict(x_ptr=normal(N), output_ptr=empty(N), n_elements=N), dict(BLOCK_SIZE=1024)),
    Case("triton-official", "python/tutorials/04-low-memory-dropout.py", "_seeded_dropout", (5,),
         dict(x_ptr=normal(N), output_ptr=empty(N), n_elements=N, p=0.3, seed=1234), dict(BLOCK_SIZE=1024)),
    Case("triton-official", "python/tutorials/04-low-memory-dropout.py", "_dropout", (5,),
         dict(x_ptr=normal(N), x_keep_ptr=coins(N, dtype="i32"), output_ptr=empty(N), n_elements=N, p=0.3), dict(BLOCK_SIZE=1024)),
    Case("FlagGems", "src/flag_gems/ops/upsample_bilinear2d.py", "upsample_bilinear2d_kernel", (2, 2),
         dict(ptr_o=empty(2, 3, 32, 64), ptr_i=uniform(2, 3, 10, 16), N=2, C=3, OH=32, OW=64, IH=10, IW=16,
              reciprocal_scale_h=0.3125, reciprocal_scale_w=0.25),
         dict(ALIGN_CORNERS=False, BLOCK_X=32, BLOCK_Y=16)),
]
