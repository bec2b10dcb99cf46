# lab: every full-width searcher finds the same value. Times are taken out.
$ plateau lab connect4 --depth 5 | sed 's/ *[0-9.]* s / … /'
searcher     value      best         nodes     leaves      cuts 1st cut    again     hits   memory      cpu  branch
minimax_copy +4.00      4            19607      16807         0       -        0        0   0.0 MB …    7.22
minimax      +4.00      4            19607      16807         0       -        0        0   0.0 MB …    7.22
alphabeta    +4.00      4              897        665       146  70.5 %        0        0   0.0 MB …    3.90
negamax      +4.00      4              897        665       146  70.5 %        0        0   0.0 MB …    3.90
pvs          +4.00      4             1020        760       179  61.5 %        7        0   0.0 MB …    4.00
mtdf         +4.00      4             1095        741       270  75.2 %        3        0   0.0 MB …    4.05
sss          +4.00      4              861        647         0       -        0        0   0.2 MB …    3.86
mtsss        +4.00      4             3328       2495       480  74.6 %        6        0   0.0 MB …    5.06
casual       +4.00      4              897        665       146  70.5 %        0        0   0.0 MB …    3.90
$ plateau lab tictactoe --depth 4 --table 1 --searchers minimax,pvs,sss --lang fr | sed 's/ *[0-9.]* s / … /'
recherche    valeur     coup         nœuds   feuilles    coupes  au 1er reprises  trouvés  mémoire   calcul branch.
minimax      +1.00      b2            2097       1512         0       -        0      252   1.0 MB …    6.77
pvs          +1.00      b2             407        243        97  71.1 %        9       53   1.0 MB …    4.49
sss          +1.00      b2             306        179         0       -        0        0   1.1 MB …    4.18
$ plateau lab fousfous --depth 2 --order none --csv | sed 's/,[0-9.]*,\([0-9.]*\)$/,…,\1/'
searcher,value,best,nodes,leaves,cutoffs,first_cutoff_percent,researches,table_hits,memory_bytes,cpu_seconds,effective_branching
minimax_copy,0.00,B7-A6,2199,2150,0,0.00,0,0,0,…,46.8935
minimax,0.00,B7-A6,2199,2150,0,0.00,0,0,0,…,46.8935
alphabeta,0.00,B7-A6,143,94,48,100.00,0,0,0,…,11.9583
negamax,0.00,B7-A6,143,94,48,100.00,0,0,0,…,11.9583
pvs,0.00,B7-A6,143,94,48,100.00,0,0,0,…,11.9583
mtdf,0.00,B7-A6,145,95,50,100.00,1,0,0,…,12.0416
sss,0.00,B7-A6,143,94,0,0.00,0,0,76404,…,11.9583
mtsss,0.00,B7-A6,145,95,50,100.00,1,0,0,…,12.0416
casual,0.00,B7-A6,143,94,48,100.00,0,0,0,…,11.9583
$ plateau lab hasami --depth 2 --eval material --searchers alphabeta,mtdf --json | sed 's/"cpu_seconds":[0-9.]*/"cpu_seconds":…/'
{"searcher":"alphabeta","finished":true,"value":0.00,"best":"a1a8","nodes":181,"leaves":118,"cutoffs":62,"first_cutoff_percent":100.00,"researches":0,"table_hits":0,"memory_bytes":0,"cpu_seconds":…,"effective_branching":13.4536}
{"searcher":"mtdf","finished":true,"value":0.00,"best":"a1a8","nodes":183,"leaves":119,"cutoffs":64,"first_cutoff_percent":100.00,"researches":1,"table_hits":0,"memory_bytes":0,"cpu_seconds":…,"effective_branching":13.5277}
$ plateau lab gomoku --depth 6 --skip-slow --searchers minimax
searcher     value      best         nodes     leaves      cuts 1st cut    again     hits   memory      cpu  branch
minimax left out: about 1.2e+14 leaves.
$ plateau lab tictactoe --depth 3 --svg lab.svg >/dev/null && grep -c '<path' lab.svg && grep -o '<title>[^<]*' lab.svg
45
<title>Tic-Tac-Toe: nodes by depth
<title>minimax_copy
<title>minimax
<title>alphabeta
<title>negamax
<title>pvs
<title>mtdf
<title>sss
<title>mtsss
<title>casual
$ plateau lab tictactoe --mcts-curve curve.svg --iterations 20 --mcts seed4 | head -n 2; grep -o '<title>[^<]*' curve.svg
Errors of MCTS: all 4520 positions with a move to choose
 simulations             seed4
<title>Tic-Tac-Toe: errors of MCTS
<title>seed4
$ plateau lab connect4
plateau: --depth must be given, 1..40
[2]
$ plateau lab connect4 --depth 3 --searchers pvs,random
plateau: --searchers: random is no full-width search to a depth
[2]
$ plateau lab connect4 --depth 3 --searchers pvs,magic
plateau: unknown searcher 'magic'; there are random, greedy, minimax_copy, minimax, alphabeta, negamax, pvs, flagship, mtdf, sss, mtsss, champion, dfpn, mcts, exact, careful, casual
[2]
$ plateau lab tictactoe --eval-curve evals.svg --depth 2; grep -o '<title>[^<]*' evals.svg
200 solved positions where a move can be wrong, 88 of them won or lost; wrong moves of pvs by depth
                   winner told       1       2
lines                   50.0 %   0.5 %   0.0 %
<title>Tic-Tac-Toe: evaluations and the truth
<title>lines
$ plateau lab gomoku --eval-curve evals.svg --depth 2
plateau: gomoku has no exact solver
[1]
