#!/bin/sh
echo "ptxas fatal   : the disk is full" >&2
exit 3
