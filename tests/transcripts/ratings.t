# ratings: from one match, from two, with an anchor, and ways to refuse.
$ plateau match tictactoe random greedy negamax,depth=3 --format round-robin --games 20 --random-plies 1 --store a.db --json | sed 's/.*"status":"\([a-z]*\)".*/\1/'
complete
$ plateau ratings --store a.db
    player             rating       ±   games    score   > next
  1 negamax,depth=3    +300.5   134.9      40   91.2 %  100.0 %
  2 greedy              -11.3    81.8      40   48.8 %   99.9 %
  3 random             -289.2   130.1      40   10.0 %
who begins: +0.0 ± 106.3 Elo, draws between equals: 34 %

                              1         2         3
  1 negamax,depth=3                 18/20   18.5/20
  2 greedy                 2/20             17.5/20
  3 random               1.5/20    2.5/20          
$ plateau match tictactoe greedy mcts,iterations=30 --games 10 --random-plies 1 --store b.db --csv
rank,player,games,wins,draws,losses,points,score,elo,elo_low,elo_high,superiority,ll,ld,dd,wd,ww,rating,rating_error
1,"mcts,iterations=30",10,8,2,0,9.0,0.9000,381.70,141.77,,0.9999,0,0,0,2,3,,
2,"greedy",10,0,2,8,1.0,0.1000,-381.70,,-141.77,0.0001,3,2,0,0,0,,
$ plateau ratings --store a.db --store b.db --lang fr
    joueur                  cote       ± parties    score  > suiv.
  1 mcts,iterations=30    +250.0   209.1      10   90.0 %   57.8 %
  2 negamax,depth=3       +219.8   145.1      40   91.2 %  100.0 %
  3 greedy                 -98.6    93.3      50   41.0 %   99.9 %
  4 random                -371.2   157.4      40   10.0 %
qui commence : +22.2 ± 98.7 Elo, nulles entre égaux : 35 %

                                 1         2         3         4
  1 mcts,iterations=30                     -      9/10         -
  2 negamax,depth=3              -               18/20   18.5/20
  3 greedy                    1/10      2/20             17.5/20
  4 random                       -    1.5/20    2.5/20          
$ plateau ratings --store a.db --anchor negamax,depth=3=2000 --csv
rank,player,rating,error,games,wins,draws,losses,points,score,against_1,against_2,against_3
1,"negamax,depth=3",2000.00,0.00,40,33,7,0,36.5,0.9125,,18/20,18.5/20
2,"greedy",1688.20,181.35,40,16,7,17,19.5,0.4875,2/20,,17.5/20
3,"random",1410.28,252.12,40,1,6,33,4.0,0.1000,1.5/20,2.5/20,
$ plateau ratings --store a.db --json
{"ratings":[{"name":"negamax,depth=3","rating":300.51,"error":134.95,"games":40,"points":36.5,"superiority":0.999624,"against":[[0,0,0],[16,4,0],[17,3,0]]},{"name":"greedy","rating":-11.29,"error":81.80,"games":40,"points":19.5,"superiority":0.999309,"against":[[0,4,16],[0,0,0],[16,3,1]]},{"name":"random","rating":-289.21,"error":130.06,"games":40,"points":4.0,"against":[[0,3,17],[1,3,16],[0,0,0]]}],"advantage":0.00,"advantage_error":106.33,"draw_share":0.3361}
$ plateau match tictactoe random greedy --games 2 --store c.db >/dev/null
$ plateau ratings --store c.db
    player      rating       ±   games    score   > next
  1 greedy      +214.0   357.9       2  100.0 %   87.9 %
  2 random      -214.0   357.9       2    0.0 %
who begins: +0.0 ± 324.1 Elo, draws between equals: 11 %

                       1         2
  1 greedy                     2/2
  2 random           0/2          
$ plateau match connect4 random greedy --games 2 --store d.db >/dev/null
$ plateau ratings --store a.db --store d.db
plateau: ratings are of one game: here are tictactoe and connect4
[1]
$ plateau ratings
plateau: which match? --store FILE names it
[2]
$ plateau ratings --store none.db
plateau: none.db: No such file or directory
[1]
$ plateau ratings --store a.db --anchor nobody=3
plateau: --anchor: no player is called 'nobody'
[2]
$ plateau ratings --store a.db --anchor random
plateau: --anchor is NAME=ELO, got 'random'
[2]
