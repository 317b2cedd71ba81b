"""Embeddings, indexed copies and caches."""

from .case import Case, empty, integers, normal, shuffled, strides, values, zeros

LIGER = "src/liger_kernel/ops/experimental/embedding.py"
GEMS = "src/flag_gems/"
BACKWARD = GEMS + "ops/embedding_dense_backward.py"
CACHE = dict(head_dim=48, head_dim_v=48, BLOCK=16, BLOCK_D=64, BLOCK_DV=64)

CASES = [
    Case("Liger-Kernel", LIGER, "embedding_forward_kernel", (3, 2),
         dict(embeddings_ptr=normal(30, 100), indices_ptr=integers(40, low=0, high=30, dtype="i64"), output_ptr=empty(40, 100), n_elements=40),
         dict(embedding_dim=100, BLOCK_SIZE_M=16, BLOCK_SIZE_N=64)),
    Case("Liger-Kernel", LIGER, "embedding_backward_kernel", (3, 2),
         dict(grad_output_ptr=normal(40, 100), grad_weight_ptr=zeros(30, 100), indices_ptr=integers(40, low=0, high=30, dtype="i64"), n_elements=40),
         dict(embedding_dim=100, BLOCK_SIZE_M=16, BLOCK_SIZE_N=64)),
    Case("lmdeploy", "lmdeploy/pytorch/kernels/cuda/fill_kv_cache.py", "_fill_kv_cache_kernel", (2, 3, 2),
         dict(KStates=normal(30, 2, 48, dtype="fp16"), VStates=normal(30, 2, 48, dtype="fp16"), KCaches=zeros(9, 16, 2, 48, dtype="fp16"),
              VCaches=zeros(9, 16, 2, 48, dtype="fp16"), QStartLoc=values([0, 10]), QSeqLens=values([10, 20]), KVSeqLens=values([14, 39]),
              BlockOffsets=values([[4, 2, 0], [7, 1, 8]]), **strides("stride_kss stride_ksh stride_ksd", 30, 2, 48),
              **strides("stride_vss stride_vsh stride_vsd", 30, 2, 48), stride_boff=3),
         dict(is_decoding=False, **strides("stride_kcn stride_kcb stride_kch stride_kcd", 9, 16, 2, 48),
              **strides("stride_vcn stride_vcb stride_vch stride_vcd", 9, 16, 2, 48), **CACHE)),
    Case("FlagGems", GEMS + "ops/scatter_add.py", "scatter_add_kernel_1", (6,),
         dict(index_dim_n=30, inp_dim_n=20, out_ptr=zeros(25, 20), index_ptr=integers(25, 30, low=0, high=20, dtype="i64"), src_ptr=normal(25, 30),
              n_elements=750), dict(BLOCK_SIZE=128, LOOP=1)),
    Case("FlagGems", GEMS + "ops/scatter_add.py", "scatter_add_2d_kernel", (6,),
         dict(src_ptr=normal(25, 40), index_ptr=integers(25, 30, low=0, high=20, dtype="i64"), out_ptr=zeros(20, 30), N=750, idx_ncols=30, src_stride0=40,
              out_ncols=30), dict(DIM=0, BLOCK=128, LOOP=1)),
    Case("FlagGems", GEMS + "ops/index_select.py", "index_select_kernel", (3, 2),
         dict(inp=normal(40, 50, dtype="fp16"), out=empty(40, 30, dtype="fp16"), M=40, N=50, index=integers(30, low=0, high=50, dtype="i64"), index_len=30),
         dict(BLOCK_M=16, BLOCK_N=16)),
    Case("FlagGems", BACKWARD, "_embedding_dense_backward_kernel", (40, 2),
         dict(grad_output_ptr=normal(40, 100, dtype="fp16"), indices_ptr=integers(40, low=0, high=12, dtype="i64"), grad_weight_ptr=zeros(12, 100),
              num_weights=12, padding_idx=3), dict(BLOCK_D=64, EMBED_DIM=100), warps=1),
    Case("FlagGems", BACKWARD, "_embedding_dense_backward_count_kernel", (4,),
         dict(indices_ptr=integers(200, low=0, high=12, dtype="i64"), counts_ptr=zeros(12, dtype="i32"), N=200, num_weights=12, padding_idx=3),
         dict(BLOCK_N=64), warps=1),
    Case("FlagGems", BACKWARD, "_embedding_dense_backward_kernel_scale_by_freq", (40, 2),
         dict(grad_output_ptr=normal(40, 100), indices_ptr=integers(40, low=0, high=12, dtype="i64"), counts_ptr=integers(12, low=1, high=9),
              grad_weight_ptr=zeros(12, 100), num_weights=12, padding_idx=3), dict(BLOCK_D=64, EMBED_DIM=100), warps=1),
    Case("FlagGems", GEMS + "fused/reshape_and_cache_flash.py", "reshape_and_cache_flash_kernel", (12,),
         dict(key=normal(12, 3, 20, dtype="bf16"), value=normal(12, 3, 20, dtype="bf16"), key_cache=zeros(4, 8, 3, 20, dtype="bf16"),
              value_cache=zeros(4, 8, 3, 20, dtype="bf16"), slot_mapping=values([5, -1, 31, 0, 7, 8, 9, 22, -1, 30, 16, 2], "i64"), block_stride=480,
              key_stride=60, value_stride=60, num_heads=3, head_size=20, block_size=8, k_scale=1.0, v_scale=1.0), dict(n=60)),
    Case("FlagGems", GEMS + "ops/max_pool2d_with_indices.py", "max_pool2d_backward_kernel", (3, 2),
         dict(grad_output_ptr=normal(3, 6, 9), indices_ptr=integers(3, 6, 9, low=0, high=12 * 18, dtype="i64"), grad_input_ptr=empty(3, 12, 18), in_h=12,
              in_w=18, out_h=6, out_w=9, out_stride_nc=54, out_stride_h=9, out_stride_w=1),
         dict(kernel_h=3, kernel_w=3, stride_h=2, stride_w=2, padding_h=1, padding_w=1, dilation_h=1, dilation_w=1, BLOCK_IN_H=16, BLOCK_IN_W=16)),
    Case("ao", "torchao/prototype/moe_training/ep/permute.py", "_triton_permute_bwd_kernel", (3, 2),
         dict(grad_ptr=normal(40, 50), permuted_indices_ptr=shuffled(40, dtype="i64"), output_buffer_ptr=empty(40, 50), grad_rows=40, grad_cols=50,
              original_rows=40, original_cols=50), dict(BLOCK_ROWS=16, BLOCK_COLS=32, PADDING_VALUE=-1)),
    Case("triton-official", "python/triton_kernels/triton_kernels/compaction_details/_masked_compaction.py", "_masked_compaction", (10,),
         dict(Yv=normal(10, 32), Yi=shuffled(10, 32), BitMask=integers(10, 1, low=-2**31, high=2**31), stride_bm=1, stride_bn=1, RetYv=empty(10, 32),
              RetYi=empty(10, 32, dtype="i32"), sentinel=-1), dict(K=32)),
]
