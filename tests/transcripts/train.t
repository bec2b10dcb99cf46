# train: a net from games, a player who uses it, and files that are none.
$ plateau selfplay fousfous -o games --games 60 --player pvs,nodes=60 >/dev/null
$ plateau train fousfous games -o net --hidden 16 --epochs 3 --batch 128 | sed 's/, scale.*//; s/error .*/…/'
1428 positions, 124 of them held out
epoch 1: …
epoch 2: …
epoch 3: …
net: 4360 bytes
$ ls net*
net
$ plateau train fousfous games -o again --hidden 16 --epochs 3 --batch 128 >/dev/null && cmp net again
$ plateau train fousfous games -o autre --hidden 16 --epochs 1 --held-out 0 --lang fr | sed 's/, échelle.*//; s/erreur .*/…/'
1428 positions, dont 0 réservées
époque 1 : …
autre : 4360 octets
$ plateau train connect4 games -o other
plateau: games: games of fousfous, not of connect4
[1]
$ plateau train fousfous games -o other --hidden 20
plateau: --hidden must be a multiple of 16, got 20
[2]
$ plateau train fousfous nothing -o other
plateau: nothing: No such file or directory
[1]
$ plateau train fousfous net -o other
plateau: net: not a file of games for learning
[1]
$ plateau train fousfous games
plateau: where does the net go? -o FILE says it
[2]
$ plateau analyse fousfous --eval net:net --depth 2 --searcher pvs >/dev/null
$ plateau match fousfous pvs,depth=1,eval=net:net pvs,depth=1 --games 4 --random-plies 3 >/dev/null
# A net that cannot be used: nobody measures without it, and a game goes on.
$ plateau match connect4 pvs,depth=1,eval=net:net pvs,depth=1 --games 4
plateau: net: a net for fousfous, not for connect4
[2]
$ plateau match fousfous pvs,depth=1,eval=net:missing pvs,depth=1 --games 4
plateau: missing: No such file or directory
[2]
$ plateau match tictactoe pvs,depth=1,eval=net pvs,depth=1 --games 4
plateau: no net of tictactoe is part of the program: name a file, eval=net:FILE
[2]
$ head -c 1000 net >cut; printf 'q\n' | plateau play fousfous --second pvs,depth=1,eval=net:cut | tail -n 1
plateau: cut: damaged (wrong checksum); the usual evaluation is used
plateau: 'q' is not a legal move here; a legal one is B7-A6
The game is not finished.
$ printf 'B1-A2\nq\n' | plateau play fousfous --preset 4x4 --second pvs,depth=1,eval=net:net 2>&1 | head -n 1
plateau: net: made for other rules (the usual ones); the usual evaluation is used
$ printf 'position startpos\ngo depth 1\nquit\n' | plateau engine --game connect4 --player pvs,eval=net:net | grep -v '^info depth'
info string net: a net for fousfous, not for connect4; the usual evaluation is used
bestmove 4
# What stands behind the slash takes the place of a net of other rules, and of none.
$ printf 'q\n' | plateau play fousfous --preset 4x4 --second champion,depth=1 2>&1 | tail -n 1
The game is not finished.
$ plateau match hasami pvs,depth=1,eval=net/champion pvs,depth=1 --games 2 --adjudicate plies=4 >/dev/null
$ plateau analyse fousfous --eval net:cut
plateau: cut: damaged (wrong checksum)
[2]
$ plateau analyse gomoku --eval net:net
plateau: net: a net for fousfous, not for gomoku
[2]
$ plateau explain fousfous --eval net:net
plateau: the score of a net has no terms; `analyse --eval net:net` shows it
[2]
# Positions for another trainer.
$ plateau train fousfous games --samples samples --net net && head -c 8 samples
PLSAMPL
$ plateau train fousfous games --samples samples --net missing
plateau: missing: No such file or directory
[1]
$ plateau train connect4 games --samples samples
plateau: games: games of fousfous, not of connect4
[1]
$ plateau train fousfous games --samples samples -o net
plateau: -o or --samples, not both
[2]
# Learning can begin with a net, which decides the size.
$ plateau train fousfous games -o more --net net --epochs 1 | sed 's/, scale.*//; s/error .*/…/'
1428 positions, 124 of them held out
epoch 1: …
more: 4360 bytes
$ plateau train fousfous games -o more --net net --hidden 32
1428 positions, 124 of them held out
plateau: a net for 64 cells with 16 hidden numbers, not 64 with 32
[1]
$ plateau train fousfous games -o more --net missing
plateau: missing: No such file or directory
[1]
$ plateau selfplay connect4 -o four --games 4 --player pvs,depth=1 >/dev/null; plateau train connect4 four --samples samples --net net
plateau: net: a net for fousfous, not for connect4
[1]
# Gomoku's nets are of a kind of its own; the commands are the same.
$ plateau selfplay gomoku -o stones --games 30 --player champion,nodes=100 --random-plies 3 --explore 50 --threads 2
30 games, 582 positions with scores, first player 21 won 0 drawn 9 lost, 0 cut off, 2435 bytes, sum a6cab83d3db436d9
$ plateau train gomoku stones -o lines --epochs 3 --batch 64 --threads 2 | sed 's/: [0-9]* bytes.*/: …/; s/error .*/…/'
503 positions, 36 of them held out
epoch 1: …
epoch 2: …
epoch 3: …
lines: …
$ plateau train gomoku stones -o again --epochs 3 --batch 64 --threads 2 >/dev/null && cmp lines again
$ plateau train gomoku stones -o more --epochs 1 --net lines | sed 's/: [0-9]* bytes.*/: …/; s/error .*/…/'
503 positions, 36 of them held out
epoch 1: …
more: …
$ plateau train gomoku stones -o other --hidden 32
plateau: --hidden: the nets of gomoku have their own
[2]
$ plateau train gomoku stones -o other --net net
plateau: net: a net for fousfous, not for gomoku
[1]
$ plateau train gomoku games -o other
plateau: games: games of fousfous, not of gomoku
[1]
$ plateau match gomoku champion,nodes=50,eval=net:lines champion,nodes=50,eval=shapes --games 2 --adjudicate plies=30 >/dev/null
$ plateau analyse gomoku --eval net:lines --searcher pvs --depth 1 >/dev/null
$ plateau analyse fousfous --eval net:lines
plateau: lines: a net for gomoku, not for fousfous
[2]
$ plateau match gomoku --option rule=renju champion,nodes=50,eval=net:lines champion,nodes=50 --games 2
plateau: lines: made for other rules (the usual ones)
[2]
$ plateau match gomoku --option rule=caro champion,nodes=50,eval=net champion,nodes=50 --games 2
plateau: no net of gomoku for these rules is part of the program: name a file, eval=net:FILE
[2]
$ plateau match gomoku --option size=20 champion,nodes=50,eval=net:lines champion,nodes=50 --games 2 | head -1 | cut -c1-6
player
$ plateau match fousfous --preset 4x4 pvs,depth=1,eval=net:net pvs,depth=1 --games 2
plateau: net: made for other rules (the usual ones)
[2]
$ head -c 9000 lines >cut; printf 'position startpos moves h8\ngo nodes 10\nquit\n' | plateau engine --game gomoku --player champion,eval=net:cut | grep string
info string cut: damaged (wrong checksum); the usual evaluation is used
$ printf 'q\n' | plateau play gomoku --option rule=renju --second champion,nodes=50,eval=net:lines | tail -n 1
plateau: lines: made for other rules (the usual ones); the usual evaluation is used
plateau: 'q' is not a legal move here; a legal one is a15
The game is not finished.
$ printf 'q\n' | plateau play gomoku --option opening=swap2 --second champion,nodes=50,eval=net:lines | tail -n 1
plateau: 'q' is not a legal move here; a legal one is a15
The game is not finished.
$ plateau selfplay gomoku --option rule=renju -o black --games 4 --player champion,nodes=50 >/dev/null; plateau train gomoku black -o renju --epochs 1 --net lines | sed 's/: [0-9]* bytes.*/: …/; s/error .*/…/'
56 positions, 0 of them held out
epoch 1: …
renju: …
$ plateau match gomoku --option rule=renju champion,nodes=50,eval=net:renju champion,nodes=50 --games 2 --adjudicate plies=30 >/dev/null
$ plateau train gomoku stones --samples samples --net lines && head -c 8 samples
PLSAMPL
$ plateau train gomoku stones --samples samples --net renju
plateau: renju: made for other rules (rule=renju)
[1]
$ plateau selfplay gomoku -o stones --games 31 --player champion,nodes=100 --random-plies 3
plateau: stones: made in another way (player champion,nodes=100, seed 1, 3 random plies, explore 50, most plies 400, lots among sensible moves)
[1]
