#!/bin/sh
# What the compiler must refuse: errors with arguments that their format does not name.
#                                                          tests/misuse/run.sh [BUILD_DIRECTORY]
set -u
cd "$(dirname "$0")/../.."
build=${1:-build}
. tests/expect.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make --no-print-directory "$build/generated/game_errors.inc.h" >/dev/null || exit 1

compiles() { # COMPILER LINE
    printf '#include "base/errors.h"\nbool f(Error *err, const Text *words);\nbool f(Error *err, const Text *words)\n{\n    (void)words;\n    return %s;\n}\n' \
        "$2" >"$work/f.c"
    "$1" -std=c17 -D_GNU_SOURCE -Wall -Wextra -Werror -Isrc -I"$build/generated" -c -o "$work/f.o" "$work/f.c" 2>/dev/null
}

for compiler in gcc clang; do
    command -v $compiler >/dev/null || continue
    while IFS= read -r line; do
        compiles $compiler "$line"
        expect "$compiler takes $line" $?
    done <<'GOOD'
error_set(err, ERROR_MEMORY)
error_set(err, ERROR_POSITION_ROWS, 3, 9)
error_set(err, ERROR_IN, "file", "text")
error_set(err, ERROR_IN, "file", words)
error_set(err, ERROR_IN, "file", err)
error_set(err, ERROR_IN, "file", system_error(2))
GOOD
    while IFS= read -r line; do
        ! compiles $compiler "$line"
        expect "$compiler refuses $line" $?
    done <<'BAD'
error_set(err, ERROR_MEMORY, 3)
error_set(err, ERROR_POSITION_ROWS, 3)
error_set(err, ERROR_POSITION_ROWS, 3, "9")
error_set(err, ERROR_POSITION_ROWS, 3, 9L)
error_set(err, ERROR_POSITION_ROWS, 3, words)
error_set(err, ERROR_POSITION_ROWS, 3, 2.5)
error_set(err, ERROR_IN, "file", 3)
error_set(err, ERROR_IN, "file", (void *)err)
error_set(err, ERROR_OF_NOTHING)
error_set(err, "text")
BAD
done
finish
