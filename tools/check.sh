#!/bin/sh
# All that must hold before a change lands: tools/check.sh [JOBS] [quick|smoke]
# quick: one build and its tests; smoke: that the command itself works, with two tests.
# Each stage prints "N passed, M failed"; the last line is their sum.
set -u
cd "$(dirname "$0")/.."
jobs=${1:-2}
mode=${2:-full}
passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# stage NAME COMMAND…: counts what the command prints, or 1 for its exit status.
stage() {
    name=$1
    shift
    begin=$(date +%s)
    if "$@" >"$log" 2>&1; then status=0; else status=$?; fi
    counts=$(sed -n 's/^\(.*: \)\{0,1\}\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed.*$/\2 \3/p' "$log" | tail -n 1)
    p=${counts%% *}
    f=${counts##* }
    if [ -z "$counts" ]; then
        p=$((status == 0))
        f=$((status != 0))
    elif [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then
        f=1
    fi
    passed=$((passed + p))
    failed=$((failed + f))
    printf '%-34s %5d passed %3d failed  %4d s\n' "$name" "$p" "$f" $(($(date +%s) - begin))
    [ "$f" -eq 0 ] || cat "$log"
}

stage "layers: includes" tools/check_layers.sh
stage "headers, each alone" tools/check_headers.sh
stage "format" tools/check_format.sh
stage "no shell" tools/check_shell.sh
stage "docs: links and paths" tools/check_docs.sh
if [ "$mode" = smoke ]; then
    stage "build: gcc" make -j"$jobs" all build/tests/test_laws build/tests/test_session
    stage "tests: two" tools/run_tests.sh build laws session
else
    stage "build: gcc" make -j"$jobs" all core tests
    stage "layers: symbols" tools/check_layers.sh build
    stage "layers: planted faults" tests/layers/run.sh
    stage "tests: release" make test
    stage "what is installed" tests/install/run.sh "$jobs"
fi
if [ "$mode" = full ]; then
    stage "clang-tidy, cppcheck" tools/check_lint.sh "$jobs"
    # clang's warnings, asserts and sanitizers in one build.
    stage "build: clang, sanitizers" make -j"$jobs" CC=clang VARIANT=asan all tests
    stage "tests: clang, asserts, address, undefined" make CC=clang VARIANT=asan test
    stage "tests: thread sanitizer" make -j"$jobs" VARIANT=tsan test-threads
    stage "fuzz: corpora and short runs" make -j"$jobs" fuzz-short
    stage "what the compiler must refuse" tests/misuse/run.sh
    stage "a sixth game" tests/sixth/run.sh "$jobs"
    stage "a new searcher" tests/searcher/run.sh "$jobs"
    stage "the engine in the page, as shipped" make check-wasm
    stage "rules as WebAssembly" make test-wasm
    stage "the page, in a browser" tests/web/run.sh
    stage "clean clone, both commands" tests/clone/run.sh
fi
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
