# analyse: what it prints, its limits, and its ways to refuse. Times are taken out.
$ plateau analyse connect4 --depth 6 | sed 's| nodes/s.*table| … table|'
depth  1/1   score +2.00       nodes          7  … table   0‰  pv 4
depth  2/2   score +0.00       nodes         27  … table   0‰  pv 4 4
depth  3/3   score +2.00       nodes        102  … table   0‰  pv 4 4 4
depth  4/4   score +0.00       nodes        259  … table   0‰  pv 4 4 4 4
depth  5/5   score +4.00       nodes        934  … table   0‰  pv 4 3 5 6 4
depth  6/6   score +0.00       nodes       2019  … table   0‰  pv 4 4 3 5 2 1
score +0.00
bestmove 4
$ plateau analyse connect4 --moves 414141 --lang fr | tail -n 2
score gain en 1
bestmove 4
$ plateau analyse connect4 --moves 41414 --depth 16 | tail -n 2
score loss in 16
bestmove 4
$ plateau analyse tictactoe --moves "a1 b2" --depth 2 --multipv 2 | sed 's| nodes/s.*table| … table|'
depth  1/1   line 1   score +1.00       nodes         13  … table   0‰  pv a3
depth  1/1   line 2   score +1.00       nodes         13  … table   0‰  pv b3
depth  2/2   line 1   score -1.00       nodes         44  … table   0‰  pv a3 c3
depth  2/2   line 2   score -1.00       nodes         44  … table   0‰  pv b3 a3
score -1.00
bestmove a3
$ plateau analyse tictactoe --depth 9 --searcher negamax --table off | tail -n 2
score +0.00
bestmove b2
$ plateau analyse hasami --nodes 2000 --eval material --searcher alphabeta --json | sed 's/"nodes_per_second.*"table/…"table/; s/"seconds":[0-9.]*/"seconds":…/'
{"depth":1,"seldepth":1,"line":1,"score":0.00,"nodes":63,…"table_permille":0,"pv":"a1a8"}
{"depth":2,"seldepth":2,"line":1,"score":0.00,"nodes":244,…"table_permille":0,"pv":"a1a8 b9b8"}
{"bestmove":"a1a8","score":0.00,"depth":2,"nodes":2000,"leaves":1838,"cutoffs":136,"table_hits":24,"seconds":…,"pv":"a1a8 b9b7 a8b8"}
$ plateau analyse tictactoe --searcher mcts --iterations 500 --mcts seed4 | sed 's/^depth.*\(simulations [0-9]*\) .*/\1/; s/^\(score\|bestmove\) .*/\1 …/'
simulations 500
score …
bestmove …
$ plateau analyse hasami --searcher flagship --nodes 200000 --position "9/6b2/5b3/1bbw1w3/5w3/9/9/9/9 b" | tail -n 2
score win in 7
bestmove g8g6
$ plateau analyse gomoku --time 1ms | tail -n 1 | cut -c 1-8
bestmove
$ plateau analyse connect4 --time 2parsecs
plateau: --time must be a time from 0.001 to 86400 s, as 50ms or 2s, got '2parsecs'
[2]
$ plateau analyse connect4 --searcher chess
plateau: unknown searcher 'chess'; there are random, greedy, minimax_copy, minimax, alphabeta, negamax, pvs, flagship, mtdf, sss, mtsss, champion, dfpn, mcts, exact, careful, casual
[2]
$ plateau analyse connect4 --eval luck
plateau: unknown evaluation 'luck'; there are threats, champion, centre
[2]
$ plateau analyse connect4 --order best
plateau: --order must be dynamic, static or none, got 'best'
[2]
$ plateau analyse connect4 --mcts seed9
plateau: mcts: expected a preset first, then name=value; got 'seed9'
[2]
$ plateau analyse tictactoe --moves "a1 b1 a2 b2 a3"
plateau: the game is over
[2]
# The champion of Gomoku: fours alone win, and a game without a search of its own plays PVS by that name.
$ plateau analyse gomoku --searcher champion --position '15/15/10b4/10w4/10w1b2/8b1wb3/8wb5/6wbb6/8b1w4/10w4/10w4/10b4/15/15/15 b rule=renju' --depth 2 | sed 's/nodes\/s.*‰  //'
depth  1/0   score win in 7    nodes          4  pv j8 k9 k8 l8 h11
score win in 7
bestmove j8
$ plateau analyse gomoku --searcher champion --moves h8a1i8a3j8o1 --depth 4 | tail -1
bestmove g8
$ plateau analyse tictactoe --searcher champion --depth 9 | tail -1
bestmove b2
# Constants of a search.
$ plateau analyse hasami --searcher flagship --depth 4 --search reduce=0,window=30 --json | sed -n 's/.*"depth":4.*/deep/p'
deep
deep
$ plateau analyse hasami --searcher pvs --depth 2 --search window=30
plateau: search: 'pvs' has no constants; flagship, champion and exact have
[2]
$ plateau analyse hasami --searcher flagship --depth 2 --search window=x
plateau: window must be a whole number 1..480, got 'x'
[2]
