#!/bin/sh
# Who may use whom: the table tools/rooms.txt, held against every #include of src/ and, when a build
# is named, against the symbols of its objects. No code outside games/ may name a game.
#
#   tools/check_layers.sh [BUILD_DIRECTORY]        from the project root
set -u
table=tools/rooms.txt
build=${1:-}
bad=$(mktemp) || exit 1
trap 'rm -f "$bad"' EXIT

# The room of a file of src/, as awk: src/games/X/champion/… is champion, src/games/X/solver/… solver,
# *_instance.c instance, registry.c registry; otherwise the first folder.
room_awk='
function room(path,   part) {
    sub(/^.*src\//, "", path)
    if (path ~ /^games\/.*_instance\./) return "instance"
    if (path ~ /^games\/registry\./) return "registry"
    if (path ~ /^games\/[a-z0-9]*\/champion\//) return "champion"
    if (path ~ /^games\/[a-z0-9]*\/solver\//) return "solver"
    split(path, part, "/")
    return part[1]
}
function game(path,   part) {
    sub(/^.*src\//, "", path)
    split(path, part, "/")
    return path ~ /^games\/[a-z0-9]*\// ? part[2] : ""
}
function may(from, to,   a, b) {
    a = room(from); b = room(to)
    if (a == b) return game(from) == game(to)
    if (game(from) != "" && game(from) == game(to)) return 1
    return (a, b) in edge
}
FILENAME == table {
    if ($0 ~ /^[a-z]/) {
        head = $1; sub(/:$/, "", head); known[head] = 1
        for (i = 2; i <= NF; i++) edge[head, $i] = 1
    }
    next
}'

# 1. Includes.
# Within a game's folder every file may include the others: what one of them draws in from the
# searchers is seen at the symbols.
find src -mindepth 2 -name '*.[chS]' -o -name '*.def' | xargs grep -nE '^ *# *include *"[a-z0-9_]+/' /dev/null |
    awk -v table="$table" "$room_awk"'
    {
        split($0, at, ":"); from = at[1]
        match($0, /"[^"]*"/); to = "src/" substr($0, RSTART + 1, RLENGTH - 2)
        if (!(room(from) in known)) print from ": no room of this name in " table
        if (to ~ /(_instance\.c|app\/main\.c)$/) print from ": nothing may include " to
        if (!may(from, to)) print from ":" at[2] ": " room(from) " must not use " room(to)
    }' "$table" - >>"$bad"

# 2. Symbols: what an object leaves undefined, and which object defines it.
if [ -n "$build" ]; then
    # Objects of sources that are gone do not count.
    find "$build/obj/src" -name '*.o' | while read -r object; do
        source=${object#"$build/obj/"}
        source=${source%.o}
        [ -e "${source%.wide}.c" ] && echo "$object"
    done | xargs nm -A 2>/dev/null |
        awk -v table="$table" "$room_awk"'
        FILENAME != table {
            object = $1; sub(/:.*/, "", object)
            if ($0 ~ / U /) wanted[object " " $NF] = 1
            else if ($(NF - 1) ~ /^[TDBRVWC]$/) home[$NF] = object
        }
        END {
            for (pair in wanted) {
                split(pair, part, " ")
                if (!(part[2] in home)) continue
                if (!may(part[1], home[part[2]]))
                    print part[1] ": " room(part[1]) " must not use " part[2] " of " room(home[part[2]])
            }
        }' "$table" - | sort >>"$bad"
fi

# 3. Names of games.
games=$(sed -n 's/^GAME(\([a-z0-9]*\)).*/\1/p' src/games/games.def | paste -sd'|')
find src -name '*.[ch]' ! -path 'src/games/*' | xargs grep -nE "\"($games)\"|\b($games)_" |
    grep -vE '^[^:]*:[0-9]+: *(\*|/\*)' | sed 's/$/   [code outside games names a game]/' >>"$bad"

cat "$bad"
[ ! -s "$bad" ]
