# tally.sh FOLDER_OF_SCRIPTS: every way in which a step or a counted command can end.
source "$1/tally.sh"

complain() {
  echo "what was wrong"
  return 1
}

# count TEXT STATUS
count() {
  echo "$1"
  return "$2"
}

step good true
step bad complain
counted count "3 passed, 1 failed" 1
counted count "no closing line" 0
counted count "2 passed, 0 failed" 1  # a failure that no case explains
close_tally
