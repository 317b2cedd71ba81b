"""Routing of tokens to experts, and the products of those."""

from .case import Case, distinct, empty, integers, normal, shuffled, uniform, values, zeros

FUSED = "lmdeploy/pytorch/kernels/cuda/fused_moe.py"
# 40 choices of 20 tokens, sorted by expert: where each of 3 experts starts and ends.
STARTS, ENDS = [0, 7, 7 + 18], [7, 25, 40]
PRODUCT = dict(N=64, K=96, stride_am=96, stride_ak=1, stride_be=64 * 96, stride_bn=96, stride_bk=1, stride_cm=64, stride_cn=1, stride_bie=64, stride_bin=1,
               top_k=2, expert_offset=0, reindex_a=True, reindex_c=True)
OPERANDS = dict(A=normal(20, 96, dtype="fp16"), B=normal(3, 64, 96, dtype="fp16"), bias=normal(3, 64, dtype="fp16"), C=empty(40, 64, dtype="fp16"),
                SortedIdx=shuffled(40))

CASES = [
    Case("lmdeploy", FUSED, "fused_moe_kernel", (4, 3), dict(**OPERANDS, ExpStart=values(STARTS), ExpEnd=values(ENDS)),
         dict(**PRODUCT, BLOCK_SIZE_M=16, BLOCK_SIZE_N=32, BLOCK_SIZE_K=32, GROUP_SIZE_M=1, M_NP2=32, tune_hint=False), rounds="dot"),
    Case("lmdeploy", FUSED, "fused_moe_compact_kernel", (6, 2),
         dict(**OPERANDS, ExpEnd=values(ENDS), BlockEnd=values([1, 3, 4]), BlockExpertIds=values([0, 1, 1, 2], "i64"), BlockOffsets=values([0, 7, 23, 25])),
         dict(**PRODUCT, BLOCK_SIZE_M=16, BLOCK_SIZE_N=32, BLOCK_SIZE_K=32, num_local_experts=3), rounds="dot"),
    Case("lmdeploy", FUSED, "_moe_reduce_kernel", (22,),
         dict(hidden_states_ptr=normal(11, 6, 100, dtype="bf16"), weights_ptr=uniform(11, 6), out_ptr=empty(11, 100, dtype="bf16"), stride_hm=600, stride_wm=6,
              stride_om=100), dict(stride_hk=100, stride_hn=1, stride_wk=1, stride_on=1, fp32_acc=True, K=6, N=100, BLOCK_K=8, BLOCK_N=64), warps=1),
    Case("lmdeploy", FUSED, "_sorted_idx_phase2_kernel", (2,),
         dict(ExpertIds=values([0] * 7 + [1] * 18 + [2] * 15, "i64"), LocalPos=values([*range(7), *range(18), *range(15)]), ExpEnd=values(ENDS),
              Counts=values([7, 18, 15]), Out=empty(40, dtype="i64"), ExpStart=empty(3, dtype="i32"), N=40, num_experts=3), dict(BLOCK_SIZE=32, BLOCK_E=4)),
    Case("lmdeploy", FUSED, "_fill_block_meta_kernel", (3,),
         dict(ExpStart=values([9, *STARTS]), Counts=values([9, 7, 18, 15]), BlockEnd=values([1, 3, 4]), BlockExpertIds=empty(6, dtype="i64"),
              BlockOffsets=empty(6, dtype="i32")), dict(expert_offset=1, BLOCK_SIZE_M=16, BLOCK_B=8)),
    Case("lmdeploy", "lmdeploy/pytorch/kernels/cuda/fused_single_group_router.py", "_single_group_topk_router_kernel", (12,),
         dict(scores_ptr=distinct(12, 60, dtype="fp32"), bias_ptr=normal(60), weights_ptr=empty(12, 8), ids_ptr=empty(12, 8, dtype="i32"), scores_stride_0=60,
              weights_stride_0=8, ids_stride_0=8, batch_size=11, routed_scaling_factor=2.5), dict(NUM_EXPERTS=60, TOP_K=8, BLOCK_SIZE=64), stages=1,
         rounds=1e-4),
    Case("FBGEMM", "fbgemm_gpu/experimental/gen_ai/gen_ai/moe/gather_scatter.py", "_fbgemm_gather_scale_dense_tokens", (10, 1),
         dict(out=empty(10, 128, dtype="bf16"), x=normal(16, 128, dtype="bf16"), token_indices=integers(10, low=0, high=16), valid_token_count=values([8]),
              expert_indices=integers(10, low=0, high=4), scores=uniform(16, 4, dtype="bf16"), stride_t=4, stride_e=1),
         dict(D=128, BLOCK_D_OUTER=128, BLOCK_D_INNER=64)),
    Case("FBGEMM", "fbgemm_gpu/experimental/gen_ai/gen_ai/moe/gather_scatter.py", "_fbgemm_scatter_add_dense_tokens", (10, 1),
         dict(out_tokens=zeros(16, 128), in_tokens=normal(10, 128), token_indices=integers(10, low=0, high=16, dtype="i64"), valid_token_count=None),
         dict(D=128, BLOCK_D_OUTER=128, BLOCK_D_INNER=64)),
    Case("FBGEMM", "fbgemm_gpu/experimental/gen_ai/gen_ai/moe/gather_scatter.py", "_fbgemm_scatter_add_padded_tokens", (4, 2),
         dict(in_tokens_ptr=normal(2, 12, 64), token_counts_ptr=values([3, 0, 5, 4]), token_indices_ptr=integers(12, low=0, high=9), T_BUCKET=16, T_K=12,
              out_tokens_ptr=zeros(9, 64)), dict(EP=2, E=4, D=64, BLOCK_E=4, SPLIT_T=2, BLOCK_D=32)),
]
