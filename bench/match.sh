#!/bin/sh
# Games per CPU second of `plateau match`, store and all, as a Markdown table.
#                                                               bench/match.sh BINARY [GAMES]
# Processor time of the whole process, one game at a time, with a store on the disk of TMPDIR.
set -eu
plateau=$1
games=${2:-20000}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# cpu COMMAND…: its user and system seconds
cpu() {
    ("$@" >/dev/null; times) | tail -n 1 | sed 's/[ms]/ /g' | awk '{ print $1 * 60 + $2 + $3 * 60 + $4 }'
}

row() { # GAME PLAYER PLAYER
    rm -f "$folder"/match.db*
    seconds=$(cpu "$plateau" match "$@" --games "$games" --store "$folder/match.db")
    awk -v what="$*" -v games="$games" -v seconds="$seconds" 'BEGIN {
        split(what, word, " ")
        printf "| %s | %s, %s | %d | %.2f | %.0f |\n", word[1], word[2], word[3], games, seconds, games / seconds
    }'
}

echo "| game | players | games | CPU seconds | games per CPU second |"
echo "|---|---|---|---|---|"
row tictactoe random random
row tictactoe alphabeta,depth=2 random
row tictactoe alphabeta,depth=3 negamax,depth=3
row tictactoe pvs,depth=4 mcts,iterations=50
row connect4 alphabeta,depth=2 random
