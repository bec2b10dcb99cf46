# Errors in French: of commands, of moves, options, positions and files, and of a move that is typed.
$ plateau perft connect4 99 --lang fr
plateau: depth doit être un nombre entier, 0..60 ; reçu « 99 »
[2]
$ plateau show gomoku --moves zz --lang fr
plateau: « zz » n’est pas un coup légal ici ; un coup légal : a15
[2]
$ plateau show tictactoe --moves 'b2 b2' --lang fr
plateau: « b2 » n’est pas un coup légal ici ; un coup légal : a3
[2]
$ plateau show hasamii --lang fr 2>&1 | cut -d';' -f1
plateau: jeu inconnu « hasamii » 
$ plateau show gomoku --option size=99 --lang fr
plateau: l’option size doit être l’une de 5..20 ; reçu « 99 »
[2]
$ plateau show gomoku --option colour=red --lang fr
plateau: option inconnue « colour » ; ce jeu a size, rule, opening
[2]
$ plateau show hasami --option diagonal=maybe --lang fr
plateau: l’option diagonal est on ou off ; reçu « maybe »
[2]
$ plateau show connect4 --preset x --lang fr
plateau: règles toutes faites inconnues « x » ; connect4 a 5x4, 8x7
[2]
$ plateau show hasami --position 9/9 --lang fr
plateau: position : à qui le trait ? il faut b ou w après le plateau
[2]
$ plateau show hasami --position '9/9 b' --lang fr
plateau: position : 2 rangées, il en faut 9
[2]
$ plateau show connect4 --position '7/7/x6/7/7/7 o' --lang fr
plateau: position : un jeton est suspendu en l’air
[2]
$ plateau show gomoku --frob --lang fr
plateau: option inconnue « --frob » ; voir --help
[2]
$ plateau show gomoku --position --lang fr
plateau: --position demande une valeur : TEXT
[2]
$ plateau show --lang fr
plateau: emploi : plateau show GAME (voir --help)
[2]
$ plateau frob --lang fr
plateau: commande inconnue « frob » ; voir plateau --help
[2]
$ plateau frob --help --lang=fr
plateau: commande inconnue « frob » ; voir plateau --help
[2]
$ plateau --lang fr
plateau: aucune commande ; voir plateau --help
[2]
$ plateau --lang de --lang fr
plateau: --lang must be en or fr, got 'de'
[2]
$ LC_ALL=fr_FR.UTF-8 plateau --lang de
plateau: --lang doit être en ou fr ; reçu « de »
[2]
$ LC_ALL=fr_FR.UTF-8 plateau perft hasami x
plateau: depth doit être un nombre entier, 0..60 ; reçu « x »
[2]
$ plateau play hasami --first fritz --lang fr 2>&1 | cut -d';' -f1
plateau: --first : joueur inconnu « fritz » 
$ plateau play hasami --first flagship,depth=x --lang fr
plateau: --first : depth doit être un nombre entier, 1..127 ; reçu « x »
[2]
$ echo quit | plateau play tictactoe --first human --second flagship,eval=net:nothing.pnn --lang fr 2>&1 >/dev/null
plateau: nothing.pnn : fichier introuvable ; l’évaluation habituelle est prise
$ plateau play gomoku --level 11 --lang fr
plateau: --level doit être un nombre entier, 1..10 ; reçu « 11 »
[2]
$ plateau analyse gomoku --time soon --lang fr
plateau: --time doit être une durée de 0.001 à 86400 s, comme 50ms ou 2s ; reçu « soon »
[2]
$ plateau convert nothing.sgf --lang fr
plateau: nothing.sgf : fichier introuvable
[2]
$ printf '[Game "hasami"]\n\n1. a1a9 *\n' | plateau convert --lang fr
plateau: entrée standard : ligne 3 : « a1a9 » n’est pas un coup légal ici ; un coup légal : a1a8
[2]
$ echo '(;GM[4]B[a' | plateau convert --from sgf --lang fr
plateau: entrée standard : SGF : il manque « ] »
[2]
$ plateau match hasami random random --games 3 --store m.db --lang fr
plateau: le nombre de parties doit être pair : chaque ouverture est jouée deux fois
[2]
$ plateau match hasami --games 2 --lang fr
plateau: emploi : plateau match JEU JOUEUR JOUEUR… (voir --help)
[2]
$ printf 'zz\nsave\nundo now\nquit\n' | plateau play tictactoe --first human --ascii --lang fr 2>&1 >/dev/null
plateau: « zz » n’est pas un coup légal ici ; un coup légal : a3
plateau: save demande FILE
plateau: undo ne prend rien après lui
[2]
