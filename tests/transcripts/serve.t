# serve: the page's server, its words and ways to refuse. What it says over the network is tested
# by test_serve.
$ plateau serve --help
Usage: plateau serve
the game page, for your browser

  --port N              default 8080, or the next that is free; 0: any
  --lan                 for the whole network, with a secret address
  --store FILE          keep the games there (default: with your data)
  --arena FILE          show this match store too (may be repeated)
  --web FOLDER          files of the page, in place of those built in
  --open                open the browser
  --patience MS         for slow connections (default 10000)
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
plateau: games.db: another server has these games
0
$ plateau serve --lang fr --store games.db --port 0 >serve.txt & until grep -qs Ctrl serve.txt; do sleep 0.01; done; sed 's/:[0-9][0-9]*/:N/' serve.txt; kill -INT $!; wait $!; echo $?
La page est à l'adresse http://127.0.0.1:N/
Ctrl-C l'arrête.
0
