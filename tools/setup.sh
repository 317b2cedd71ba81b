#!/usr/bin/env bash
# setup.sh build|check: installs what building and testing (build), or the checks as well (check), need on Debian 12.
# Quiet when everything is there. As root it uses apt-get as it is, otherwise through sudo.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

build_packages=(
  cmake ninja-build g++ ccache lld-19 llvm-19-dev llvm-19-tools binutils git ca-certificates
  libboost-dev libcli11-dev libfmt-dev libgtest-dev libxxhash-dev libzstd-dev nlohmann-json3-dev zlib1g-dev
  python3 python3-numpy python3-pip
)
check_packages=(clang-19 clang-format-19 clang-tidy-19 libclang-rt-19-dev valgrind)

fail() {
  echo "dev setup: $*" >&2
  exit 1
}

# Runs a command whose output matters only when it fails.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

missing_packages() {
  local package
  for package in "$@"; do
    [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || echo "$package"
  done
}

install_packages() {
  command -v dpkg-query >/dev/null ||
    fail "this is no Debian, so nothing was installed; the project needs what Debian 12 calls: $*"
  local missing
  mapfile -t missing < <(missing_packages "$@")
  ((${#missing[@]})) || return 0

  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "needs root to install packages, and there is no sudo: ${missing[*]}"
    as_root=(sudo)
  fi
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -y)
  echo "dev setup: installing ${missing[*]}"
  quietly "${apt[@]}" update || echo "dev setup: apt-get update failed, going on with the lists that are there" >&2
  quietly "${apt[@]}" install --no-install-recommends "${missing[@]}" || fail "apt-get could not install the packages above"
}

# A folder shaped like a CUDA toolkit that has both ptxas and libdevice.
has_cuda_tools() {
  [[ -x $1/bin/ptxas && -f $1/nvvm/libdevice/libdevice.10.bc ]]
}

find_toolkit() {
  local candidate on_path
  on_path=$(command -v ptxas || true)
  for candidate in "${CUDA_HOME:-}" "${on_path:+$(dirname "$(dirname "$(readlink -f "$on_path")")")}" \
    /usr/local/cuda "$root/.tools/cuda"; do
    if [[ -n $candidate ]] && has_cuda_tools "$candidate"; then
      return 0
    fi
  done
  return 1
}

# Takes two files and their licences out of the wheels that tools/cuda_wheels.txt pins.
fetch_cuda_tools() {
  find_toolkit && return 0
  local wheels
  wheels=$(mktemp -d)
  echo "dev setup: no CUDA toolkit found, fetching ptxas and libdevice into .tools/cuda"
  if quietly /usr/bin/python3 -m pip download --quiet --no-deps --only-binary=:all: --require-hashes \
    --dest "$wheels" --requirement "$root/tools/cuda_wheels.txt"; then
    /usr/bin/python3 "$root/tools/unpack_cuda_wheels.py" "$wheels" "$root/.tools/cuda"
  else
    echo "dev setup: could not fetch the wheels; cubins cannot be made and the tests that need ptxas are skipped" >&2
  fi
  rm -rf "$wheels"
}

case ${1:-} in
build) install_packages "${build_packages[@]}" ;;
check) install_packages "${build_packages[@]}" "${check_packages[@]}" ;;
*) fail "usage: setup.sh build|check" ;;
esac
fetch_cuda_tools
