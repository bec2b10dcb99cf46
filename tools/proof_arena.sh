#!/bin/sh
# What the arena promises, one proof after the other: `make proof-arena`. Numbers and make's other
# variables (KILLS, INTERRUPTIONS, ZOO_SLACK, VARIANT, CC) come through make. Each line has the counts
# of the tests and what they measured; the last is their sum.
set -u
cd "$(dirname "$0")/.." || exit 1
passed=0
failed=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# proof TARGET WHAT
proof() {
    begin=$(date +%s)
    make --no-print-directory "$1" >"$log" 2>&1
    status=$?
    counts=$(awk '/^\[  PASSED  \] [0-9]+ test/ { p += $4 } /^\[  FAILED  \] [0-9]+ test/ { f += $4 }
                  END { print p + 0, f + 0 }' "$log")
    p=${counts% *}
    f=${counts#* }
    [ "$status" -eq 0 ] || [ "$f" -gt 0 ] || f=1
    [ "$p" -gt 0 ] || [ "$f" -gt 0 ] || f=1 # nothing ran
    passed=$((passed + p))
    failed=$((failed + f))
    printf '%-14s %-52s %3d passed %2d failed %5d s\n' "$1" "$2" "$p" "$f" $(($(date +%s) - begin))
    grep -E '^(signal|[0-9]+ (floods|moves|tries)|sandbox:|.* changes, )' "$log" | sed 's/^/               /'
    [ "$f" -eq 0 ] || cat "$log"
}

proof proof-kills "R1: killed at random moments, nothing lost or twice"
proof proof-referee "R1: so is a class competition"
proof proof-resume "R2: interrupted and resumed, equal to undisturbed"
proof proof-zoo "R3: each misdeed has its reason, in time"
proof proof-flood "R4: floods for a minute, under 64 MB"
proof proof-clock "R6: 90 % of a 100 ms limit, none forfeited"
proof proof-disk "R12: disk full, read-only, locked, damaged"
proof proof-sandbox "S4, S5, S6: burglars, gluttons, thieves"
proof proof-stores "R18: stores changed by others"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
