#!/bin/sh
# A new searcher takes one file and one line in searchers.def: adds beam search to a copy of the
# tree, builds, and uses it.   tests/searcher/run.sh [JOBS]
set -u
cd "$(dirname "$0")/../.."
jobs=${1:-2}
tree=build/searcher
. tests/expect.sh

copy_tree "$tree"
cp tests/searcher/beam.inc.h "$tree/src/search/tree/"
echo 'SEARCHER(beam, BUDGET, "beam search", "recherche en faisceau")' >>"$tree/src/search/frame/searchers.def"
cd "$tree" || exit 1

make -j"$jobs" core >build.log 2>&1
status=$?
[ $status -eq 0 ] || cat build.log
expect "it builds" $status
plateau=build/plateau-core
$plateau games connect4 | grep -q '^  beam '
expect "it is listed" $?
for game in $($plateau games | cut -d' ' -f1); do
    $plateau analyse "$game" --searcher beam --depth 4 2>&1 | grep -q '^bestmove '
    expect "it finds a move in $game" $?
done
$plateau play connect4 --first beam,depth=4 --second random --seed 1 </dev/null | tail -n 1 | grep -qE '^(1-0|0-1|1/2-1/2)$'
expect "it plays" $?
finish
