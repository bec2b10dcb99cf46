#!/bin/sh
# Work that goes on for long survives kill -9: endgame tables, two kinds of books, the journal of a proof, games
# for learning, a training and two tuners, killed again and again at moments that differ, end as if nothing had happened.
#   tests/transcripts/run_killed.sh BINARY
set -u
plateau=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 1
. tests/expect.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
XDG_CACHE_HOME=$work/cache
export XDG_CACHE_HOME

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# Starts the command and kills it after so many milliseconds; false when it had ended before.
kill_after() { # MILLISECONDS COMMAND…
    delay=$1
    shift
    "$@" >/dev/null 2>&1 &
    child=$!
    sleep "$(awk "BEGIN { print $delay / 1000 }")"
    kill -9 "$child" 2>/dev/null
    wait "$child" 2>/dev/null # the shell would tell of the death otherwise
    [ $? -eq 137 ]
}

# Kills the command six times, at so many per cent of the time that it takes undisturbed. Should it
# have ended before it could be killed, all begins again at earlier moments.
kill_often() { # PER_CENTS MILLISECONDS FOLDER COMMAND…
    moments=$1 whole=$2 folder=$3
    shift 3
    killed=0
    for scale in 1 2 4 8 16 32; do
        killed=0
        rm -rf "$folder"
        mkdir "$folder"
        for percent in $moments; do
            kill_after $((whole * percent / 100 / scale)) "$@" || break
            killed=$((killed + 1))
        done
        [ $killed -lt 6 ] || return
    done
}

tables() { "$plateau" tables fousfous --pieces 6 --dir "$1"; }
sums() { sed 's/, [a-z ]*$//'; } # "made" or "there already" may differ

begin=$(milliseconds)
tables "$work/whole" >"$work/whole.out"
expect "tables are made" $?
kill_often "5 14 30 48 66 82" $(($(milliseconds) - begin)) "$work/torn" \
    "$plateau" tables fousfous --pieces 6 --dir "$work/torn"
[ "$killed" -eq 6 ]
expect "tables: killed six times" $?
tables "$work/torn" >"$work/torn.out"
expect "tables: a killed run goes on" $?
[ "$(sums <"$work/whole.out")" = "$(sums <"$work/torn.out")" ]
expect "tables: the same counts and checksums" $?
same=0
for file in "$work"/whole/*.tbl; do
    cmp -s "$file" "$work/torn/${file##*/}" || same=1
done
expect "tables: the same bytes" $same

book() { "$plateau" book connect4 --option rows=5 --option columns=5 --plies 6 --output "$1"; }

begin=$(milliseconds)
book "$work/whole.book" 2>/dev/null
expect "a book is made" $?
# What one run has solved the next one finds, here too.
kill_often "5 8 12 16 20 25" $(($(milliseconds) - begin)) "$work/torn.books" \
    "$plateau" book connect4 --option rows=5 --option columns=5 --plies 6 --output "$work/torn.books/5x5"
[ "$killed" -eq 6 ]
expect "book: killed six times" $?
[ -s "$work/torn.books/5x5.journal" ] && [ ! -e "$work/torn.books/5x5" ]
expect "book: what was solved is kept" $?
book "$work/torn.books/5x5" 2>/dev/null
expect "book: a killed run goes on" $?
cmp -s "$work/whole.book" "$work/torn.books/5x5"
expect "book: the same bytes" $?

outcomes() { "$plateau" book connect4 --outcomes --option rows=5 --option columns=5 --plies 7 --output "$1"; }

begin=$(milliseconds)
outcomes "$work/whole.outcomes" 2>/dev/null
expect "outcomes are made" $?
kill_often "5 8 12 16 20 25" $(($(milliseconds) - begin)) "$work/torn.outcomes" \
    "$plateau" book connect4 --outcomes --option rows=5 --option columns=5 --plies 7 --output "$work/torn.outcomes/5x5"
[ "$killed" -eq 6 ]
expect "outcomes: killed six times" $?
[ -s "$work/torn.outcomes/5x5.journal" ] && [ ! -e "$work/torn.outcomes/5x5" ]
expect "outcomes: what was solved is kept" $?
outcomes "$work/torn.outcomes/5x5" 2>/dev/null
expect "outcomes: a killed run goes on" $?
cmp -s "$work/whole.outcomes" "$work/torn.outcomes/5x5"
expect "outcomes: the same bytes" $?

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
# What one run has decided the next one finds: the moments are parts of one proof.
kill_often "2 4 7 10 14 18" $(($(milliseconds) - begin)) "$work/hurt" \
    "$plateau" solve fousfous --option rows=7 --option columns=6 --start --checkpoint "$work/hurt"
[ "$killed" -eq 6 ]
expect "proof: killed six times" $?
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

# Nets of cells, and those of a kind of their own.
learn() { # GAME GAMES PLAYER EPOCHS
    game=$1 games=$2 player=$3 epochs=$4
    selfplay() { "$plateau" selfplay "$game" -o "$1" --games "$games" --player "$player"; }
    train() { "$plateau" train "$game" "$work/$game.games" -o "$1" --epochs "$epochs"; }

    begin=$(milliseconds)
    selfplay "$work/$game.games" >"$work/whole.out"
    expect "$game: games are played" $?
    kill_often "3 6 9 12 15 18" $(($(milliseconds) - begin)) "$work/$game.torn" \
        "$plateau" selfplay "$game" -o "$work/$game.torn/games" --games "$games" --player "$player"
    [ "$killed" -eq 6 ]
    expect "$game, games: killed six times" $?
    selfplay "$work/$game.torn/games" >"$work/torn.out"
    expect "$game, games: a killed run goes on" $?
    cmp -s "$work/$game.games" "$work/$game.torn/games"
    expect "$game, games: the same bytes" $?

    begin=$(milliseconds)
    train "$work/$game.net" >/dev/null
    expect "$game: a net is trained" $?
    kill_often "3 6 9 12 15 18" $(($(milliseconds) - begin)) "$work/$game.hurt" \
        "$plateau" train "$game" "$work/$game.games" -o "$work/$game.hurt/net" --epochs "$epochs"
    [ "$killed" -eq 6 ]
    expect "$game, training: killed six times" $?
    train "$work/$game.hurt/net" >/dev/null
    expect "$game, training: a killed run goes on" $?
    cmp -s "$work/$game.net" "$work/$game.hurt/net"
    expect "$game, training: the same net" $?
    [ ! -e "$work/$game.hurt/net.checkpoint" ]
    expect "$game, training: no checkpoint is left" $?
}
learn connect4 5000 pvs,nodes=100 20
learn gomoku 500 champion,nodes=60 12

tune() {
    "$plateau" tune genetic connect4 --population 30 --generations 12 --references 10 \
        --player pvs,depth=1 --test-games 20 --state "$1"
}

begin=$(milliseconds)
tune "$work/whole.state" >"$work/whole.tuned"
expect "weights are tuned" $?
kill_often "4 8 12 16 20 24" $(($(milliseconds) - begin)) "$work/torn.state" \
    "$plateau" tune genetic connect4 --population 30 --generations 12 --references 10 \
    --player pvs,depth=1 --test-games 20 --state "$work/torn.state/state"
[ "$killed" -eq 6 ]
expect "tuning: killed six times" $?
tune "$work/torn.state/state" >"$work/torn.tuned"
expect "tuning: a killed run goes on" $?
cmp -s "$work/whole.state" "$work/torn.state/state"
expect "tuning: the same population" $?
[ "$(tail -n 2 "$work/whole.tuned")" = "$(tail -n 2 "$work/torn.tuned")" ]
expect "tuning: the same verdict" $?

spsa() {
    "$plateau" tune spsa gomoku --search champion --player champion,nodes=200 --steps 60 --pairs 1 \
        --reach 100 --test-games 20 --state "$1"
}

begin=$(milliseconds)
spsa "$work/whole.spsa" >"$work/whole.tuned"
expect "constants of a search are tuned" $?
kill_often "4 8 12 16 20 24" $(($(milliseconds) - begin)) "$work/torn.spsa" \
    "$plateau" tune spsa gomoku --search champion --player champion,nodes=200 --steps 60 --pairs 1 \
    --reach 100 --test-games 20 --state "$work/torn.spsa/state"
[ "$killed" -eq 6 ]
expect "SPSA: killed six times" $?
spsa "$work/torn.spsa/state" >"$work/torn.tuned"
expect "SPSA: a killed run goes on" $?
cmp -s "$work/whole.spsa" "$work/torn.spsa/state"
expect "SPSA: the same constants" $?
[ "$(tail -n 2 "$work/whole.tuned")" = "$(tail -n 2 "$work/torn.tuned")" ]
expect "SPSA: the same verdict" $?
finish
