#!/bin/sh
# The certificates of data/ that neither side can lose at Hasami Shogi, by both checkers: the program and
# tools/check_hasami.py, for which Python alone is enough. Both refuse the same wrong ones.
#   tests/transcripts/run_hasami.sh BINARY
set -u
PYTHONDONTWRITEBYTECODE=1
export PYTHONDONTWRITEBYTECODE
plateau=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 1
. tests/expect.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

black=data/hasami-black.cert
"$plateau" prove hasami --check "$black" >"$work/out"
expect "all of Black's half holds" $?
grep -q '^proven: Black cannot lose; 432 records' "$work/out"
expect "and says so" $?
"$plateau" prove hasami --check data/hasami-white.cert --audit 500 --threads 2 | grep -q '^audited: White cannot lose; 500 of'
expect "500 records of White's half hold" $?

# Killed at any moment, a run goes on from what it has kept.
prove_kept() {
    "$@" "$plateau" prove hasami --position "wwwwwwwww/9/9/9/9/9/9/b8/1bbbbbbbb w" --safe black \
        --checkpoint "$work/kept" --table 16 --threads 2 -o "$work/long" >/dev/null 2>&1
}
for seconds in 0.05 0.1 0.15 0.2 0.1 0.05; do
    prove_kept timeout -s KILL "$seconds"
done
check "a run killed six times ends" prove_kept env
"$plateau" prove hasami --check "$work/long" | grep -q '^proven: Black cannot lose'
expect "with a proof" $?

if ! command -v python3 >/dev/null; then
    echo "[  SKIPPED ] 1 test(s)"
    finish
    exit
fi
for side in black white; do
    tools/compare_hasami.sh "$plateau" "data/hasami-$side.cert" 40 7 >/dev/null
    expect "both checkers say the same of 40 records ($side)" $?
done

# The sum of a changed file, so that what is wrong is the claim and not the sum.
mend() { # FILE
    python3 - "$1" <<'END'
import sys
sys.path.insert(0, "tools")
import check_hasami
data = open(sys.argv[1], "rb").read()
body = data[:data.rindex(b"sum ")]
open(sys.argv[1], "wb").write(body + b"sum %016x\n" % check_hasami.checksum(body))
END
}
refused() { # NAME: $work/wrong is refused by both
    ! "$plateau" prove hasami --check "$work/wrong" >/dev/null 2>&1
    expect "$1: refused by the program" $?
    ! python3 tools/check_hasami.py "$work/wrong" >/dev/null 2>&1
    expect "$1: refused by the second checker" $?
}
# A proof from a few moves on: quick to check whole.
"$plateau" prove hasami --position "wwwwwwwww/9/9/9/9/9/9/b6b1/1bbbbbb1b w" --safe black -o "$work/small" 2>/dev/null
tools/compare_hasami.sh "$plateau" "$work/small" 72 1 >/dev/null
expect "both checkers say the same of a small proof" $?
cp "$work/small" "$work/wrong"
printf 'x' | dd of="$work/wrong" bs=1 seek=700 conv=notrunc 2>/dev/null
refused "a flipped byte"
head -c 2000 "$work/small" >"$work/wrong"
refused "a cut file"
change() { # SED-COMMAND NAME
    sed "$1" "$work/small" >"$work/wrong"
    mend "$work/wrong"
    refused "$2"
}
change 's/^black cannot/white cannot/' "the other side's claim"
change 's/^records .*/records 71/' "a wrong count"
change 's/ w$/ w jumps=on/' "rules that no fortress stands"
change '6s/ [a-i1-9]*$/ a1a9/' "a move that is none"
change '6,40d; s/^records .*/records 37/' "missing records"
change 's/b6b1.1bbbbbb1b w$/9\/bbbbbbbbb w/' "another start"
finish
