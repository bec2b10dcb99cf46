# referee and connect: games by the course's protocol, and ways to refuse.
$ plateau referee --course --port 0 --record games.pgr --games 1 >referee1.txt &
$ until grep -qs port referee1.txt; do sleep 0.01; done; sed -n 's/.*port //p' referee1.txt >port
$ plateau connect 127.0.0.1 $(cat port) --name Anna --player random --seed 2 --record anna.pgr >anna.txt &
$ until grep -qs Anna referee1.txt; do sleep 0.01; done
$ plateau connect 127.0.0.1 $(cat port) --name Bob --player pvs,depth=4
Bob (Noir) won after 34 plies: no-pieces
$ until [ -s games.pgr ] && [ -s anna.txt ]; do sleep 0.01; done; cat anna.txt; tail -n +2 referee1.txt
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

$ plateau referee --course --port 0 --game tictactoe --time 60 >referee2.txt & until grep -qs port referee2.txt; do sleep 0.01; done; sed -n 's/.*port //p' referee2.txt >port; plateau connect 127.0.0.1 $(cat port) --game tictactoe --name Anna --player alphabeta,depth=9 >anna.txt & until grep -qs Anna referee2.txt; do sleep 0.01; done; plateau connect 127.0.0.1 $(cat port) --game tictactoe --name Zoé --player mcts,iterations=20000; wait; cat anna.txt; tail -n +2 referee2.txt
Zoé (O) drew after 9 plies: full
Anna (X) drew after 9 plies: full
Anna has come
Zoé has come
1: Anna - Zoé 1/2-1/2 (full)
$ plateau referee --course --lan --port 0 >referee3.txt & until grep -qs token referee3.txt; do sleep 0.01; done; sed -n 's/.*port //p' referee3.txt >port; plateau connect 127.0.0.1 $(cat port) --name Eve; plateau connect 127.0.0.1 $(cat port) --name Eve --token guess; plateau connect 127.0.0.1 $(cat port) --name Anna --token $(sed -n 's/token: //p' referee3.txt) --player random >anna.txt & until grep -qs Anna referee3.txt; do sleep 0.01; done; plateau connect 127.0.0.1 $(cat port) --name Bob --token $(sed -n 's/token: //p' referee3.txt) --player random >bob.txt; wait; sed -n 's/port .*/port/p;/come/p' referee3.txt
plateau: the server closed the connection
plateau: the server closed the connection
fousfous on the network, port
Anna has come
Bob has come
$ plateau referee
plateau: --course for the course's protocol, --store FILE for a class competition
[2]
$ plateau referee --course --game chess
plateau: unknown game 'chess'; there are fousfous, hasami, connect4, gomoku, tictactoe
[2]
$ plateau connect 127.0.0.1 1 --player nobody
plateau: unknown player 'nobody'; there are human, random, greedy, minimax_copy, minimax, alphabeta, negamax, pvs, mtdf, sss, mtsss, champion, dfpn, mcts, exact, seed-random, seed-alphabeta
[2]
$ plateau connect 127.0.0.1 1
plateau: no connection to 127.0.0.1:1: Connection refused
[1]
# A class competition: students, sparring players, grades.
$ plateau referee --store class.db --add Anna
plateau: a new competition: of which --game?
[1]
$ plateau referee --store class.db --game tictactoe --add Anna --add Bob >tokens; sed 's/ .*//' tokens
Anna
Bob
$ plateau referee --store class.db --add Anna | grep -c '^Anna [a-z0-9]*$'
1
$ plateau referee --store class.db --add Anna --add Bob >tokens; plateau referee --store class.db --port 0 --move-time 5s --sparring greedy --random-plies 2 --stop-after 6 >referee4.txt & until grep -qs port referee4.txt; do sleep 0.01; done; sed -n 's/.*port //p' referee4.txt >port; plateau connect 127.0.0.1 $(cat port) --class --name Eve --token guess; plateau connect 127.0.0.1 $(cat port) --game tictactoe --class --name Anna --token $(sed -n 's/^Anna //p' tokens) --player alphabeta,depth=9 & A=$!; plateau connect 127.0.0.1 $(cat port) --name Bob --token $(sed -n 's/^Bob //p' tokens) --ugi 'plateau engine --game tictactoe' & B=$!; until grep -qs '^6:' referee4.txt; do sleep 0.05; done; kill -INT $A $B; wait; grep -c has.come referee4.txt
plateau: error expected login NAME TOKEN, as they were given
2
$ plateau referee --store class.db --show --csv | cut -d, -f2,3,4,11-17 | sort
"Anna",yes,4,0,0,0,0,0,0,0
"Bob",yes,4,0,0,0,0,0,0,0
"greedy",no,4,0,0,0,0,0,0,0
name,student,games,time,illegal,crash,stall,disconnect,flood,memory
$ plateau referee --store class.db --game connect4
plateau: the competition in the store is of tictactoe
[1]
$ plateau referee --store class.db --port 0 --sparring nobody
plateau: unknown player 'nobody'; there are human, random, greedy, minimax_copy, minimax, alphabeta, negamax, pvs, mtdf, sss, mtsss, champion, dfpn, mcts, exact, seed-mcts
[2]
$ plateau match --show --store class.db
plateau: unknown setting 'competition'
[1]
$ plateau match tictactoe random greedy --games 2 --store match.db >table; plateau referee --store match.db --show
plateau: this store is a match: plateau match shows it
[1]
