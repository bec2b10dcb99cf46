#!/bin/sh
# The README's commands from a clean clone of the present commit: ./run serves the page, ./run terminal
# opens the board there, ./run test passes (its smallest form: the full one is what calls this).
set -u
cd "$(dirname "$0")/../.."
. tests/expect.sh
git rev-parse HEAD >/dev/null 2>&1 || { echo "not a git checkout: nothing to clone"; exit 1; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
git clone -q . "$place/plateau"
expect "clone" $?
cd "$place/plateau" || exit 1

# What does not exist is told before anything is built.
./run --nonsense >wrong.log 2>&1
[ $? -eq 2 ] && [ ! -e build ] && grep -q 'no flag --nonsense' wrong.log
expect "a wrong flag is told at once" $?
./run nonsense >wrong.log 2>&1
[ $? -eq 2 ] && [ ! -e build ] && grep -q "unknown command 'nonsense'" wrong.log
expect "an unknown command is told at once" $?
rm wrong.log

# ./run: the page, without a terminal and without a browser; Ctrl-C ends it.
XDG_DATA_HOME=$place/data
export XDG_DATA_HOME
env -u DISPLAY -u WAYLAND_DISPLAY ./run </dev/null >page.log 2>&1 &
server=$!
for _ in $(seq 300); do
    grep -q 'Ctrl-C' page.log && break
    kill -0 $server 2>/dev/null || break
    sleep 1
done
port=$(sed -n 's|^The page is at http://127.0.0.1:\([0-9]*\)/$|\1|p' page.log)
[ -n "$port" ]
expect "./run prints the page's address" $?
grep -q '100 %' page.log
expect "building shows how far it is" $?
bash -c 'exec 3<>"/dev/tcp/127.0.0.1/$0" &&
    printf "GET / HTTP/1.1\r\nHost: 127.0.0.1:$0\r\nConnection: close\r\n\r\n" >&3 && cat <&3' "${port:-1}" |
    grep -q '<title>Plateau</title>'
expect "the page is there" $?
kill -INT $server
wait $server
expect "./run ends when asked" $?

# ./run terminal: `script` gives it a terminal; q leaves the menu.
(for _ in 1 2 3 4 5; do sleep 1; printf 'q'; done) |
    TERM=xterm LINES=30 COLUMNS=100 timeout 60 script -qec './run terminal' screen.log >/dev/null 2>&1
expect "./run terminal ends when asked" $?
grep -aq 'Gomoku' screen.log
expect "./run terminal shows the games" $?
./run games | grep -q '^connect4'
expect "./run passes a command on" $?
./run test smoke >test.log 2>&1
status=$?
[ $status -eq 0 ] || cat test.log
expect "./run test" $status
grep -qE '^[0-9]+ passed, 0 failed$' test.log
expect "./run test prints its counts" $?
[ -z "$(git status --porcelain | grep -v -e page.log -e screen.log -e test.log)" ]
expect "the tree stays clean" $?
finish
