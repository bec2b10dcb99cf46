#!/bin/sh
# The README's two commands from a clean clone of the present commit: ./run opens the game on a
# terminal, ./run test passes (its smallest form: the full one is what calls this).
set -u
cd "$(dirname "$0")/../.."
. tests/expect.sh
git rev-parse HEAD >/dev/null 2>&1 || { echo "not a git checkout: nothing to clone"; exit 1; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
git clone -q . "$place/plateau"
expect "clone" $?
cd "$place/plateau" || exit 1

# `script` gives it a terminal; q leaves the menu.
(for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do sleep 3; printf 'q'; done) |
    TERM=xterm LINES=30 COLUMNS=100 timeout 180 script -qec ./run screen.log >/dev/null 2>&1
expect "./run ends when asked" $?
grep -aq 'Gomoku' screen.log
expect "./run shows the games" $?
./run games | grep -q '^connect4'
expect "./run passes a command on" $?
./run test smoke >test.log 2>&1
status=$?
[ $status -eq 0 ] || cat test.log
expect "./run test" $status
grep -qE '^[0-9]+ passed, 0 failed$' test.log
expect "./run test prints its counts" $?
[ -z "$(git status --porcelain | grep -v -e screen.log -e test.log)" ]
expect "the tree stays clean" $?
finish
