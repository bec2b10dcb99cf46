# referee and connect: games by the course's protocol, and ways to refuse.
$ plateau referee --course --port 0 --record games.pgr --games 1 >referee.txt &
$ until grep -qs port referee.txt; do sleep 0.01; done; sed -n 's/.*port //p' referee.txt >port
$ plateau connect 127.0.0.1 $(cat port) --name Anna --player random --seed 2 --record anna.pgr >anna.txt &
$ until grep -qs Anna referee.txt; do sleep 0.01; done
$ plateau connect 127.0.0.1 $(cat port) --name Bob --player pvs,depth=4
Bob (Noir) won after 34 plies: no-pieces
$ until [ -s games.pgr ]; do sleep 0.01; done; cat anna.txt; tail -n +2 referee.txt
Anna (Blanc) lost after 34 plies: no-pieces
Anna has come
Bob has come
1: Anna - Bob 0-1 (no-pieces)
$ sed -e 's/ *{[^}]*}//g' games.pgr | grep -v clk | head -12
[Game "fousfous"]
[First "Anna"]
[Second "Bob"]
[TimeControl "600"]
[Number "1"]
[Round "1"]
[Opening "1"]
[OpeningPlies "0"]
[Seed "0"]
[Result "0-1"]
[Reason "no-pieces"]

$ plateau referee --course --port 0 --game tictactoe --time 60 >referee.txt & until grep -qs port referee.txt; do sleep 0.01; done; sed -n 's/.*port //p' referee.txt >port; plateau connect 127.0.0.1 $(cat port) --game tictactoe --name Anna --player alphabeta,depth=9 >anna.txt & until grep -qs Anna referee.txt; do sleep 0.01; done; plateau connect 127.0.0.1 $(cat port) --game tictactoe --name Zoé --player mcts,iterations=20000; wait; cat anna.txt; tail -n +2 referee.txt
Zoé (O) drew after 9 plies: full
Anna (X) drew after 9 plies: full
Anna has come
Zoé has come
1: Anna - Zoé 1/2-1/2 (full)
$ plateau referee --course --lan --port 0 >referee.txt & until grep -qs token referee.txt; do sleep 0.01; done; sed -n 's/.*port //p' referee.txt >port; plateau connect 127.0.0.1 $(cat port) --name Eve; plateau connect 127.0.0.1 $(cat port) --name Eve --token guess; plateau connect 127.0.0.1 $(cat port) --name Anna --token $(sed -n 's/token: //p' referee.txt) --player random >anna.txt & until grep -qs Anna referee.txt; do sleep 0.01; done; plateau connect 127.0.0.1 $(cat port) --name Bob --token $(sed -n 's/token: //p' referee.txt) --player random >bob.txt; wait; sed -n 's/port .*/port/p;/come/p' referee.txt
plateau: the server closed the connection
plateau: the server closed the connection
fousfous on the network, port
Anna has come
Bob has come
$ plateau referee
plateau: which protocol? --course
[2]
$ plateau referee --course --game chess
plateau: unknown game 'chess'; there are fousfous, hasami, connect4, gomoku, tictactoe
[2]
$ plateau connect 127.0.0.1 1 --player nobody
plateau: unknown player 'nobody'; there are human, random, greedy, minimax_copy, minimax, alphabeta, negamax, pvs, mtdf, sss, mtsss, dfpn, mcts, exact, seed-random, seed-alphabeta
[2]
$ plateau connect 127.0.0.1 1
plateau: no connection to 127.0.0.1:1: Connection refused
[1]
