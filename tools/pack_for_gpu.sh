#!/usr/bin/env bash
# Builds what a visit to a GPU machine needs and puts it, stripped, into build-gpu/: the folder to carry.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tools/build.sh release all
rm -rf build-gpu
mkdir build-gpu
for program in build/tritonc build/examples/{vector_add,softmax,dropout,layer_norm,great_circle} \
  build/tests/gpu/{runtime_check,ptx_forms} build/bench/launch_cost; do
  strip -o "build-gpu/$(basename "$program")" "$program"
done
du -sh build-gpu
