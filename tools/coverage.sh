#!/bin/sh
# Line coverage of the sources after `VARIANT=coverage make test`.   tools/coverage.sh BUILD_DIR
set -eu
objects=$1/obj
find "$objects/src" -name '*.gcda' -exec gcov --stdout --no-output {} + 2>/dev/null | awk '
    /^File .src\// { file = $2; gsub(/\047/, "", file); next }
    /^File / { file = "" }
    /^Lines executed/ && file != "" {
        split($0, part, /[:% ]+/); of = $NF; hit = part[3] * of / 100
        if (hit > best[file]) best[file] = hit
        total[file] = of; file = ""
    }
    END {
        for (f in total) { lines += total[f]; hits += best[f]; printf "%6.1f %% of %5d  %s\n", 100 * best[f] / total[f], total[f], f }
        printf "%6.1f %% of %5d  in all\n", 100 * hits / lines, lines
    }' | sort -k5
