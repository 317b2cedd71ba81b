#!/bin/sh
# expect_exit.sh STATUS COMMAND...: runs COMMAND and succeeds if it exits with exactly STATUS.
expected=$1
shift
"$@"
status=$?
[ "$status" -eq "$expected" ] && exit 0
echo "expect-exit: exit status $status, expected $expected: $*" >&2
exit 1
