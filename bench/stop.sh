#!/bin/sh
# How punctual a search is: N times 50 ms on the largest boards, wall time of the whole program.
#   bench/stop.sh BINARY [N]
set -eu
plateau=$1
times=${2:-1000}
count=0
while [ "$count" -lt "$times" ]; do
    for game in gomoku hasami; do
        begin=$(date +%s%N)
        if [ $game = gomoku ]; then set -- --option size=20; else set --; fi
        "$plateau" analyse $game --time 50ms "$@" >/dev/null
        echo $((($(date +%s%N) - begin) / 1000))
        count=$((count + 1))
    done
done | sort -n | awk '
    { t[NR] = $1 }
    $1 <= 60000 { good++ }
    END { printf "%d of %d within 60 ms; median %.1f ms, slowest %.1f ms\n", good, NR, t[int((NR + 1) / 2)] / 1000, t[NR] / 1000 }'
