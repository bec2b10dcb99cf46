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

# Positions of a net trained by the program, its scores computed again.
lay_out() { # NAME GAME PLAYER SELFPLAY_OPTIONS TRAIN_OPTIONS
    # shellcheck disable=SC2086 # options are several words
    "$plateau" selfplay "$2" -o "$work/$1.games" --games 40 --player "$3" --most-plies 60 $4 >/dev/null &&
        "$plateau" train "$2" "$work/$1.games" -o "$work/$1.net" --epochs 2 $5 >/dev/null &&
        "$plateau" train "$2" "$work/$1.games" --samples "$work/$1.samples" --net "$work/$1.net"
    expect "$1: positions are laid out" $?
    if ! command -v python3 >/dev/null; then
        skip "python3 is not installed"
        return
    fi
    torch "$2" "$work/$1.games" --check "$work/$1.net" --most 60 >"$work/out"
    expect "$1: every score is the program's" $?
    grep -q ' 0 with another score' "$work/out"
    expect "$1: and it says so" $?
}
lay_out fousfous fousfous pvs,depth=1 "" "--hidden 16"
lay_out hasami hasami pvs,depth=1 "" "--hidden 16" # turns the board for the second player
lay_out gomoku gomoku champion,nodes=50 "" ""      # a kind of its own
lay_out renju gomoku champion,nodes=50 "--option rule=renju --option size=9" ""

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
    torch gomoku "$work/renju.games" -o "$work/renju.torch" --epochs 2 --batch 64 --net "$work/gomoku.net" --device cpu >/dev/null &&
        torch gomoku "$work/renju.games" --check "$work/renju.torch" --most 60 >/dev/null
    expect "so is a net of lines, and its scores are the program's" $?
fi
echo "[  SKIPPED ] $skipped test(s)"
finish
