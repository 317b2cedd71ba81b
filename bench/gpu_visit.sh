#!/usr/bin/env bash
# One visit to a machine with a GPU: every execution test, the C++ hosts of the examples, the runtime's own check, then the benchmarks.
# Needs build-gpu/ of tools/pack_for_gpu.sh. Results go to $OUT, or to bench/results/ without it.
#
#   bench/gpu_visit.sh [STEP...]        steps: exec fuzz host runtime bench (all five by default); matmul forms products tutorials

set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export TRITONC=$PWD/build-gpu/tritonc OUT=${OUT:-$PWD/bench/results} PYTHONUNBUFFERED=1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

step_exec() {
  local test
  for test in tests/exec/*.py; do
    [[ $(basename "$test") == harness.py ]] && continue
    python3 tests/exec/harness.py --tritonc "$TRITONC" --device cuda "$test" || failed=1
  done
}

step_fuzz() {
  python3 tools/fuzz_kernels.py --tritonc "$TRITONC" --device cuda --count 1000 --jobs "$(nproc)" --no-shrink \
    --json "$OUT/fuzz_kernels.json" || failed=1
}

# host PROGRAM KERNEL...: runs one of the examples.
host() {
  local program=$1
  shift
  build-gpu/"$program" "${@/#/$scratch/}" || failed=1
}

step_host() {
  examples/compile.sh "$TRITONC" "$scratch" -t cuda:90 || failed=1
  host vector_add add.cubin
  host softmax softmax.cubin
  host dropout dropout.cubin
  host layer_norm layer_norm_forward.cubin layer_norm_backward_dx.cubin layer_norm_backward_dwdb.cubin
  host great_circle great_circle.cubin
}

step_runtime() {
  "$TRITONC" compile examples/vector_add/vector_add.py -k add -s "*fp32, *fp32, *fp32, i32, 256" \
    -t cuda:90 -o "$scratch/plain.cubin" && build-gpu/runtime_check tests/runtime/add.ptx "$scratch/plain.cubin" || failed=1
  build-gpu/launch_cost tests/runtime/add.ptx || failed=1
}

step_bench() {
  python3 bench/vector_add.py || failed=1
  python3 bench/memory_bound.py || failed=1
}

step_matmul() {
  python3 bench/matmul.py build-gpu/tutorials || failed=1
  python3 bench/matmul.py build-gpu/tutorials --target cuda:80 --dtypes fp16 || failed=1
}

# Every form of the matrix and copy instructions, on the emulator and here.
step_forms() {
  build-gpu/ptx_forms --cases 1 --floats 1 --json "$OUT/h200_ptx_forms.json" --table "$OUT/h200_ptx_forms.txt" || failed=1
}

# More than 500 random products, each twice.
step_products() {
  seq 0 15 | xargs -P "$(nproc)" -I SEED python3 tests/exec/harness.py --tritonc "$TRITONC" --device cuda --large --repeat 2 \
    --seed SEED tests/exec/random_products.py || failed=1
}

# Triton's tutorials are not part of this repository: put the files there.
step_tutorials() {
  python3 bench/tutorials.py build-gpu/tutorials || failed=1
}

exec > >(tee "$OUT/gpu_visit.log") 2>&1
nvidia-smi --query-gpu=name,driver_version,clocks.sm,temperature.gpu --format=csv
(($#)) || set -- exec fuzz host runtime bench
for step in "$@"; do
  echo "== $step"
  time "step_$step"
done
echo "gpu_visit: $((failed)) failed"
exit $failed
