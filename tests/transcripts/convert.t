# Records, SGF, board files, JSON.
$ plateau convert golden/hasami.pgr
[Game "hasami"]
[Options "diagonal=on"]
[First "Anna \"the rook\""]
[Second "Benoît"]
[TimeControl "300+2"]
[Event "Club evening"]
[Result "1-0"]
[Reason "resignation"]

1. a1a5 {[%clk 299.5] [%eval 12] a first step \} with a brace} a9a6 {[%clk 298]}
2. b1b5
{longer words to see how lines are broken when they become too long for one}
b9b8 3. c1c5 1-0
$ plateau convert golden/hasami.pgr --to json
{"game":"hasami","options":{"corner":"single","diagonal":"on","edge":"off","losing_count":"2","difference":"3","repetition":"3","no_capture":"100","no_capture_result":"draw","goal":"capture","five_lines":"all","setup":"one","jumps":"off","suicide":"on","blocked":"pass"},"first":"Anna \"the rook\"","second":"Benoît","time_control":"300+2","start":"startpos","tags":{"Event":"Club evening"},"moves":["a1a5","a9a6","b1b5","b9b8","c1c5"],"notes":[{"ply":1,"clock":299.500,"eval":12,"comment":"a first step } with a brace"},{"ply":2,"clock":298.000},{"ply":3,"comment":"longer words to see how lines are broken when they become too long for one"}],"result":"1-0","reason":"resignation"}
$ plateau convert golden/swap2.pgr --to sgf
(;FF[4]CA[UTF-8]AP[Plateau]GM[4]SZ[15]RU[rule=standard opening=swap2]PB[Benoît]PW[Anna]DT[2026-11-15]
;B[hh];W[ig];B[gi];XM[more];W[ek];B[fg];XM[white];W[ao]C[a quiet move\]])
$ plateau convert golden/swap2.pgr --to sgf -o swap2.sgf && plateau convert swap2.sgf
[Game "gomoku"]
[Options "rule=standard opening=swap2"]
[First "Anna"]
[Second "Benoît"]
[Date "2026-11-15"]
[Result "*"]

1. h8 i9 2. g7 more 3. e5 f9 4. white a1 {a quiet move]} *
$ plateau convert golden/gomoku.sgf
[Game "gomoku"]
[Options "rule=renju"]
[First "Black ] player"]
[Second "White"]
[Result "0-1"]
[Reason "resignation"]

1. h8 {the centre} h7 2. i9 j10 3. g9 0-1
$ plateau convert golden/start.txt
[Game "fousfous"]
[Result "*"]

*
$ plateau convert golden/start.txt --to board
% ABCDEFGH
1 -b-b-b-b 1
2 n-n-n-n- 2
3 -b-b-b-b 3
4 n-n-n-n- 4
5 -b-b-b-b 5
6 n-n-n-n- 6
7 -b-b-b-b 7
8 n-n-n-n- 8
% ABCDEFGH
$ plateau convert golden/loose.txt --to board --turn 2
% ABCD
1 -b-- 1
2 --b- 2
3 -n-- 3
4 n--- 4
% ABCD
$ plateau convert golden/loose.txt --turn 2
[Game "fousfous"]
[Options "rows=4 columns=4"]
[Start "1b2/2b1/1n2/n3 n rows=4 columns=4"]
[Result "*"]

*
$ plateau convert golden/hasami.pgr --to sgf
plateau: golden/hasami.pgr: hasami has no SGF form; use the record format
[2]
$ plateau convert golden/hasami.pgr --to board
plateau: golden/hasami.pgr: hasami has no board files; use the record format
[2]
$ plateau convert missing.pgr
plateau: missing.pgr: No such file or directory
[2]
$ plateau convert golden/hasami.pgr --to png
plateau: --to: unknown format 'png'; there are record, sgf, json, board
[2]
$ printf '[Game "chess"]\n' | plateau convert 2>&1 | cut -d";" -f1
plateau: standard input: line 1: unknown game 'chess'
$ printf '[Game "connect4"]\n\n1. 4 4 2. 9' | plateau convert
plateau: standard input: line 3: '9' is not a legal move here; a legal one is 4
[2]
$ printf '[Game "connect4"]\n[Result "0-1"]\n\n1. 4 3 4 3 4 3 4 0-1\n' | plateau convert
plateau: standard input: line 4: the result 0-1 contradicts the last position: 1-0 by four
[2]
$ printf '[Game "connect4"]\n1. 4 (3) 4' | plateau convert
plateau: standard input: line 2: variations are not supported
[2]
$ printf '[Game "connect4"\n' | plateau convert
plateau: standard input: line 2: tag Game: ']' is missing
[2]
$ printf '(;GM[1]SZ[19];B[aa])' | plateau convert --from sgf
plateau: standard input: SGF: GM names no game that is known here
[2]
$ printf '(;GM[4]SZ[15];B[hh];B[ii])' | plateau convert --from sgf
plateau: standard input: SGF: i7 is played by the wrong colour
[2]
$ printf '(;GM[4]SZ[15];B[zz])' | plateau convert --from sgf
plateau: standard input: SGF: 'zz' is not a point of the board
[2]
$ printf '(;GM[4]SZ[99];B[aa])' | plateau convert --from sgf
plateau: standard input: option size must be one of 5..20; got '99'
[2]
$ printf '1 -b-b\n' | plateau convert --from board
plateau: standard input: option rows must be one of 2..8; got '1'
[2]
$ printf '' | plateau convert
plateau: standard input: there is no game in it
[2]
$ printf 'a\0b' | plateau convert
plateau: -: not a text file
[2]
$ echo old >kept.pgr; printf '[Game "chess"]\n' | plateau convert -o kept.pgr 2>&1 | cut -d";" -f1; cat kept.pgr
plateau: standard input: line 1: unknown game 'chess'
old
$ plateau convert golden/hasami.pgr -o no/such/folder/x.pgr
plateau: no/such/folder/x.pgr: No such file or directory
[2]
