#!/bin/sh
# Who wins Fous-Fous on small boards: bench/fousfous_boards.sh PLATEAU [THREADS] [ROWSxCOLUMNS …]
set -eu
plateau=$1
threads=${2:-1}
[ $# -lt 2 ] && shift || shift 2
boards=${*:-3x3 4x4 4x5 5x4 5x5 4x6 6x4 5x6 6x5 6x6 6x7 7x6}
echo "| board | value for Blanc | winning first moves | nodes | seconds |"
echo "|---|---|---|---|---|"
for board in $boards; do
    rows=${board%x*} columns=${board#*x}
    rules="--option rows=$rows --option columns=$columns --position startpos --threads $threads"
    answer=$("$plateau" solve fousfous $rules --stats 2>/dev/null | awk '{ print $(NF-2), $(NF-1), $NF }')
    set -- $answer
    moves="not counted"
    if [ "$3" -lt 20000000 ]; then
        all=$("$plateau" solve fousfous $rules --scores)
        moves="$(echo "$all" | grep -o '[A-H][1-8]-[A-H][1-8]=1' | wc -l) of $(echo "$all" | grep -o '[A-H][1-8]-[A-H][1-8]=' | wc -l)"
    fi
    value=win
    [ "$1" -gt 0 ] || value=loss
    echo "| $rows×$columns | $value | $moves | $2 | $(awk "BEGIN { printf \"%.2f\", $3 / 1e6 }") |"
done
