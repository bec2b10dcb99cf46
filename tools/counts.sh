#!/bin/sh
# What the tree is made of, for comparing two states of it:
#
#   tools/counts.sh [TREE]        the sources below TREE/src, by git's list when it is a checkout
#
# Files, lines, functions, asserts, the fullest folder, types that are defined twice, and in how many
# places each of the ideas stands that should have one home. A place is found by what its code looks
# like; docs/dev/decisions/one-home.md names the home of each.
set -u
cd "${1:-.}" || exit 1
list=$(find src -name '*.[ch]' | sort)
# Without comments, so that prose is no place.
code=$(mktemp) || exit 1
trap 'rm -f "$code"' EXIT
for file in $list; do
    awk -v file="$file" '
        {
            line = $0
            if (inside) { if (!match(line, /\*\//)) next; line = substr(line, RSTART + 2); inside = 0 }
            while (match(line, /\/\*/)) {
                head = substr(line, 1, RSTART - 1); rest = substr(line, RSTART + 2)
                if (match(rest, /\*\//)) line = head substr(rest, RSTART + 2)
                else { line = head; inside = 1; break }
            }
            print file ":" line
        }' "$file"
done >"$code"

row() { printf '%-58s %s\n' "$1" "$2"; }
places() { row "  $1" "$(grep -cE "$2" "$code")"; }
files() { row "  $1" "$(grep -E "$2" "$code" | cut -d: -f1 | sort -u | wc -l)"; }

lines=$(cat $list | wc -l)
asserts=$(grep -cE '[^_]\bassert\(' "$code")
row "files" "$(echo "$list" | wc -l)"
row "lines" "$lines"
row "functions" "$(grep -cE '^[^:]*:\{$' "$code")"
row "asserts" "$asserts"
row "asserts in 1000 lines" "$(awk -v a="$asserts" -v n="$lines" 'BEGIN { printf "%.1f", 1000 * a / n }')"
row "fullest folder" "$(find src -type f | sed 's|/[^/]*$||' | sort | uniq -c | sort -rn | awk 'NR == 1 { print $1, $2 }')"
row "folders of more than 35 files" "$(find src -type f | sed 's|/[^/]*$||' | sort | uniq -c | awk '$1 > 35' | wc -l)"
row "type names defined in two files" "$(grep -oE '^[^:]*:(\} [A-Z][A-Za-z0-9]*;|typedef (struct|enum|union) [A-Za-z]* \{.*\} [A-Za-z]*;)' "$code" |
    sed 's/^\([^:]*\):.* \([A-Za-z0-9]*\);$/\2/' | sort | uniq -d | wc -l)"
echo "places of"
places "opening a solver" 'solver->open\('
places "asking for a position's scratch memory" 'alloc\([^;]*pos_size'
files "going to a ply by undo and redo (files)" 'while \(.*ply.*[<>].*session_(undo|redo)\('
places "\"unknown game\"" '"unknown game'
files "frames of files: a head and a checksum (files)" 'checksum_bytes\(.*(size - |begin|HEADER|HEAD|AT_SUM|, size\)\))'
places "a table of moves other threads are busy with" '^[^:]*: *(static inline |static |CONNECT4_ANY )?bool (S\()?(is_busy|abdada_[a-z_]*|is_taken|busy_[a-z]*)\)?\('
places "bringing the best move forward" '^[^:]*:static[a-z ]* (S\()?(bring_best|[a-z_]*pick_best[a-z_]*)\)?\('
places "history with gravity" '[-+] .*\* *[a-z]+ / ([A-Z_]*HISTORY[A-Z_]*|limit\))'
files "builders of Connect Four's files (files)" '(connect4|book|outcomes)_build[a-z_]*\([^;]*$'
places "numbers of flags read one by one" '(command|tune)_int\('
places "errors as English text" 'error_set\([a-z_>.-]+, *"'
