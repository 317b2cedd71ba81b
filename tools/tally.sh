# shellcheck shell=bash
# Sourced by scripts that run several steps and close with the line `N passed, N failed`.

passed=0
failed=0

# step NAME COMMAND...: one step that passes or fails, and returns, as COMMAND does; its output is shown when it fails.
step() {
  local name=$1 log started=$SECONDS status=0
  shift
  log=$(mktemp)
  "$@" >"$log" 2>&1 || status=$?
  if ((status == 0)); then
    passed=$((passed + 1))
    echo "ok      $name ($((SECONDS - started)) s)"
  else
    failed=$((failed + 1))
    echo "FAILED  $name ($((SECONDS - started)) s)"
    cat "$log"
  fi
  rm -f "$log"
  return "$status"
}

# counted COMMAND...: a command that closes with such a line itself: its counts are added. Its output is shown.
counted() {
  local log status line
  log=$(mktemp)
  "$@" 2>&1 | tee "$log"
  status=${PIPESTATUS[0]}
  line=$(tail -n 1 "$log")
  rm -f "$log"
  if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    # A failure that no case explains is one of its own.
    ((status == 0 || BASH_REMATCH[2] > 0)) || failed=$((failed + 1))
  else
    failed=$((failed + 1))
  fi
}

# The closing line, and the exit status that goes with it.
close_tally() {
  echo "$passed passed, $failed failed"
  ((failed == 0))
}
