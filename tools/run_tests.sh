#!/usr/bin/env bash
# run_tests.sh BUILD_FOLDER [CTEST_OPTION...]: runs the tests of a build through ctest and closes with the line
# `N passed, N failed`. ctest's own account stays in BUILD_FOLDER/ctest.log.

set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$1
shift

# LLVM is not instrumented: what it does to memory that both sides share must not count as an error of ours.
export ASAN_OPTIONS=detect_container_overflow=0:allow_user_poisoning=0:${ASAN_OPTIONS:-}
export UBSAN_OPTIONS=print_stacktrace=1:${UBSAN_OPTIONS:-}

rm -f "$build/ctest.xml" "$build/lit.json"
ctest --test-dir "$build" --parallel "$(nproc)" --timeout 600 --output-junit "$(realpath "$build")/ctest.xml" "$@" \
  >"$build/ctest.log" 2>&1
/usr/bin/python3 "$root/tools/test_report.py" "$build"
