# Boards, positions, results.
$ plateau show tictactoe --ascii
    a b c
  3 . . . 3
  2 . . . 2
  1 . . . 1
    a b c
3/3/3 x
X to move
Legal moves: a3 b3 c3 a2 b2 c2 a1 b1 c1
$ plateau show tictactoe --moves "b2 a1 a3 c1 b1 b3 a2"
    a b c
  3 ✕ ◯ · 3
  2[✕]✕ · 2
  1 ◯ ✕ ◯ 1
    a b c
xo1/xx1/oxo o
O to move
Legal moves: c3 c2
$ plateau show connect4 --moves 4455
    1 2 3 4 5 6 7
    · · · · · · ·
    · · · · · · ·
    · · · · · · ·
    · · · · · · ·
    · · · ○[○]· ·
    · · · ● ● · ·
    1 2 3 4 5 6 7
7/7/7/7/3oo2/3xx2 x
X to move
Legal moves: 4 3 5 2 6 1 7
$ plateau show connect4 --position 44444 --json
{"game":"connect4","position":"7/3x3/3o3/3x3/3o3/3x3 o","player":1,"result":"*","reason":"none","moves":["4","3","5","2","6","1","7"]}
$ plateau show gomoku --option size=7 --moves "d4 e5 c3"
    a b c d e f g
  7 · · · · · · · 7
  6 · · · · · · · 6
  5 · · · · ○ · · 5
  4 · · · ● · · · 4
  3 · ·[●]· · · · 3
  2 · · · · · · · 2
  1 · · · · · · · 1
    a b c d e f g
7/7/4w2/3b3/2b4/7/7 w size=7
White to move
Legal moves: a7 b7 c7 d7 e7 f7 g7 a6 b6 c6 d6 e6 f6 g6 a5 b5 c5 d5 f5 g5 a4 b4 c4 e4 f4 g4 a3 b3 d3 e3 f3 g3 a2 b2 c2 d2 e2 f2 g2 a1 b1 c1 d1 e1 f1 g1
$ plateau show gomoku --preset tournament --moves "h8 i9 g7" --json
{"game":"gomoku","position":"15/15/15/15/15/15/8w6/7b7/6b8/15/15/15/15/15/15 w phase=choose rule=standard opening=swap2","player":1,"result":"*","reason":"none","moves":["black","white","more"]}
$ plateau show gomoku --option opening=swap2 --option size=6 --moves "c3 d4 a1 more b2 b3 white"
    a b c d e f
  6 · · · · · · 6
  5 · · · · · · 5
  4 · · · ○ · · 4
  3 · ● ● · · · 3
  2 · ○ · · · · 2
  1 ● · · · · · 1
    a b c d e f
6/6/3w2/1bb3/1w4/b5 w swapped=on size=6 opening=swap2
White to move
Legal moves: a6 b6 c6 d6 e6 f6 a5 b5 c5 d5 e5 f5 a4 b4 c4 e4 f4 a3 d3 e3 f3 a2 c2 d2 e2 f2 b1 c1 d1 e1 f1
$ plateau show hasami --moves "a1a5 a9a6"
    a b c d e f g h i
  9[·]○ ○ ○ ○ ○ ○ ○ ○ 9
  8 · · · · · · · · · 8
  7 · · · · · · · · · 7
  6[○]· · · · · · · · 6
  5 ● · · · · · · · · 5
  4 · · · · · · · · · 4
  3 · · · · · · · · · 3
  2 · · · · · · · · · 2
  1 · ● ● ● ● ● ● ● ● 1
    a b c d e f g h i
1wwwwwwww/9/9/w8/b8/9/9/9/1bbbbbbbb b quiet=2
Black to move
Legal moves: a5b5 a5c5 a5d5 a5e5 a5f5 a5g5 a5h5 a5i5 a5a4 a5a3 a5a2 a5a1 b1a1 b1b8 b1b7 b1b6 b1b5 b1b4 b1b3 b1b2 c1c8 c1c7 c1c6 c1c5 c1c4 c1c3 c1c2 d1d8 d1d7 d1d6 d1d5 d1d4 d1d3 d1d2 e1e8 e1e7 e1e6 e1e5 e1e4 e1e3 e1e2 f1f8 f1f7 f1f6 f1f5 f1f4 f1f3 f1f2 g1g8 g1g7 g1g6 g1g5 g1g4 g1g3 g1g2 h1h8 h1h7 h1h6 h1h5 h1h4 h1h3 h1h2 i1i8 i1i7 i1i6 i1i5 i1i4 i1i3 i1i2
$ plateau show hasami --position "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w"
    a b c d e f g h i
  9 · · · · · · · · · 9
  8 · · · · · · · · · 8
  7 · · · · · · · · · 7
  6 · · · · · · · · · 6
  5 · · · · · · · · · 5
  4 ● · · · · · · · · 4
  3 ○ ● ● · · · · · · 3
  2 ○ ○ ○ ● ● · · · · 2
  1 ○ ○ ○ ○ ○ ● · · · 1
    a b c d e f g h i
9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w
White to move
Legal moves: pass
$ plateau show fousfous
    A B C D E F G H
  1   ♗   ♗   ♗   ♗ 1
  2 ♝   ♝   ♝   ♝   2
  3   ♗   ♗   ♗   ♗ 3
  4 ♝   ♝   ♝   ♝   4
  5   ♗   ♗   ♗   ♗ 5
  6 ♝   ♝   ♝   ♝   6
  7   ♗   ♗   ♗   ♗ 7
  8 ♝   ♝   ♝   ♝   8
    A B C D E F G H
1b1b1b1b/n1n1n1n1/1b1b1b1b/n1n1n1n1/1b1b1b1b/n1n1n1n1/1b1b1b1b/n1n1n1n1 b
Blanc (white) to move
Legal moves: B7-A6 B5-A4 D7-C6 B3-A2 D5-C4 F7-E6 D3-C2 F5-E4 H7-G6 F3-E2 H5-G4 H3-G2 B7-C8 B5-C6 D7-E8 B3-C4 D5-E6 F7-G8 B1-C2 D3-E4 F5-G6 D1-E2 F3-G4 F1-G2 B7-A8 B5-A6 D7-C8 B3-A4 D5-C6 F7-E8 B1-A2 D3-C4 F5-E6 H7-G8 D1-C2 F3-E4 H5-G6 F1-E2 H3-G4 H1-G2 B7-C6 B5-C4 D7-E6 B3-C2 D5-E4 F7-G6 D3-E2 F5-G4 F3-G2
$ plateau show fousfous --option rows=4 --option columns=5 --ascii
    A B C D E
  1   b   b   1
  2 n   n   n 2
  3   b   b   3
  4 n   n   n 4
    A B C D E
1b1b1/n1n1n/1b1b1/n1n1n b rows=4 columns=5
Blanc (white) to move
Legal moves: B3-A2 D3-C2 B3-C4 B1-C2 D3-E4 D1-E2 B3-A4 B1-A2 D3-C4 D1-C2 B3-C2 D3-E2
$ plateau show hasami --position "w1wb5/b8/9/9/1b7/9/9/w7w/w6bb b" --moves b5b9 --lang fr
    a b c d e f g h i
  9 ·[●]· ● · · · · · 9
  8 ● · · · · · · · · 8
  7 · · · · · · · · · 7
  6 · · · · · · · · · 6
  5 ·[·]· · · · · · · 5
  4 · · · · · · · · · 4
  3 · · · · · · · · · 3
  2 ○ · · · · · · · ○ 2
  1 ○ · · · · · · ● ● 1
    a b c d e f g h i
1b1b5/b8/9/9/9/9/9/w7w/w6bb w
Blanc au trait
Coups légaux : a2b2 a2c2 a2d2 a2e2 a2f2 a2g2 a2h2 a2a7 a2a6 a2a5 a2a4 a2a3 i2b2 i2c2 i2d2 i2e2 i2f2 i2g2 i2h2 i2i9 i2i8 i2i7 i2i6 i2i5 i2i4 i2i3 a1b1 a1c1 a1d1 a1e1 a1f1 a1g1
$ plateau show connect4 --position 112233
    1 2 3 4 5 6 7
    · · · · · · ·
    · · · · · · ·
    · · · · · · ·
    · · · · · · ·
    ○ ○ ○ · · · ·
    ● ● ● · · · ·
    1 2 3 4 5 6 7
7/7/7/7/ooo4/xxx4 x
X to move
Legal moves: 4 3 5 2 6 1 7
$ plateau show connect4 --position 11223344
plateau: '4': the game is over, no move is legal
[2]
$ plateau show connect4 --position "7/7/7/7/7/x6 x"
plateau: position: 1 and 0 stones do not fit the side to move
[2]
$ plateau show connect4 --position "7/7/7/7/x6/7 o"
plateau: position: a stone hangs in the air
[2]
$ plateau show connect4 --moves 8
plateau: '8' is not a legal move here; a legal one is 4
[2]
$ plateau show hasami --position "9/9 b"
plateau: position: 2 rows, expected 9
[2]
$ plateau show hasami --option corner=most
plateau: option corner must be one of none, single, group; got 'most'
[2]
$ plateau show hasami --option diagonals=on
plateau: unknown option 'diagonals'; this game has corner, diagonal, edge, losing_count, difference, repetition, no_capture, no_capture_result, goal, five_lines, setup, jumps, suicide, blocked
[2]
$ plateau show hasami --option losing_count=5
plateau: option losing_count must be one of 1..4; got '5'
[2]
$ plateau show hasami --preset chess
plateau: unknown preset 'chess'; hasami has seed, wikipedia, first-to-five, dai, brainking, strict
[2]
$ plateau show hasami --moves "a1a5 a1a6"
plateau: 'a1a6' is not a legal move here; a legal one is a9a8
[2]
$ plateau show tictactoe --position ""
plateau: position: empty text; try 'startpos'
[2]
$ plateau show gomoku --position "15/15 b" --option size=5
plateau: position: row 1 is longer than 5 cells
[2]
