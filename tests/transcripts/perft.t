# Counts that everybody knows, and bad requests.
$ plateau perft tictactoe 9
127872
$ plateau perft connect4 7
823536
$ plateau perft hasami 3 --option diagonal=on
254009
$ plateau perft hasami 4 --threads 2
16599273
$ plateau perft fousfous 4 --threads 2
3008070
$ plateau perft fousfous 2 --divide --option rows=4 --option columns=4
B3-A2 6
D3-C2 4
B3-C4 6
B1-C2 4
B3-A4 6
B1-A2 6
D3-C4 6
D1-C2 5
B3-C2 3
46
$ plateau perft hasami 4 --position "9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w"
15860
$ plateau perft hasami 0
1
$ plateau perft hasami
plateau: usage: plateau perft GAME DEPTH (see --help)
[2]
$ plateau perft hasami many
plateau: depth must be a whole number 0..60, got 'many'
[2]
$ plateau perft hasami 3 --threads 0
plateau: --threads must be a whole number 1..256, got '0'
[2]
$ plateau playouts tictactoe --games 1000 --seed 7 | grep -v cpu
games                   1000
mean length             7.580 plies
first player wins       58.800 %
second player wins      28.200 %
draws                   13.000 %
first player's score    65.300 %
$ plateau playouts connect4 --games 1000 --json | sed 's/"cpu_seconds.*//'
{"game":"connect4","games":1000,"mean_length":21.4670,"first_wins":525,"second_wins":471,"draws":4,"unfinished":0,"first_score":0.527000,
$ plateau playouts hasami --preset seed --games 20 | head -n 2
games                   20
mean length             1022.900 plies
$ plateau playouts gomoku --seconds never
plateau: --seconds must be seconds from 0.001 to 1000000, got 'never'
[2]
