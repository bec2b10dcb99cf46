#!/bin/sh
# The speed figures of bench/README.md, as a Markdown table.   bench/bench.sh BINARY [SECONDS]
# Processor time, one thread. Machines are noisy: compare figures of one run only.
set -eu
plateau=$1
seconds=${2:-3}

cpu() { "$plateau" perft "$@" --stats | sed -n 's/^cpu seconds *//p'; }
row() { # LABEL BAR ARGUMENTS…
    label=$1
    bar=$2
    shift 2
    "$plateau" playouts "$@" --seconds "$seconds" | awk -v label="$label" -v bar="$bar" '
        /^mean length/ { mean = $3 }
        /^playouts_per_cpu_second/ { rate = $2 }
        END {
            printf "| %s | %d | %.2f |", label, rate, mean
            if (bar > 0) printf " %d | %.1f× |\n", bar, rate / bar
            else print " | |"
        }'
}

echo "| random games | per CPU second | mean plies | best known | ratio |"
echo "|---|---|---|---|---|"
row "Tic-Tac-Toe" 2900000 tictactoe
row "Connect Four" 7300000 connect4
row "Gomoku 15×15 freestyle" 188000 gomoku
row "Gomoku 15×15 standard" 0 gomoku --option rule=standard
row "Gomoku 15×15 renju" 0 gomoku --option rule=renju
row "Hasami, no draw rules" 2560 hasami --preset seed
row "Hasami, default rules" 0 hasami
row "Fous-Fous" 400000 fousfous
echo
echo "| perft | CPU seconds |"
echo "|---|---|"
echo "| Fous-Fous depth 5 | $(cpu fousfous 5) |"
echo "| Fous-Fous depth 6 | $(cpu fousfous 6) |"
echo "| Hasami depth 5 | $(cpu hasami 5) |"
echo "| Connect Four depth 10 | $(cpu connect4 10) |"
echo "| Gomoku depth 4 (15×15) | $(cpu gomoku 4) |"
