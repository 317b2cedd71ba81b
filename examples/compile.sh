#!/usr/bin/env bash
# compile.sh TRITONC FOLDER [OPTION...]: compiles every kernel that the programs here use to FOLDER/KERNEL.cubin.
# The options go to `tritonc compile`: `-t cuda:80` for an older GPU than the default, `--emit ptx` for another form.

set -euo pipefail
examples=$(dirname "${BASH_SOURCE[0]}")
tritonc=$1
folder=$2
shift 2

kernel() {  # FILE KERNEL SIGNATURE
  "$tritonc" compile "$examples/$1.py" -k "$2" -s "$3" -o "$folder/$2.cubin" "${options[@]}"
}

options=("$@")
array="*fp32:16"
kernel vector_add/vector_add add "$array, $array, $array, i32, 1024"
kernel softmax/softmax softmax "$array, $array, i32, i32, i32, i32, 1024, 1"
kernel dropout/dropout dropout "$array, $array, i32, fp32, i32, 1024"
kernel layer_norm/layer_norm layer_norm_forward "$array, $array, $array, $array, $array, $array, i32, i32, fp32, 1024"
kernel layer_norm/layer_norm layer_norm_backward_dx \
  "$array, $array, $array, $array, $array, $array, $array, $array, *i32:16, i32, i32, 64, 1024"
kernel layer_norm/layer_norm layer_norm_backward_dwdb "$array, $array, $array, $array, i32, i32, 32, 128"
kernel great_circle/great_circle great_circle "$array, $array, $array, $array, $array, i32, fp32, 1024"
