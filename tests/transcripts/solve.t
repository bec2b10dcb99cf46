# solve: exact values, one answer a line.
$ printf '\nb2a1 0\nx2/3/3 o\nxo1/3/3 x 3\n' | plateau solve tictactoe
startpos 0
b2a1 0
x2/3/3 o 0
xo1/3/3 x 3
$ printf 'b2b1\n' | plateau solve tictactoe --scores --line
b2b1 3 a1=3 a2=3 a3=3 b3=0 c1=3 c2=3 c3=3 line a1 c3 a2 a3 c2
$ printf 'b2b1\n' | plateau solve tictactoe --weak
b2b1 1
$ plateau solve tictactoe --moves "a1 b1" --line
3/3/xo1 x 3 line a2 a3 b2 b3 c2
$ printf 'b2\nd9\na1' | plateau solve tictactoe
b2 0
plateau: line 2: 'd9' is not a legal move here; a legal one is a3
d9 invalid
a1 0
[2]
$ plateau solve gomoku
plateau: gomoku has no exact solver
[2]
$ plateau solve tictactoe --threads 0
plateau: --threads must be a whole number 1..256, got '0'
[2]
$ printf '4455445533\n32164625 11\n' | plateau solve connect4 --no-book --scores --line
4455445533 16 1=15 2=16 3=15 4=15 5=15 6=16 7=15 line 2
32164625 11 1=-4 2=-3 3=11 4=4 5=0 6=-2 7=-5 line 3 4 3 3 2 6 6 2 1 2 1 1 4
$ printf '4455445533\n\t32164625 11\n999\n76215562315615152\n2461175135152115523 4' | plateau solve connect4 --no-book --threads 2
4455445533 16
32164625 11
plateau: line 3: '999' is not a legal move here; a legal one is 4
999 invalid
76215562315615152 -4
2461175135152115523 4
[2]
$ printf '12121 rows=4 columns=5\nstartpos rows=4 columns=6\n' | plateau solve connect4 --threads 2
12121 rows=4 columns=5 1
startpos rows=4 columns=6 -1
$ plateau book tictactoe
plateau: tictactoe has no book
[2]
$ plateau book connect4 --outcomes --plies 13
plateau: a Connect Four book is of 1 to 12 plies
[1]
$ plateau book connect4 --option rows=4 --option columns=4 --outcomes --plies 4 2>/dev/null; ls; cksum connect4.outcomes
connect4.outcomes
golden
4061837524 104 connect4.outcomes
$ plateau book --help
Usage: plateau book GAME
compute the scores of all positions after a few plies

  --option NAME=VALUE   set a rule option (may be repeated)
  --preset NAME         a named set of rules
  --plies N             positions after so many (default 8, of outcomes 12) (1..64)
  --outcomes            win, draw or loss alone, in a much smaller file
  --threads N           share the work (1..256; default 1)
  --output FILE         write there (default GAME.book or GAME.outcomes); a build that was cut off goes on
$ plateau book --help --lang fr
Emploi : plateau book GAME
calculer la valeur de toutes les positions après quelques coups

  --option NAME=VALUE   règle une option (peut être répété)
  --preset NAME         des règles toutes faites
  --plies N             positions après N coups (8 ; issues : 12) (1..64)
  --outcomes            seulement gain, nulle ou perte, dans un fichier bien plus petit
  --threads N           se partagent le travail (1..256 ; par défaut 1)
  --output FILE         fichier à écrire (JEU.book ou JEU.outcomes) ; une construction interrompue reprend
