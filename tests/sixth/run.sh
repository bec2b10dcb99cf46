#!/bin/sh
# A sixth game takes one folder, one line in games.def and its counts: adds hexapawn to a copy of the
# tree and takes it through everything: build, laws, transcripts, commands, page.
#                                                                          tests/sixth/run.sh [JOBS]
set -u
cd "$(dirname "$0")/../.."
jobs=${1:-2}
root=$PWD
tree=build/sixth
. tests/expect.sh

# add GAME: the folder of tests/sixth under this name, the line, the counts.
add() {
    mkdir "src/games/$1"
    for file in "$root"/tests/sixth/hexapawn/*.[ch] "$root"/tests/sixth/hexapawn/*.def; do
        [ -e "$file" ] || continue
        name=$(basename "$file")
        sed "s/hexapawn/$1/g; s/HEXAPAWN/$(echo "$1" | tr a-z A-Z)/g" "$file" >"src/games/$1/$1${name#hexapawn}"
    done
    cp "$root/tests/sixth/hexapawn/hexapawn.perft" "tests/perft/$1.perft"
}

# built WHAT TARGET…
built() {
    what=$1
    shift
    make -j"$jobs" "$@" >build.log 2>&1
    status=$?
    [ $status -eq 0 ] || cat build.log
    expect "$what" $status
}

# What is built already serves the copy as well, as far as it knows nothing of the list of games.
copy_tree "$tree"
for built in obj generated wasm; do
    [ -d "build/$built" ] && { mkdir -p "$tree/build" && cp -Rp "build/$built" "$tree/build/"; }
done
cd "$tree" || exit 1
add hexapawn
echo 'GAME(hexapawn)' >>src/games/games.def

built "it builds" all core build/tests/test_laws build/tests/test_search_laws build/tests/test_perft build/tests/test_gomocup
for test in laws search_laws perft gomocup; do
    "build/tests/test_$test" >test.log 2>&1
    status=$?
    [ $status -eq 0 ] || cat test.log
    expect "test_$test holds with it" $status
done
rm tests/perft/hexapawn.perft
build/tests/test_perft 2>&1 | grep -q 'hexapawn has no tests/perft/hexapawn.perft'
expect "without known counts test_perft fails" $?
sh tools/check_layers.sh build
expect "the layers hold with it" $?
tests/transcripts/run.sh build/plateau >test.log 2>&1
status=$?
[ $status -eq 0 ] || cat test.log
expect "no transcript changes" $status

plateau=build/plateau
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
$plateau perft hexapawn 1 --position 'bbb/b2/www w' 2>&1 | grep -q 'position: more than three pawns of one colour'
expect "its own errors are told" $?
$plateau perft hexapawn 1 --position 'bbb/b2/www w' --lang fr 2>&1 | grep -q 'plus de trois pions'
expect "and in French" $?

# The page, in a browser.
if [ -z "${WITHOUT_BROWSER:-}" ]; then
    "$root/tests/web/run.sh" build/plateau sixth.mjs >test.log 2>&1
    status=$?
    grep -E '^(FAIL|     |page:)' test.log
    expect "the page draws and plays it" $status
fi

# A seventh with an id of 14 letters, in front of all others, with a format for each protocol that once
# went by formats: columns stay columns, and the protocols keep their games.
add sevenhexapawns
sed -i 's/\.evals = &evals,/&\n    .sgf_number = 99,\n    .has_board_file = true,/' src/games/sevenhexapawns/sevenhexapawns.c
sed -i '0,/^GAME(/s//GAME(sevenhexapawns)\n&/' src/games/games.def
built "an id of 14 letters builds" core
plateau=build/plateau-core
# columns FIELDS: every line's first fields begin where the first line's do, behind a blank at least.
columns() {
    awk -v fields="$1" '
        { at = 0; rest = $0
          for (i = 1; i <= fields; i++) {
              match(rest, /[^ ]+ */); if (i < fields) at += RLENGTH
              rest = substr(rest, RLENGTH + 1)
          }
          if (NR > 1 && at != first) bad = 1
          first = at }
        END { exit bad || NR == 0 }'
}
$plateau games | columns 2
expect "games stay in columns" $?
for game in connect4 sevenhexapawns; do $plateau bench --game $game; done | columns 2
expect "bench stays in columns" $?
printf 'START 15\nEND\n' | $plateau pbrain | grep -qx OK
expect "Gomocup's game is Gomoku" $?
printf '%% ABCDEFGH\n1 -b-b-b-b 1\n2 n-n-n-n- 2\n3 -b-b-b-b 3\n4 n-n-n-n- 4\n5 -b-b-b-b 5\n6 n-n-n-n- 6\n7 -b-b-b-b 7\n8 n-n-n-n- 8\n%% ABCDEFGH\n' >board.txt
$plateau convert board.txt --from board --to record | grep -q '\[Game "fousfous"\]'
expect "a board file is the course's" $?
$plateau connect --help >/dev/null
finish
