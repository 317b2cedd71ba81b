"""Softmax attention, forward and backward."""

from .case import Case, empty, normal, strides

CASES = [
    Case("kernels", "kernels/flash_attention.py", "_fwd_kernel", (2, 4),
         dict(Q=normal(2, 2, 128, 64, dtype="fp16"), K=normal(2, 2, 128, 64, dtype="fp16"), V=normal(2, 2, 128, 64, dtype="fp16"), sm_scale=0.125,
              L=empty(4, 128), Out=empty(2, 2, 128, 64, dtype="fp16"), **strides("stride_qz stride_qh stride_qm stride_qk", 2, 2, 128, 64),
              **strides("stride_kz stride_kh stride_kn stride_kk", 2, 2, 128, 64), **strides("stride_vz stride_vh stride_vn stride_vk", 2, 2, 128, 64),
              **strides("stride_oz stride_oh stride_om stride_on", 2, 2, 128, 64), Z=2, H=2, N_CTX=128, Z_H_N_CTX=512),
         dict(BLOCK_M=64, BLOCK_DMODEL=64, BLOCK_N=32, IS_CAUSAL=True), rounds="dot"),
]
