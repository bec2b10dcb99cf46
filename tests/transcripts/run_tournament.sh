#!/bin/sh
# The tournament of docs/user/arena.md, a small one: the starters pass the doctor, everybody is rated and
# nobody forfeits a game.                                     tests/transcripts/run_tournament.sh BINARY
set -u
binary=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
players=6
if [ ! -x /usr/bin/java ]; then
    echo "[  SKIPPED ] 1 test(s): no Java here, its starter stays at home"
    players=5
fi
games=$((players * (players - 1) / 2 * 2))
. "$root/tests/expect.sh"

GAMES=2 check "the command runs" "$root/examples/tournament.sh" "$binary" connect4 >out.txt 2>err.txt
"$binary" match --show --store starters.db --output games.pgr --games-csv games.csv >table.txt
check "the doctor finds nothing" test "$(grep -c '^[0-9]* ok, 0 failed' out.txt)" -eq $((players - 3))
check "all games are there" test "$(grep -c '^\[Result' games.pgr)" -eq "$games"
check "a line for each of them" test "$(wc -l <games.csv)" -eq $((games + 1))
check "all players are rated" test "$(grep -c '^[1-6],' ratings.csv)" -eq "$players"
# Who is best is partly chance, for the starters draw their moves; that ratings follow points is not.
check "ratings fall as points do" awk -F, 'NR > 2 && ($3 > rating || $9 > points) { exit 1 }
    NR > 1 { rating = $3; points = $9 } END { if (NR < 2) exit 1 }' ratings.csv
check "nobody forfeits" test "$(grep -cE 'Reason "(time|illegal|crash|stall|disconnect|flood|memory)"' games.pgr)" -eq 0
[ "$failed" -eq 0 ] || cat out.txt err.txt
[ "$failed" -eq 0 ] || grep -E '^\[(Reason|Note)' games.pgr | sort | uniq -c
finish
