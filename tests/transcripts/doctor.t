# doctor: reports, with times and sizes left out, and ways to refuse.
$ plateau doctor "cmd:plateau engine" --game tictactoe --sandbox off --move-time 20ms --margin 2s --positions 5 --start-time 60s | sed -e '/^sandbox/d' -e 's/[0-9.]* \(ms\|MB\)/N \1/g' -e 's/[0-9]* games, N MB/N games, N MB/' -e 's/[0-9]* won.*/…/' -e '/thinks/d' -e 's/^1[89] ok, 0 failed.*/all is well/'
ok              starts and answers 'ugi' with 'ugiok'           Plateau, ready after N ms
ok              answers every 'isready' with 'readyok'          3 times
ok              has options: the game, its rules                8
ok              finds a first move                              after N ms
ok              plays legal moves in random positions           5 positions, the slowest took N ms
ok              plays legal moves shortly before the end        5 positions, the slowest took N ms
ok              understands 'position fen …'                    8 positions
ok              keeps to the time of a move                     5 positions, the slowest took N ms
ok              keeps to a clock for the whole game             5 positions, the slowest took N ms of the N ms left
ok              answers 'go depth 1'                            2 positions, the slowest took N ms
ok              answers 'go nodes 100'                          2 positions, the slowest took N ms
ok              stops an endless search at 'stop'               after N ms
ok              survives unknown words and wrong lines          13 lines
ok              survives 'go' when the game is over             two finished games
ok              plays whole games, one after the other          6 games against a random player: …
ok              does not grow from game to game                 N games, N MB at the end
ok              ends when asked, and starts again               exited with status 0 after N ms
ok              writes little to its standard error             nothing
all is well
$ plateau doctor "pbrain:plateau pbrain" --game gomoku --move-time 20ms --margin 2s --positions 3 --start-time 60s --lang fr | sed -e '/^sandbox/d' -e 's/^\(.\{63\}\).*/\1/' -e 's/ *$//'
bon             démarre et répond OK à START
bon             répond à ABOUT par son nom
bon             trouve un premier coup
bon             joue des coups légaux partout
bon             joue des coups légaux près de la fin
bon             respecte le temps d'un coup
bon             respecte une pendule pour la partie
bon             survit aux mots inconnus, aux lignes fausses
bon             répond OK à RESTART
bon             joue des parties entières, à la suite
bon             ne grossit pas d'une partie à l'autre
bon             s'arrête à la demande, et redémarre
bon             écrit peu sur sa sortie d'erreur
13 bon, 0 raté, 0 pas nécessaire
$ plateau doctor cmd:true --game connect4 --sandbox off
failed          starts and answers 'ugi' with 'ugiok'           it exited with status 0
                sent        ugi
                to do       read lines from standard input; print 'ugiok' and flush the output after 'ugi'
the rest was not examined: this must be repaired first
0 ok, 1 failed, 0 not supported
[1]
$ plateau doctor "cmd:sed -u s/isready/readyok/;s/^ugi$/ugiok/" --game connect4 --move-time 20ms --sandbox off --lang fr | sed 's/après [0-9]* ms/…/;s/after [0-9]* ms/…/'
bon             démarre et répond 'ugiok' à 'ugi'               ready …
bon             répond 'readyok' à chaque 'isready'             3 times
pas nécessaire  a des options : le jeu, ses règles              pas grave : none: it plays one game by its usual rules
raté            trouve un premier coup                          no answer …
                envoyé      isready | go movetime 20 | stop
                reçu        readyok | go movetime 20 | stop
                à faire     écrire un coup légal par question, dans la notation du jeu, et vider le tampon
le reste n'a pas été examiné : d'abord réparer ceci
2 bon, 1 raté, 1 pas nécessaire
$ plateau doctor cmd:false --game hasami --json | sed 's/exited with status 1/…/'
{"player":"cmd:false","game":"hasami","checks":[{"check":"hello","title":"starts and answers 'ugi' with 'ugiok'","verdict":"failed","found":"it …","sent":"ugi","came_back":"","stderr":"","to_do":"read lines from standard input; print 'ugiok' and flush the output after 'ugi'"}],"ok":0,"failed":1,"not_supported":0,"is_cut":true}
$ plateau doctor cmd:true
plateau: which game does it play? --game GAME says it
[2]
$ plateau doctor random --game connect4
plateau: only programs are examined, cmd:COMMAND or pbrain:COMMAND
[2]
$ plateau doctor cmd:./nobody --game connect4
plateau: there is no program './nobody'
[2]
$ plateau doctor pbrain:true --game connect4
plateau: pbrain: programs play gomoku only
[2]
$ plateau doctor cmd:true --game checkers
plateau: unknown game 'checkers'; there are (games)
[2]
$ plateau doctor cmd:true --game hasami --sandbox maybe
plateau: sandbox must be off, auto or required, got 'maybe'
[2]
