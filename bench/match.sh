#!/bin/sh
# What matches cost besides thinking, as Markdown tables.        bench/match.sh BINARY [GAMES]
#   1. games per CPU second of `plateau match`, between players in its own process;
#   2. games per second between two programs that answer at once: wall time, with their start.
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

cc -O1 -D_GNU_SOURCE -pthread -o "$folder/quick" "$(dirname "$0")/../tests/zoo/zoo.c"

program_row() { # GAMES FLAG…
    count=$1
    shift
    rm -f "$folder"/match.db*
    begin=$(date +%s.%N)
    "$plateau" match tictactoe "cmd:$folder/quick good" "cmd:$folder/quick good" --games "$count" \
        --store "$folder/match.db" "$@" >/dev/null
    end=$(date +%s.%N)
    awk -v what="$*" -v games="$count" -v begin="$begin" -v end="$end" 'BEGIN {
        printf "| tictactoe | %s | %d | %.2f | %.0f |\n", what == "" ? "-" : what, games, end - begin, games / (end - begin)
    }'
}

echo
echo "| two programs | flags | games | seconds | games per second |"
echo "|---|---|---|---|---|"
program_row $((games / 10))
program_row $((games / 10)) --sandbox auto
program_row $((games / 10)) --concurrency 2
