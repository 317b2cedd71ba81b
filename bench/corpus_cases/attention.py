"""Softmax attention, forward and backward."""

from .case import Case, empty, normal, strides, uniform, values

SHAPE = (2, 2, 128, 64)
JAGGED = "fbgemm_gpu/fbgemm_gpu/sll/triton/triton_jagged_flash_attention_basic.py"
TUTORIAL = "python/tutorials/06-fused-attention.py"
OFFSETS = values([0, 40, 41, 100])
jagged = lambda: normal(100, 64, dtype="fp16")
pairs = lambda *names: {f"stride_{name}": stride for name in names for stride in [64 if name[-1] in "mn" else 1]}
BACKWARD = dict(Q=normal(*SHAPE, dtype="fp16", scale=0.3), K=normal(*SHAPE, dtype="fp16", scale=0.3), V=normal(*SHAPE, dtype="fp16"), sm_scale=0.125,
                DO=normal(*SHAPE, dtype="fp16"), DQ=empty(*SHAPE, dtype="fp16"), DK=empty(*SHAPE, dtype="fp16"), DV=empty(*SHAPE, dtype="fp16"),
                M=uniform(4, 128, low=6, high=9), D=normal(4, 128), **strides("stride_z stride_h stride_tok stride_d", *SHAPE), H=2, N_CTX=128)
BACKWARD_TILES = dict(BLOCK_M1=32, BLOCK_N1=64, BLOCK_M2=64, BLOCK_N2=32, BLK_SLICE_FACTOR=2, HEAD_DIM=64, CAUSAL=True)

CASES = [
    Case("kernels", "kernels/flash_attention.py", "_fwd_kernel", (2, 4),
         dict(Q=normal(*SHAPE, dtype="fp16"), K=normal(*SHAPE, dtype="fp16"), V=normal(*SHAPE, dtype="fp16"), sm_scale=0.125, L=empty(4, 128),
              Out=empty(*SHAPE, dtype="fp16"), **strides("stride_qz stride_qh stride_qm stride_qk", *SHAPE),
              **strides("stride_kz stride_kh stride_kn stride_kk", *SHAPE), **strides("stride_vz stride_vh stride_vn stride_vk", *SHAPE),
              **strides("stride_oz stride_oh stride_om stride_on", *SHAPE), Z=2, H=2, N_CTX=128, Z_H_N_CTX=512),
         dict(BLOCK_M=64, BLOCK_DMODEL=64, BLOCK_N=32, IS_CAUSAL=True), rounds="dot"),
    Case("triton-official", TUTORIAL, "_attn_bwd_preprocess", (2, 4),
         dict(O=normal(4, 128, 64, dtype="fp16"), DO=normal(4, 128, 64, dtype="fp16"), Delta=empty(4, 128), Z=2, H=2, N_CTX=128),
         dict(BLOCK_M=64, HEAD_DIM=64)),
    Case("triton-official", TUTORIAL, "_attn_bwd", (2, 1, 4), BACKWARD, BACKWARD_TILES, rounds=4e-3),
    Case("triton-official", TUTORIAL, "_attn_bwd", (2, 1, 4), BACKWARD, BACKWARD_TILES, stages=1, rounds=4e-3, label="one stage"),
    Case("FBGEMM", JAGGED, "jagged_flash_attention_basic_kernel", (2, 3),
         dict(q_ptr=jagged(), k_ptr=jagged(), v_ptr=jagged(), offset_ptr=OFFSETS, o_ptr=empty(100, 64), lse_i_ptr=empty(100), max_seq_len=64,
              **pairs("qm", "qd", "kd", "kn", "vn", "vd", "om", "od")),
         dict(D=64, NEXT_D=64, use_mask=True, allow_tf32=False, BLOCK_SIZE_M=32, BLOCK_SIZE_N=32, BLOCK_SIZE_D=32), rounds=1e-3),
    Case("FBGEMM", JAGGED, "_jagged_flash_attention_bwd_preprocess_basic_kernel", (2, 3),
         dict(o_ptr=normal(100, 64), o_offset_ptr=OFFSETS, do_ptr=normal(100, 64), delta_ptr=empty(100), max_seq_len=64, **pairs("om", "od")),
         dict(D=64, BLOCK_SIZE_M=32, BLOCK_SIZE_D=64)),
    Case("FBGEMM", JAGGED, "_jagged_flash_attention_bwd_basic_kernel", (2, 3),
         dict(q_ptr=jagged(), k_ptr=jagged(), v_ptr=jagged(), o_ptr=normal(100, 64), offset_ptr=OFFSETS, dq_ptr=empty(100, 64), dk_ptr=empty(100, 64),
              dv_ptr=empty(100, 64), do_ptr=jagged(), delta_ptr=normal(100), lse_ptr=uniform(100, low=20, high=25), max_seq_len=64,
              **pairs("qm", "qd", "kn", "kd", "vn", "vd", "om", "od", "dqm", "dqd", "dkn", "dkd", "dvn", "dvd", "dom", "dod")),
         dict(D=64, use_mask=False, allow_tf32=False, BLOCK_SIZE_M=32, BLOCK_SIZE_N=32, BLOCK_SIZE_D=64), rounds=2e-3),
]
