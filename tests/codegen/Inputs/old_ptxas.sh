#!/bin/sh
echo "ptxas kernel.ptx, line 1; fatal   : Unsupported .version 8.4; current version is '7.4'" >&2
exit 255
