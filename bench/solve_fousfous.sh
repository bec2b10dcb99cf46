#!/bin/sh
# The Fous-Fous solver on random positions, everything forgotten before each: medians of nodes and wall
# time. The endgame tables are those of the user's cache (`plateau tables fousfous --pieces 9` first).
#   bench/solve_fousfous.sh PLATEAU POSITIONS [THREADS [PIECES …]]
# POSITIONS is the generator, built from bench/fousfous_positions.c.
set -eu
plateau=$1
positions=$2
threads=${3:-1}
[ $# -lt 3 ] && shift 2 || shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tables=6
while [ -f "${XDG_CACHE_HOME:-$HOME/.cache}/plateau/fousfous-$((tables + 1)).tbl" ]; do tables=$((tables + 1)); done

echo "| pieces | tables up to | threads | positions | median nodes | median seconds | slowest |"
echo "|---|---|---|---|---|---|---|"
for pieces in ${*:-20 22 24}; do
    "$positions" "$pieces" "${COUNT:-9}" "${SEED:-1}" >"$work/positions"
    "$plateau" solve fousfous --stats --fresh --threads "$threads" <"$work/positions" 2>/dev/null >"$work/out"
    median() { awk "{ print \$$1 }" "$work/out" | sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }
    nodes=$(median '(NF - 1)')
    time=$(median NF)
    slowest=$(awk '{ if ($NF > most) most = $NF } END { print most }' "$work/out")
    count=$(wc -l <"$work/out")
    awk "BEGIN { printf \"| $pieces | $tables | $threads | $count | $nodes | %.3f | %.3f |\n\", $time / 1e6, $slowest / 1e6 }"
done
