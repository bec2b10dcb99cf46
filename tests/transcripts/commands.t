# The commands and their ways to refuse.
$ plateau --version
plateau 0.2.0
$ plateau --help
Plateau: five board games to play, learn, solve and referee.

Usage: plateau [--lang en|fr] [COMMAND …]

  play      play a game in the terminal
  games     list the games, or all that one offers
  show      draw a position, with its legal moves
  perft     count the positions after so many plies
  playouts  random games: length, results, speed
  bench     a signature of every searcher on fixed positions
  convert   games from one file format to another
  engine    play by the UGI protocol, for other programs
  pbrain    play Gomoku by the Gomocup protocol, for other programs
  sandbox   what keeps the programs of others in bounds on this machine
  doctor    is a program fit for a competition? a report for its author
  match     players against each other: Elo, SPRT, tournaments
  referee   a server where programs of others play
  ratings   how strong all players of matches are, and who beat whom
  serve     the game page, for your browser
  tune      find better weights, and prove them by a match
  connect   play at a server: of the Fous-Fous course, or a class competition
  analyse   search a position for its best move
  lab       all searchers side by side, with their counts
  solve     the exact value of positions, one a line from standard input
  tables    make a game's endgame tables, or verify them
  book      compute the scores of all positions after a few plies
  prove     write a certificate of who wins, or check one
  tree      draw the tree a searcher walked
  explain   why a position has its score, term by term
  openings  balanced openings for matches
  selfplay  games of a player against itself, to train on
  train     teach a net by games of selfplay

plateau COMMAND --help explains a command. --lang en|fr chooses the language.
$ plateau perft --help
Usage: plateau perft GAME DEPTH
count the positions after so many plies

  --option NAME=VALUE   set a rule option (may be repeated)
  --preset NAME         a named set of rules
  --position TEXT       begin there instead of at the start
  --moves MOVES         then play these moves
  --divide              a count for each first move as well
  --stats               processor time and speed as well
  --threads N           work on so many threads (1..256; default 1)
$ plateau perft --help --lang fr
Emploi : plateau perft GAME DEPTH
compte les positions après tant de coups

  --option NAME=VALUE   règle une option (peut être répété)
  --preset NAME         des règles toutes faites
  --position TEXT       partir de cette position
  --moves MOVES         puis jouer ces coups
  --divide              un compte aussi pour chaque premier coup
  --stats               temps de calcul et vitesse aussi
  --threads N           nombre de fils d'exécution (1..256 ; par défaut 1)
$ plateau
plateau: no command given; see plateau --help
[2]
$ plateau nothing
plateau: unknown command 'nothing'; see plateau --help
[2]
$ plateau games | head -n 5 | tr -s " "
fousfous Fous-Fous Bishops that must attack; a player without pieces has lost.
hasami Hasami Shogi Rooks that capture by closing in from two sides.
connect4 Connect Four Drop stones into columns; four in a row wins.
gomoku Gomoku Five in a row on a large board.
tictactoe Tic-Tac-Toe Three in a row on a 3x3 board.
$ plateau games --lang fr | head -n 5 | tr -s " "
fousfous Fous-Fous Des fous obligés d'attaquer ; qui perd toutes ses pièces perd.
hasami Hasami Shogi Des tours qui prennent en tenaille.
connect4 Puissance 4 Lâcher des jetons dans les colonnes ; quatre alignés gagnent.
gomoku Gomoku Aligner cinq pierres sur un grand plateau.
tictactoe Morpion Aligner trois pions sur un plateau 3x3.
$ plateau games fousfous
Fous-Fous (fousfous)
Bishops that must attack; a player without pieces has lost.

Options:
  rows = 8  (2..8)
      Rows of the board.
  columns = 8  (2..8)
      Columns of the board.

Presets:
  6x6            A smaller board, quick to learn.
                 rows=6 columns=6
  4x4            The smallest interesting board.
                 rows=4 columns=4

Players:
  random         any legal move, all equally likely
  greedy         the move that looks best at once
  minimax_copy   minimax that copies the board
  minimax        minimax that takes moves back: the reference
  alphabeta      alpha-beta with max and min nodes
  negamax        alpha-beta in negamax form
  pvs            principal variation search (Scout)
  flagship       PVS with pruning, reductions and quiescence
  mtdf           MTD(f): null windows around a guess
  sss            SSS*: best first, with an OPEN list
  mtsss          SSS* as null windows from above
  champion       the game's own strongest search, or the flagship
  dfpn           proof-number search for win, draw or loss
  mcts           Monte Carlo tree search (UCT)
  exact          the exact solver, where the game has one
  careful        any move, but wins in one are taken, losses in one stopped
  casual         alpha-beta that overlooks things as people do

Players of this game:
  level1         level 1: a beginner, whom a child can beat
                 casual,depth=1,miss=10,eval=pieces+pieces=-1,table=off
  level2         level 2: misses much
                 casual,depth=1,miss=75,noise=3,table=off
  level3         level 3: misses something now and then
                 casual,depth=3,miss=14,fade=11,noise=0.7,alert=2,table=off
  level4         level 4: always sees a win or a loss in one move
                 casual,depth=4,miss=3,fade=3,alert=2,table=off
  level5         level 5: a casual player
                 casual,depth=4,miss=20,fade=10,alert=2,lapse=8,table=off
  level6         level 6: a practised player
                 casual,depth=5,miss=20,fade=10,alert=2,lapse=12,table=off
  level7         level 7: a good player
                 pvs,depth=6
  level8         level 8: strong
                 pvs,depth=9
  level9         level 9: very strong
                 exact,eval=net/champion,nodes=900
  level10        level 10: at full strength
                 exact,eval=net/champion,time=1
  champion       the strongest player: perfect where it can know
                 exact,eval=net/champion
  seed-random    any legal move
                 random
  seed-alphabeta memorising alpha-beta, deeper as pieces leave the board
                 negamax,depths=24:4/16:6/8:8/0:12,table=64

Evaluations:
  pieces         difference of pieces
  minimise       as few enemies as possible
  mobile         pieces and mobility
  champion       pieces, tempo, and who profits from quiet

Constants of flagship, set by search=NAME=VALUE+…:
  window         15 (1..480): aspiration window: half its first width around the last score, in 120ths of a piece
  good_depth     6 (0..20): static null move (reverse futility): up to this depth
  good_margin    40 (0..960): static null move: margin for each ply, in 120ths of a piece
  pass_depth     3 (1..20): null move: from this depth
  pass_less      4 (1..12): null move: reduction in plies
  pass_share     25 (0..100): null move: further reduction in per cent of the depth
  reduce_depth   3 (2..20): late move reductions (LMR): from this depth
  reduce_after   3 (0..100): LMR: after this number of quiet moves
  reduce_base    192 (0..2048): LMR: for every late move; 512 is one ply
  reduce         100 (0..400): LMR: per cent of the usual reduction
  late_depth     4 (0..20): late move pruning (LMP) of quiet moves: up to this depth
  late_first     6 (0..100): LMP: after this number of moves
  late_more      30 (0..400): LMP: and more, in tenths of the square of the depth
  futile_depth   4 (0..20): futility pruning of quiet moves: up to this depth
  futile_margin  60 (0..960): futility pruning: margin in 120ths of a piece
  futile_slope   40 (0..960): futility pruning: further margin for each ply
  hope           120 (0..960): delta pruning in quiescence: margin in 120ths of a piece
  unknown_depth  5 (2..60): internal iterative reduction (IIR), without a move of the table: from this depth
  history_gain   32 (1..512): history bonus of a cutoff, times the square of the depth
  history_most   2048 (64..8192): history bonus: at most
$ plateau games hasami --lang fr
Hasami Shogi (hasami)
Des tours qui prennent en tenaille.

Options :
  corner = single  (none, single, group)
      Ce qu'on prend dans un coin : rien, une seule pièce, ou tout un groupe sans case voisine vide.
  diagonal = off  (on, off)
      Les suites se prennent aussi en diagonale.
  edge = off  (on, off)
      Un groupe au bord sans case voisine vide est pris.
  losing_count = 2  (1..4)
      Un joueur à qui il reste ce nombre de pièces ou moins perd.
  difference = 3  (1..17, off)
      Un joueur mené de plus de pièces que ce nombre perd.
  repetition = 3  (2..9, off)
      Nulle quand une position apparaît pour la n-ième fois.
  no_capture = 100  (1..1000, off)
      La partie s'arrête après tant de coups sans prise.
  no_capture_result = draw  (draw, pieces)
      Ce que vaut cette fin : nulle, ou plus de pièces gagne.
  goal = capture  (capture, five)
      five : une ligne de cinq hors de ses rangées de départ gagne aussi.
  five_lines = all  (all, no-ranks, orthogonal)
      Quelles lignes de cinq comptent.
  setup = one  (one, two)
      Rangées de pièces au départ.
  jumps = off  (on, off)
      Une pièce peut sauter une pièce voisine, des deux couleurs.
  suicide = on  (on, off)
      Une pièce peut se placer entre deux ennemies.
  blocked = pass  (pass, lose)
      Un joueur sans coup passe, ou perd.

Règles toutes faites :
  seed           Sans règle de nulle : une partie peut ne pas finir.
                 repetition=off no_capture=off
  wikipedia      Prendre toutes les pièces sauf une.
                 losing_count=1 difference=off
  first-to-five  Le premier à prendre cinq pièces gagne.
                 losing_count=4 difference=off
  dai            Dai Hasami Shogi : deux rangées, sauts, cinq alignés.
                 setup=two jumps=on goal=five difference=off losing_count=4
  brainking      Comme sur BrainKing : cinq en colonne ou diagonale, pas de prise en coin.
                 setup=two jumps=on goal=five five_lines=no-ranks corner=none losing_count=1 difference=off
  strict         Groupes de bord prenables, ni suicide ni passe.
                 edge=on suicide=off blocked=lose

Joueurs :
  random         un coup légal au hasard
  greedy         le coup qui paraît le meilleur sur-le-champ
  minimax_copy   minimax qui copie le plateau
  minimax        minimax qui défait les coups : la référence
  alphabeta      alpha-bêta avec nœuds max et min
  negamax        alpha-bêta sous forme negamax
  pvs            recherche de la variante principale (Scout)
  flagship       PVS avec élagages, réductions et quiescence
  mtdf           MTD(f) : fenêtres nulles autour d'une estimation
  sss            SSS* : meilleur d'abord, avec une liste OPEN
  mtsss          SSS* par fenêtres nulles depuis le haut
  champion       la recherche la plus forte du jeu, sinon flagship
  dfpn           recherche par nombres de preuve
  mcts           recherche arborescente Monte-Carlo (UCT)
  exact          le solveur exact, si le jeu en a un
  careful        au hasard, mais prend un gain en un coup et pare une perte en un coup
  casual         alpha-bêta qui manque des choses, comme les gens

Joueurs de ce jeu :
  level1         niveau 1 : un débutant, qu'un enfant peut battre
                 casual,depth=1,miss=92,noise=32,table=off
  level2         niveau 2 : manque beaucoup de choses
                 casual,depth=2,miss=91,fade=4,noise=27,alert=2,table=off
  level3         niveau 3 : manque parfois quelque chose
                 casual,depth=2,noise=1,alert=2,eval=material+mobility=0.1+threat=0.1,table=off
  level4         niveau 4 : voit toujours un gain ou une perte en un coup
                 casual,depth=2,miss=50,fade=10,noise=4,alert=2,lapse=18,eval=champion,quiescence=on,table=off
  level5         niveau 5 : un joueur occasionnel
                 casual,depth=2,miss=30,fade=10,noise=4,alert=2,lapse=4,eval=champion,quiescence=on,table=off
  level6         niveau 6 : un joueur exercé
                 casual,depth=3,miss=30,fade=10,noise=4,alert=2,lapse=5,eval=champion,quiescence=on,table=off
  level7         niveau 7 : un bon joueur
                 flagship,eval=champion,contempt=20,nodes=7500
  level8         niveau 8 : fort
                 flagship,eval=champion,contempt=20,nodes=36000
  level9         niveau 9 : très fort
                 flagship,eval=champion,contempt=20,nodes=260000
  level10        niveau 10 : à pleine force
                 flagship,eval=champion,contempt=20,time=1
  champion       le joueur le plus fort
                 flagship,eval=champion,contempt=20
  classic1       minimax, évaluation simple
                 minimax,depth=3,eval=material,table=off
  classic2       alpha-bêta, évaluation simple
                 alphabeta,depth=4,eval=material,table=off
  classic3       negamax, évaluation simple
                 negamax,depth=4,eval=material,table=off
  classic4       minimax, évaluation complète
                 minimax,depth=3,eval=seed,table=off
  classic5       alpha-bêta, évaluation complète
                 alphabeta,depth=4,eval=seed,table=off
  classic6       negamax, évaluation complète
                 negamax,depth=4,eval=seed,table=off

Évaluations :
  full           matériel, mobilité et menaces
  material       le matériel seul
  champion       poids trouvés par des matchs
  seed           complète, avec une part de hasard
  evolved        complète, poids trouvés par évolution

Constantes de flagship, par search=NOM=VALEUR+… :
  window         15 (1..480): fenêtre d'aspiration : demi-largeur initiale autour du dernier score, en 120es de pièce
  good_depth     6 (0..20): coup nul statique (futilité inverse) : jusqu'à cette profondeur
  good_margin    40 (0..960): coup nul statique : marge par demi-coup, en 120es de pièce
  pass_depth     3 (1..20): coup nul : dès cette profondeur
  pass_less      4 (1..12): coup nul : réduction en demi-coups
  pass_share     25 (0..100): coup nul : réduction en plus, en pour cent de la profondeur
  reduce_depth   3 (2..20): réduction des coups tardifs (LMR) : dès cette profondeur
  reduce_after   3 (0..100): LMR : après ce nombre de coups calmes
  reduce_base    192 (0..2048): LMR : pour chaque coup tardif ; 512 vaut un demi-coup
  reduce         100 (0..400): LMR : pour cent de la réduction usuelle
  late_depth     4 (0..20): élagage des coups calmes tardifs (LMP) : jusqu'à cette profondeur
  late_first     6 (0..100): LMP : après ce nombre de coups
  late_more      30 (0..400): LMP : et davantage, en dixièmes du carré de la profondeur
  futile_depth   4 (0..20): élagage de futilité des coups calmes : jusqu'à cette profondeur
  futile_margin  60 (0..960): futilité : marge en 120es de pièce
  futile_slope   40 (0..960): futilité : marge en plus par demi-coup
  hope           120 (0..960): élagage delta en quiescence : marge en 120es de pièce
  unknown_depth  5 (2..60): réduction interne (IIR), sans coup de la table : dès cette profondeur
  history_gain   32 (1..512): historique : prime d'une coupe, par carré de la profondeur
  history_most   2048 (64..8192): historique : prime au plus
$ plateau games tictactoe --json
{"id":"tictactoe","name":{"en":"Tic-Tac-Toe","fr":"Morpion"},"about":{"en":"Three in a row on a 3x3 board.","fr":"Aligner trois pions sur un plateau 3x3."},"pieces":"xo","first_colour":{"en":"X","fr":"X"},"second_colour":{"en":"O","fr":"O"},"start":"3/3/3 x","special_moves":[],"options":[],"presets":[],"searchers":["random","greedy","minimax_copy","minimax","alphabeta","negamax","pvs","flagship","mtdf","sss","mtsss","champion","dfpn","mcts","exact","careful","casual"],"players":[{"name":"level1","settings":"casual,depth=1,miss=50,noise=3,table=off","help":{"en":"level 1: a beginner, whom a child can beat","fr":"niveau 1 : un débutant, qu'un enfant peut battre"}},{"name":"level2","settings":"casual,depth=1,miss=20,noise=2,table=off","help":{"en":"level 2: misses much","fr":"niveau 2 : manque beaucoup de choses"}},{"name":"level3","settings":"casual,depth=2,miss=12,fade=15,noise=3,alert=1,table=off","help":{"en":"level 3: misses something now and then","fr":"niveau 3 : manque parfois quelque chose"}},{"name":"level4","settings":"casual,depth=2,miss=60,fade=20,noise=3,alert=2,table=off","help":{"en":"level 4: always sees a win or a loss in one move","fr":"niveau 4 : voit toujours un gain ou une perte en un coup"}},{"name":"level5","settings":"casual,depth=3,miss=20,fade=20,noise=1,alert=2,table=off","help":{"en":"level 5: a casual player","fr":"niveau 5 : un joueur occasionnel"}},{"name":"level6","settings":"casual,depth=4,miss=5,fade=10,noise=0.5,alert=2,table=off","help":{"en":"level 6: a practised player","fr":"niveau 6 : un joueur exercé"}},{"name":"level7","settings":"pvs,depth=5","help":{"en":"level 7: a good player","fr":"niveau 7 : un bon joueur"}},{"name":"level8","settings":"pvs,depth=7","help":{"en":"level 8: strong","fr":"niveau 8 : fort"}},{"name":"level9","settings":"pvs,depth=9","help":{"en":"level 9: very strong","fr":"niveau 9 : très fort"}},{"name":"level10","settings":"exact,time=1","help":{"en":"level 10: at full strength","fr":"niveau 10 : à pleine force"}},{"name":"champion","settings":"exact","help":{"en":"the strongest player: perfect where it can know","fr":"le joueur le plus fort : parfait quand il peut savoir"}},{"name":"seed-mcts","settings":"mcts,mcts=seed4","help":{"en":"Monte Carlo tree search","fr":"recherche arborescente de Monte-Carlo"}}],"evaluations":[{"name":"lines","help":{"en":"open lines","fr":"lignes ouvertes"}}],"constants":{"flagship":[{"name":"window","default":15,"min":1,"max":480,"step":5,"help":{"en":"aspiration window: half its first width around the last score, in 120ths of a piece","fr":"fenêtre d'aspiration : demi-largeur initiale autour du dernier score, en 120es de pièce"}},{"name":"good_depth","default":6,"min":0,"max":20,"step":1,"help":{"en":"static null move (reverse futility): up to this depth","fr":"coup nul statique (futilité inverse) : jusqu'à cette profondeur"}},{"name":"good_margin","default":40,"min":0,"max":960,"step":8,"help":{"en":"static null move: margin for each ply, in 120ths of a piece","fr":"coup nul statique : marge par demi-coup, en 120es de pièce"}},{"name":"pass_depth","default":3,"min":1,"max":20,"step":1,"help":{"en":"null move: from this depth","fr":"coup nul : dès cette profondeur"}},{"name":"pass_less","default":4,"min":1,"max":12,"step":1,"help":{"en":"null move: reduction in plies","fr":"coup nul : réduction en demi-coups"}},{"name":"pass_share","default":25,"min":0,"max":100,"step":8,"help":{"en":"null move: further reduction in per cent of the depth","fr":"coup nul : réduction en plus, en pour cent de la profondeur"}},{"name":"reduce_depth","default":3,"min":2,"max":20,"step":1,"help":{"en":"late move reductions (LMR): from this depth","fr":"réduction des coups tardifs (LMR) : dès cette profondeur"}},{"name":"reduce_after","default":3,"min":0,"max":100,"step":1,"help":{"en":"LMR: after this number of quiet moves","fr":"LMR : après ce nombre de coups calmes"}},{"name":"reduce_base","default":192,"min":0,"max":2048,"step":64,"help":{"en":"LMR: for every late move; 512 is one ply","fr":"LMR : pour chaque coup tardif ; 512 vaut un demi-coup"}},{"name":"reduce","default":100,"min":0,"max":400,"step":15,"help":{"en":"LMR: per cent of the usual reduction","fr":"LMR : pour cent de la réduction usuelle"}},{"name":"late_depth","default":4,"min":0,"max":20,"step":1,"help":{"en":"late move pruning (LMP) of quiet moves: up to this depth","fr":"élagage des coups calmes tardifs (LMP) : jusqu'à cette profondeur"}},{"name":"late_first","default":6,"min":0,"max":100,"step":2,"help":{"en":"LMP: after this number of moves","fr":"LMP : après ce nombre de coups"}},{"name":"late_more","default":30,"min":0,"max":400,"step":6,"help":{"en":"LMP: and more, in tenths of the square of the depth","fr":"LMP : et davantage, en dixièmes du carré de la profondeur"}},{"name":"futile_depth","default":4,"min":0,"max":20,"step":1,"help":{"en":"futility pruning of quiet moves: up to this depth","fr":"élagage de futilité des coups calmes : jusqu'à cette profondeur"}},{"name":"futile_margin","default":60,"min":0,"max":960,"step":12,"help":{"en":"futility pruning: margin in 120ths of a piece","fr":"futilité : marge en 120es de pièce"}},{"name":"futile_slope","default":40,"min":0,"max":960,"step":8,"help":{"en":"futility pruning: further margin for each ply","fr":"futilité : marge en plus par demi-coup"}},{"name":"hope","default":120,"min":0,"max":960,"step":20,"help":{"en":"delta pruning in quiescence: margin in 120ths of a piece","fr":"élagage delta en quiescence : marge en 120es de pièce"}},{"name":"unknown_depth","default":5,"min":2,"max":60,"step":1,"help":{"en":"internal iterative reduction (IIR), without a move of the table: from this depth","fr":"réduction interne (IIR), sans coup de la table : dès cette profondeur"}},{"name":"history_gain","default":32,"min":1,"max":512,"step":8,"help":{"en":"history bonus of a cutoff, times the square of the depth","fr":"historique : prime d'une coupe, par carré de la profondeur"}},{"name":"history_most","default":2048,"min":64,"max":8192,"step":256,"help":{"en":"history bonus: at most","fr":"historique : prime au plus"}}]}}
$ plateau games chess
plateau: unknown game 'chess'; there are (games)
[2]
$ plateau show connect4 --depth 3
plateau: unknown flag '--depth'; see --help
[2]
$ plateau show connect4 --moves
plateau: --moves needs a value: MOVES
[2]
$ plateau show
plateau: usage: plateau show GAME (see --help)
[2]
$ plateau show connect4 gomoku
plateau: usage: plateau show GAME (see --help)
[2]
$ plateau --lang de games
plateau: --lang must be en or fr, got 'de'
[2]
$ plateau sandbox 2>&1 | sed 's/, .*/ …/; q'
no new privileges …
