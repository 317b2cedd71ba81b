#!/usr/bin/env bash
# build.sh PRESET TARGET...: configures a preset of CMakePresets.json where it is new or has changed and builds targets of it.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
preset=$1
shift

# Paths relative to the checkout: a build in another clone finds what this one compiled.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

folder=build
[[ $preset == release ]] || folder=build-$preset
if [[ ! -f $folder/build.ninja || CMakePresets.json -nt $folder/build.ninja ]]; then
  mkdir -p "$folder"
  if ! cmake --preset "$preset" >"$folder/configure.log" 2>&1; then
    cat "$folder/configure.log" >&2
    exit 1
  fi
fi
verbosity=()
[[ -t 1 ]] || verbosity=(--quiet)
ninja -C "$folder" "${verbosity[@]}" "$@"
