#!/bin/sh
# A rated tournament of the starter engines and the levels 1 to 3, everybody against everybody:
#
#   examples/tournament.sh build/plateau [GAME]       in an empty folder, or anywhere else
#
# First the doctor looks at each engine. The programs have a second for each move, in the sandbox. The
# match is kept in starters.db, the ratings go to ratings.csv; cut off in the middle, the line that it
# prints goes on with it.
# GAMES: of each two players (4). Without Java its starter stays at home.
set -eu
plateau=$(realpath "$1")
game=${2:-connect4}
here=$(cd "$(dirname "$0")" && pwd)

cc -O2 -o starter "$here/starter.c"
set -- "cmd:./starter" "cmd:/usr/bin/python3 $here/starter.py"
if [ -x /usr/bin/java ]; then
    set -- "$@" "cmd:/usr/bin/java $here/Starter.java"
else
    echo "no /usr/bin/java: two engines play"
fi
for engine; do
    echo "doctor: $engine"
    "$plateau" doctor "$engine" --game "$game" --positions 10 --margin 500ms --start-time 60s \
        >doctor.txt || { cat doctor.txt && exit 1; }
    tail -n 1 doctor.txt
done
"$plateau" match "$game" level:1 level:2 level:3 "$@" --format round-robin --games "${GAMES:-4}" \
    --random-plies 2 --concurrency 2 --move-time 4:1s --move-time 5:1s ${3:+--move-time 6:1s} \
    --margin 500ms --start-time 60s --sandbox auto --store starters.db
"$plateau" ratings --store starters.db --csv >ratings.csv
