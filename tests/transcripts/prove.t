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
# Flat certificates: from the journal of a proof, and of any position.
$ plateau solve fousfous --option rows=5 --option columns=5 --start --checkpoint kept 2>/dev/null
startpos 1
$ plateau prove fousfous --option rows=5 --option columns=5 --from-journal kept --pieces 6 -o flat
written: the player to move wins; 80 positions won, 56 lost, those of 6 pieces or fewer left
$ plateau prove fousfous --check flat --threads 2
proven: the player to move wins; 80 positions won, 56 lost, those of 6 pieces or fewer left
$ plateau prove fousfous --check flat --audit 50 --seed 4
audited: 50 of 136 records by lot, seed 4, all right; 47 positions searched, 1346 nodes
were 5.82 % of all wrong, this would be seen in 19 of 20 lots; were 0.1 % wrong, in 4.88 % of the lots
$ plateau prove fousfous --preset 4x4 --moves B3-A2 --flat --pieces 2 -o middle && plateau prove fousfous --check middle
written: the player to move wins; 21 positions won, 12 lost, those of 2 pieces or fewer left
proven of 1n1n/n1b1/3n/b1b1: the player to move wins; 21 positions won, 12 lost, those of 2 pieces or fewer left
$ plateau prove fousfous --check flat --checkpoint note && cat note && plateau prove fousfous --check flat --checkpoint note
proven: the player to move wins; 80 positions won, 56 lost, those of 6 pieces or fewer left
plateau proof check 1 56b2db6a468a240e 136
proven: the player to move wins; 80 positions won, 56 lost, those of 6 pieces or fewer left
$ plateau prove fousfous --check middle --checkpoint note
plateau: middle: note: not of a check of this certificate
[1]
$ head -c 300 flat > cut; plateau prove fousfous --check cut
plateau: cut: it is cut short, or too long
[1]
$ plateau prove fousfous --check small --audit 5
plateau: small: not a flat certificate of fousfous: --audit and --checkpoint take no other
[1]
$ plateau prove tictactoe --check flat
plateau: flat: not a certificate
[1]
$ plateau prove tictactoe --flat -o none
plateau: tictactoe has no flat certificates
[2]
$ plateau prove fousfous --preset 4x4 --from-journal kept -o none
plateau: kept: this position is not decided there
[1]
$ plateau prove fousfous --preset 4x4 --flat --pieces 8 -o none
plateau: the checker would be left everything: 8 pieces or fewer
[1]
$ plateau prove fousfous --check flat --audit 5 --checkpoint note
plateau: an audit takes no --checkpoint: it draws anew
[2]
