#!/bin/sh
# The tournament of docs/arena.md, its lines run as they are written there: everybody is rated, nobody
# forfeits a game.                                            tests/transcripts/run_tournament.sh BINARY
set -u
binary=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$binary" "$work/bin/plateau"
ln -s "$root/examples" "$work/examples"
PATH="$work/bin:$PATH"
export PATH
cd "$work" || exit 1
sed -n '/run_tournament.sh runs these/,/^```$/p' "$root/docs/arena.md" | grep -v '^<!--\|^```' >lines.sh
players=6
if [ ! -x /usr/bin/java ]; then
    echo "[  SKIPPED ] 1 test(s): no Java here, its starter stays at home"
    sed -i -e 's/ "cmd:[^"]*java[^"]*"//' -e 's/ --move-time 3:1s//' lines.sh
    players=5
fi
games=$((players * (players - 1) / 2 * 4))
passed=0
failed=0
check() { # WHAT COMMAND…
    what=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $what"
    fi
}

check "the lines run" sh -e lines.sh >out.txt 2>err.txt
plateau match --show --store class.db --output games.pgr >table.txt
check "all games are there" test "$(grep -c '^\[Result' games.pgr)" -eq "$games"
check "all players are rated" test "$(grep -c '^[1-6],' out.txt)" -eq "$players"
check "the one who thinks is first" grep -q '^1,"alphabeta,depth=2"' out.txt
check "nobody forfeits" test "$(grep -cE 'Reason "(time|illegal|crash|stall|disconnect|flood|memory)"' games.pgr)" -eq 0
[ "$failed" -eq 0 ] || cat out.txt err.txt
[ "$failed" -eq 0 ] || grep -E '^\[(Reason|Note)' games.pgr | sort | uniq -c
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
