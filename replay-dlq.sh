#!/bin/sh
# Replays dead letters: "redrive replay" under the name and with the flags of the scripts that it replaces.
#   ./replay-dlq.sh --error-type TIMEOUT_ERROR --start-date 2026-02-10T00:00:00Z --end-date 2026-02-11T00:00:00Z \
#     --batch-size 100 --dry-run true
# Without --dry-run true it replays: at a terminal it asks first, in a script it starts at once.
# It ends with 0 when the replay came to its end; letters that failed again are in its report.
# "./replay-dlq.sh --help" says more.
set -eu

file=$0
while [ -L "$file" ]; do
  link=$(ls -ld -- "$file")
  link=${link#*" $file -> "}
  case $link in
    /*) file=$link ;;
    *) file=$(dirname -- "$file")/$link ;;
  esac
done
redrive=$(dirname -- "$file")/redrive

# True when these arguments start a replay without a terminal for the question.
is_consent() {
  [ ! -t 0 ] || return 1
  case ${1-} in [!-]*) return 1 ;; esac
  before=
  for word; do
    case $word in
      --yes | -y | --help | -h | --dry-run=true) return 1 ;;
      true) [ "$before" != --dry-run ] || return 1 ;;
      *) [ "$before" != --dry-run ] || [ "$word" = false ] || return 1 ;;
    esac
    before=$word
  done
  [ "$before" != --dry-run ]
}

if is_consent "$@"; then
  echo "replay-dlq.sh: there is no terminal to ask on, and this is no dry run, so it starts at once" >&2
  exec "$redrive" replay --allow-failed --yes "$@"
fi
case ${1-} in
  [!-]*) exec "$redrive" replay "$@" ;;
  *) exec "$redrive" replay --allow-failed "$@" ;;
esac
