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
plateau: net: gomoku has no nets
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
$ plateau train fousfous games -o other --net net
plateau: --net goes with --samples
[2]
$ plateau selfplay connect4 -o four --games 4 --player pvs,depth=1 >/dev/null; plateau train connect4 four --samples samples --net net
plateau: net: a net for fousfous, not for connect4
[1]
