#!/bin/sh
# A ptxas that ends well and writes what is no cubin; with SLOW it takes its time.
[ -z "$SLOW" ] || { echo > "$SLOW"; sleep 60; }
for argument in "$@"; do
  [ "$previous" != -o ] || echo hello > "$argument"
  previous=$argument
done
