#!/bin/sh
# Every header, and every template (*.inc.h), can be read alone: tools/check_headers.sh [FOLDER]
# compiles each by itself. Templates are read for the sample contract of search/frame/template.h, and
# instance.h, which must be given a game, is given the sample. Lists (*.def) are no headers.
set -u
cd "${1:-.}" || exit 1
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
: "${CC:=gcc}"

# check FILE: the file's name when it cannot be read, with the first errors.
cat >"$out/check" <<EOF
case \$1 in
*/instance.h) with="-DGAME=sample -include search/frame/sample.h" ;;
*) with= ;;
esac
errors=\$($CC -std=c17 -D_GNU_SOURCE -fsyntax-only -w -Isrc -Itests -Iinclude -I$out \$with -x c "\$1" 2>&1) && {
    echo "ok \$1"
    exit
}
echo "FAILED: \$1 cannot be read alone"
printf '%s\n' "\$errors" | grep error | head -n 3
EOF

# What the build would write beside the sources.
sed -n 's|^SEARCHER(\([a-z0-9_]*\),.*|\1|p' src/search/frame/searchers.def 2>/dev/null |
    while read -r id; do
        set -- src/search/*/"$id".inc.h
        echo "#include \"${1#src/}\""
    done >"$out/searchers.inc.h"
find src/games -name '*_errors.def' 2>/dev/null | sed 's|^src/\(.*\)|#include "\1"|' >"$out/game_errors.inc.h"

find include src tests -name '*.h' ! -path '*/node_modules/*' 2>/dev/null | LC_ALL=C sort |
    xargs -P "$(nproc 2>/dev/null || echo 2)" -n 1 sh "$out/check" >"$out/results"
grep -v '^ok ' "$out/results"

# No header includes itself by way of others: then one of the two could not be read first.
find src -name '*.h' | xargs grep -nE '^#include "[a-z0-9_]+/' | awk '
    {
        split($0, at, ":"); from = at[1]
        match($0, /"[^"]*"/); to = "src/" substr($0, RSTART + 1, RLENGTH - 2)
        next_of[from] = next_of[from] " " to
    }
    function visit(file,   list, n, i) {
        state[file] = 1
        n = split(next_of[file], list, " ")
        for (i = 1; i <= n; i++) {
            if (state[list[i]] == 1) print "FAILED: " file " and " list[i] " include each other"
            else if (state[list[i]] == 0) visit(list[i])
        }
        state[file] = 2
    }
    END { for (file in next_of) if (state[file] == 0) visit(file) }' >"$out/cycles"
cat "$out/cycles"

passed=$(grep -c '^ok ' "$out/results")
failed=$(($(grep -c '^FAILED' "$out/results") + $(wc -l <"$out/cycles")))
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
