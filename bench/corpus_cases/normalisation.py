"""Layer norm, RMS norm, group norm and their kin."""

from .case import Case, empty, normal, uniform

ROWS, COLS = 24, 200
BLOCK = {"BLOCK_SIZE": 256}
LIGER = "src/liger_kernel/ops/"
UNSLOTH = "unsloth/kernels/rms_layernorm.py"
UNSLOTH_STRIDES = dict(X_row_stride=COLS, W_row_stride=1, r_row_stride=1, n_cols=COLS, eps=1e-6, **BLOCK)
FLA_L2 = "fla/modules/l2norm.py"
# Modes in which Liger's kernels round: as Llama does, and as Gemma does.
LLAMA, GEMMA = 0, 1

CASES = [
    Case("unsloth", UNSLOTH, "_rms_layernorm_forward", (ROWS,),
         dict(Y=empty(ROWS, COLS, dtype="fp16"), X=normal(ROWS, COLS, dtype="fp16"), W=normal(COLS, dtype="fp16"), r=empty(ROWS)),
         dict(Y_row_stride=COLS, **UNSLOTH_STRIDES)),
    Case("unsloth", UNSLOTH, "_gemma_rms_layernorm_forward", (ROWS,),
         dict(Y=empty(ROWS, COLS, dtype="bf16"), X=normal(ROWS, COLS, dtype="bf16"), W=normal(COLS, dtype="bf16"), r=empty(ROWS)),
         dict(Y_row_stride=COLS, **UNSLOTH_STRIDES)),
    Case("unsloth", UNSLOTH, "_rms_layernorm_backward", (ROWS,),
         dict(dY=normal(ROWS, COLS), dX=empty(ROWS, COLS), X=normal(ROWS, COLS), W=normal(COLS), r=uniform(ROWS, low=0.5, high=2)),
         dict(dY_row_stride=COLS, dX_row_stride=COLS, GEMMA=True, **UNSLOTH_STRIDES)),
    Case("Liger-Kernel", LIGER + "rms_norm.py", "_rms_norm_forward_kernel", (ROWS,),
         dict(Y_ptr=empty(ROWS, COLS, dtype="bf16"), Y_row_stride=COLS, X_ptr=normal(ROWS, COLS, dtype="bf16"), X_row_stride=COLS,
              W_ptr=normal(COLS, dtype="bf16"), W_row_stride=1, RSTD_ptr=empty(ROWS), RSTD_row_stride=1, n_cols=COLS, eps=1e-6, offset=0.0),
         dict(casting_mode=LLAMA, elementwise_affine=True, **BLOCK)),
    Case("Liger-Kernel", LIGER + "layer_norm.py", "_layer_norm_forward_kernel", (ROWS,),
         dict(Y_ptr=empty(ROWS, COLS), Y_row_stride=COLS, X_ptr=normal(ROWS, COLS, shift=3), X_row_stride=COLS, W_ptr=normal(COLS), W_row_stride=1,
              B_ptr=normal(COLS), B_row_stride=1, Mean_ptr=empty(ROWS), Mean_row_stride=1, RSTD_ptr=empty(ROWS), RSTD_row_stride=1, n_cols=COLS,
              eps=1e-5), BLOCK, warps=8),
    Case("Liger-Kernel", LIGER + "layer_norm.py", "_layer_norm_backward_kernel", (4,),
         dict(X_ptr=normal(ROWS, COLS, dtype="fp16"), stride_x=COLS, W_ptr=normal(COLS, dtype="fp16"), Mean_ptr=normal(ROWS, scale=0.1), stride_mean=1,
              RSTD_ptr=uniform(ROWS, low=0.5, high=2), stride_rstd=1, DX_ptr=empty(ROWS, COLS, dtype="fp16"), stride_dx=COLS, DW_ptr=empty(4, COLS),
              stride_dw=COLS, DB_ptr=empty(4, COLS), stride_db=COLS, DY_ptr=normal(ROWS, COLS, dtype="fp16"), stride_dy=COLS, n_rows=ROWS - 1, n_cols=COLS),
         dict(rows_per_program=6, **BLOCK)),
    Case("Liger-Kernel", LIGER + "group_norm.py", "_group_norm_forward_kernel", (3, 4),
         dict(Y_ptr=empty(3, 4, 150), Y_row_stride=600, Y_col_stride=150, X_ptr=normal(3, 4, 150), X_row_stride=600, X_col_stride=150, Mean_ptr=empty(3, 4),
              Mean_row_stride=4, Mean_col_stride=1, RSTD_ptr=empty(3, 4), RSTD_row_stride=4, RSTD_col_stride=1, W_ptr=normal(12), B_ptr=normal(12),
              hidden_size=150, channels_per_group=3, eps=1e-6), dict(BLOCK_SIZE=128)),
    Case("Liger-Kernel", LIGER + "fused_add_rms_norm.py", "_fused_add_rms_norm_forward_kernel", (ROWS,),
         dict(Y_ptr=empty(ROWS, COLS, dtype="fp16"), Y_row_stride=COLS, S_ptr=empty(ROWS, COLS, dtype="fp16"), S_row_stride=COLS,
              X_ptr=normal(ROWS, COLS, dtype="fp16"), X_row_stride=COLS, R_ptr=normal(ROWS, COLS, dtype="fp16"), R_row_stride=COLS,
              W_ptr=normal(COLS, dtype="fp16"), W_row_stride=1, RSTD_ptr=empty(ROWS), RSTD_row_stride=1, n_cols=COLS, eps=1e-6, offset=1.0),
         dict(casting_mode=GEMMA, **BLOCK)),
    Case("Liger-Kernel", LIGER + "modulated_rms_norm.py", "_modulated_rms_norm_forward_kernel", (ROWS,),
         dict(Y_ptr=empty(ROWS, COLS), Y_row_stride=COLS, X_ptr=normal(ROWS, COLS), X_row_stride=COLS, W_ptr=normal(COLS), W_row_stride=1,
              Scale_ptr=normal(6, COLS), Scale_row_stride=COLS, Shift_ptr=normal(6, COLS), Shift_row_stride=COLS, RSTD_ptr=empty(ROWS), RSTD_row_stride=1,
              n_cols=COLS, eps=1e-6, offset=0.0),
         dict(casting_mode=LLAMA, elementwise_affine=True, has_shift=True, rows_per_modulation=4, **BLOCK)),
    Case("Liger-Kernel", LIGER + "poly_norm.py", "_poly_norm_forward_kernel", (ROWS,),
         dict(Y_ptr=empty(ROWS, COLS), Y_row_stride=COLS, X_ptr=normal(ROWS, COLS), X_row_stride=COLS, W_ptr=normal(3), B_ptr=normal(1),
              RSTD_ptr=empty(ROWS, 3), RSTD_row_stride=3, n_cols=COLS, eps=1e-6), BLOCK),
    Case("lmdeploy", "lmdeploy/pytorch/kernels/cuda/rms_norm.py", "add_rms_norm_kernel", (10,),
         dict(input=normal(ROWS, COLS, dtype="bf16"), weight=normal(COLS, dtype="bf16"), residual=normal(ROWS, COLS, dtype="bf16"),
              output=empty(ROWS, COLS, dtype="bf16"), out_residual=empty(ROWS, COLS, dtype="bf16"), num_feats=ROWS, num_groups=4, stride_ib=4 * COLS,
              stride_ih=COLS, stride_rb=4 * COLS, stride_rh=COLS, stride_ob=4 * COLS, stride_oh=COLS, stride_rob=4 * COLS, stride_roh=COLS),
         dict(stride_id=1, stride_rd=1, stride_od=1, stride_rod=1, has_residual=True, eps=1e-6, N_COLS=COLS, BLOCK_N=256, NUM_STAGES=2)),
    Case("flash-linear-attention", FLA_L2, "l2norm_fwd_kernel", (3,),
         dict(x=normal(40, 60, dtype="bf16"), y=empty(40, 60, dtype="bf16"), rstd=empty(40), eps=1e-6, T=40), dict(D=60, BD=64, NB=2, BT=16)),
    Case("flash-linear-attention", FLA_L2, "l2norm_bwd_kernel", (3,),
         dict(y=normal(40, 60, scale=0.1), rstd=uniform(40, low=0.5, high=2), dy=normal(40, 60), dx=empty(40, 60), eps=1e-6, T=40),
         dict(D=60, BD=64, NB=2, BT=16)),
    Case("flash-linear-attention", FLA_L2, "l2norm_fwd_kernel1", (20,),
         dict(x=normal(20, 100, dtype="fp16"), y=empty(20, 100, dtype="fp16"), rstd=empty(20), eps=1e-6, D=100), dict(BD=128)),
    Case("FlagGems", "src/flag_gems/ops/gemma_rms_norm.py", "gemma_rms_norm_kernel", (ROWS,),
         dict(out_ptr=empty(ROWS, COLS, dtype="bf16"), INV_RMS=empty(ROWS), in_ptr=normal(ROWS, COLS, dtype="bf16"), w_ptr=normal(COLS, dtype="bf16"),
              y_stride_r=COLS, y_stride_c=1, x_stride_r=COLS, x_stride_c=1, N=COLS, eps=1e-6), BLOCK),
    Case("FlagGems", "src/flag_gems/fused/instance_norm.py", "instance_norm_persistent_kernel", (20,),
         dict(in_ptr=normal(20, 90), out_ptr=empty(20, 90), weight_ptr=normal(5), bias_ptr=normal(5), out_mean_ptr=empty(20), out_rstd_ptr=empty(20), M=20,
              N=90, C=5, eps=1e-5), dict(TILE_N=128, HAS_WEIGHT_BIAS=True)),
    Case("FlagGems", "src/flag_gems/ops/vector_norm.py", "l2_norm_kernel", (3,), dict(X=normal(70, 150, dtype="fp16"), Out=empty(70, 1), M=70, N=150),
         dict(BLOCK_M=32, BLOCK_N=64)),
    Case("triton-official", "python/tutorials/05-layer-norm.py", "_layer_norm_fwd_fused", (ROWS,),
         dict(X=normal(ROWS, COLS, dtype="fp16"), Y=empty(ROWS, COLS, dtype="fp16"), W=normal(COLS, dtype="fp16"), B=normal(COLS, dtype="fp16"),
              Mean=empty(ROWS), Rstd=empty(ROWS), stride=COLS, N=COLS, eps=1e-5), dict(BLOCK_SIZE=128)),
]
