"""Linear attention and recurrences: by chunks and step by step."""

from .case import Case, empty, normal, strides, uniform, values

OPS = "fla/ops/"
B, H, T, K, V, CHUNK = 2, 2, 72, 64, 64, 64
CHUNKS = 2
SHAPE = dict(H=H, K=K, V=V)
# Two sequences in a row of 72 steps, and the chunks of 64 in them.
VARIED = dict(cu_seqlens=values([0, 5, 72], "i64"), chunk_indices=values([[0, 0], [1, 0], [1, 1]], "i64"))
FIXED = dict(cu_seqlens=None, chunk_indices=None)
keys = lambda dtype="bf16", scale=0.3: normal(B, T, H, K, dtype=dtype, scale=scale)
decay = lambda *shape: uniform(*shape, low=-0.1, high=0)

CASES = [
    Case("flash-linear-attention", OPS + "common/chunk_h.py", "chunk_fwd_kernel_h", (1, 1, B * H),
         dict(k=keys(), v=keys(), h=empty(B * CHUNKS, H, K, V), g=decay(B, T, H), g_gamma=None, gk=None, gv=None, h0=normal(B, H, K, V), ht=empty(B, H, K, V),
              cu_seqlens=None, split_offsets=None, T=T),
         dict(**SHAPE, BT=CHUNK, BS=CHUNK, BK=64, BV=64, USE_G=True, USE_G_GAMMA=False, USE_GK=False, USE_GV=False, USE_INITIAL_STATE=True,
              STORE_FINAL_STATE=True, IS_VARLEN=False, STATE_V_FIRST=False), rounds=2e-3),
    Case("flash-linear-attention", OPS + "common/chunk_o.py", "chunk_fwd_kernel_o", (1, CHUNKS, B * H),
         dict(q=keys(), k=keys(), v=keys(), h=normal(B * CHUNKS, H, K, V, dtype="bf16"), g=decay(B, T, H), g_gamma=None, o=empty(B, T, H, V, dtype="bf16"),
              **FIXED, scale=0.125, T=T),
         dict(**SHAPE, HV=H, BT=CHUNK, BK=64, BV=64, USE_G=True, USE_G_GAMMA=False, STATE_V_FIRST=False, IS_VARLEN=False), rounds="dot"),
    Case("flash-linear-attention", OPS + "common/chunk_scaled_dot_kkt.py", "chunk_scaled_dot_kkt_fwd_kernel", (CHUNKS + 1, H),
         dict(k=normal(1, T, H, K, dtype="fp16", scale=0.3), g=decay(1, T, H), beta=uniform(1, T, H), A=empty(1, T, H, CHUNK), **VARIED, T=T),
         dict(H=H, HV=H, K=K, BT=CHUNK, BK=64, IS_VARLEN=True, USE_G=True), rounds="dot"),
    Case("flash-linear-attention", OPS + "common/chunk_delta_h.py", "chunk_gated_delta_rule_fwd_kernel_h_blockdim64", (2 * B * H,),
         dict(k=keys(scale=0.1), v=keys(), w=keys(scale=0.1), v_new=empty(B, T, H, V, dtype="bf16"), g=decay(B, T, H), gk=None,
              h=empty(B, CHUNKS, H, K, V, dtype="bf16"), h0=normal(B, H, K, V), ht=empty(B, H, K, V), cu_seqlens=None, chunk_offsets=None, T=T),
         dict(**SHAPE, HV=H, BT=CHUNK, BV=32, USE_G=True, USE_GK=False, USE_INITIAL_STATE=True, STORE_FINAL_STATE=True, SAVE_NEW_VALUE=True,
              STATE_V_FIRST=False, IS_VARLEN=False), rounds=4e-3),
    Case("flash-linear-attention", OPS + "common/fused_recurrent.py", "fused_recurrent_fwd_kernel", (2 * B * H,),
         dict(q=keys("fp32"), k=keys("fp32"), v=keys("fp32"), g=None, g_gamma=None, gk=decay(B, T, H, K), gv=None, o=empty(1, B, T, H, V),
              h0=normal(B, H, K, V), ht=empty(B, H, K, V), cu_seqlens=None, scale=0.125, B=B, T=T),
         dict(**SHAPE, BK=64, BV=32, REVERSE=True, USE_G=False, USE_G_GAMMA=False, USE_GK=True, USE_GV=False, USE_INITIAL_STATE=True, STORE_FINAL_STATE=True,
              IS_VARLEN=False, STATE_V_FIRST=False), rounds=1e-4),
    Case("flash-linear-attention", OPS + "delta_rule/wy_fast.py", "recompute_w_u_fwd_kernel", (CHUNKS, B * H),
         dict(k=keys("fp16"), v=keys("fp16"), beta=uniform(B, T, H), w=empty(B, T, H, K, dtype="fp16"), u=empty(B, T, H, V, dtype="fp16"),
              A=normal(B, T, H, CHUNK, dtype="fp16", scale=0.1), **FIXED, T=T), dict(**SHAPE, BT=CHUNK, BK=64, BV=64, IS_VARLEN=False), rounds="dot"),
    Case("flash-linear-attention", OPS + "delta_rule/fused_recurrent.py", "fused_recurrent_delta_rule_fwd_kernel", (8 * H * 2,),
         dict(q=normal(1, T, H, K, scale=0.1), k=normal(1, T, H, K, scale=0.1), v=normal(1, T, H, V), u=empty(1, T, H, V), beta=uniform(1, T, H),
              o=empty(1, 1, T, H, V), h0=normal(2, H, K, V), ht=empty(2, H, K, V), cu_seqlens=VARIED["cu_seqlens"], scale=0.125, T=T),
         dict(B=1, **SHAPE, BK=64, BV=8, USE_INITIAL_STATE=True, STORE_FINAL_STATE=True, IS_BETA_HEADWISE=False, IS_VARLEN=True), warps=1, rounds=1e-4),
    Case("flash-linear-attention", OPS + "hgrn/fused_recurrent.py", "fused_recurrent_hgrn_fwd_kernel", (2 * B,),
         dict(x=normal(B, T, 100), g=decay(B, T, 100), o=empty(B, T, 100), h0=normal(B, 100), ht=empty(B, 100), cu_seqlens=None, T=T),
         dict(D=100, BD=64, USE_INITIAL_STATE=True, STORE_FINAL_STATE=True, IS_VARLEN=False)),
    Case("flash-linear-attention", OPS + "hgrn/fused_recurrent.py", "fused_recurrent_hgrn_bwd_kernel", (2 * B,),
         dict(g=decay(B, T, 100), o=normal(B, T, 100), h0=normal(B, 100), dx=empty(B, T, 100), dg=empty(B, T, 100), do=normal(B, T, 100),
              dht=normal(B, 100), dh0=empty(B, 100), cu_seqlens=None, T=T),
         dict(D=100, BD=64, USE_INITIAL_STATE=True, USE_FINAL_STATE_GRADIENT=True, IS_VARLEN=False)),
    Case("flash-linear-attention", OPS + "hgrn/chunk.py", "chunk_hgrn_fwd_kernel_h", (2, 3, B),
         dict(x=normal(B, T, 100), g=decay(B, T, 100), gc=empty(B, T, 100), o=empty(B, T, 100), h0=normal(B, 100), T=T),
         dict(D=100, BT=32, BD=64, USE_INITIAL_STATE=True)),
    # One warp: each chunk reads what the one before it has stored, and Triton has no barrier between the two.
    Case("flash-linear-attention", OPS + "hgrn/chunk.py", "chunk_hgrn_fwd_kernel_o", (2, B),
         dict(gc=decay(B, T, 100), o=normal(B, T, 100), s_b=T * 100, s_t=100, s_d=1, T=T), dict(D=100, BT=32, BD=64), warps=1),
    Case("flash-linear-attention", OPS + "utils/solve_tril.py", "solve_tril_16x16_kernel", (5, B * H),
         dict(A=normal(B, T, H, CHUNK, scale=0.3), Ai=empty(B, T, H, 16), **FIXED, T=T),
         dict(H=H, BT=CHUNK, USE_TMA=False, IS_VARLEN=False, DOT_PRECISION="ieee")),
    Case("flash-linear-attention", OPS + "utils/cumsum.py", "chunk_local_cumsum_scalar_kernel", (CHUNKS + 1, H),
         dict(s=normal(1, T, H), o=empty(1, T, H), scale=0.5, **VARIED, T=T), dict(B=1, H=H, BT=CHUNK, REVERSE=True, HAS_SCALE=True, IS_VARLEN=True)),
    Case("flash-linear-attention", OPS + "utils/cumsum.py", "chunk_local_cumsum_vector_kernel", (2, CHUNKS, B * H),
         dict(s=normal(B, T, H, 50), o=empty(B, T, H, 50), scale=0.5, **FIXED, T=T),
         dict(B=B, H=H, S=50, BT=CHUNK, BS=32, REVERSE=False, HAS_SCALE=True, IS_VARLEN=False)),
    Case("flash-linear-attention", OPS + "utils/cumsum.py", "chunk_global_cumsum_scalar_kernel", (B * H,),
         dict(s=normal(B, T, H), o=empty(B, T, H), scale=None, cu_seqlens=None, T=T), dict(B=B, H=H, BT=32, REVERSE=True, HAS_SCALE=False, IS_VARLEN=False),
         warps=2),
    Case("applied-ai", "kernels/triton/inference/mamba/causal_1d_conv/causal_1d_conv/causal_1d_conv.py", "_causal_conv1d_fwd_kernel", (5, 1),
         dict(x_ptr=normal(2, 50, 72), w_ptr=normal(50, 4), bias_ptr=normal(50), initial_states_ptr=normal(2, 50, 3), o_ptr=empty(2, 50, 72), batch=2,
              dim=50, seqlen=72, **strides("stride_x_seq stride_x_dim stride_x_token", 2, 50, 72), **strides("stride_weight_dim stride_weight_width", 50, 4),
              **strides("stride_istate_seq stride_istate_dim stride_istate_token", 2, 50, 3), **strides("stride_o_seq stride_o_dim stride_o_token", 2, 50, 72)),
         dict(HAS_BIAS=True, KERNEL_WIDTH=4, SILU_ACTIVATION=True, HAS_INITIAL_STATES=True, BLOCK_M=32, BLOCK_N=64), warps=8),
    Case("flash-linear-attention", OPS + "utils/pooling.py", "mean_pooling_fwd_kernel", (1, CHUNKS + 1, H),
         dict(x=normal(1, T, H, 64, dtype="bf16"), o=empty(1, CHUNKS + 1, H, 64, dtype="bf16"), **VARIED, T=T),
         dict(H=H, D=64, BT=CHUNK, BD=64, IS_VARLEN=True)),
    Case("flash-linear-attention", OPS + "utils/pooling.py", "mean_pooling_bwd_kernel", (1, CHUNKS, B * H),
         dict(do=normal(B, CHUNKS, H, 64), dx=empty(B, T, H, 64), **FIXED, T=T), dict(H=H, D=64, BT=CHUNK, BD=64, IS_VARLEN=False)),
    Case("flash-linear-attention", "fla/modules/token_shift.py", "token_shift_fwd_kernel_long", (2 * (CHUNKS + 1), 1),
         dict(x=normal(1, T, 100), y=empty(1, T, 100), **VARIED, cache=normal(2, 100), cache_out=empty(2, 100), T=T),
         dict(D=100, BD=64, BT=CHUNK, NB=1, ND=2, IS_VARLEN=True, USE_INITIAL_STATE=True, STORE_FINAL_STATE=True)),
    Case("flash-linear-attention", "fla/modules/token_shift.py", "token_shift_bwd_kernel_short", (2, T),
         dict(dx=empty(2, T, 100), dy=normal(2, T, 100), cu_seqlens=None, grad_cache_in=normal(2, 100), grad_cache_out=empty(2, 100), T=T),
         dict(D=100, BD=128, IS_VARLEN=False, USE_INITIAL_STATE=True, HAS_DCACHE=True)),
]
