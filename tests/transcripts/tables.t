# tables: endgame tables made, found again, verified, and damage noticed.
$ plateau tables fousfous --pieces 4 --dir made
2 pieces: 280 won, 712 lost, 105 bytes, sum 60ec8729805b61e6, made
3 pieces: 14992 won, 14768 lost, 1760 bytes, sum 9b3dc96646abbce9, made
4 pieces: 299380 won, 204060 lost, 22816 bytes, sum 099a07d8f62651b4, made
$ rm made/fousfous-4.tbl; plateau tables fousfous --pieces 4 --dir made --threads 2
2 pieces: 280 won, 712 lost, 105 bytes, sum 60ec8729805b61e6, there already
3 pieces: 14992 won, 14768 lost, 1760 bytes, sum 9b3dc96646abbce9, there already
4 pieces: 299380 won, 204060 lost, 22816 bytes, sum 099a07d8f62651b4, made
$ plateau tables fousfous --pieces 3 --dir made --verify
2 pieces: 280 won, 712 lost, 105 bytes, sum 60ec8729805b61e6, verified
3 pieces: 14992 won, 14768 lost, 1760 bytes, sum 9b3dc96646abbce9, verified
$ printf x | dd of=made/fousfous-3.tbl bs=1 seek=1000 conv=notrunc 2>/dev/null
$ plateau tables fousfous --pieces 3 --dir made --verify
2 pieces: 280 won, 712 lost, 105 bytes, sum 60ec8729805b61e6, verified
plateau: made/fousfous-3.tbl: damaged (wrong checksum); delete the file and build it again
[1]
$ plateau tables fousfous --dir made
plateau: --pieces is missing: 2..10
[2]
$ plateau tables fousfous --pieces 40
plateau: --pieces must be a whole number 2..10, got '40'
[2]
$ plateau tables gomoku --pieces 3
plateau: gomoku has no endgame tables
[2]
