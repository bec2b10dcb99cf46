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
