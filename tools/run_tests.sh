#!/bin/sh
# Runs the tests of one build and counts them.
#
#   tools/run_tests.sh BUILD_DIRECTORY [TEST ...]        from the project root
#
# The TESTs named, without "test_"; or every BUILD_DIRECTORY/tests/test_* program, then every executable tests/transcripts/run*.sh with
# the path of the binary as its argument. Counts are read from what they print: cmocka's closing
# lines, or "N passed, M failed". A program that crashes, hangs or prints no count is one failure.
# Last line: "N passed, M failed"; the exit status is 1 when something failed or nothing ran.
# TEST_TIMEOUT: seconds a program may take (600).

set -u
build=${1:?usage: tools/run_tests.sh BUILD_DIRECTORY [TEST ...]}
shift
limit=${TEST_TIMEOUT:-600}
passed=0
failed=0
output=$(mktemp) || exit 1
trap 'rm -f "$output"' EXIT
trap 'exit 1' HUP INT TERM

# "PASSED FAILED" of the lines on standard input.
count_results() {
    awk '
        /^\[  PASSED  \] [0-9]+ test/           { passed += $4 }
        /^\[  FAILED  \] [0-9]+ test/           { failed += $4 }
        /^[0-9]+ passed, [0-9]+ failed$/        { passed += $1; failed += $3 }
        END                                     { print passed + 0, failed + 0 }
    '
}

run_limited() {
    if command -v timeout >/dev/null 2>&1; then
        timeout "$limit" "$@"
    else
        "$@"
    fi
}

# run_one NAME COMMAND...: one line when all is well, the whole output otherwise.
run_one() {
    name=$1
    shift
    run_limited "$@" >"$output" 2>&1 </dev/null
    status=$?
    counts=$(count_results <"$output")
    good=${counts% *}
    bad=${counts#* }
    why=
    if [ "$bad" -eq 0 ]; then
        if [ "$status" -eq 124 ]; then
            why="took longer than $limit s"
        elif [ "$status" -ne 0 ]; then
            why="ended with status $status"
        elif [ "$good" -eq 0 ]; then
            why="printed no count"
        fi
        [ -z "$why" ] || bad=1
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    if [ "$bad" -gt 0 ]; then
        cat "$output"
    fi
    printf '%-28s %5d passed, %d failed%s\n' "$name" "$good" "$bad" "${why:+: $why}"
}

if [ $# -gt 0 ]; then
    for name in "$@"; do
        run_one "test_$name" "$build/tests/test_$name"
    done
else
    for program in "$build"/tests/test_*; do
        if [ -f "$program" ] && [ -x "$program" ]; then
            run_one "${program##*/}" "$program"
        fi
    done
    for script in tests/transcripts/run*.sh; do
        if [ -f "$script" ] && [ -x "$script" ]; then
            run_one "${script##*/}" "$script" "$build/plateau"
        fi
    done
fi

printf '%d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
