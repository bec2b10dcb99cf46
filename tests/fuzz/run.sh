#!/bin/sh
# One fuzz target: first its corpus as it is, then RUNS inputs grown from a copy of it.
#
#   tests/fuzz/run.sh BUILD_DIRECTORY TARGET RUNS SECONDS       from the project root
#
# SECONDS bounds slow targets, such as those that play games; 0: no bound.
#
# Prints one line, and the end of the log when it failed; writes "passed" or "failed" to
# BUILD_DIRECTORY/result/TARGET. The exit status is 0 either way: whoever started it counts.
set -u
build=$1
target=$2
runs=$3
seconds=$4
seeds=tests/fuzz/corpus/$target
grown=$build/corpus/$target
log=$build/log/$target
mkdir -p "$build/result" "$build/log" "$build/found" "$build/corpus"
rm -rf "$grown"
cp -R "$seeds" "$grown"

fuzz() {
    "$build/fuzz_$target" -max_len=4096 -timeout=10 -print_final_stats=1 \
        -artifact_prefix="$build/found/$target-" "$@"
}

begin=$(date +%s)
result=passed
fuzz -runs=0 "$seeds" >"$log" 2>&1 &&
    fuzz -runs="$runs" -max_total_time="$seconds" -seed=1 -dict=tests/fuzz/words.dict "$grown" >>"$log" 2>&1 || result=failed
done=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -n 1)
echo "$result" >"$build/result/$target"
printf 'fuzz %-12s %9d runs %5d s  %s\n' "$target" "${done:-0}" $(($(date +%s) - begin)) "$result"
[ "$result" = passed ] || tail -n 60 "$log"
