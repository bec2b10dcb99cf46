# pbrain: the Gomocup protocol. Depths are fixed, so the moves are.
$ printf 'ABOUT\nBEGIN\nSTART 4\nSTART\nSTART 21\nRECTSTART 15,16\nRECTSTART 15,15\nSTART 15\nRESTART\nhello\n' | plateau pbrain
name="Plateau", version="0.2.0", author="the Plateau team", country=""
ERROR BEGIN needs a board: START first
ERROR option size must be one of 5..20; got '4'
ERROR size must be a whole number 1..1000, got ''
ERROR option size must be one of 5..20; got '21'
ERROR only square boards are supported
OK
OK
OK
UNKNOWN command
$ printf 'START 15\nINFO max_depth 2\nBOARD\n7,7,1\n6,6,2\n7,8,1\n6,7,2\n7,9,1\n6,8,2\n7,10,1\n6,9,2\nDONE\n' | plateau pbrain | grep -v MESSAGE
OK
7,6
$ printf 'START 15\nINFO max_depth 2\nBOARD\n7,7,2\n7,8,2\n6,7,1\n7,9,2\n6,8,1\n7,10,2\n6,9,1\nDONE\n' | plateau pbrain | grep -v MESSAGE
OK
7,6
$ printf 'START 15\nINFO max_depth 1\nPLAY 7,7\nTURN 8,8\nTAKEBACK 1,1\nTAKEBACK 8,8\nTAKEBACK 7,7\nPLAY 8,8\nTURN 8,8\nTURN 15,3\nTURN x\nPLAY\n' | plateau pbrain | grep -v MESSAGE | sed 's/^[0-9]*,[0-9]*$/x,y/'
OK
x,y
x,y
ERROR there is no stone on 1,1
OK
OK
x,y
ERROR 8,8 is no legal move
ERROR 15,3 is no legal move
ERROR a point is written x,y
ERROR a point is written x,y
$ printf 'START 15\nINFO timeout_turn 0\nINFO timeout_match 1000\nINFO time_left 10\nINFO max_memory 1048576\nINFO game_type 1\nINFO folder /nowhere\nINFO evaluate 3,4\nINFO pondering 1\nINFO nonsense\nBEGIN\n' | plateau pbrain | grep -v MESSAGE | sed 's/^[0-9]*,[0-9]*$/x,y/'
OK
x,y
# Forbidden points of renju, and the rule by its bits: 1 exact, 4 renju, 8 caro.
$ printf 'START 15\nINFO rule 4\nYXBOARD\n7,5,1\n7,6,1\n5,7,1\n6,7,1\n0,0,2\n14,0,2\n0,14,2\n14,14,2\nDONE\nYXSHOWFORBID\nINFO rule 1\nYXSHOWFORBID\n' | plateau pbrain
OK
FORBID 0707.
FORBID .
# Swap2: three stones; then SWAP, a stone (white) or two stones; then SWAP or a stone.
$ printf 'START 15\nINFO max_depth 1\nSWAP2BOARD\nDONE\n' | plateau pbrain | grep -v MESSAGE | sed 's/[0-9]*,[0-9]*/x,y/g'
OK
x,y x,y x,y
$ printf 'START 15\nINFO max_depth 1\nSWAP2BOARD\n7,7\n8,8\n9,9\nDONE\n' | plateau pbrain | grep -v MESSAGE | sed 's/[0-9]*,[0-9]*/x,y/g'
OK
SWAP
$ printf 'START 15\nINFO max_depth 1\nSWAP2BOARD\n7,7\n8,8\n9,9\n1,1\n2,1\nDONE\n' | plateau pbrain | grep -v MESSAGE | sed 's/[0-9]*,[0-9]*/x,y/g'
OK
SWAP
$ printf 'START 15\nSWAP2BOARD\n7,7\n8,8\nDONE\nSWAP2BOARD\n7,7\n7,7\n1,1\nDONE\nBOARD\n7,7,5\nDONE\nBOARD\n99,1,1\nDONE\nBOARD\n7,7,1\n7,7,2\nDONE\nBOARD\n7,7,1\n7,8,1\nDONE\n' | plateau pbrain
OK
ERROR SWAP2BOARD takes no stone, 3 or 5
ERROR these stones cannot be placed
ERROR a stone is written x,y,who, on the board
ERROR a stone is written x,y,who, on the board
ERROR two stones on one point
ERROR the colours do not alternate: 2 of mine, 0 of theirs
# Several lines at once; a search that is stopped answers; one that is ended does not.
$ printf 'START 9\nINFO max_depth 2\nYXBOARD\n4,4,1\n3,3,2\nDONE\nYXNBEST 2\nYXHASHCLEAR\nYXSTOP\n' | plateau pbrain | sed 's/score .*/score …/; s/^[0-9]*,[0-9]*$/x,y/'
OK
MESSAGE depth 1-1 line 1 score …
MESSAGE depth 1-1 line 2 score …
MESSAGE depth 2-2 line 1 score …
MESSAGE depth 2-2 line 2 score …
x,y
$ (printf 'START 15\nINFO timeout_turn 60000\nBEGIN\n'; sleep 0.2; echo YXSTOP; sleep 0.2; printf 'TURN 0,0\n'; sleep 0.1; echo END) | plateau pbrain | grep -v MESSAGE | sed 's/^[0-9]*,[0-9]*$/x,y/'
OK
x,y
# By its name alone.
$ ln -s "$(command -v plateau)" pbrain-plateau && echo ABOUT | ./pbrain-plateau
name="Plateau", version="0.2.0", author="the Plateau team", country=""
