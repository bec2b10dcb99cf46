# prove: certificates written, checked by the rules alone, and refused when they are wrong.
$ plateau prove fousfous --preset 4x4 -o small
written: the player to move wins; 34 positions, 11 moves of the winner, 16 positions of 4 pieces or fewer left
$ plateau prove fousfous --check small
proven: the player to move wins; 34 positions, 11 moves of the winner, 16 positions of 4 pieces or fewer left
$ plateau prove fousfous --preset 4x4 --moves B3-A2 --pieces 0 -o reply > made && plateau prove fousfous --check reply | cut -d';' -f1
proven: the player to move wins
$ plateau prove fousfous --option rows=4 --option columns=5 -o loss | cut -d';' -f1; plateau prove fousfous --check loss | cut -d';' -f1
written: the player to move loses
proven: the player to move loses
$ sed 's/^score 1/score -1/' small > wrong; plateau prove fousfous --check wrong
plateau: wrong: damaged: its sum is wrong
[1]
$ head -c 100 small > cut; plateau prove fousfous --check cut
plateau: cut: damaged: its sum is wrong
[1]
$ plateau prove tictactoe --check small
plateau: small: not a certificate of tictactoe
[1]
$ plateau prove tictactoe -o none
plateau: the position is a draw; a certificate names a winner
[1]
$ plateau prove fousfous
plateau: give either -o FILE or --check FILE
[2]
$ plateau prove fousfous --preset 4x4 --pieces 8 -o all
plateau: the checker would be left everything: 8 pieces or fewer
[1]
$ plateau prove fousfous --preset 4x4 --pieces 13 -o all
plateau: --pieces must be a whole number 0..12, got '13'
[2]
# That a side cannot lose: Hasami Shogi.
$ plateau prove hasami --position "wwwwwwwww/9/9/9/9/9/9/b8/1bbbbbbbb b" --safe black -o safe
1 of 1 the start: nothing within 1 own moves; 2 nodes, 0 records
1 of 1 the start: nothing within 2 own moves; 101 nodes, 0 records
1 of 1 the start: safe within 3 own moves; 6017 nodes, 1 records
written: Black cannot lose; 1 records, within 3 own moves; 6017 nodes in this run
$ plateau prove hasami --check safe
proven: Black cannot lose; 1 records: 0 won, 0 fortresses, 63 replies: 0 over, 0 in the list, 62 one move and 1 two moves from a fortress
$ plateau prove hasami --check safe --audit 100 --seed 3 --threads 2
audited: Black cannot lose; 100 of 1 records by lot: 0 won, 0 fortresses, 6300 replies: 0 over, 0 in the list, 6200 one move and 100 two moves from a fortress; were 2.95 % of all wrong, this would be seen in 19 of 20 lots
$ sed 's/^black/white/' safe > wrong; plateau prove hasami --check wrong
plateau: wrong: damaged: its sum is wrong
[1]
$ plateau prove hasami --position "wwwwwwwww/9/9/9/9/9/9/b6b1/1bbbbbb1b w" --safe black --most-moves 2 -o none 2>&1 | tail -1
plateau: not proven; in parentheses the own moves that do not suffice: c9c2 (2) d9d2 (2) e9e2 (2) f9f2 (2) g9g2 (2)
$ plateau prove hasami --option jumps=on --safe black -o none
plateau: the prover knows slides, captures in lines and single pieces in corners; not jumps, diagonal, edge, corner=group or suicide=off
[1]
$ plateau prove hasami -o none
plateau: --safe: who is to be safe, Black or White?
[2]
