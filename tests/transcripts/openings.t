# openings: lines to begin matches with, of which a judge finds that both sides stand alike; no two the same turned.
$ plateau openings connect4 --count 4 --seed 3 | sed 's,^#,head:,'
head: connect4, 7/7/7/7/7/7 x
head: 4 random plies or one more, seed 3, nobody favoured above 60 % by champion,nodes=10000
5 2 1 2
6 5 4 5
5 4 4 2 1
6 3 5 5
$ plateau openings gomoku --option rule=renju --count 3 --random-plies 5 --judge champion,nodes=500 --percent 55 | tail -n 3
g11 e11 c11 i12 f12
l12 j13 k10 l13 g13 h10
g7 j4 k2 j3 e6 f5
$ plateau openings fousfous --count 3 --random-plies 2 --judge pvs,depth=3 | tail -n 3
D7-C8 G4-H3 D5-C4
F7-E6 G2-H3 B3-A4
F3-E2 E6-D5 F7-D5
# What it writes is what a match reads.
$ plateau openings connect4 --count 20 >lines; plateau match connect4 pvs,depth=3 pvs,depth=1 --games 40 --openings lines --csv | cut -d, -f1-6
rank,player,games,wins,draws,losses
1,"pvs,depth=3",40,36,0
2,"pvs,depth=1",40,4,0
# There are no more than so many drawn positions after one or two plies.
$ plateau openings tictactoe --random-plies 1 --judge champion,depth=9 --count 100 | grep -v '^#'
plateau: no more are to be found: 8 of 100
b3
b2 c1
a3 b2
b2
b3 a3
c2 b2
c3
c2 a2
$ plateau openings tictactoe --random-plies 1 --judge champion,depth=9 --count 9 --lang fr >/dev/null
plateau: il n'y en a pas davantage : 8 sur 9
[1]
$ plateau openings hasami --judge pvs,time=1
plateau: player 'pvs,time=1' is limited by time, so its games would never be the same: say depth=, nodes= or iterations=
[2]
$ plateau openings hasami --judge random
plateau: 'random' does not search: its positions have no scores
[2]
$ plateau openings hasami --judge pvs,depth=1,eval=net:nothing
plateau: nothing: No such file or directory
[2]
$ plateau openings hasami --percent 40
plateau: --percent must be a whole number 50..100, got '40'
[2]
$ plateau openings connect4 --count 3 >/dev/full
plateau: standard output: No space left on device
[1]
$ plateau openings chess
plateau: unknown game 'chess'; there are (games)
[2]
# Where they are too few, the match says so.
$ plateau match connect4 pvs,depth=2 pvs,depth=3 --games 100 --openings lines | tail -1
60 of 100 games repeat another, move for move: they prove nothing new (more openings?)
$ plateau match connect4 pvs,depth=2 pvs,depth=3 --games 100 --openings lines --lang fr | tail -1
60 parties sur 100 en répètent une autre, coup pour coup : elles ne prouvent rien de plus (plus d'ouvertures ?)
$ plateau match connect4 pvs,depth=2 pvs,depth=3 --games 100 --openings lines --json | grep -o '"repeats":[0-9]*'
"repeats":60
# Against a third: is 400 nodes better there than 50?
$ plateau match hasami classic2 pvs,nodes=400 pvs,nodes=50 --format gauntlet --sprt 0,100 --random-plies 4 2>/dev/null | grep SPRT
SPRT normalised Elo [0, 100]  LLR 2.96 (-2.94, 2.94)  pvs,nodes=400 for pvs,nodes=50 against classic2: better
$ plateau match hasami classic2 pvs,nodes=50 pvs,nodes=400 --format gauntlet --sprt 0,100 --random-plies 4 --lang fr 2>/dev/null | grep SPRT
SPRT Elo normalisé [0, 100]  LLR -3.00 (-2.94, 2.94)  pvs,nodes=50 au lieu de pvs,nodes=400 contre classic2: pas meilleur
$ plateau match hasami classic2 pvs,nodes=50 --format gauntlet --sprt 0,100
plateau: sprt compares two players: it needs the format pairs, or a gauntlet of a third and the two
[2]
