# engine, in UCI: what chess tools know of our games.
$ printf 'uci\nisready\nquit\n' | plateau engine --game hasami
id name Plateau
id author the Plateau team
option name UCI_Variant type combo default cfour var cfour var gomoku var gomokufreestyle var tictactoe
option name Searcher type combo default pvs var random var greedy var minimax_copy var minimax var alphabeta var negamax var pvs var flagship var mtdf var sss var mtsss var champion var dfpn var mcts var exact var careful var casual
option name Player type string default
option name Hash type spin default 64 min 1 max 65536
option name Threads type spin default 1 min 1 max 64
option name MultiPV type spin default 1 min 1 max 16
option name Seed type spin default 0 min 0 max 2147483647
option name Ponder type check default false
uciok
readyok
$ printf 'uci\nsetoption name UCI_Variant value cfour\nucinewgame\nposition startpos moves P@d1 P@d2 P@d3\nquery fen\ngo depth 4\n' | plateau engine | grep -v ^option | sed 's/time [0-9]* //; s/nps [0-9]* //'
id name Plateau
id author the Plateau team
uciok
response 7/7/7/3x3/3o3/3x3 o
info depth 1 seldepth 1 nodes 7 hashfull 0 score cp 0 pv P@d4
info depth 2 seldepth 2 nodes 27 hashfull 0 score cp -200 pv P@d4 P@d5
info depth 3 seldepth 3 nodes 102 hashfull 0 score cp 0 pv P@d4 P@d5 P@d6
info depth 4 seldepth 4 nodes 482 hashfull 0 score cp -400 pv P@c1 P@e1 P@f1 P@d4
bestmove P@c1
$ printf 'uci\nsetoption name UCI_Variant value tictactoe\nposition fen 3/1p1/PP1[PPPppp] b - - 0 3\ngo depth 2\n' | plateau engine | grep -v ^option | sed 's/time [0-9]* //; s/nps [0-9]* //'
id name Plateau
id author the Plateau team
uciok
info depth 1 seldepth 1 nodes 6 hashfull 0 score cp 200 pv P@a3
info depth 2 seldepth 2 nodes 35 hashfull 0 score cp 0 pv P@c1 P@a3
bestmove P@c1
$ printf 'uci\nsetoption name UCI_Variant value tictactoe\nposition fen 3/1p1/PP1[PPPppp] b - - 0 3 moves P@c1 P@a3\nquery fen\ngo wtime 100 btime 100 winc 10 binc 10\n' | plateau engine | grep -v '^option\|^info' | sed 's/P@[abc][123]$/P@…/'
id name Plateau
id author the Plateau team
uciok
response x2/1o1/xxo o
bestmove P@…
$ printf 'uci\nsetoption name UCI_Variant value gomoku\nposition startpos moves P@h8 P@o15 P@a1\nquery fen\nsetoption name UCI_Variant value gomokufreestyle\nposition startpos moves P@h8\nquery fen\n' | plateau engine | grep ^response
response 14w/15/15/15/15/15/15/7b7/15/15/15/15/15/15/b14 w rule=standard
response 15/15/15/15/15/15/15/7b7/15/15/15/15/15/15/15 w
$ printf 'uci\nsetoption name UCI_Variant value chess\nsetoption name UCI_Variant value cfour\nposition startpos moves P@d2\nposition startpos moves 4\nposition startpos moves P@h1\nposition startpos moves P@d99\nposition fen rubbish\nposition startpos moves P@d1\nquery fen\n' | plateau engine | grep -v ^option
id name Plateau
id author the Plateau team
uciok
error unknown variant 'chess'
error 'P@d2' is not a legal move here; they are written P@d4
error '4' is not a legal move here; they are written P@d4
error 'P@h1' is not a legal move here; they are written P@d4
error 'P@d99' is not a legal move here; they are written P@d4
error position: expected x or o to move, or name=value; got '?'
response 7/7/7/7/7/3x3 o
$ printf 'uci\nugi\nposition startpos moves 4\nquery fen\n' | plateau engine --game connect4 | grep -v ^option
id name Plateau
id author the Plateau team
uciok
id name Plateau
id author the Plateau team
ugiok
response 7/7/7/7/7/3x3 o
