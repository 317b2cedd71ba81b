"""Layer norm, RMS norm, group norm and their kin."""

from .case import Case, empty, normal, uniform

UNSLOTH_RMS = "unsloth/kernels/rms_layernorm.py"
ROWS, COLS = 24, 200

CASES = [
    Case("unsloth", UNSLOTH_RMS, "_rms_layernorm_forward", (ROWS,),
         dict(Y=empty(ROWS, COLS, dtype="fp16"), X=normal(ROWS, COLS, dtype="fp16"), W=normal(COLS, dtype="fp16"), r=empty(ROWS)),
         dict(Y_row_stride=COLS, X_row_stride=COLS, W_row_stride=1, r_row_stride=1, n_cols=COLS, eps=1e-6, BLOCK_SIZE=256)),
    Case("unsloth", UNSLOTH_RMS, "_gemma_rms_layernorm_forward", (ROWS,),
         dict(Y=empty(ROWS, COLS, dtype="bf16"), X=normal(ROWS, COLS, dtype="bf16"), W=normal(COLS, dtype="bf16"), r=empty(ROWS)),
         dict(Y_row_stride=COLS, X_row_stride=COLS, W_row_stride=1, r_row_stride=1, n_cols=COLS, eps=1e-6, BLOCK_SIZE=256)),
    Case("unsloth", UNSLOTH_RMS, "_rms_layernorm_backward", (ROWS,),
         dict(dY=normal(ROWS, COLS), dX=empty(ROWS, COLS), X=normal(ROWS, COLS), W=normal(COLS), r=uniform(ROWS, low=0.5, high=2)),
         dict(dY_row_stride=COLS, dX_row_stride=COLS, X_row_stride=COLS, W_row_stride=1, r_row_stride=1, n_cols=COLS, eps=1e-6, GEMMA=True,
              BLOCK_SIZE=256)),
]
