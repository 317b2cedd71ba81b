"""Choosing tokens, and random numbers."""

from .case import Case, coins, empty, integers, shuffled, uniform

SAMPLER = "lmdeploy/pytorch/spec_decode/reject_sampler.py"
BATCH, SPECULATED, VOCABULARY = 9, 5, 40
TOKENS = dict(draft_token_ids_ptr=integers(BATCH, SPECULATED, low=0, high=VOCABULARY), num_spec_tokens=SPECULATED)
probabilities = lambda: uniform(BATCH, SPECULATED, VOCABULARY)

CASES = [
    Case("lmdeploy", "lmdeploy/pytorch/kernels/cuda/multinomial_sampling.py", "_multinomial_sampling_kernel", (BATCH,),
         dict(Scores=uniform(BATCH, 200, high=0.01), Seeds=integers(BATCH, low=0, high=2**40, dtype="i64"),
              Offsets=integers(BATCH, low=0, high=999, dtype="i64"), Indices=shuffled(BATCH, 200, dtype="i64"),
              Outputs=empty(BATCH, dtype="i64"), stride_sb=200, stride_st=1, stride_ib=200, stride_it=1,
              num_tokens=200), dict(BLOCK_N=128), warps=1),
    Case("lmdeploy", SAMPLER, "rejection_greedy_sample_kernel", (BATCH,),
         dict(output_token_ids_ptr=empty(BATCH, SPECULATED + 1, dtype="i32"), draft_token_ids_ptr=integers(BATCH, SPECULATED, low=0, high=2),
              target_argmax_ptr=integers(BATCH, SPECULATED, low=0, high=2, dtype="i64"), bonus_token_ids_ptr=integers(BATCH, low=0, high=VOCABULARY),
              is_greedy_ptr=coins(BATCH, dtype="i32"), num_spec_tokens=SPECULATED)),
    Case("lmdeploy", SAMPLER, "rejection_random_sample_kernel", (BATCH,),
         dict(output_token_ids_ptr=empty(BATCH, SPECULATED + 1, dtype="i32"), draft_probs_ptr=probabilities(), target_probs_ptr=probabilities(),
              bonus_token_ids_ptr=integers(BATCH, low=0, high=VOCABULARY), recovered_token_ids_ptr=integers(BATCH, SPECULATED, low=0, high=VOCABULARY),
              uniform_probs_ptr=uniform(BATCH, SPECULATED), is_greedy_ptr=coins(BATCH, dtype="i32"), vocab_size=VOCABULARY, **TOKENS),
         dict(NO_DRAFT_PROBS=False)),
    Case("lmdeploy", SAMPLER, "sample_recovered_tokens_kernel", (BATCH, SPECULATED),
         dict(output_token_ids_ptr=empty(BATCH, SPECULATED, dtype="i32"), draft_probs_ptr=probabilities(), target_probs_ptr=probabilities(),
              inv_q_ptr=uniform(BATCH, VOCABULARY, low=1, high=9), vocab_size=VOCABULARY, **TOKENS), dict(BLOCK_SIZE=32, NO_DRAFT_PROBS=False)),
    Case("FlagGems", "src/flag_gems/ops/rand.py", "rand_kernel", (4,), dict(out_ptr=empty(2000), N=2000, philox_seed=2**40 + 7, philox_offset=12),
         dict(BLOCK=128), warps=1),
    Case("FlagGems", "src/flag_gems/ops/bernoulli.py", "bernoulli_kernel", (4,),
         dict(out_ptr=empty(2000), X_ptr=uniform(2000), N=2000, philox_seed=987654321, philox_offset=2**33), dict(BLOCK=128)),
]
