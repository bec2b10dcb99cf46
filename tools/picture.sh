#!/bin/sh
# A game on a terminal of 100x30, as SVG.   tools/picture.sh BINARY OUTPUT
set -eu
binary=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
name=plateau-picture
tmux new-session -d -s $name -x 96 -y 26 "TERM=xterm-256color LC_ALL=C.UTF-8 $binary play hasami \
    --seed 1 --second alphabeta,depth=3 --moves 'a1a5 b9b5 c1c5'"
sleep 2
tmux send-keys -t $name Left Left
sleep 1
tmux capture-pane -e -p -t $name | node "$here/terminal_svg.js" >"$2"
tmux kill-session -t $name
