# Games through a pipe: played out, refused lines, undo, hint, save, load, options, French.
$ printf '4\n4\n3\n3\n2\n2\n1\n' | plateau play connect4 --second human --ascii
    1 2 3 4 5 6 7
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    1 2 3 4 5 6 7
    1 2 3 4 5 6 7
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . .[x]. . .
    1 2 3 4 5 6 7
    1 2 3 4 5 6 7
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . .[o]. . .
    . . . x . . .
    1 2 3 4 5 6 7
    1 2 3 4 5 6 7
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . o . . .
    . .[x]x . . .
    1 2 3 4 5 6 7
    1 2 3 4 5 6 7
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . .[o]o . . .
    . . x x . . .
    1 2 3 4 5 6 7
    1 2 3 4 5 6 7
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . o o . . .
    .[x]x x . . .
    1 2 3 4 5 6 7
    1 2 3 4 5 6 7
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    .[o]o o . . .
    . x x x . . .
    1 2 3 4 5 6 7
    1 2 3 4 5 6 7
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . o o o . . .
   [x]x x x . . .
    1 2 3 4 5 6 7
Game over: First player wins — four in a row
1-0
$ printf 'b2\nmoves\nundo\nboard\nquit\n' | plateau play tictactoe --first human --second alphabeta,depth=9 --ascii
    a b c
  3 . . . 3
  2 . . . 2
  1 . . . 1
    a b c
    a b c
  3 . . . 3
  2 .[x]. 2
  1 . . . 1
    a b c
O plays a3
    a b c
  3[o]. . 3
  2 . x . 2
  1 . . . 1
    a b c
Legal moves: b3 c3 a2 c2 a1 b1 c1
    a b c
  3 . . . 3
  2 . . . 2
  1 . . . 1
    a b c
    a b c
  3 . . . 3
  2 . . . 2
  1 . . . 1
    a b c
The game is not finished.
$ printf 'a1\nb9\nnonsense\na1\n' | plateau play tictactoe --second human --ascii
    a b c
  3 . . . 3
  2 . . . 2
  1 . . . 1
    a b c
    a b c
  3 . . . 3
  2 . . . 2
  1[x]. . 1
    a b c
plateau: 'b9' is not a legal move here; a legal one is a3
plateau: 'nonsense' is not a legal move here; a legal one is a3
plateau: 'a1' is not a legal move here; a legal one is a3
The game is not finished.
[2]
$ printf 'a1\nb2\na2\nb1\nhint\n' | plateau play tictactoe --second human --ascii
    a b c
  3 . . . 3
  2 . . . 2
  1 . . . 1
    a b c
    a b c
  3 . . . 3
  2 . . . 2
  1[x]. . 1
    a b c
    a b c
  3 . . . 3
  2 .[o]. 2
  1 x . . 1
    a b c
    a b c
  3 . . . 3
  2[x]o . 2
  1 x . . 1
    a b c
    a b c
  3 . . . 3
  2 x o . 2
  1 x[o]. 1
    a b c
Hint: a3
The game is not finished.
$ printf 'a1a5\na9a6\nsave game.pgr\nundo\nundo\nredo\nsave\n' | plateau play hasami --second human --ascii | tail -n 3
plateau: save needs FILE
  1[.]b b b b b b b b 1
    a b c d e f g h i
The game is not finished.
$ cat game.pgr
[Game "hasami"]
[First "human"]
[Second "human"]
[Result "*"]

1. a1a5 a9a6 *
$ printf 'load game.pgr\nresign\nsave over.pgr\n' | plateau play hasami --second human --ascii | tail -n 3
Game over: Second player wins — resignation
0-1
Saved: over.pgr
$ tail -n 5 over.pgr
[Second "human"]
[Result "0-1"]
[Reason "resignation"]

1. a1a5 a9a6 0-1
$ printf 'load nothing.pgr\n' | plateau play hasami --second human --ascii | tail -n 1
plateau: nothing.pgr: No such file or directory
The game is not finished.
$ printf 'quit\n' | plateau play --load game.pgr --second human --ascii | head -n 4
    a b c d e f g h i
  9[.]w w w w w w w w 9
  8 . . . . . . . . . 8
  7 . . . . . . . . . 7
$ plateau play connect4 --load game.pgr
plateau: game.pgr: a game of hasami, expected connect4
[2]
$ printf 'options\nset diagonal=on\nset diagonal=maybe\noptions\nquit\n' | plateau play hasami --ascii | grep -E 'diagonal'
plateau: option diagonal is on or off, got 'maybe'
  diagonal           off        Runs are captured along diagonals too.
  diagonal           on         Runs are captured along diagonals too.
$ printf 'aide\ncoups\nquitter\n' | plateau play tictactoe --second human --ascii --lang fr
    a b c
  3 . . . 3
  2 . . . 2
  1 . . . 1
    a b c
Tapez un coup, ou bien :
  annuler             revenir à votre tour précédent
  refaire             rejouer ce qui a été annulé
  conseil             demander un bon coup
  coups               lister les coups légaux
  plateau             revoir le plateau
  enregistrer FILE    écrire la partie dans un fichier
  charger FILE        reprendre une partie
  options             voir les règles en vigueur
  régler NAME=VALUE   nouvelle partie, règle changée
  nouveau             nouvelle partie
  abandonner          abandonner
  aide                cette liste
  quitter             partir
Coups légaux : a3 b3 c3 a2 b2 c2 a1 b1 c1
La partie n'est pas finie.
$ printf 'h8\n' | plateau play gomoku --second random --seed 5 --ascii | grep plays
White plays l10
$ plateau play connect4 --first alphabeta,depth=3 --second greedy --seed 1 --ascii </dev/null | tail -n 2
Game over: First player wins — four in a row
1-0
$ plateau play connect4 --first nobody
plateau: --first: unknown player 'nobody'; there are human, random, greedy, minimax_copy, minimax, alphabeta, negamax, pvs, flagship, mtdf, sss, mtsss, champion, dfpn, mcts, exact, careful, casual, level1, level2, level3, level4, level5, level6, level7, level8, level9, level10, seed-mcts
[2]
$ printf 'b2\na1\n' | plateau play tictactoe --level 1 --seed 3 --ascii | grep plays
O plays b3
O plays c1
$ plateau play tictactoe --first level2 --level 3 --seed 3 --ascii </dev/null | tail -n 1
0-1
$ printf 'b2\na1\n' | plateau play tictactoe --second human --level 10 --seed 3 --ascii | grep plays
X plays a3
X plays b3
X plays c3
$ plateau play tictactoe --level 11
plateau: --level must be a whole number 1..10, got '11'
[2]
$ plateau play tictactoe --level 0x3
plateau: --level must be a whole number 1..10, got '0x3'
[2]
$ plateau play tictactoe --level 3 --first random --second random
plateau: --level: --first and --second say already who plays
[2]
$ plateau play --level 3
plateau: --level: of which game? plateau play GAME --level 3
[2]
$ plateau play connect4 --second pvs,
plateau: --second: player 'pvs,': there is nothing behind the last comma
[2]
$ plateau play connect4 --first alphabeta,depth=0
plateau: --first: depth must be a whole number 1..127, got '0'
[2]
$ plateau play connect4 --clock never
plateau: time must be seconds from 0.001 to 1000000, got 'never'
[2]
$ (sleep 0.05; echo 1) | plateau play connect4 --clock 0.01 --second human --ascii | tail -n 1
0-1
$ printf '3\n4\n' | plateau play --ascii --second human | tail -n 9
    1 2 3 4 5 6 7
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . .[x]. . .
    1 2 3 4 5 6 7
The game is not finished.
