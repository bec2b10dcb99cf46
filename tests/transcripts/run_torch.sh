#!/bin/sh
# The optional trainer with PyTorch (tools/train_torch.py): it reads and writes nets as the program does
# and computes the same scores, for which Python alone is enough; and it learns, where PyTorch is there.
#   tests/transcripts/run_torch.sh BINARY
set -u
plateau=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 1
. tests/expect.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
skipped=0

skip() { # WHY
    skipped=$((skipped + 1))
    echo "skipped: $1"
}

torch() { python3 tools/train_torch.py "$@" --plateau "$plateau"; }

for game in fousfous hasami; do # the second turns the board for the second player
    "$plateau" selfplay $game -o "$work/$game.games" --games 40 --player pvs,depth=1 --most-plies 60 >/dev/null &&
        "$plateau" train $game "$work/$game.games" -o "$work/$game.net" --hidden 16 --epochs 2 >/dev/null &&
        "$plateau" train $game "$work/$game.games" --samples "$work/$game.samples" --net "$work/$game.net"
    expect "$game: positions are laid out" $?
    if ! command -v python3 >/dev/null; then
        skip "python3 is not installed"
        continue
    fi
    torch $game "$work/$game.games" --check "$work/$game.net" --most 100 >"$work/out"
    expect "$game: every score is the program's" $?
    grep -q ' 0 with another score' "$work/out"
    expect "$game: and it says so" $?
done

if command -v python3 >/dev/null; then
    # A check that cannot fail is none: a net of other weights under the same name.
    cp "$work/fousfous.net" "$work/kept.net"
    printf '\001' | dd of="$work/fousfous.net" bs=1 seek=400 conv=notrunc 2>/dev/null
    ! torch fousfous "$work/fousfous.games" --check "$work/fousfous.net" >/dev/null 2>&1
    expect "a damaged net is refused" $?
    ! torch hasami "$work/hasami.games" --check "$work/kept.net" >/dev/null 2>&1
    expect "a net of another game is refused" $?
fi
if ! python3 -c 'import torch' 2>/dev/null; then
    skip "PyTorch is not installed: no net was trained with it"
else
    torch fousfous "$work/fousfous.games" -o "$work/torch.net" --hidden 16 --epochs 12 --batch 64 --device cpu >"$work/log"
    expect "a net is trained" $?
    awk '/^epoch 1:/ { first = $4 + 0 } /^epoch 12:/ { last = $4 + 0 } END { exit !(last > 0 && last < first) }' "$work/log"
    expect "the error falls" $?
    torch fousfous "$work/fousfous.games" --check "$work/torch.net" --most 100 >/dev/null
    expect "every score of the new net is the program's" $?
    "$plateau" analyse fousfous --eval "net:$work/torch.net" --depth 2 >/dev/null
    expect "the program plays with it" $?
fi
echo "[  SKIPPED ] $skipped test(s)"
finish
