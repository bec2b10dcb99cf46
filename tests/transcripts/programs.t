# match: programs as players, over pipes, in their own protocols and in the sandbox.
$ cc -o starter golden/../../examples/starter.c && plateau match connect4 'cmd:./starter' random --games 4 --move-time 2s --sandbox auto --memory 200 --csv 2>&1 | sed '/^sandbox/s/,.*//' | cut -d, -f2,3 | sort
"cmd:./starter",4
"random",4
player,games
sandbox: no new privileges
$ plateau match tictactoe 'cmd:plateau engine --game tictactoe' random --games 4 --depth 9 --csv | cut -d, -f2,3 | sort
"cmd:plateau engine --game tictactoe",4
"random",4
player,games
$ plateau match gomoku 'pbrain:plateau pbrain' random --games 2 --depth 1 --option size=9 --csv | cut -d, -f2,3 | sort
"pbrain:plateau pbrain",2
"random",2
player,games
# A program that knows the option Seed plays the same games when the match has the same seed.
$ for seed in 1 1 2; do plateau match tictactoe 'cmd:plateau engine --game tictactoe --player random' greedy --games 6 --nodes 100 --seed $seed --games-csv g$seed.csv --output $seed.pgr >/dev/null; grep -v '^\[' $seed.pgr | cksum; done
937445837 368
937445837 368
3930645262 386
$ plateau match connect4 'pbrain:plateau pbrain' random --games 2
plateau: pbrain: programs play gomoku only
[2]
$ plateau match connect4 'cmd:./no-such-program' random --games 2
plateau: there is no program './no-such-program'
[2]
$ touch plain-file
$ plateau match connect4 'cmd:./plain-file' random --games 2
plateau: './plain-file' is no program that may be run (chmod +x)
[2]
$ plateau match connect4 'cmd:/usr' random --games 2
plateau: '/usr' is no program that may be run (chmod +x)
[2]
$ plateau match connect4 'cmd:true' random --games 2 --progress 2>&1 | grep -c 'crash.*it exited with status 0'
2
