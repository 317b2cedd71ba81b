#!/usr/bin/env bash
# check.sh: every check that is not a test of the release build. Run through `./dev check`, which installs the tools.
# The list of them is at the end; each step is a function or a script named for what it checks.

set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1
source tools/tally.sh

# The second compiler and the sanitizers at once. The release build runs the tests labelled `slow`.
sanitizers() {
  step "build with clang, ASan and UBSan" tools/build.sh asan all &&
    counted tools/run_tests.sh build-asan --label-exclude '^slow$'
}

formatting() {
  tools/cpp_files.sh | xargs --no-run-if-empty clang-format-19 --dry-run --Werror
}

# The sources that differ from TRITONC_BASE, by default from where this branch left origin/main; on main itself, those
# of the last fifty commits. Headers are looked at through the sources that include them.
changed_sources() {
  local base
  base=${TRITONC_BASE:-$(git merge-base HEAD origin/main 2>/dev/null)}
  if [[ -z $base || $base == "$(git rev-parse HEAD)" ]]; then
    base=$(git rev-list --max-count=51 --first-parent HEAD | tail -n 1)
  fi
  { git diff --name-only --diff-filter=d "$base" -- '*.cpp' && git ls-files --others --exclude-standard -- '*.cpp'; } | sort -u
}

tidy() {
  changed_sources | xargs --no-run-if-empty tools/tidy.py build-asan
}

# Only codegen/ knows LLVM, so that everything else builds in seconds.
llvm_stays_in_codegen() {
  ! git grep --untracked --line-number --extended-regexp '^\s*#\s*include\s*[<"](llvm|llvm-c|clang|mlir)/' -- \
    '*.cpp' '*.h' ':!codegen/'
}

# Instructions do not depend on what else the machine does, as times would.
compile_budget() {
  tools/build.sh release tritonc && tools/compile_budget.py
}

# Other kernels each day, so that a difference is found by somebody.
kernel_fuzzing() {
  tools/build.sh release tritonc && /usr/bin/python3 tools/fuzz_kernels.py --minutes 0.2 --seed "$(($(date +%s) / 86400 * 10000))"
}

sanitizers
step "formatting (./dev fmt repairs it)" formatting
step "clang-tidy on changed files" tidy
step "LLVM headers in codegen/ only" llvm_stays_in_codegen
step "a short slice of fuzzing" tools/fuzz.sh 10
step "random kernels agree everywhere" kernel_fuzzing
step "compiles stay in their budget of instructions" compile_budget
step "sizes of files and functions" tools/check_sizes.py
step "every diagnostic has a test" tools/check_diagnostics.py
step "every pass is documented and tested" tools/gen_docs.py --check
close_tally
