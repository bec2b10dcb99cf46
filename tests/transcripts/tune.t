# tune: weights found by evolution, by SPSA, from games; adopted only when a match proves them.
$ plateau tune genetic connect4 --population 6 --generations 2 --references 3 --player pvs,depth=1 --test-games 0 --svg chart.svg --state state
generation 1: best 66.7 %, mean 51.4 %, leader 2 of 0 and 0: threats 0.19 centre 45.20 middle -35.06
generation 2: best 66.7 %, mean 44.4 %, leader 10 of 3 and 3: threats 1.06 centre 1.93 middle 3.61
winner 2, fitness 58.3 % in 2 measures: drawn at random
threats,threats=0.19,centre=45.20,middle=-35.06
$ grep -c '<svg' chart.svg
1
$ plateau tune genetic connect4 --population 6 --generations 2 --references 3 --player pvs,depth=1 --test-games 0 --state state
winner 2, fitness 58.3 % in 2 measures: drawn at random
threats,threats=0.19,centre=45.20,middle=-35.06
$ plateau tune genetic connect4 --population 6 --generations 2 --references 3 --player pvs,depth=1 --test-games 0 --state state --seed 2
plateau: state: the state of a tuner with other settings (connect4, threats, start 7/7/7/7/7/7 x, player pvs,depth=1, seed 1, 4 random plies, 200 plies, population 6, elite 1, 3 references, 1 pairs)
[1]
$ plateau tune genetic connect4 --population 6 --generations 1 --references 3 --player pvs,depth=1 --test-games 20 -o weights --lang fr; ls weights
génération 1 : meilleur 66.7 %, moyenne 51.4 %, tête 2 de 0 et 0 : threats 0.19 centre 45.20 middle -35.06
gagnant 2, 66.7 % en 1 mesures : tiré au sort
threats,threats=0.19,centre=45.20,middle=-35.06
SPRT [0,10] N 20 W 4 D 0 L 16 LLR -0.32 (-2.94, 2.94): indécis : rien ne change
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
# The constants of a search are tuned by the same games, test and state.
$ plateau tune spsa connect4 --search flagship --steps 6 --pairs 1 --player flagship,nodes=200 --reach 100 --test-games 6 --state cs --lang fr
pas 1 : window 15 good_depth 6 good_margin 40 pass_depth 3 pass_less 4 pass_share 25 reduce_depth 3 reduce_after 3 reduce_base 192 reduce 100 late_depth 4 late_first 6 late_more 30 futile_depth 4 futile_margin 60 futile_slope 40 hope 120 unknown_depth 5 history_gain 32 history_most 2048
pas 2 : window 15 good_depth 6 good_margin 40 pass_depth 3 pass_less 4 pass_share 25 reduce_depth 3 reduce_after 3 reduce_base 192 reduce 100 late_depth 4 late_first 6 late_more 30 futile_depth 4 futile_margin 60 futile_slope 40 hope 120 unknown_depth 5 history_gain 32 history_most 2048
pas 3 : window 22 good_depth 5 good_margin 29 pass_depth 2 pass_less 3 pass_share 36 reduce_depth 2 reduce_after 2 reduce_base 280 reduce 121 late_depth 5 late_first 3 late_more 38 futile_depth 5 futile_margin 76 futile_slope 51 hope 147 unknown_depth 6 history_gain 43 history_most 1696
pas 4 : window 22 good_depth 5 good_margin 29 pass_depth 2 pass_less 3 pass_share 36 reduce_depth 2 reduce_after 2 reduce_base 280 reduce 121 late_depth 5 late_first 3 late_more 38 futile_depth 5 futile_margin 76 futile_slope 51 hope 147 unknown_depth 6 history_gain 43 history_most 1696
pas 5 : window 22 good_depth 5 good_margin 29 pass_depth 2 pass_less 3 pass_share 36 reduce_depth 2 reduce_after 2 reduce_base 280 reduce 121 late_depth 5 late_first 3 late_more 38 futile_depth 5 futile_margin 76 futile_slope 51 hope 147 unknown_depth 6 history_gain 43 history_most 1696
pas 6 : window 22 good_depth 5 good_margin 29 pass_depth 2 pass_less 3 pass_share 36 reduce_depth 2 reduce_after 2 reduce_base 280 reduce 121 late_depth 5 late_first 3 late_more 38 futile_depth 5 futile_margin 76 futile_slope 51 hope 147 unknown_depth 6 history_gain 43 history_most 1696
window=22,good_depth=5,good_margin=29,pass_depth=2,pass_less=3,pass_share=36,reduce_depth=2,reduce_after=2,reduce_base=280,reduce=121,late_depth=5,late_first=3,late_more=38,futile_depth=5,futile_margin=76,futile_slope=51,hope=147,unknown_depth=6,history_gain=43,history_most=1696
SPRT [0,10] N 6 W 3 D 0 L 3 LLR -0.00 (-2.94, 2.94): indécis : rien ne change
$ plateau tune spsa connect4 --search flagship --steps 6 --pairs 1 --player flagship,nodes=200 --reach 100 --test-games 6 --state cs --json
{"game":"connect4","search":"window=22,good_depth=5,good_margin=29,pass_depth=2,pass_less=3,pass_share=36,reduce_depth=2,reduce_after=2,reduce_base=280,reduce=121,late_depth=5,late_first=3,late_more=38,futile_depth=5,futile_margin=76,futile_slope=51,hope=147,unknown_depth=6,history_gain=43,history_most=1696","constants":{"window":22,"good_depth":5,"good_margin":29,"pass_depth":2,"pass_less":3,"pass_share":36,"reduce_depth":2,"reduce_after":2,"reduce_base":280,"reduce":121,"late_depth":5,"late_first":3,"late_more":38,"futile_depth":5,"futile_margin":76,"futile_slope":51,"hope":147,"unknown_depth":6,"history_gain":43,"history_most":1696},"test":{"verdict":"undecided","wins":3,"draws":0,"losses":3,"llr":-0.0033}}
$ plateau tune spsa connect4 --search flagship --steps 6 --pairs 1 --player flagship,nodes=201 --reach 100 --test-games 6 --state cs
plateau: cs: the state of a tuner with other settings (connect4, flagship, start 7/7/7/7/7/7 x, player flagship,nodes=200, seed 1, 4 random plies, 200 plies, 6 steps, 1 pairs, reach 100)
[1]
$ plateau tune spsa hasami --search flagship --player champion,nodes=20,search=window=20+reduce=90 --steps 1 --pairs 1 --most-plies 6 --test-games 0
step 1: window 20 good_depth 6 good_margin 40 pass_depth 3 pass_less 4 pass_share 25 reduce_depth 3 reduce_after 3 reduce_base 192 reduce 90 late_depth 4 late_first 6 late_more 30 futile_depth 4 futile_margin 60 futile_slope 40 hope 120 unknown_depth 5 history_gain 32 history_most 2048
window=20,good_depth=6,good_margin=40,pass_depth=3,pass_less=4,pass_share=25,reduce_depth=3,reduce_after=3,reduce_base=192,reduce=90,late_depth=4,late_first=6,late_more=30,futile_depth=4,futile_margin=60,futile_slope=40,hope=120,unknown_depth=5,history_gain=32,history_most=2048
$ plateau tune genetic hasami --search flagship
plateau: only spsa tunes the constants of a search
[2]
$ plateau tune spsa hasami --search pvs
plateau: search 'pvs' has no constants; flagship and champion have
[2]
$ plateau tune spsa hasami --search flagship --eval full
plateau: --search or --eval, not both; the player's is --player …,eval=
[2]
$ plateau tune spsa hasami --search flagship --player pvs,nodes=9
plateau: player 'pvs,nodes=9' has not the constants of 'flagship'
[2]
$ plateau tune spsa hasami --search flagship --player flagship,nodes=9,eval=net:nothing
plateau: nothing: No such file or directory
[2]
$ plateau tune spsa hasami --search flagship --player flagship
plateau: player 'flagship': say depth= or nodes=, one thread; games must be the same each time
[2]
$ plateau selfplay fousfous -o games --games 60 --player pvs,nodes=60 >/dev/null
$ plateau tune logistic fousfous games --eval mobile --test-games 0 | sed 's/error .*/…/; s/mobility=.*/…/'
1428 positions, 124 of them held out; their …
mobile,pieces=1.00,…
$ plateau tune logistic connect4 games
plateau: games: games of fousfous, not of connect4
[1]
$ plateau tune logistic fousfous
plateau: which games? plateau tune KIND GAME GAMES
[2]
$ plateau tune champion fousfous games
plateau: fousfous has no weights of a form of its own
[1]
$ plateau tune genetic hasami games
plateau: 'games' is too much
[2]
$ plateau tune magic hasami
plateau: tune how? genetic, spsa, logistic or champion, not 'magic'
[2]
$ plateau tune genetic hasami --eval net:x
plateau: an evaluation to tune is named without settings, got 'net:x'
[2]
$ plateau tune genetic hasami --eval nothing
plateau: unknown evaluation 'nothing'; there are full, material, champion, seed, evolved
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
# A run that was killed before its match began leaves an empty file; one that holds something else is let alone.
$ : >t.match; plateau tune spsa connect4 --steps 1 --pairs 1 --player pvs,depth=1 --test-games 6 --state t | sed -n 's/ LLR.*//p'
SPRT [0,10] N 6 W 3 D 0 L 3
$ echo no match >u.match; plateau tune spsa connect4 --steps 1 --pairs 1 --player pvs,depth=1 --test-games 6 --state u; cat u.match
step 1: threats 12.00 centre 1.00 middle 1.00
plateau: u.match: not a match store, or damaged
no match
