"""Cross-entropy and other losses over a vocabulary."""

from .case import Case, empty, integers, normal

VOCABULARY = 300

CASES = [
    Case("unsloth", "unsloth/kernels/cross_entropy_loss.py", "_cross_entropy_forward", (17,),
         dict(logits_ptr=normal(17, VOCABULARY, scale=4), logits_row_stride=VOCABULARY, loss_ptr=empty(17), logsumexp_ptr=empty(17),
              labels_ptr=integers(17, low=0, high=VOCABULARY, dtype="i64")),
         dict(VOCAB_SIZE=VOCABULARY, BLOCK_SIZE=512, DO_SOFTCAPPING=True, SOFTCAP=30.0, DO_LOGIT_SCALING=False, LOGIT_SCALE=0)),
]
