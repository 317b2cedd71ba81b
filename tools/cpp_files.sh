#!/usr/bin/env bash
# cpp_files.sh: lists the project's own C++ files, those not committed yet included.

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
git ls-files --cached --others --exclude-standard -- '*.cpp' '*.h' | while read -r file; do
  [[ ! -f $file ]] || echo "$file"  # it may be deleted and still in the index
done
