# explain: scores taken apart.
$ plateau explain hasami --moves "b1b8 a9a8 a1a5"
1wwwwwwww/wb7/9/9/b8/9/9/9/2bbbbbbb w quiet=3
Evaluation: full (linear)

  criterion        value     weight          adds
  material            +0 x    40.00 =       +0.00   my pieces less theirs
  mobility           -26 x     1.00 =      -26.00   my moves less theirs
  threat              +1 x     4.50 =       +4.50   pieces I can take next turn, less those they can
  score                                    -21.50
  (without weight: random, reach, safe, tempo, five)

White, to move, stands worse by 21.50 points; most of it is mobility (-26.00).
$ plateau explain hasami --moves "b1b8 a9a8 a1a5" --lang fr --eval material
1wwwwwwww/wb7/9/9/b8/9/9/9/2bbbbbbb w quiet=3
Évaluation : material (linear)

  critère         valeur      poids        apport
  material            +0 x    40.00 =       +0.00   mes pièces moins les leurs
  score                                     +0.00
  (sans poids : mobility, threat, random, reach, safe, tempo, five)

Blanc, au trait, est à égalité.
$ plateau explain hasami --moves "b1b8 a9a8" --eval full,form=logistic,threat=-2
1wwwwwwww/wb7/9/9/9/9/9/9/b1bbbbbbb b quiet=2
Evaluation: full,form=logistic,threat=-2 (logistic)

  criterion        value     weight          adds
  material            +0 x    40.00 =       +0.00   my pieces less theirs
  mobility           +14 x     1.00 =      +14.00   my moves less theirs
  threat              -1 x    -2.00 =       +2.00   pieces I can take next turn, less those they can
  sum                                      +16.00
  score                                     +7.98
  (without weight: random, reach, safe, tempo, five)

Black, to move, stands better by 7.98 points; most of it is mobility (+14.00).
$ plateau explain hasami --moves "b1b8 a9a8 a1a5" --eval champion
1wwwwwwww/wb7/9/9/b8/9/9/9/2bbbbbbb w quiet=3
Evaluation: champion (linear)

  criterion        value     weight          adds
  material            +0 x    40.00 =       +0.00   my pieces less theirs
  mobility           -26 x     0.50 =      -13.00   my moves less theirs
  threat              +1 x    10.00 =      +10.00   pieces I can take next turn, less those they can
  reach              -10 x     0.50 =       -5.00   different cells my pieces reach, less theirs
  tempo               +1 x     5.00 =       +5.00   the turn to move
  five                +0 x     4.00 =       +0.00   how near I am to five in a row, less how near they are
  score                                     -3.00
  (without weight: random, safe)

White, to move, stands worse by 3.00 points; most of it is mobility (-13.00).
$ plateau explain connect4 --moves 4455 --eval threats,form=polynomial,power.middle=3
7/7/7/7/3oo2/3xx2 x
Evaluation: threats,form=polynomial,power.middle=3 (polynomial)

  criterion        value     weight          adds
  threats             +0 x    12.00 =       +0.00   empty cells that would make four, mine less theirs
  centre              +0 x     1.00 =       +0.00   stones in the middle column, mine less theirs
  middle            +0^3 x     1.00 =       +0.00   stones in the three middle columns, mine less theirs
  score                                     +0.00
  (without weight: rows, last)

X, to move, stands even.
$ plateau explain tictactoe --moves b2 --json
{"game":"tictactoe","position":"3/1x1/3 o","to_move":"O","evaluation":"lines","form":"linear","terms":[{"criterion":"lines","help":"lines still open to me, less the other side's","value":-4,"weight":1.00,"power":1,"contribution":-4.00}],"score":-4.00}
$ plateau explain tictactoe --eval nothing
plateau: unknown evaluation 'nothing'; there are lines
[2]
$ plateau explain tictactoe --moves "a1 b1 a2 b2 a3"
plateau: the game is over: three in a row
[2]
