# match: results of fixed seeds, and ways to refuse.
$ plateau match tictactoe random alphabeta,depth=2 --games 20 --seed 7
player                games     won   drawn    lost    score      Elo       ±      LOS    LL    LD    DD    WD    WW
alphabeta,depth=2        20      18       1       1   92.5 %   +436.4       -  100.0 %     0     0     1     1     8
random                   20       1       1      18    7.5 %   -436.4       -    0.0 %     8     1     1     0     0
$ plateau match connect4 pvs,depth=2 level:11 --games 2
plateau: level:11: unknown player 'level11'; there are human, random, greedy, minimax_copy, minimax, alphabeta, negamax, pvs, flagship, mtdf, sss, mtsss, champion, dfpn, mcts, exact, careful, casual, level1, level2, level3, level4, level5, level6, level7, level8, level9, level10, seed-mcts
[2]
$ plateau match hasami classic1 search:random --games 2 --adjudicate plies=40 --progress
1: classic1 - search:random 1-0 (piece-difference)
2: search:random - classic1 1/2-1/2 (adjudication): the game was too long
player            games     won   drawn    lost    score      Elo       ±      LOS    LL    LD    DD    WD    WW
classic1              2       1       1       0   75.0 %   +190.8       -   81.4 %     0     0     0     1     0
search:random         2       0       1       1   25.0 %   -190.8       -   18.6 %     0     1     0     0     0
$ plateau match connect4 level:1 careful --games 20 --random-plies 2 --games-csv games.csv
player       games     won   drawn    lost    score      Elo       ±      LOS    LL    LD    DD    WD    WW
careful         20      15       0       5   75.0 %   +190.8   180.8   99.8 %     0     0     5     0     5
level:1         20       5       0      15   25.0 %   -190.8   180.8    0.2 %     5     0     5     0     0
$ head -n 4 games.csv | sed -E 's/([0-9]+,[0-9]+),[0-9]+\.[0-9]{6},[0-9]+\.[0-9]{6},[0-9]+\.[0-9]{6},/\1,T,T,T,/'
game,first,second,start,opening,result,reason,opening_plies,plies,first_seconds,second_seconds,seconds,note
1,"level:1","careful","7/7/7/7/7/7 x","3 4",0-1,four,2,38,T,T,T,""
2,"careful","level:1","7/7/7/7/7/7 x","3 4",1-0,four,2,25,T,T,T,""
3,"level:1","careful","7/7/7/7/7/7 x","2 7",0-1,four,2,26,T,T,T,""
$ wc -l <games.csv
21
$ plateau match tictactoe random greedy --games 2 --games-csv no-such-folder/games.csv | wc -l
plateau: no-such-folder/games.csv: No such file or directory
3
$ plateau match tictactoe random greedy --sprt 0x1,5
plateau: sprt must be like 0,5 or 0,5,0.05,0.05, got '0x1,5'
[2]
$ plateau match tictactoe random greedy --sprt 0,5,
plateau: sprt must be like 0,5 or 0,5,0.05,0.05, got '0,5,'
[2]
$ plateau match tictactoe random greedy, --games 2
plateau: player 'greedy,': there is nothing behind the last comma
[2]
$ plateau match tictactoe random greedy negamax,depth=2 random --format round-robin --games 4 --random-plies 1 --csv
rank,player,games,wins,draws,losses,points,score,elo,elo_low,elo_high,superiority,ll,ld,dd,wd,ww,rating,rating_error
1,"negamax,depth=2",12,8,4,0,10.0,0.8333,279.59,120.44,1775.56,1.0000,0,0,0,4,2,213.74,173.71
2,"greedy",12,5,4,3,7.0,0.5833,58.45,-106.64,258.16,0.7591,0,2,1,2,1,47.06,136.84
3,"random",12,3,1,8,3.5,0.2917,-154.14,-411.47,-1.57,0.0238,2,1,3,0,0,-130.40,147.75
4,"random #2",12,2,3,7,3.5,0.2917,-154.14,-353.63,-22.39,0.0102,1,3,2,0,0,-130.40,147.75
$ plateau match tictactoe random greedy negamax,depth=3 --format swiss --rounds 3 --games 2
player              games     won   drawn    lost    score      Elo       ±      LOS    LL    LD    DD    WD    WW    byes
negamax,depth=3         4       4       0       0  100.0 %     +inf       -   98.8 %     0     0     0     0     2     2.0
greedy                  4       2       0       2   50.0 %     +0.0       -   50.0 %     1     0     0     0     1     2.0
random                  4       0       0       4    0.0 %     -inf       -    1.2 %     2     0     0     0     0     2.0

    player             rating       ±   games    score   > next
  1 negamax,depth=3    +359.0   408.5       4  100.0 %   87.7 %
  2 greedy               +0.0   316.0       4   50.0 %   87.7 %
  3 random             -359.0   408.5       4    0.0 %
who begins: +0.0 ± 294.6 Elo, draws between equals: 7 %
$ plateau match connect4 random greedy negamax,depth=3 alphabeta,depth=2 --format knock-out --games 2 --random-plies 2 --json
{"game":"connect4","start":"7/7/7/7/7/7 x","format":"knock-out","status":"complete","finished":6,"known":6,"repeats":0,"standings":[{"name":"negamax,depth=3","player":"negamax,depth=3","games":4,"wins":3,"draws":1,"losses":0,"points":3.5,"score":0.875000,"elo":338.04,"elo_low":-17.44,"elo_normalised":319.14,"superiority":0.966904,"rating":284.23,"rating_error":322.94,"pairs":[0,0,0,1,1],"forfeits":{}},{"name":"alphabeta,depth=2","player":"alphabeta,depth=2","games":4,"wins":2,"draws":1,"losses":1,"points":2.5,"score":0.625000,"elo":88.74,"elo_low":-365.87,"elo_normalised":82.40,"superiority":0.682372,"rating":133.69,"rating_error":299.88,"pairs":[0,1,0,0,1],"forfeits":{}},{"name":"random","player":"random","games":2,"wins":0,"draws":0,"losses":2,"points":0.0,"score":0.000000,"elo_high":141.40,"elo_normalised":-347.44,"superiority":0.078650,"rating":-245.54,"rating_error":440.60,"pairs":[1,0,0,0,0],"forfeits":{}},{"name":"greedy","player":"greedy","games":2,"wins":0,"draws":0,"losses":2,"points":0.0,"score":0.000000,"elo_high":141.40,"elo_normalised":-347.44,"superiority":0.078650,"rating":-172.37,"rating_error":470.49,"pairs":[1,0,0,0,0],"forfeits":{}}],"winner":"negamax,depth=3"}
$ plateau match tictactoe alphabeta,depth=3 random --sprt 0,40 --random-plies 1 --concurrency 2 --lang fr
joueur              parties gagnées  nulles perdues    score      Elo       ±      LOS    PP    PN    NN    GN    GG
alphabeta,depth=3        42      39       3       0   96.4 %   +572.5       -  100.0 %     0     0     0     3    18
random                   42       0       3      39    3.6 %   -572.5       -    0.0 %    18     3     0     0     0
SPRT Elo normalisé [0, 40]  LLR 3.01 (-2.94, 2.94)  alphabeta,depth=3: meilleur
$ plateau match tictactoe random random --sprt -5,5 --elo logistic --games 10
player        games     won   drawn    lost    score      Elo       ±      LOS    LL    LD    DD    WD    WW
random           10       5       2       3   60.0 %    +70.4   196.3   79.1 %     0     1     2     1     1
random #2        10       3       2       5   40.0 %    -70.4   196.3   20.9 %     1     1     2     1     0
SPRT logistic Elo [-5, 5]  LLR 0.12 (-2.94, 2.94)  random: undecided
$ printf '# two openings\n\na1b2\nxo1/3/3 x\n' >openings.txt
$ plateau match tictactoe greedy alphabeta,depth=2 --openings openings.txt --turned on --games 4 --store m.db --output m.pgr --progress
1: greedy - alphabeta,depth=2 1/2-1/2 (full)
2: alphabeta,depth=2 - greedy 1-0 (three)
3: greedy - alphabeta,depth=2 1/2-1/2 (full)
4: alphabeta,depth=2 - greedy 1-0 (three)
player                games     won   drawn    lost    score      Elo       ±      LOS    LL    LD    DD    WD    WW
alphabeta,depth=2         4       2       2       0   75.0 %   +190.8       -   93.3 %     0     0     0     2     0
greedy                    4       0       2       2   25.0 %   -190.8       -    6.7 %     0     2     0     0     0
$ cat m.pgr
[Game "tictactoe"]
[First "greedy"]
[Second "alphabeta,depth=2"]
[Number "1"]
[Round "1"]
[Opening "1"]
[OpeningPlies "2"]
[Seed "13097412088287921567"]
[Result "1/2-1/2"]
[Reason "full"]

1. c1 b2 2. c3 c2 {[%eval -200]} 3. a2 a3 {[%eval -100]} 4. b1 a1 {[%eval 0]} 5.
b3 1/2-1/2

[Game "tictactoe"]
[First "alphabeta,depth=2"]
[Second "greedy"]
[Number "2"]
[Round "1"]
[Opening "1"]
[OpeningPlies "2"]
[Seed "13040959721820390457"]
[Result "1-0"]
[Reason "three"]

1. c1 b2 2. a3 {[%eval -100]} a1 3. c3 {[%eval -100]} b3 4. c2 {[%eval 999999]}
1-0

[Game "tictactoe"]
[First "greedy"]
[Second "alphabeta,depth=2"]
[Start "x2/o2/3 x"]
[Number "3"]
[Round "2"]
[Opening "2"]
[OpeningPlies "0"]
[Seed "1335423334400215598"]
[Result "1/2-1/2"]
[Reason "full"]

1. b2 c1 {[%eval -200]} 2. a1 c3 {[%eval -100]} 3. c2 b3 {[%eval 0]} 4. b1
1/2-1/2

[Game "tictactoe"]
[First "alphabeta,depth=2"]
[Second "greedy"]
[Start "x2/o2/3 x"]
[Number "4"]
[Round "2"]
[Opening "2"]
[OpeningPlies "0"]
[Seed "12049967811041583573"]
[Result "1-0"]
[Reason "three"]

1. b2 {[%eval 100]} c1 2. c3 {[%eval 0]} b3 3. a1 {[%eval 999999]} 1-0
$ plateau match --show --store m.db
player                games     won   drawn    lost    score      Elo       ±      LOS    LL    LD    DD    WD    WW
alphabeta,depth=2         4       2       2       0   75.0 %   +190.8       -   93.3 %     0     0     0     2     0
greedy                    4       0       2       2   25.0 %   -190.8       -    6.7 %     0     2     0     0     0
$ plateau match --resume --store m.db --json
{"game":"tictactoe","start":"3/3/3 x","format":"pairs","status":"complete","finished":4,"known":4,"repeats":0,"standings":[{"name":"alphabeta,depth=2","player":"alphabeta,depth=2","games":4,"wins":2,"draws":2,"losses":0,"points":3.0,"score":0.750000,"elo":190.85,"elo_low":-53.69,"elo_normalised":260.58,"superiority":0.933193,"pairs":[0,0,0,2,0],"forfeits":{}},{"name":"greedy","player":"greedy","games":4,"wins":0,"draws":2,"losses":2,"points":1.0,"score":0.250000,"elo":-190.85,"elo_high":53.69,"elo_normalised":-260.58,"superiority":0.066807,"pairs":[0,2,0,0,0],"forfeits":{}}]}
$ plateau match tictactoe greedy random --store m.db
plateau: m.db: holds a match already; --resume goes on with it
[1]
$ plateau match --resume --store m.db --games 8
plateau: --games is a setting of the match: the store knows it
[2]
$ plateau match --resume --store m.db tictactoe
plateau: the store knows the game and the players: 'tictactoe' is too much
[2]
$ plateau match --resume
plateau: which match? --store FILE names it
[2]
$ plateau match --resume --store nothing.db
plateau: nothing.db: No such file or directory
[1]
$ plateau match --resume --store openings.txt
plateau: openings.txt: not a match store, or damaged
[1]
$ plateau match tictactoe random
plateau: usage: plateau match GAME PLAYER PLAYER… (see --help)
[2]
$ plateau match tictactoe random human
plateau: a person cannot play in a match: 'human'
[2]
$ plateau match hasami champion,contempt=x random
plateau: contempt must be a whole number 0..1000, got 'x'
[2]
$ plateau match hasami flagship,search=window=0 random
plateau: window must be a whole number 1..480, got '0'
[2]
$ plateau match hasami flagship,search=windows=3 random
plateau: search: there is no constant 'windows'; there are window, good_depth, good_margin, pass_depth, pass_less, pass_share, reduce_depth, reduce_after, reduce_base, reduce, late_depth, late_first, late_more, futile_depth, futile_margin, futile_slope, hope, unknown_depth, history_gain, history_most
[2]
$ plateau match gomoku champion,search=pass_less=3 random
plateau: search: there is no constant 'pass_less'; there are leaf_fours, attack_share, window, futile_depth, futile_margin, razor_depth, razor_margin, quiet_depth, quiet_margin, reduction, enough_first, enough_more, history_order, killer_order, answer_order, unknown_depth, unknown_reduce, singular_depth, singular_margin
[2]
$ plateau match hasami pvs,search=window=3 random
plateau: search: 'pvs' has no constants; flagship, champion and exact have
[2]
$ plateau match hasami flagship,nodes=50,search=reduce=0+late_depth=0 flagship,nodes=50 --games 2 --adjudicate plies=20 | sed 's/  .*//'
player
flagship,nodes=50,search=reduce=0+late_depth=0
flagship,nodes=50
$ plateau match hasami champion,nodes=500 random --games 4 --csv | cut -d, -f 2-7
player,games,wins,draws,losses,points
"champion,nodes=500",4,4,0,0
"random",4,0,0,4,0.0
$ plateau match tictactoe random pvs,depth=x
plateau: depth must be a whole number 1..127, got 'x'
[2]
$ plateau match tictactoe random random --games 3
plateau: the number of games must be even: each opening is played twice
[2]
$ plateau match tictactoe random random random
plateau: more than two players need --format gauntlet, round-robin, swiss or knock-out
[2]
$ plateau match tictactoe random random --time 3:5
plateau: time: player must be a whole number 1..2, got '3'
[2]
$ plateau match tictactoe random random --adjudicate never
plateau: adjudicate: expected exact, draw=, resign= or plies=, got 'never'
[2]
$ plateau match gomoku random random --adjudicate exact
plateau: adjudicate: gomoku has no exact solver
[2]
$ plateau match tictactoe random random --openings openings.txt --option size=4
plateau: unknown option 'size'; this game has none
[2]
$ plateau match tictactoe random random --openings m.pgr
plateau: opening 1: '[Game "tictactoe"]' is not a legal move here; a legal one is a3
[2]
$ plateau match tictactoe random random --store /nowhere/m.db
plateau: /nowhere/m.db: No such file or directory
[1]
$ plateau match gomoku pvs,time=10 pvs,time=10 --games 2 --concurrency 2 --store 'a b.db' & while ! plateau match --show --store 'a b.db' >show.txt 2>&1; do sleep 0.1; done; kill -INT $!; wait $!
player             games     won   drawn    lost    score      Elo       ±      LOS    LL    LD    DD    WD    WW
pvs,time=10            0       0       0       0    0.0 %     +0.0       -   50.0 %     0     0     0     0     0
pvs,time=10 #2         0       0       0       0    0.0 %     +0.0       -   50.0 %     0     0     0     0     0
plateau: stopped after 0 games; to go on: plateau match --resume --store 'a b.db' --concurrency 2
[1]
