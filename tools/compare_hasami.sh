#!/bin/sh
# The two checkers of a certificate of Hasami Shogi on the same records by lot: they must say the
# same, down to how many replies are answered how.
#
#   tools/compare_hasami.sh PLATEAU FILE RECORDS SEED [CORES]
set -eu
ours=$("$1" prove hasami --check "$2" --audit "$3" --seed "$4" --threads "${5:-1}")
theirs=$(tools/check_hasami.py "$2" --audit "$3" --seed "$4" --jobs "${5:-1}")
echo "$ours"
[ "$ours" = "$theirs" ] && echo "both checkers agree" && exit 0
echo "tools/check_hasami.py says otherwise: $theirs"
exit 1
