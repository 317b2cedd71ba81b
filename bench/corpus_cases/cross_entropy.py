"""Cross-entropy and other losses over a vocabulary."""

from .case import Case, coins, empty, integers, normal, uniform

LIGER = "src/liger_kernel/ops/"
KERNELS = "kernels/cross_entropy.py"
ROWS, VOCABULARY = 17, 300

CASES = [
    Case("unsloth", "unsloth/kernels/cross_entropy_loss.py", "_cross_entropy_forward", (ROWS,),
         dict(logits_ptr=normal(ROWS, VOCABULARY, scale=4), logits_row_stride=VOCABULARY, loss_ptr=empty(ROWS), logsumexp_ptr=empty(ROWS),
              labels_ptr=integers(ROWS, low=0, high=VOCABULARY, dtype="i64")),
         dict(VOCAB_SIZE=VOCABULARY, BLOCK_SIZE=512, DO_SOFTCAPPING=True, SOFTCAP=30.0, DO_LOGIT_SCALING=False, LOGIT_SCALE=0)),
    Case("kernels", KERNELS, "_forward", (ROWS,),
         dict(LOGITS=normal(ROWS, VOCABULARY, scale=4), PROBS=empty(ROWS, VOCABULARY), IDX=integers(ROWS, low=0, high=VOCABULARY), LOSS=empty(ROWS),
              N=VOCABULARY), dict(BLOCK=512)),
    Case("kernels", KERNELS, "_backward", (ROWS,),
         dict(PROBS=uniform(ROWS, VOCABULARY, low=0, high=9, dtype="fp16"), IDX=integers(ROWS, low=0, high=VOCABULARY), DPROBS=normal(ROWS), N=VOCABULARY),
         dict(BLOCK=512)),
    Case("Liger-Kernel", LIGER + "vocab_parallel_cross_entropy.py", "liger_vocab_parallel_ce_forward_kernel", (ROWS,),
         dict(X_ptr=normal(ROWS, VOCABULARY, scale=3, dtype="bf16"), X_stride=VOCABULARY, EXP_ptr=empty(ROWS, VOCABULARY), EXP_stride=VOCABULARY,
              logits_max_ptr=uniform(ROWS, low=8, high=12), Y_ptr=integers(ROWS, low=0, high=2 * VOCABULARY, dtype="i64"), pred_ptr=empty(ROWS),
              sum_exp_ptr=empty(ROWS), vocab_start=VOCABULARY, n_cols=VOCABULARY, ignore_index=-100), dict(BLOCK_SIZE=128)),
    Case("Liger-Kernel", LIGER + "vocab_parallel_cross_entropy.py", "liger_vocab_parallel_ce_backward_kernel", (ROWS,),
         dict(EXP_ptr=uniform(ROWS, VOCABULARY), EXP_stride=VOCABULARY, sum_exp_ptr=uniform(ROWS, low=100, high=300),
              Y_ptr=integers(ROWS, low=0, high=2 * VOCABULARY, dtype="i64"), grad_out_ptr=normal(ROWS), vocab_start=VOCABULARY, n_cols=VOCABULARY,
              ignore_index=-100, alpha_eff=0.1, eps_eff=0.001), dict(HAS_LABEL_SMOOTHING=True, BLOCK_SIZE=128)),
    Case("Liger-Kernel", LIGER + "jsd.py", "_jsd_kernel", (ROWS,),
         dict(X_ptr=normal(ROWS, VOCABULARY, shift=-6), X_stride=VOCABULARY, Y_ptr=normal(ROWS, VOCABULARY, shift=-6), Y_stride=VOCABULARY,
              loss_ptr=empty(ROWS, VOCABULARY), loss_stride=VOCABULARY, dX_ptr=empty(ROWS, VOCABULARY), dX_stride=VOCABULARY,
              label_ptr=integers(ROWS, low=0, high=3, dtype="i64"), n_non_ignore=ROWS, n_cols=VOCABULARY),
         dict(beta=0.5, ignore_index=0, BLOCK_SIZE=512, HAS_LABEL=True)),
    Case("Liger-Kernel", LIGER + "kl_div.py", "_kldiv_kernel_backward", (ROWS,),
         dict(target_ptr=normal(ROWS, VOCABULARY, shift=-3), target_stride=VOCABULARY, new_grads_ptr=empty(ROWS, VOCABULARY), new_grads_stride=VOCABULARY,
              n_cols=VOCABULARY), dict(BLOCK_SIZE=128, log_target=True)),
    Case("Liger-Kernel", LIGER + "grpo_loss.py", "_selective_log_softmax_kernel", (3, 7),
         dict(LOGITS=normal(3, 8, VOCABULARY, scale=3, dtype="bf16"), INPUT_IDS=integers(3, 7, low=0, high=VOCABULARY, dtype="i64"), LOG_P=empty(3, 7),
              MASK=coins(3, 7, dtype="i32"), stride_input_ids_b=7), dict(TEMPERATURE=0.9, L=7, N=VOCABULARY, BLOCK_N=128)),
    Case("Liger-Kernel", LIGER + "grpo_loss.py", "_grpo_loss_fwd_kernel_seq", (3, 7),
         dict(LOGITS=normal(3, 8, VOCABULARY, scale=3), OLD_LOGP=None, REF_LOGP=normal(3, 7, shift=-5, scale=0.3),
              INPUT_IDS=integers(3, 7, low=0, high=VOCABULARY, dtype="i64"), COMPLETION_MASK=coins(3, 7, dtype="i32"), ADVANTAGES=normal(3),
              COEF_1=uniform(3, low=0.8, high=1.2), COEF_1_RAW=uniform(3, low=0.8, high=1.2), COEF_2=uniform(3, low=0.8, high=1.2), IS_CLIPPED_SEQ=uniform(3),
              VLLM_IS_RATIO=uniform(3, 7, low=0.5, high=2), VLLM_IS_RATIO_STRIDE=7, LOSS=empty(3, 7), LSE=empty(3, 7), KL=empty(3, 7),
              IS_CLIPPED=empty(3, 7)), dict(TEMPERATURE=0.9, BETA=0.04, USE_BIAS_CORRECTION_KL=True, L=7, N=VOCABULARY, BLOCK_N=128)),
    Case("Liger-Kernel", LIGER + "grpo_loss.py", "_grpo_loss_bwd_kernel_seq", (3, 7),
         dict(DLOSS=normal(3, 7), DLOSS_SUM=normal(3), DLOGITS=empty(3, 8, VOCABULARY), LOGITS=normal(3, 8, VOCABULARY), OLD_LOGP=None,
              REF_LOGP=normal(3, 7, shift=-5, scale=0.3), INPUT_IDS=integers(3, 7, low=0, high=VOCABULARY, dtype="i64"), ADVANTAGES=normal(3),
              COMPLETION_MASK=coins(3, 7, dtype="i32"), LSE=uniform(3, 7, low=6, high=6.5), COEF_1=uniform(3, low=0.8, high=1.2),
              SEQ_LEN=uniform(3, low=3, high=7), loss_stride0=7, loss_stride1=1),
         dict(TEMPERATURE=0.9, BETA=0.04, USE_BIAS_CORRECTION_KL=False, EPS_LOW=0.2, EPS_HIGH=0.2, DELTA=1.1, L=7, N=VOCABULARY, BLOCK_N=128)),
]
