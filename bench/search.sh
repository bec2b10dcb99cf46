#!/bin/sh
# Speed of the searchers, as Markdown tables.   bench/search.sh BINARY
# One thread, wall time of an otherwise idle machine; compare figures of one run only.
set -eu
plateau=$1

field() { sed -n "s/.*\"$1\":\\([0-9.]*\\).*/\\1/p"; }
run() { "$plateau" analyse "$@" --json | tail -n 1; }

echo "| tree search | nodes | nodes per second |"
echo "|---|---|---|"
tree() { # LABEL ARGUMENTS…
    label=$1
    shift
    run "$@" >"$result"
    awk -v label="$label" -v n="$(field nodes <"$result")" -v s="$(field seconds <"$result")" \
        'BEGIN { printf "| %s | %d | %.2f M |\n", label, n, n / s / 1e6 }'
}
result=$(mktemp)
trap 'rm -f "$result"' EXIT
tree "Connect Four, negamax, table, depth 15" connect4 --searcher negamax --depth 15
tree "Hasami, PVS, table, depth 5" hasami --searcher pvs --depth 5
tree "Hasami, PVS, table, material only, depth 6" hasami --searcher pvs --depth 6 --eval material
tree "Fous-Fous, PVS, table, depth 9" fousfous --searcher pvs --depth 9
tree "Gomoku, PVS, table, depth 4" gomoku --searcher pvs --depth 4 --moves h8i9
echo
echo "| MCTS, 10,000 a search | simulations per CPU second | best known | ratio |"
echo "|---|---|---|---|"
"$plateau" bench --simulations | awk '
    BEGIN { bar["tictactoe"] = 1080000; bar["connect4"] = 195000; bar["gomoku"] = 13000 }
    bar[$1] > 0 { printf "| %s | %.0f k | %d k | %.1f× |\n", $1, $2 / 1e3, bar[$1] / 1e3, $2 / bar[$1]; next }
    { printf "| %s | %.0f k | | |\n", $1, $2 / 1e3 }'
echo
echo "| two threads to a depth | one | two | ratio |"
echo "|---|---|---|---|"
seconds() { run "$@" | field seconds; }
ratios=
for spec in "connect4 17" "connect4 18 44" "connect4 17 4444" "hasami 5" "hasami 5 e1e5" "hasami 5 a1a5b9b5" \
    "fousfous 9" "fousfous 9 B1-A2" "fousfous 10 B1-A2A4-B5" "gomoku 4" "gomoku 4 h8i9"; do
    # shellcheck disable=SC2086
    set -- $spec
    one=$(seconds "$1" --depth "$2" --moves "${3:-}")
    two=$(seconds "$1" --depth "$2" --moves "${3:-}" --threads 2)
    ratio=$(awk -v a="$one" -v b="$two" 'BEGIN { printf "%.2f", b / a }')
    ratios="$ratios$ratio
"
    echo "| $spec | $one s | $two s | $ratio |"
done
printf '%s' "$ratios" | sort -n | awk '{ r[NR] = $1 } END { print "\nmedian ratio " r[int((NR + 1) / 2)] }'
