#!/usr/bin/env bash
# check.sh: every check that is not a test of the release build. Run through `./dev check`, which installs the tools.
# One step each; the last function is the list of them.

set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1
source tools/tally.sh

# The project's own C++ files, those not committed yet included.
cpp_files() {
  git ls-files --cached --others --exclude-standard -- '*.cpp' '*.h' | while read -r file; do
    [[ ! -f $file ]] || echo "$file"
  done
}

# The second compiler and the sanitizers share one build: LLVM's headers take most of the time, and once is enough.
second_compiler_build() {
  tools/build.sh asan all
}

sanitized_tests() {
  tools/run_tests.sh build-asan
}

formatting() {
  cpp_files | xargs --no-run-if-empty clang-format-19 --dry-run --Werror
}

# The sources that differ from TRITONC_BASE, by default from where this branch left origin/main; on main itself, those
# of the last ten commits. Headers are looked at through the sources that include them.
changed_sources() {
  local base
  base=${TRITONC_BASE:-$(git merge-base HEAD origin/main 2>/dev/null)}
  if [[ -z $base || $base == "$(git rev-parse HEAD)" ]]; then
    base=$(git rev-list --max-count=11 --first-parent HEAD | tail -n 1)
  fi
  { git diff --name-only "$base" -- '*.cpp' && git ls-files --others --exclude-standard -- '*.cpp'; } | sort -u |
    while read -r file; do
      # Not every file is part of the configured build, a consumer project's for one.
      ! grep --quiet --fixed-strings "\"file\": \"$root/$file\"" build-asan/compile_commands.json || echo "$file"
    done
}

# The compiler's own warnings are the builds' business: here they would be errors inside system headers too.
tidy() {
  changed_sources |
    xargs --no-run-if-empty --max-procs="$(nproc)" --max-args=1 \
      clang-tidy-19 -p build-asan --quiet --extra-arg=-Wno-error 2>&1 |
    sed '/^[0-9]* warnings* generated\.$/d'
}

# Only codegen/ knows LLVM (style.md 1).
llvm_stays_in_codegen() {
  ! cpp_files | grep --invert-match '^codegen/' |
    xargs --no-run-if-empty grep --line-number --extended-regexp '#\s*include\s*[<"](llvm|llvm-c|clang|mlir)/'
}

# To be added here when what they check exists, each as a step of its own: PTX and cubins byte-equal across runs and
# thread counts, short fuzzing, callgrind's instruction counts against the stored budget (design.md 10).
step "clang-19 build with ASan and UBSan" second_compiler_build
counted sanitized_tests
step "formatting (./dev fmt repairs it)" formatting
step "clang-tidy on changed files" tidy
step "LLVM headers in codegen/ only" llvm_stays_in_codegen
step "sizes of files and functions" tools/check_sizes.py
step "every diagnostic has a test" tools/check_diagnostics.py
close_tally
