#!/bin/sh
# A match that is told to stop, by Ctrl-C or SIGTERM, says how to go on, and that line does.
#   tests/transcripts/run_interrupted.sh BINARY
set -u
plateau=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 1
. tests/expect.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

games=3000 # more than are played before the signal comes

# A name that a shell would take apart: the line must be quoted.
try() { # SIGNAL
    store="$work/the $1 match.db"
    : >"$work/$1.err" # it is looked at before the match has begun
    "$plateau" match hasami greedy random --games $games --adjudicate plies=200 --concurrency 2 \
        --store "$store" --games-csv "$work/$1.csv" --progress >"$work/$1.out" 2>"$work/$1.err" &
    child=$!
    waited=0
    while [ "$(grep -c '^[0-9]*: ' "$work/$1.err")" -lt 3 ] && [ $waited -lt 600 ]; do
        sleep 0.05
        waited=$((waited + 1))
    done
    kill "-$1" "$child"
    wait "$child"
    [ $? -eq 1 ]
    expect "$1: the exit status is 1" $?
    grep -q '^plateau: stopped after [0-9]* games; to go on: ' "$work/$1.err"
    expect "$1: it says how to go on" $?
    line=$(sed -n 's/^plateau: stopped after [0-9]* games; to go on: *//p' "$work/$1.err")
    sh -c "$line" >"$work/$1.rest" 2>&1
    expect "$1: that line goes on" $?
    [ "$(sed 1d "$work/$1.csv" | cut -d, -f1 | sort -n | uniq | wc -l)" -eq $games ]
    expect "$1: all games are played once" $?
}

try INT
try TERM
finish
