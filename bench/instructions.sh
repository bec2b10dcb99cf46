#!/bin/sh
# Instructions per random ply, which do not depend on how busy the machine is (needs valgrind).
#   bench/instructions.sh BINARY
set -eu
plateau=$1
log=$(mktemp)
trap 'rm -f "$log"' EXIT
count() { # instructions of a whole run
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$plateau" playouts "$@" 2>&1 >"$log" |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}
echo "| random games | instructions per ply |"
echo "|---|---|"
for game in tictactoe connect4 gomoku hasami fousfous; do
    few=$(count "$game" --games 1000)
    many=$(count "$game" --games 3000)
    plies=$(sed -n 's/^mean length *\([0-9.]*\).*/\1/p' "$log")
    echo "$game $few $many $plies" | awk '{printf "| %s | %.1f |\n", $1, ($3 - $2) / (2000 * $4)}'
done
