# engine: the UGI protocol. Node counts are those of a fixed depth; times are left out.
$ printf 'ugi\nquit\n' | plateau engine --game connect4
id name Plateau
id author the Plateau team
option name Game type combo default connect4 var (games)
option name Searcher type combo default pvs var random var greedy var minimax_copy var minimax var alphabeta var negamax var pvs var flagship var mtdf var sss var mtsss var champion var dfpn var mcts var exact var careful var casual
option name Player type string default
option name Hash type spin default 64 min 1 max 65536
option name Threads type spin default 1 min 1 max 64
option name MultiPV type spin default 1 min 1 max 16
option name Seed type spin default 0 min 0 max 2147483647
option name Ponder type check default false
option name rows type spin default 6 min 2 max 12
option name columns type spin default 7 min 1 max 9
ugiok
$ printf 'isready\nposition startpos moves 4 4 4\nquery fen\nquery legalmoves\nquery p1turn\nquery gameover\nquery result\n' | plateau engine --game connect4
readyok
response 7/7/7/3x3/3o3/3x3 o
response 4 3 5 2 6 1 7
response false
response false
response none
$ printf 'position startpos moves 1 2 1 2 1 2 1\nquery gameover\nquery result\nquery legalmoves\ngo depth 3\n' | plateau engine --game connect4
response true
response p1win
response
error the game is over
$ printf 'position startpos moves 4 4 4\ngo depth 4\n' | plateau engine --game connect4 | sed 's/time [0-9]* //; s/nps [0-9]* //'
info depth 1 seldepth 1 nodes 7 hashfull 0 score cp 0 pv 4
info depth 2 seldepth 2 nodes 27 hashfull 0 score cp -200 pv 4 4
info depth 3 seldepth 3 nodes 102 hashfull 0 score cp 0 pv 4 4 4
info depth 4 seldepth 4 nodes 482 hashfull 0 score cp -400 pv 3 5 6 4
bestmove 3
$ printf 'setoption name MultiPV value 2\nposition fen xo1/3/3 x\ngo depth 2\n' | plateau engine --game tictactoe | sed 's/time [0-9]* //; s/nps [0-9]* //'
info depth 1 seldepth 1 nodes 13 hashfull 0 multipv 1 score cp 400 pv b2
info depth 1 seldepth 1 nodes 13 hashfull 0 multipv 2 score cp 300 pv c3
info depth 2 seldepth 2 nodes 53 hashfull 0 multipv 1 score cp 100 pv b2 a1
info depth 2 seldepth 2 nodes 53 hashfull 0 multipv 2 score cp 0 pv c3 b2
bestmove b2
$ for seed in 5 5 6 7; do printf 'setoption name Player value random\nsetoption name Seed value %s\ngo\n' $seed | plateau engine --game gomoku | grep bestmove; done
bestmove e15
bestmove e15
bestmove i5
bestmove a1
$ printf 'setoption name Seed value -1\nsetoption name Seed value 2147483648\n' | plateau engine
error Seed must be a whole number 0..2147483647, got '-1'
error Seed must be a whole number 0..2147483647, got '2147483648'
$ printf 'setoption name Game value gomoku\nsetoption name size value 9\nsetoption name rule value renju\nposition startpos moves e5\nquery fen\n' | plateau engine
option name size type spin default 15 min 5 max 20
option name rule type combo default freestyle var freestyle var standard var renju var caro
option name opening type combo default free var free var swap2
response 9/9/9/9/4b4/9/9/9/9 w size=9 rule=renju
$ printf 'joho isready\nsetoption name Size value 3\nsetoption value 3\nposition fen 7\nposition startpos moves 4 9\nquery fen\ngo depth x\nquery\nquery moon\ngo nodes 0\n' | plateau engine --game connect4
readyok
error unknown option 'Size'
error setoption name N value V: no name given
error '9' is not a legal move here; a legal one is 4
response 7/7/7/7/7/6x o
error depth must be a whole number 1..127, got 'x'
error query what? p1turn, gameover, result, legalmoves or fen
error query 'moon' is unknown
error nodes must be a whole number 1..9223372036854775807, got '0'
$ (echo 'go infinite'; sleep 0.1; echo 'query fen'; echo isready; echo stop; echo quit) | plateau engine --game tictactoe | grep -v ^info | sed 's/bestmove .*/bestmove …/'
error 'query' must wait until the search is over
readyok
bestmove …
$ (echo 'go ponder movetime 20'; sleep 0.1; echo ponderhit; sleep 1) | plateau engine --game hasami | grep -v ^info | sed 's/bestmove .*/bestmove …/'
bestmove …
$ (echo 'go p1time 100 p2time 100'; sleep 1; echo 'query p1turn') | plateau engine --game hasami | grep -v ^info | sed 's/bestmove .*/bestmove …/'
bestmove …
response true
$ (echo go; sleep 3; echo 'query p1turn') | plateau engine --game fousfous --player seed-alphabeta | grep -v ^info
bestmove B7-A6
response true
$ plateau engine --game chess 2>&1 | cut -d";" -f1
plateau: unknown game 'chess'
$ cc -o starter golden/../../examples/starter.c && printf 'ugi\nisready\nposition startpos moves 4 4\ngo movetime 100\nquit\n' | ./starter | sed 's/bestmove [1-7]$/bestmove …/'
id name Starter (C)
ugiok
readyok
bestmove …
