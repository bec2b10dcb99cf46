#!/bin/sh
# The checks of the rooms bite: what tools/rooms.txt forbids is planted in a copy of the tree, one
# thing at a time, and must be reported with its place.   tests/layers/run.sh
set -u
cd "$(dirname "$0")/../.."
root=$PWD
. tests/expect.sh
tree=$(mktemp -d) || exit 1
trap 'rm -rf "$tree"' EXIT
copy_tree "$tree"
cd "$tree" || exit 1

# reports NAME CHECK PATTERN FILE…: the check fails and says this; the files are then as they were.
reports() {
    what=$1
    check=$2
    wanted=$3
    shift 3
    # shellcheck disable=SC2086
    $check >found.log 2>&1
    status=$?
    [ $status -ne 0 ] && grep -qE "$wanted" found.log
    expect "$what" $?
    for file in "$@"; do
        if [ -e "$root/$file" ]; then cp "$root/$file" "$file"; else rm -f "$file"; fi
    done
}

# Compiles a source to where the build would leave its object.
object() { # SOURCE
    mkdir -p "build/obj/$(dirname "$1")"
    gcc -c -o "build/obj/${1%.c}.o" "$1"
}

check "the copy is sound" tools/check_layers.sh

# 1. An include from a room to one that its row does not list.
echo '#include "engine/session.h"' >>src/base/rng.h
reports "an upward include" tools/check_layers.sh '^src/base/rng\.h:[0-9]+: base must not use engine$' src/base/rng.h
echo '#include "games/hasami/hasami.h"' >>src/games/gomoku/gomoku.h
reports "a game that includes another" tools/check_layers.sh '^src/games/gomoku/gomoku\.h:[0-9]+: games must not use games$' \
    src/games/gomoku/gomoku.h
echo '#include "app/main.c"' >>src/app/cmd_games.c
reports "an include of the program" tools/check_layers.sh 'nothing may include src/app/main\.c' src/app/cmd_games.c
mkdir -p src/attic
echo '#include "base/rng.h"' >src/attic/old.h
reports "a room that no row names" tools/check_layers.sh '^src/attic/old\.h: no room of this name' src/attic/old.h

# 2. A use without any include: only the symbols show it.
echo 'void planted_in_engine(void) {} void planted_in_engine(void);' >src/engine/planted.c
echo 'extern void planted_in_engine(void); void planted_in_base(void); void planted_in_base(void) { planted_in_engine(); }' \
    >src/base/planted.c
object src/engine/planted.c
object src/base/planted.c
tools/check_layers.sh
expect "without objects it goes unseen" $?
reports "an upward use of a symbol" "tools/check_layers.sh build" \
    '^build/obj/src/base/planted\.o: base must not use planted_in_engine of engine$' src/engine/planted.c src/base/planted.c
tools/check_layers.sh build
expect "objects of sources that are gone do not count" $?

# 3. The name of a game, outside games/.
echo 'static const char planted[] = "gomoku";' >>src/protocol/ugi.c
reports "a game's name in a text" tools/check_layers.sh '^src/protocol/ugi\.c:.*names a game' src/protocol/ugi.c
echo 'int planted(void) { return hasami_count(0); }' >>src/engine/session.c
reports "a game's function" tools/check_layers.sh '^src/engine/session\.c:.*names a game' src/engine/session.c

# 4. Headers that cannot be read alone (tools/check_headers.sh).
printf '#pragma once\nint planted(Move move);\n' >src/engine/planted.h
reports "a header that leans on another" "tools/check_headers.sh ." '^FAILED: src/engine/planted\.h' src/engine/planted.h
printf '#pragma once\n#include "engine/planted_b.h"\n' >src/engine/planted_a.h
printf '#pragma once\n#include "engine/planted_a.h"\n' >src/engine/planted_b.h
reports "headers that include each other" "tools/check_headers.sh ." 'planted_[ab]\.h and src/engine/planted_[ab]\.h include each other' \
    src/engine/planted_a.h src/engine/planted_b.h
check "the layers hold afterwards" tools/check_layers.sh
check "and the headers" tools/check_headers.sh
finish
