#!/bin/sh
# How punctual a search is: N times 50 ms on the largest boards. Two times of each run: the wall time
# of the whole program as its caller sees it (with the starting of two processes), and the search's own.
# After them the same number of runs of a sleep of 50 ms: what the machine alone loses.
#   bench/stop.sh BINARY [N]
set -eu
plateau=$1
times=${2:-1000}

# "GAME WALL OWN" in microseconds, one line a run
searches() {
    count=0
    while [ "$count" -lt "$times" ]; do
        for game in gomoku hasami; do
            if [ $game = gomoku ]; then set -- --option size=20; else set --; fi
            begin=$(date +%s%N)
            own=$("$plateau" analyse $game --time 50ms --json "$@")
            end=$(date +%s%N)
            own=${own##*\"seconds\":}
            echo "$(((end - begin) / 1000)) ${own%%,*}"
            count=$((count + 1))
        done
    done
}

sleeps() {
    count=0
    while [ "$count" -lt "$times" ]; do
        begin=$(date +%s%N)
        sleep 0.05
        end=$(date +%s%N)
        echo "$(((end - begin) / 1000)) 0.05"
        count=$((count + 1))
    done
}

summary() {
    sort -n | awk -v what="$1" '
        { t[NR] = $1; if ($2 > own) own = $2 }
        $1 <= 60000 { good++ }
        END {
            printf "%-7s %d of %d within 60 ms; median %.1f ms, slowest %.1f ms; slowest own time %.1f ms\n",
                   what, good, NR, t[int((NR + 1) / 2)] / 1000, t[NR] / 1000, own * 1000
        }'
}

searches | summary search
sleeps | summary sleep
