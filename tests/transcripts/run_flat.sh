#!/bin/sh
# Flat certificates of small boards before both checkers, the program's and tools/check_fousfous.py, which share
# nothing: they agree on 10,000 records by lot, and both refuse what is wrong.
#   tests/transcripts/run_flat.sh BINARY
set -u
plateau=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 1
. tests/expect.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if ! command -v python3 >/dev/null; then
    echo "skipped: python3 is not installed"
    finish
    exit
fi

second() { python3 tools/check_fousfous.py "$@"; }

# The words of both about the same records by lot: how many are right, and how many positions were searched.
agree() { # FILE COUNT SEED
    "$plateau" prove fousfous --check "$1" --audit "$2" --seed "$3" |
        sed -n 's/^audited: \([0-9]* of [0-9]*\) .* all right; \([0-9]* positions searched\).*/\1 \2/p' >"$work/first"
    second "$1" --audit "$2" --seed "$3" |
        sed -n 's/^audited: \([0-9]* of [0-9]*\) .*/\1/p; s/^\([0-9]* positions searched\).*/\1/p' | paste -sd' ' >"$work/second"
    [ -s "$work/first" ] && cmp "$work/first" "$work/second"
}

both_refuse() { # FILE
    ! "$plateau" prove fousfous --check "$1" >/dev/null 2>&1 && ! second "$1" >/dev/null 2>&1
}

for board in 4x5:2 5x5:5 6x5:4 5x6:4 6x6:7; do
    rows=${board%%x*} rest=${board#*x}
    columns=${rest%:*} pieces=${rest#*:}
    rules="--option rows=$rows --option columns=$columns"
    # shellcheck disable=SC2086 # several words
    "$plateau" solve fousfous $rules --start --checkpoint "$work/kept" >/dev/null 2>&1 &&
        "$plateau" prove fousfous $rules --from-journal "$work/kept" --pieces "$pieces" -o "$work/$rows$columns" >/dev/null
    expect "$board: a proof is written" $?
    agree "$work/$rows$columns" 2000 "$rows$columns"
    expect "$board: both agree on 2000 records by lot" $?
done
second "$work/45" >"$work/whole" && grep -q '^proven: .*; the start: the player to move loses$' "$work/whole"
expect "the second checker proves a whole board" $?

# What is wrong, with its sum mended where there is something to mend.
python3 - "$work" <<'END'
import sys
sys.path.insert(0, "tools")
sys.dont_write_bytecode = True
from check_fousfous import MASK, checksum, mix, word

folder = sys.argv[1]
data = open(folder + "/55", "rb").read()
records = [data[at:at + 8] for at in range(64, len(data), 8)]
won, root = word(data, 32), word(data, 48)

def write(name, won_list, lost_list, value=data[27]):
    body = b"".join(sorted(won_list, key=lambda r: r[::-1]) + sorted(lost_list, key=lambda r: r[::-1]))
    head = data[:27] + bytes([value]) + data[28:32] + len(won_list).to_bytes(8, "little")
    head += len(lost_list).to_bytes(8, "little") + data[48:56]
    seal = mix(checksum(head) + mix(checksum(body)) & MASK)
    open(folder + "/" + name, "wb").write(head + seal.to_bytes(8, "little") + body)

write("same", records[:won], records[won:])
others = [r for r in records[:won] if word(r, 0) != root]
write("moved", [r for r in records[:won] if r != others[3]], records[won:] + [others[3]])
write("absent", [r for r in records[:won] if r != others[5]], records[won:])
write("headless", others, records[won:])
write("contrary", records[won:], records[:won], 1 - data[27])
swapped = data[:64] + records[1] + records[0] + b"".join(records[2:])
body = swapped[64:]
open(folder + "/order", "wb").write(
    swapped[:56] + mix(checksum(swapped[:56]) + mix(checksum(body)) & MASK).to_bytes(8, "little") + body)
open(folder + "/cut", "wb").write(data[:-8])
flipped = bytearray(data)
flipped[100] ^= 4
open(folder + "/flipped", "wb").write(flipped)
END
cmp "$work/same" "$work/55"
expect "what is sealed again is the same" $?
for wrong in moved absent headless contrary order cut flipped; do
    both_refuse "$work/$wrong"
    expect "both refuse: $wrong" $?
done

# A position of many pieces: the second checker asks the program for a certificate of it, and checks that.
"$plateau" prove fousfous --position "3n1n1n/6n1/1b1b1n2/b3b3/1b5n/n1n3n1/3b1b2/8 b" --flat --pieces 13 -o "$work/middle" >/dev/null
expect "a position of 14 pieces" $?
second "$work/middle" --most 8 >"$work/out" 2>&1
[ $? -eq 1 ] && grep -q 'give --witness' "$work/out"
expect "too large for the second checker alone" $?
second "$work/middle" --most 8 --witness "$plateau" >"$work/out" && grep -q '^proven' "$work/out" &&
    grep -q ' [1-9][0-9]* by a witness' "$work/out"
expect "with a witness it is proven" $?
second "$work/middle" --most 8 --skip-leaves >"$work/out" && grep -q '^audited' "$work/out" &&
    grep -q ' [1-9][0-9]* left open' "$work/out"
expect "what is left open is told" $?
finish
