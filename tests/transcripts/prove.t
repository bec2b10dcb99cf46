# prove: certificates written, checked by the rules alone, and refused when they are wrong.
$ plateau prove fousfous --preset 4x4 -o small
plateau: /root/.cache/plateau/fousfous-7.tbl: the header is damaged; delete the file and build it again
[1]
$ plateau prove fousfous --check small
plateau: small: No such file or directory
[1]
$ plateau prove fousfous --preset 4x4 --moves B3-A2 --pieces 0 -o reply > made && plateau prove fousfous --check reply | cut -d';' -f1
plateau: /root/.cache/plateau/fousfous-7.tbl: the header is damaged; delete the file and build it again
[1]
$ plateau prove fousfous --option rows=4 --option columns=5 -o loss | cut -d';' -f1; plateau prove fousfous --check loss | cut -d';' -f1
plateau: /root/.cache/plateau/fousfous-7.tbl: the header is damaged; delete the file and build it again
plateau: loss: No such file or directory
$ sed 's/^score 1/score -1/' small > wrong; plateau prove fousfous --check wrong
sed: can't read small: No such file or directory
plateau: wrong: not a certificate
[1]
$ head -c 100 small > cut; plateau prove fousfous --check cut
head: cannot open 'small' for reading: No such file or directory
plateau: cut: not a certificate
[1]
$ plateau prove tictactoe --check small
plateau: small: No such file or directory
[1]
$ plateau prove tictactoe -o none
plateau: the position is a draw; a certificate names a winner
[1]
$ plateau prove fousfous
plateau: give either -o FILE or --check FILE
[2]
