#!/bin/sh
# Who wins Fous-Fous on small boards, and certificates of it, compared with what is known. False when
# a value or a count of winning moves is another, or a certificate does not check.
#   [CERTIFY=all] bench/fousfous_boards.sh PLATEAU [THREADS] [ROWSxCOLUMNS …]
# Certificates of the largest boards take longer than all the rest together: they are written and
# checked when CERTIFY is "all".
set -eu
plateau=$1
threads=${2:-1}
[ $# -lt 2 ] && shift || shift 2
boards=${*:-3x3 4x4 4x5 5x4 5x5 4x6 6x4 5x6 6x5 6x6 7x6 6x7 8x6 6x8 7x7}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

# Value for Blanc, winning first moves and all of them; "-": not counted.
known() {
    case $1 in
    3x3) echo win 4 4 ;;
    4x4) echo win 2 9 ;;
    4x5) echo loss 0 12 ;;
    5x4) echo win 12 12 ;;
    5x5) echo win 16 16 ;;
    4x6) echo win 13 15 ;;
    6x4) echo win 13 15 ;;
    5x6) echo win 20 20 ;;
    6x5) echo loss 0 20 ;;
    6x6) echo win 25 25 ;;
    7x6) echo win 30 30 ;;
    6x7) echo loss 0 30 ;;
    8x6) echo win - - ;;
    6x8) echo win - - ;;
    7x7) echo win - - ;;
    *) echo "? ? ?" ;;
    esac
}

# CPU seconds of this shell's children so far.
used() {
    times >"$work/times" # not in a subshell, which has used nothing
    awk 'NR == 2 { split($1, u, "m"); split($2, s, "m"); print u[1] * 60 + u[2] + s[1] * 60 + s[2] }' "$work/times"
}

# Runs a command, its output in $work/out; its CPU seconds in $spent.
spend() {
    used >"$work/before"
    "$@" >"$work/out" || : # told by what is not proven
    used >"$work/after"
    spent=$(awk "BEGIN { printf \"%.1f\", $(cat "$work/after") - $(cat "$work/before") }")
}

echo "| board | value for Blanc | winning first moves | nodes | CPU s | pieces left | certificate | written, CPU s | checked, CPU s |"
echo "|---|---|---|---|---|---|---|---|---|"
for board in $boards; do
    rules="--option rows=${board%x*} --option columns=${board#*x}"
    set -- $(known "$board")
    value=$1 winning=$2 all=$3
    # 1. The value, and that of each first move where the board is small.
    spend "$plateau" solve fousfous $rules --position startpos --threads "$threads" --stats 2>/dev/null
    set -- $(awk '{ print ($(NF-2) > 0 ? "win" : "loss"), $(NF-1) }' "$work/out")
    found=$1 nodes=$2 solved=$spent
    moves="not counted"
    if [ "$winning" != - ]; then
        "$plateau" solve fousfous $rules --position startpos --threads "$threads" --scores >"$work/moves"
        moves="$(grep -o '[A-H][1-8]-[A-H][1-8]=1' "$work/moves" | wc -l) of $(grep -o '[A-H][1-8]-[A-H][1-8]=' "$work/moves" | wc -l)"
    fi
    # 2. A certificate, checked by the rules alone; it must prove the same.
    # Pieces left to the checker: 12 at most, and 8 on large boards, where more would keep it busy for
    # longer than the search was.
    squares=$((${board%x*} * ${board#*x})) most=12
    left=$((squares / 2 - 4))
    [ $squares -lt 48 ] || most=8
    [ $left -le $most ] || left=$most
    certificate="- | - | - | -" proven=$found
    if [ $squares -lt 48 ] || [ "${CERTIFY:-}" = all ]; then
        spend "$plateau" prove fousfous $rules --threads "$threads" --pieces $left -o "$work/certificate"
        written=$spent
        spend "$plateau" prove fousfous --check "$work/certificate"
        certificate="$left | $(cat "$work/certificate" | wc -c) bytes | $written | $spent"
        proven=$(sed -n 's/^proven: the player to move wins;.*/win/p; s/^proven: the player to move loses;.*/loss/p' "$work/out")
    fi
    # 3. Are they as known?
    wrong=
    [ "$value" = "?" ] || [ "$found" = "$value" ] || wrong="$wrong: known is a $value"
    [ "$winning" = "?" ] || [ "$winning" = - ] || [ "$moves" = "$winning of $all" ] || wrong="$wrong: known are $winning of $all"
    [ "$proven" = "$found" ] || wrong="$wrong: the certificate proves '$proven'"
    [ -z "$wrong" ] || status=1
    echo "| ${board%x*}×${board#*x} | $found | $moves | $nodes | $solved | $certificate |$wrong"
done
exit $status
