"""Rotary position embedding."""

from .case import Case, empty, integers, normal, strides, uniform

UNSLOTH = "unsloth/kernels/rope_embedding.py"
HEADS, DIM, LENGTH = 6, 40, 9
angles = lambda *shape, dtype="fp32": uniform(*shape, low=-1, high=1, dtype=dtype)

CASES = [
    Case("unsloth", UNSLOTH, "_rope_embedding", (2 * LENGTH, 2),
         dict(Q=normal(2 * LENGTH, HEADS * DIM, dtype="fp16"), cos=angles(LENGTH, DIM), sin=angles(LENGTH, DIM), seqlen=LENGTH),
         dict(Q_row_stride=HEADS * DIM, cos_row_stride=DIM, sin_row_stride=DIM, head_dim=DIM, n_heads=HEADS, BACKWARD_PASS=True, BLOCK_SIZE=32)),
    Case("unsloth", UNSLOTH, "_rope_embedding_QK", (2 * LENGTH, HEADS),
         dict(Q=normal(2, HEADS, LENGTH, DIM), **strides("Q_batch_stride Q_head_stride Q_seq_stride _", 2, HEADS, LENGTH, DIM),
              K=normal(2, 2, LENGTH, DIM), **strides("K_batch_stride K_head_stride K_seq_stride _", 2, 2, LENGTH, DIM), cos=angles(12, DIM),
              cos_row_stride=DIM, sin=angles(12, DIM), sin_row_stride=DIM,
              rope_embedding_indices=integers(2 * LENGTH, low=0, high=12, dtype="i64"), seqlen=LENGTH),
         dict(head_dim=DIM, n_heads_K=2, BACKWARD_PASS=False, HAS_ROPE_INDICES=True, BLOCK_SIZE=32)),
    Case("lmdeploy", "lmdeploy/pytorch/kernels/cuda/apply_rotary_pos_emb.py", "apply_rotary_pos_emb_qk_kernel", (HEADS + 2, 2),
         dict(Q=normal(32, HEADS, 64, dtype="fp16"), K=normal(32, 2, 64, dtype="fp16"), COS=angles(32, 64, dtype="fp16"), SIN=angles(32, 64, dtype="fp16"),
              Q_EMB=empty(32, HEADS, 64, dtype="fp16"), K_EMB=empty(32, 2, 64, dtype="fp16"), seq_len=32),
         dict(**strides("stride_qs stride_qh stride_qd", 32, HEADS, 64), **strides("stride_ks stride_kh stride_kd", 32, 2, 64),
              **strides("stride_qes stride_qeh stride_qed", 32, HEADS, 64), **strides("stride_kes stride_keh stride_ked", 32, 2, 64), half_size=32,
              BLOCK=16, BLOCK_QH=HEADS, BLOCK_N=32, COMPLEX=False)),
    Case("Liger-Kernel", "src/liger_kernel/ops/llama4_rope.py", "_llama4_rope_kernel", (2 * LENGTH, HEADS),
         dict(q_ptr=normal(2, LENGTH, HEADS, DIM), k_ptr=normal(2, LENGTH, 2, DIM), freqs_complex_ptr=angles(LENGTH, DIM), q_row_stride=HEADS * DIM,
              k_row_stride=2 * DIM, q_head_stride=DIM, k_head_stride=DIM, freqs_row_stride=DIM, seq_len=LENGTH, batch_size=2, imag_sign=-1.0),
         dict(head_dim_half=DIM // 2, n_q_heads=HEADS, n_k_heads=2, BLOCK_SIZE=32)),
    Case("flash-linear-attention", "fla/modules/rotary.py", "rotary_embedding_kernel", (2, 2, 3),
         dict(x=normal(2, 20, 3, 64, dtype="bf16"), cos=angles(30, 32), sin=angles(30, 32), y=empty(2, 20, 3, 64, dtype="bf16"), cu_seqlens=None,
              chunk_indices=None, seq_offsets=integers(2, low=0, high=9), T=20),
         dict(B=2, H=3, D=64, R=32, TR=30, BT=16, BD=64, IS_SEQLEN_OFFSETS_TENSOR=True, IS_VARLEN=False, INTERLEAVED=True, CONJUGATE=False)),
]
