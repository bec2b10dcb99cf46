#!/bin/sh
# The Connect Four solver on sets of positions, one thread, no book, everything forgotten before each.
# Nodes and time a position; with INSTRUCTIONS=1 instructions as well (needs valgrind).
#   bench/solve_connect4.sh BINARY [empty]     "empty": the empty board too, which takes a minute
set -eu
plateau=$1
log=$(mktemp)
trap 'rm -f "$log"' EXIT

solve() { # FILE [--weak]
    file=$1
    shift
    "$plateau" solve connect4 --no-book --fresh --stats "$@" <"$file" 2>&1 >/dev/null
}

row() { # NAME FILE MODE [--weak]
    name=$1 file=$2 mode=$3
    shift 3
    count=$(wc -l <"$file")
    # The program's own time for the positions, the smallest of so many runs.
    for run in $(seq "${RUNS:-3}"); do solve "$file" "$@"; done >"$log"
    time=$(sed -n 's/.* \([0-9.]*\) microseconds.*/\1/p' "$log" | sort -n | head -n 1)
    if [ -n "${INSTRUCTIONS:-}" ]; then
        instructions=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$plateau" solve connect4 \
            --no-book --fresh "$@" <"$file" 2>&1 >/dev/null | sed -n 's/.*Collected : \([0-9]*\).*/\1/p')
        instructions=$((instructions / count))
    fi
    right=$(sed -n '1s/.*, \([0-9]*\) of .* as expected.*/\1/p' "$log")
    nodes=$(sed -n '1s/.*mean \([0-9.]*\) nodes.*/\1/p' "$log")
    echo "| $name, $mode | ${right:--} of $count | $nodes | ${instructions:-} | $time µs |"
}

both() { # NAME FILE
    row "$1" "$2" exact
    row "$1" "$2" weak --weak
}

echo "| set | right | nodes a position | instructions | time a position |"
echo "|---|---|---|---|---|"
both "L3_R1" tests/golden/connect4/Test_L3_R1
both "L2_R1" tests/golden/connect4/Test_L2_R1
both "L1_R1" tests/golden/connect4/Test_L1_R1
both "middle, medium" bench/connect4/middle_medium.txt
both "begin, medium" bench/connect4/begin_medium.txt
both "begin, hard" bench/connect4/begin_hard.txt
if [ "${2:-}" = empty ]; then
    empty=$(mktemp)
    trap 'rm -f "$log" "$empty"' EXIT
    echo >"$empty"
    both "empty board" "$empty"
fi
