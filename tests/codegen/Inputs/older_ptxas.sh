#!/bin/sh
echo "ptxas fatal   : Value 'sm_90a' is not defined for option 'gpu-name'" >&2
exit 255
