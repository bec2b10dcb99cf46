# selfplay: games of a player against itself; the same command goes on with its file.
$ plateau selfplay tictactoe -o t --games 100 --player pvs,nodes=50 --random-plies 2
100 games, 511 positions with scores, first player 28 won 63 drawn 9 lost, 0 cut off, 2214 bytes, sum 050714f95c73fcb1
$ plateau selfplay connect4 -o games --games 40 --player pvs,nodes=80 --seed 3
40 games, 879 positions with scores, first player 19 won 8 drawn 13 lost, 0 cut off, 3321 bytes, sum 98e27f6e632e8629
$ plateau selfplay connect4 -o games --games 100 --player pvs,nodes=80 --seed 3 --threads 2
100 games, 2193 positions with scores, first player 48 won 14 drawn 38 lost, 0 cut off, 8165 bytes, sum 90954cfb0f85cc0a
$ plateau selfplay connect4 -o whole --games 100 --player pvs,nodes=80 --seed 3 >/dev/null && cmp games whole
$ plateau selfplay connect4 -o games --games 100 --player pvs,nodes=80 --seed 4
plateau: games: made in another way (player pvs,nodes=80, seed 3, 6 random plies, explore 10, most plies 400)
[1]
$ plateau selfplay connect4 -o games --check --lang fr
100 parties, 2193 positions notées, premier joueur 48 gagnées 14 nulles 38 perdues, 0 coupées, 8165 octets, somme 90954cfb0f85cc0a
$ head -c 5000 games >torn; plateau selfplay connect4 -o torn --check
0 games, 0 positions with scores, first player 0 won 0 drawn 0 lost, 0 cut off, 5000 bytes, sum 0341d15abccefbe6, the end is torn
$ plateau selfplay connect4 -o torn --games 100 --player pvs,nodes=80 --seed 3 >/dev/null && cmp torn whole
$ printf x | dd of=games bs=1 seek=3000 conv=notrunc 2>/dev/null; plateau selfplay connect4 -o games --check
plateau: games: damaged at byte 119: wrong checksum
[1]
$ plateau selfplay connect4 -o games --games 200 --player pvs,nodes=80 --seed 3
plateau: games: damaged at byte 119: wrong checksum
[1]
$ plateau selfplay fousfous --preset 4x4 -o small --games 10 --random-plies 1 --player pvs,nodes=100
10 games, 26 positions with scores, first player 5 won 0 drawn 5 lost, 0 cut off, 311 bytes, sum d542de4b3fa53858
$ plateau selfplay hasami -o nowhere --games 3 --player pvs,time=1
plateau: player 'pvs,time=1' is limited by time, so its games would never be the same: say depth=, nodes= or iterations=
[2]
$ plateau selfplay hasami -o nowhere --games 3 --player random
plateau: 'random' does not search: its positions have no scores
[2]
$ plateau selfplay hasami
plateau: where do the games go? -o FILE says it
[2]
$ plateau selfplay hasami -o no/such/folder --games 1
plateau: no/such/folder: No such file or directory
[1]
$ plateau selfplay hasami -o nowhere --games 0
plateau: --games must be a whole number 1..9223372036854775807, got '0'
[2]
$ plateau selfplay gomoku -o nowhere --games 1 --solve 9
plateau: --solve: gomoku has no exact solver
[2]
# A net that cannot be used leaves no file behind.
$ plateau selfplay fousfous -o unborn --games 2 --player pvs,depth=1,eval=net:nothing; ls unborn
plateau: nothing: No such file or directory
ls: cannot access 'unborn': No such file or directory
[2]
