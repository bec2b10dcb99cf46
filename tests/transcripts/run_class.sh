#!/bin/sh
# The lesson of docs/user/arena.md, its lines run as they are written there, but on a port that is free: two
# programs are handed in, all games are played, the grades are there.
#                                                                   tests/transcripts/run_class.sh BINARY
set -u
binary=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$binary" "$work/bin/plateau"
ln -s "$root/examples" "$work/examples"
PATH="$work/bin:$PATH"
LC_ALL=C.UTF-8
export PATH LC_ALL
cd "$work" || exit 1
sed -n '/run_class.sh runs these/,/^```$/p' "$root/docs/user/arena.md" | grep -v '^<!--\|^```' >written.sh
sed -e 's/--port 1234/--port 0/' -e "s/localhost 1234/localhost \$(sed -n 's,.*port ,,p' log)/" written.sh >lines.sh
. "$root/tests/expect.sh"

if ! plateau sandbox >/dev/null 2>&1 || [ ! -x /usr/bin/gcc ] || [ ! -x /usr/bin/python3 ]; then
    echo "[  SKIPPED ] 6 test(s): no sandbox, or no compiler in /usr/bin"
    check "students can be added" sh -ec "$(head -n 1 lines.sh)"
    finish
    exit
fi
check "the lines run" timeout 300 sh -e lines.sh >out.txt 2>err.txt
check "Anna's program is accepted" grep -qx 'examples/starter.c is accepted' out.txt
check "the server plays with both" test "$(grep -cxE 'Anna plays with starter.c|Bob plays with starter.py' log)" -eq 2
check "all games are played" grep -q '^12: ' log
check "who comes late is in the table" grep -q '"Zoe",yes,0,' grades.csv
check "each of the others has played eight" test "$(grep -cE '"(Anna|Bob|greedy)",(yes|no),8,' grades.csv)" -eq 3
check "nobody forfeits" test "$(cut -d, -f11-17 grades.csv | grep -cx '0,0,0,0,0,0,0')" -eq 4
[ "$failed" -eq 0 ] || cat out.txt err.txt log grades.csv
finish
