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

$ plateau referee --course --port 0 --game tictactoe --time 60 >referee2.txt & until grep -qs port referee2.txt; do sleep 0.01; done; sed -n 's/.*port //p' referee2.txt >port; plateau connect 127.0.0.1 $(cat port) --game tictactoe --name Anna --player alphabeta,depth=9 >anna.txt & until grep -qs Anna referee2.txt; do sleep 0.01; done; plateau connect 127.0.0.1 $(cat port) --game tictactoe --name Zoé --player mcts,iterations=20000 --lang fr; wait; cat anna.txt; tail -n +2 referee2.txt
Zoé (O) fait nulle en 9 coups : le plateau est plein
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
plateau: unknown game 'chess'; there are (games)
[2]
$ plateau connect 127.0.0.1 1 --player nobody
plateau: unknown player 'nobody'; there are human, random, greedy, minimax_copy, minimax, alphabeta, negamax, pvs, flagship, mtdf, sss, mtsss, champion, dfpn, mcts, exact, careful, casual, level1, level2, level3, level4, level5, level6, level7, level8, level9, level10, seed-random, seed-alphabeta
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
plateau: unknown player 'nobody'; there are human, random, greedy, minimax_copy, minimax, alphabeta, negamax, pvs, flagship, mtdf, sss, mtsss, champion, dfpn, mcts, exact, careful, casual, level1, level2, level3, level4, level5, level6, level7, level8, level9, level10, seed-mcts
[2]
$ plateau match --show --store class.db
plateau: this store is a class competition: plateau referee --show shows it
[1]
$ plateau ratings --store class.db
plateau: this store is a class competition: plateau referee --show shows it
[1]
# The server speaks the language of those in front of it; new students come while it runs.
$ plateau --lang fr referee --store class.db --port 0 --move-time 5s --sparring greedy --games 0 --stop-after 7 >referee5.txt & until grep -qs port referee5.txt; do sleep 0.01; done; sed -n 's/.*port //p' referee5.txt >port; plateau referee --store class.db --add Zoé >tokens; plateau connect 127.0.0.1 $(cat port) --class --game tictactoe --name Zoé --token $(sed -n 's/^Zoé //p' tokens) --player alphabeta,depth=9 & A=$!; until grep -qs '^7 :' referee5.txt; do sleep 0.05; done; kill -INT $A; wait; sed -e 's/port .*/port/' referee5.txt | head -2; grep -c '^7 : .*Zoé.* (.* .*)' referee5.txt
tictactoe sur cette machine, port
Zoé est là
1
# Programs that are handed in: what is refused before anything is compiled (docs/user/arena.md has a whole lesson).
$ plateau referee --store class.db --upload Anna
plateau: --upload takes NAME=FILE, got 'Anna'
[2]
$ plateau referee --store class.db --upload Anna=engine.c
plateau: engine.c: No such file or directory
[1]
$ echo 'int main(void) { return 0; }' >engine.c; plateau referee --store class.db --upload Nobody=engine.c
plateau: there is no student 'Nobody'
[1]
$ cp engine.c notes.txt; plateau referee --store class.db --upload Anna=notes.txt 2>&1 | sed 's/run: .*/run/'
plateau: 'notes.txt' is nothing this server can run
$ plateau referee --store class.db --add Anna >tokens; plateau referee --store class.db --port 0 >referee6.txt & R=$!; until grep -qs port referee6.txt; do sleep 0.01; done; plateau connect 127.0.0.1 $(sed -n 's/.*port //p' referee6.txt) --name Anna --token $(sed 's/Anna //' tokens) --upload engine.c; kill -INT $R; wait
plateau: this server takes no programs
$ plateau --lang fr referee --store class.db --upload Nobody=engine.c
plateau: il n’y a pas d’élève « Nobody »
[1]
$ plateau --lang fr referee --store new.db --add Anna
plateau: une nouvelle compétition : de quel jeu (--game) ?
[1]
$ plateau --lang fr referee --store match.db --show
plateau: match.db : fichier introuvable
[1]
$ plateau --lang fr referee
plateau: --course pour le protocole du cours, --store FICHIER pour une compétition de classe
[2]
$ plateau match tictactoe random greedy --games 2 --store match.db >table; plateau referee --store match.db --show
plateau: this store is a match: plateau match shows it
[1]
