#!/usr/bin/env bash
# fresh_root_test.sh CLONE ROOT [COMMAND...]: runs the README's commands on a fresh Debian 12 that has nothing installed.
# ROOT is made with debootstrap (minbase) unless it exists, a copy of the git checkout CLONE is put into it, and each
# COMMAND (by default the README's two) runs there in a chroot. Needs root, and debootstrap.
#
# The package registries are reached the way this machine reaches them: its apt sources, pip settings and certificates
# are copied. Nothing else of it is: no compiler, no CUDA toolkit.

set -euo pipefail

if (($# < 2)); then
  sed -n '2,4s/^# //p' "${BASH_SOURCE[0]}" >&2
  exit 2
fi
clone=$(realpath "$1")
root=$2
shift 2
(($#)) || set -- "./dev run" "./dev test"

make_root() {
  local mirror
  # shellcheck disable=SC2016  # apt expands it
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Suite: bookworm' | head -n 1)
  echo "fresh root: making $root with debootstrap"
  mkdir -p "$root"
  debootstrap --variant=minbase bookworm "$root" "$mirror" >"$root/debootstrap.log" || {
    tail -n 20 "$root/debootstrap.log" >&2
    exit 1
  }
}

copy_registry_settings() {
  cp --recursive --no-target-directory /etc/apt/sources.list.d "$root/etc/apt/sources.list.d"
  cp --recursive --no-target-directory /etc/apt/apt.conf.d "$root/etc/apt/apt.conf.d"
  rm -f "$root/etc/apt/sources.list"
  local file
  for file in /etc/apt/sources.list /etc/pip.conf /etc/resolv.conf /etc/hosts; do
    [[ ! -f $file ]] || cp "$file" "$root$file"
  done
  install -D --mode=644 /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/host-certificates.crt"
}

# A copy that shares nothing with CLONE, in the folder /work/tritonc of the root.
copy_clone() {
  rm -rf "$root/work/tritonc"
  mkdir -p "$root/work"
  git clone --quiet --no-hardlinks "$clone" "$root/work/tritonc"
}

in_root() {
  chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    PIP_CERT=/etc/ssl/host-certificates.crt PIP_DEFAULT_TIMEOUT="${PIP_DEFAULT_TIMEOUT:-60}" CI=true \
    /bin/bash -c "cd /work/tritonc && $1"
}

unmount() {
  umount "$root/proc" 2>/dev/null || true
}

[[ -d $root/usr/bin ]] || make_root
copy_registry_settings
copy_clone
trap unmount EXIT
mount -t proc proc "$root/proc"

for command in "$@"; do
  echo "fresh root: $command"
  started=$SECONDS
  in_root "$command" || {
    echo "fresh root: '$command' failed after $((SECONDS - started)) s" >&2
    exit 1
  }
  echo "fresh root: '$command' done after $((SECONDS - started)) s"
done
