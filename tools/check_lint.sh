#!/bin/sh
# clang-tidy (.clang-tidy says what, and what not) and cppcheck over all of src/. Prints what they find.
#   tools/check_lint.sh [JOBS] [BUILD_DIRECTORY]     from the project root, after a build
set -u
jobs=${1:-2}
build=${2:-build}
found=$(mktemp) || exit 1
trap 'rm -f "$found"' EXIT
flags="-std=c17 -D_GNU_SOURCE -Isrc -Iinclude -I$build/generated -DPLATEAU_VERSION=\"x\" -DHAVE_TUI=1 -DHAVE_STORE=1"
find src -name '*.c' ! -path 'src/page/wasm/*' | FLAGS="$flags" xargs -P "$jobs" -n 8 \
    sh -c 'clang-tidy --quiet "$@" -- $FLAGS 2>/dev/null' tidy | grep -E ': (warning|error):' | sort -u >"$found"
# Left out: cppcheck cannot follow what a template's macros expand to (*_instance.c), nor that a loop
# runs at least once (uninitvar where the count is positive by the caller's word: tools/cppcheck.txt).
find src -name '*.c' ! -path 'src/page/wasm/*' ! -name '*_instance.c' | xargs cppcheck -j "$jobs" --quiet --std=c11 \
    --enable=warning,portability,performance --inline-suppr --suppressions-list=tools/cppcheck.txt \
    -DERRORS_UNCHECKED -D_GNU_SOURCE -DHAVE_TUI=1 -DHAVE_STORE=1 -DPLATEAU_VERSION='"x"' -Isrc -Iinclude -I"$build/generated" \
    --template='{file}:{line}: {severity}: {message} [{id}]' --template-location= 2>>"$found"
cat "$found"
[ ! -s "$found" ]
