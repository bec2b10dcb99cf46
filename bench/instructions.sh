#!/bin/sh
# Instructions per random ply and per searched node, which do not depend on how busy the machine is
# (needs valgrind).   bench/instructions.sh BINARY POSITIONS
# POSITIONS is the generator, built from bench/fousfous_positions.c.
set -eu
plateau=$1
positions=$2
log=$(mktemp)
set=$(mktemp)
trap 'rm -f "$log" "$set"' EXIT

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

echo
echo "| solver | positions | instructions per node |"
echo "|---|---|---|"
solver_cost() { # NAME GAME: the positions in $set, against the first of them alone
    many=$(count solve "$2" --no-book --fresh --stats <"$set")
    nodes=$(awk '{ all += $(NF - 1); if (NR == 1) first = $(NF - 1) } END { print all - first }' "$log")
    few=$(head -n 1 "$set" | count solve "$2" --no-book --fresh --stats)
    echo "| $1 | $(wc -l <"$set") | $many $few $nodes" | awk '{ n = NF; v = ($(n - 2) - $(n - 1)) / $n; NF -= 3; printf "%s %.0f |\n", $0, v }'
}
head -n 100 tests/golden/connect4/Test_L2_R1 | cut -d' ' -f1 >"$set"
solver_cost "Connect Four, exact, L2_R1" connect4
# Without the user's tables: those of six pieces are part of the program.
"$positions" 18 6 1 >"$set"
XDG_CACHE_HOME=/nonexistent solver_cost "Fous-Fous, 18 pieces, tables of 6" fousfous
