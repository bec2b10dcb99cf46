#!/bin/sh
# Work that goes on for long survives kill -9: endgame tables and the journal of a proof, killed again
# and again at moments that differ, end as if nothing had happened.
#   tests/transcripts/run_killed.sh BINARY
set -u
plateau=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 1
. tests/expect.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
XDG_CACHE_HOME=$work/cache
export XDG_CACHE_HOME
killed=0

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# Starts the command and kills it after so many milliseconds; counts those that were still running.
kill_after() { # MILLISECONDS COMMAND…
    delay=$1
    shift
    "$@" >/dev/null 2>&1 &
    child=$!
    sleep "$(awk "BEGIN { print $delay / 1000 }")"
    kill -9 "$child" 2>/dev/null
    wait "$child" 2>/dev/null # the shell would tell of the death otherwise
    [ $? -ne 137 ] || killed=$((killed + 1))
}

# Kills the command at so many per cent of the time that it takes undisturbed.
kill_often() { # MILLISECONDS COMMAND…
    whole=$1
    shift
    killed=0
    for percent in 3 8 15 26 44 67 90; do
        kill_after $((whole * percent / 100)) "$@"
    done
}

tables() { "$plateau" tables fousfous --pieces 6 --dir "$1"; }
sums() { sed 's/, [a-z ]*$//'; } # "made" or "there already" may differ

begin=$(milliseconds)
tables "$work/whole" >"$work/whole.out"
expect "tables are made" $?
kill_often $(($(milliseconds) - begin)) "$plateau" tables fousfous --pieces 6 --dir "$work/torn"
[ "$killed" -ge 4 ]
expect "tables: killed at least four times, was $killed" $?
tables "$work/torn" >"$work/torn.out"
expect "tables: a killed run goes on" $?
[ "$(sums <"$work/whole.out")" = "$(sums <"$work/torn.out")" ]
expect "tables: the same counts and checksums" $?
same=0
for file in "$work"/whole/*.tbl; do
    cmp -s "$file" "$work/torn/${file##*/}" || same=1
done
expect "tables: the same bytes" $same

prove() { "$plateau" solve fousfous --option rows=7 --option columns=6 --start --checkpoint "$1"; }
# Journal: a header of 32 bytes, then records of 16: the position, and a word with its value in bit 0.
values() {
    tail -c +33 "$1/fousfous-7x6.journal" | od -An -v -tx1 -w16 |
        awk '$1 $2 $3 $4 $5 $6 $7 $8 != "0000000000000000" { print $1 $2 $3 $4 $5 $6 $7 $8, substr($9, 2) ~ /[13579bdf]/ }' |
        sort -u
}

begin=$(milliseconds)
prove "$work/proof" >"$work/proof.out"
expect "a proof is made" $?
kill_often $(($(milliseconds) - begin)) "$plateau" solve fousfous --option rows=7 --option columns=6 \
    --start --checkpoint "$work/hurt"
[ "$killed" -ge 4 ]
expect "proof: killed at least four times, was $killed" $?
prove "$work/hurt" >"$work/hurt.out"
expect "proof: a killed run goes on" $?
cmp "$work/proof.out" "$work/hurt.out" && grep -q '^startpos 1$' "$work/hurt.out"
expect "proof: the same value" $?
values "$work/proof" >"$work/proof.values"
values "$work/hurt" >"$work/hurt.values"
[ "$(wc -l <"$work/hurt.values")" -gt 1000 ]
expect "proof: the journal holds positions" $?
# A position with two values would be there twice.
sort -u "$work/proof.values" "$work/hurt.values" | cut -d' ' -f1 | uniq -d | cmp -s - /dev/null
expect "proof: no position has another value" $?
finish
