#!/bin/sh
# Replays dead letters: "redrive replay" under the name and with the flags of the scripts that it replaces.
#   ./replay-dlq.sh --error-type TIMEOUT_ERROR --start-date 2026-02-10T00:00:00Z --end-date 2026-02-11T00:00:00Z \
#     --batch-size 100 --dry-run true
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
exec "$(dirname -- "$file")/redrive" replay "$@"
