# serve: the page's server, its words and ways to refuse. What it says over the network is tested
# by test_serve.
$ plateau serve --help
Usage: plateau serve
the game page, for your browser

  --port N              where, or at the next that is free; 0: any (0..65535; default 8080)
  --lan                 for the whole network, with a secret address
  --store FILE          keep the games there (default: with your data)
  --tidy DAYS           first remove games not touched for so long (0..36500)
  --arena FILE          show this match store too (may be repeated)
  --web FOLDER          files of the page, in place of those built in
  --open                open the browser
  --patience MS         milliseconds for slow connections (100..60000; default 10000)
$ plateau serve --port 70000
plateau: --port must be a whole number 0..65535, got '70000'
[2]
$ plateau serve --web nowhere
plateau: nowhere: No such file or directory
[2]
$ plateau serve --store nowhere/games.db --port 0
plateau: nowhere/games.db: No such file or directory
[1]
$ echo "no games, but long enough to look like some" >other.txt
$ plateau serve --store other.txt --port 0
plateau: other.txt: not a file of games, or damaged
[1]
$ plateau serve --store games.db --port 0 >serve.txt & until grep -qs Ctrl serve.txt; do sleep 0.01; done; sed 's/:[0-9][0-9]*/:N/' serve.txt; plateau serve --store games.db --port 0; kill -TERM $!; wait $!; echo $?
The page is at http://127.0.0.1:N/
Ctrl-C ends it.
plateau: games.db: another server has these games; end it, or give --store FILE
0
$ plateau serve --lang fr --store games.db --port 0 >french.txt & until grep -qs Ctrl french.txt; do sleep 0.01; done; sed 's/:[0-9][0-9]*/:N/' french.txt; kill -INT $!; wait $!; echo $?
La page est à l'adresse http://127.0.0.1:N/
Ctrl-C l'arrête.
0
# --open: where nobody could see a browser the address is enough; where there is one it is opened there.
$ env -u DISPLAY -u WAYLAND_DISPLAY plateau serve --open --lang fr --store games.db --port 0 >serve.txt 2>error.txt & until grep -qs plateau error.txt; do sleep 0.01; done; cat error.txt; kill -TERM $!; wait $!; echo $?
plateau: pas de navigateur graphique ici : ouvrez l’adresse vous-même
0
$ printf '#!/bin/sh\necho "$1" >opened.txt.part\nmv opened.txt.part opened.txt\n' >xdg-open; chmod +x xdg-open
$ DISPLAY=:0 PATH=$PWD:$PATH plateau serve --open --store games.db --port 0 >serve.txt & until test -e opened.txt; do sleep 0.01; done; kill -TERM $!; wait $!; echo $?; grep -cxF "The page is at $(cat opened.txt)" serve.txt
0
1
