#!/bin/sh
# A sixth game takes one folder and one line in games.def: adds hexapawn to a copy of the tree,
# builds, and runs the laws and a few commands over it.   tests/sixth/run.sh [JOBS]
set -u
cd "$(dirname "$0")/../.."
jobs=${1:-2}
tree=build/sixth
. tests/expect.sh

copy_tree "$tree"
cp -R tests/sixth/hexapawn "$tree/src/games/"
echo 'GAME(hexapawn)' >>"$tree/src/games/games.def"
cd "$tree" || exit 1

make -j"$jobs" core build/tests/test_laws build/tests/test_search_laws >build.log 2>&1
status=$?
[ $status -eq 0 ] || cat build.log
expect "it builds" $status
for laws in test_laws test_search_laws; do
    "build/tests/$laws" >laws.log 2>&1
    status=$?
    [ $status -eq 0 ] || cat laws.log
    expect "$laws hold with it" $status
done
sh tools/check_layers.sh
expect "the layers hold with it" $?

plateau=build/plateau-core
$plateau games | grep -q '^hexapawn '
expect "it is listed" $?
# Counted by hand: 3 first moves; 10 = 3 + 4 + 3 answers; then white has 25 moves in all.
[ "$($plateau perft hexapawn 1)" = 3 ] && [ "$($plateau perft hexapawn 2)" = 10 ]
expect "perft" $?
$plateau playouts hexapawn --games 1000 | grep -q '^games  *1000'
expect "random games" $?
$plateau play hexapawn --first alphabeta,depth=9 --second alphabeta,depth=9 </dev/null | tail -n 1 | grep -qx '0-1'
expect "perfect play is a win for the second player" $?
$plateau show hexapawn --moves "a1a2 b3b2" 2>&1 | grep -q 'b1'
expect "drawing" $?
$plateau perft hexapawn 1 --position nonsense/x/y >out.log 2>&1
[ $? -eq 2 ] && [ "$(wc -l <out.log)" -eq 1 ]
expect "bad input is refused" $?
finish
