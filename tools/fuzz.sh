#!/usr/bin/env bash
# fuzz.sh SECONDS [TARGET...]: fuzzes each target of tests/fuzz for so long, starting from the seeds that the tree's own
# files give and from what earlier runs found. An input that breaks a target is left in build-asan/fuzz/TARGET and ends the
# run; `build-asan/tests/fuzz/TARGET FILE` repeats it.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if (($# == 0)); then
  echo "usage: tools/fuzz.sh SECONDS [TARGET...]" >&2
  exit 2
fi
seconds=$1
shift
(($#)) || set -- fuzz_source fuzz_ir_text fuzz_signature fuzz_kernel fuzz_ptx

# run_target TARGET OPTION...: libFuzzer with bounds on the time and memory that one input may take.
run_target() {
  local target=$1
  shift
  if ! build-asan/tests/fuzz/"$target" -timeout=20 -rss_limit_mb=2500 -artifact_prefix="build-asan/fuzz/$target/" "$@" \
    >"build-asan/fuzz/$target/log" 2>&1; then
    tail -n 60 "build-asan/fuzz/$target/log"
    return 1
  fi
}

tools/build.sh asan "$@"
for target in "$@"; do
  folder=build-asan/fuzz/$target
  rm -rf "$folder/seeds" "$folder/deep"
  /usr/bin/python3 tests/fuzz/make_corpus.py "$target" "$folder"
  mkdir -p "$folder/corpus"
  run_target "$target" "$folder"/deep/*
  run_target "$target" -max_total_time="$seconds" -max_len=4096 -dict="$folder/words" -print_final_stats=1 \
    "$folder/corpus" "$folder/seeds"
  runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$folder/log")
  echo "$target: $seconds s, $runs runs, nothing found"
done
