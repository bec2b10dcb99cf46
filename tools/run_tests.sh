#!/bin/sh
# Runs the tests of one build, as many at once as there are cores, and counts them.
#
#   tools/run_tests.sh BUILD_DIRECTORY [TEST ...]        from the project root
#
# The TESTs named, without "test_"; or every BUILD_DIRECTORY/tests/test_* program and every executable
# tests/transcripts/run*.sh with the path of the binary as its argument. Counts are read from what they
# print: cmocka's closing lines, or "N passed, M failed". A program that crashes, hangs or prints no
# count is one failure. Last line: "N passed, M failed"; the exit status is 1 when something failed or
# nothing ran.
# TEST_TIMEOUT: seconds of CPU a program may take (600), each of its processes for itself: a busy
# machine fails no test. TEST_HANG: seconds after which it counts as hung (3600). TEST_JOBS: how many at once. TEST_FIRST: tests to
# begin with, the slow ones, so that the last to run is a quick one.

set -u
limit=${TEST_TIMEOUT:-600}
hang=${TEST_HANG:-3600}
[ "$hang" -gt "$limit" ] || hang=$limit

# "PASSED FAILED SKIPPED" of the lines on standard input.
count_results() {
    awk '
        /^\[  PASSED  \] [0-9]+ test/           { passed += $4 }
        /^\[  FAILED  \] [0-9]+ test/           { failed += $4 }
        /^\[  SKIPPED \] [0-9]+ test/           { skipped += $4 }
        /^[0-9]+ passed, [0-9]+ failed$/        { passed += $1; failed += $3 }
        END                                     { print passed + 0, failed + 0, skipped + 0 }
    '
}

run_limited() {
    (
        ulimit -t "$limit" 2>/dev/null
        if command -v timeout >/dev/null 2>&1; then
            exec timeout "$hang" "$@"
        fi
        exec "$@"
    )
}

# run_one FOLDER COMMAND [ARGUMENT]: one line when all is well, the whole output otherwise; the counts
# are left in FOLDER.
run_one() {
    folder=$1
    shift
    name=${1##*/}
    begin=$(date +%s)
    run_limited "$@" >"$folder/$name.output" 2>&1 </dev/null
    status=$?
    counts=$(count_results <"$folder/$name.output")
    read -r good bad skipped <<END
$counts
END
    why=
    if [ "$bad" -eq 0 ]; then
        if [ "$status" -eq 124 ]; then
            why="hung: not over after $hang s"
        elif [ "$status" -eq 152 ]; then
            why="took more than $limit s of CPU"
        elif [ "$status" -ne 0 ]; then
            why="ended with status $status"
        elif [ "$good" -eq 0 ]; then
            why="printed no count"
        fi
        [ -z "$why" ] || bad=1
    fi
    echo "$good $bad" >"$folder/$name.counts"
    [ "$skipped" -eq 0 ] || why="${why:+$why, }$skipped skipped"
    line=$(printf '%-28s %5d passed, %d failed %4d s%s' "$name" "$good" "$bad" \
        $(($(date +%s) - begin)) "${why:+: $why}")
    if [ "$bad" -gt 0 ]; then
        printf '%s\n%s\n' "$(cat "$folder/$name.output")" "$line"
    else
        printf '%s\n' "$line"
    fi
}

if [ "${1:-}" = --one ]; then
    shift
    run_one "$@"
    exit 0
fi

build=${1:?usage: tools/run_tests.sh BUILD_DIRECTORY [TEST ...]}
shift
jobs=${TEST_JOBS:-$(nproc 2>/dev/null || echo 2)}
folder=$(mktemp -d) || exit 1
XDG_CACHE_HOME=$folder/cache # what the user has built before must not matter
export XDG_CACHE_HOME
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM

# The commands to run, a line each.
list_commands() {
    if [ $# -gt 0 ]; then
        for name in "$@"; do
            echo "$build/tests/test_$name"
        done
        return
    fi
    for name in ${TEST_FIRST:-}; do
        echo "$build/tests/test_$name"
    done
    for program in "$build"/tests/test_*; do
        case " ${TEST_FIRST:-} " in *" ${program##*/test_} "*) continue ;; esac
        if [ -f "$program" ] && [ -x "$program" ]; then
            echo "$program"
        fi
    done
    for script in tests/transcripts/run*.sh; do
        if [ -f "$script" ] && [ -x "$script" ]; then
            echo "$script $build/plateau"
        fi
    done
}

list_commands "$@" | xargs -P "$jobs" -L 1 sh "$0" --one "$folder"

totals=$(cat "$folder"/*.counts 2>/dev/null | awk '{ p += $1; f += $2 } END { print p + 0, f + 0 }')
passed=${totals% *}
failed=${totals#* }
printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
