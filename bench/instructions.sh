#!/bin/sh
# Instructions per random ply and per searched node, which do not depend on how busy the machine is
# (needs valgrind).   bench/instructions.sh BINARY
set -eu
plateau=$1
log=$(mktemp)
trap 'rm -f "$log"' EXIT

count() { # instructions of a whole run
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$plateau" "$@" 2>&1 >"$log" |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p'
}

echo "| random games | instructions per ply |"
echo "|---|---|"
for game in tictactoe connect4 gomoku hasami fousfous; do
    few=$(count playouts "$game" --games 1000)
    many=$(count playouts "$game" --games 3000)
    plies=$(sed -n 's/^mean length *\([0-9.]*\).*/\1/p' "$log")
    echo "$game $few $many $plies" | awk '{printf "| %s | %.1f |\n", $1, ($3 - $2) / (2000 * $4)}'
done

echo
echo "| search with table | instructions per node |"
echo "|---|---|"
node_cost() { # GAME SEARCHER
    few=$(count analyse "$1" --searcher "$2" --nodes 20000 --table 1)
    many=$(count analyse "$1" --searcher "$2" --nodes 60000 --table 1)
    echo "$1 $2 $few $many" | awk '{printf "| %s, %s | %.0f |\n", $1, $2, ($4 - $3) / 40000}'
}
node_cost connect4 negamax
node_cost connect4 pvs
node_cost hasami pvs
node_cost fousfous pvs
node_cost gomoku pvs
