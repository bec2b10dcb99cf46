#!/bin/sh
# Levels by matches of fixed seeds: the first wins few games against one who only sees what is a move
# away, and each of the weak ones is stronger than the one below. tools/levels.sh measures it well.
#   tests/transcripts/run_levels.sh BINARY
set -u
plateau=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 1
. tests/expect.sh

# "WINS POINTS GAMES" of the first player against the second.
meet() { # GAME FIRST SECOND
    "$plateau" match "$1" "$2" "$3" --games 40 --random-plies 2 --csv |
        awk -F, -v name="\"$2\"" '$2 == name { print $4, $7, $3 }'
}

for game in $("$plateau" games | cut -d' ' -f1); do
    meet "$game" level1 careful | awk '{ exit !($3 == 40 && $1 < 0.35 * $3) }'
    expect "$game: level 1 wins less than 35 % against careful" $?
    for below in 1 2 3; do
        meet "$game" level$((below + 1)) level$below | awk '{ exit !($3 == 40 && $2 > 0.5 * $3) }'
        expect "$game: level $((below + 1)) is stronger than level $below" $?
    done
done
finish
