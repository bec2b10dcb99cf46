# tune: weights found by evolution, by SPSA, from games; adopted only when a match proves them.
$ plateau tune genetic connect4 --population 6 --generations 2 --references 3 --player pvs,depth=1 --test-games 0 --svg chart.svg --state state
generation 1: best 66.7 %, mean 51.4 %, leader 2 of 0 and 0: threats 0.19 centre 45.20 middle -35.06
generation 2: best 66.7 %, mean 44.4 %, leader 10 of 3 and 3: threats 1.06 centre 1.93 middle 3.61
winner 2, fitness 58.3 % in 2 measures: drawn by lot
threats,threats=0.19,centre=45.20,middle=-35.06
$ grep -c '<svg' chart.svg
1
$ plateau tune genetic connect4 --population 6 --generations 2 --references 3 --player pvs,depth=1 --test-games 0 --state state
winner 2, fitness 58.3 % in 2 measures: drawn by lot
threats,threats=0.19,centre=45.20,middle=-35.06
$ plateau tune genetic connect4 --population 6 --generations 2 --references 3 --player pvs,depth=1 --test-games 0 --state state --seed 2
plateau: state: the state of a tuner with other settings (connect4, threats, start 7/7/7/7/7/7 x, player pvs,depth=1, seed 1, 4 random plies, 200 plies, population 6, elite 1, 3 references, 1 pairs)
[1]
$ plateau tune genetic connect4 --population 6 --generations 1 --references 3 --player pvs,depth=1 --test-games 20 -o weights --lang fr; ls weights
génération 1 : meilleur 66.7 %, moyenne 51.4 %, tête 2 de 0 et 0 : threats 0.19 centre 45.20 middle -35.06
gagnant 2, 66.7 % en 1 mesures : tiré au sort
threats,threats=0.19,centre=45.20,middle=-35.06
SPRT [0,10] N 20 W 4 D 0 L 16 LLR -0.32 (-2.94, 2.94): indécis : les anciens poids restent
ls: cannot access 'weights': No such file or directory
[2]
$ plateau tune genetic connect4 --population 4 --generations 1 --references 2 --player pvs,depth=1 --test-games 0 --json 2>/dev/null
{"game":"connect4","eval":"threats,threats=0.19,centre=45.20,middle=-35.06","weights":{"threats":0.19,"centre":45.20,"middle":-35.06}}
$ plateau tune spsa hasami --eval full --steps 4 --pairs 1 --player pvs,depth=1 --test-games 0 --most-plies 60
step 1: material 36.00 mobility 0.90 threat 4.95
step 2: material 36.00 mobility 0.90 threat 4.95
step 3: material 34.95 mobility 0.93 threat 5.07
step 4: material 33.21 mobility 0.88 threat 5.26
full,material=33.21,mobility=0.88,threat=5.26
$ plateau selfplay fousfous -o games --games 60 --player pvs,nodes=60 >/dev/null
$ plateau tune logistic fousfous games --eval mobile --test-games 0 | sed 's/error .*/…/; s/mobility=.*/…/'
1428 positions, 124 of them held out; their …
mobile,pieces=1.00,…
$ plateau tune logistic connect4 games
plateau: games: games of fousfous, not of connect4
[1]
$ plateau tune logistic fousfous
plateau: which games? plateau tune logistic GAME GAMES
[2]
$ plateau tune genetic hasami games
plateau: 'games' is too much
[2]
$ plateau tune magic hasami
plateau: tune how? genetic, spsa or logistic, not 'magic'
[2]
$ plateau tune genetic hasami --eval net:x
plateau: an evaluation to tune is named without settings, got 'net:x'
[2]
$ plateau tune genetic hasami --eval nothing
plateau: unknown evaluation 'nothing'; there are full, material, champion, seed
[2]
$ plateau tune genetic hasami --player pvs,time=1
plateau: player 'pvs,time=1': say depth= or nodes=, one thread; games must be the same each time
[2]
$ plateau tune genetic hasami --population 1
plateau: --population must be a whole number 2..1000, got '1'
[2]
# The test is a match in a file of its own: it goes on, and is not taken for another.
$ plateau tune spsa connect4 --steps 1 --pairs 1 --player pvs,depth=1 --test-games 6 --state s | sed -n 's/ LLR.*//p'
SPRT [0,10] N 6 W 3 D 0 L 3
$ plateau tune spsa connect4 --steps 1 --pairs 1 --player pvs,depth=1 --test-games 6 --state s | sed -n 's/ LLR.*//p'
SPRT [0,10] N 6 W 3 D 0 L 3
$ plateau tune spsa connect4 --steps 1 --pairs 1 --player pvs,depth=1 --test-games 8 --state s
plateau: s.match: another match; delete it to play this one
[1]
