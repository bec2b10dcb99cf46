# tree: what a searcher walked, in three formats.
$ plateau tree tictactoe --moves "a1 b2 c3 a3 c1 b1 b3" --depth 2 -o tree.json && cat tree.json
tree.json: 5 nodes, all of them
{"game":"tictactoe","position":"oxx/1o1/xox o","searcher":"alphabeta","depth":2,"scores":"points for the player to move at the root, who is max","cap":2000,"left_out":0,"nodes":[{"id":0,"parent":-1,"move":"","ply":0,"player":"max","score":0.00,"bound":"exact","alpha":-11000.00,"beta":11000.00,"end":"open","visits":1,"look":1,"principal":true},{"id":1,"parent":0,"move":"a2","ply":1,"player":"min","score":-9999.98,"bound":"exact","alpha":-11000.00,"beta":11000.00,"end":"open","visits":1,"look":1,"principal":false},{"id":2,"parent":1,"move":"c2","ply":2,"player":"max","score":-9999.98,"bound":"exact","alpha":-11000.00,"beta":11000.00,"end":"over","visits":1,"look":1,"principal":false},{"id":3,"parent":0,"move":"c2","ply":1,"player":"min","score":0.00,"bound":"exact","alpha":-9999.98,"beta":11000.00,"end":"open","visits":1,"look":1,"principal":true},{"id":4,"parent":3,"move":"a2","ply":2,"player":"max","score":0.00,"bound":"exact","alpha":-9999.98,"beta":11000.00,"end":"over","visits":1,"look":1,"principal":true}]}
$ plateau tree tictactoe --moves "a1 b2 c3 a3 c1" --depth 3 -o tree.dot --lang fr && cat tree.dot
tree.dot: 27 nœuds, tous
digraph tree {
  rankdir=LR;
  node [fontsize=10];
  label="tictactoe, alphabeta: 27 nœuds, tous";
  n0 [shape=box, label="· =L2\n[-∞, +∞]", penwidth=2];
  n1 [shape=ellipse, label="b3 =L2\n[-∞, +∞]", penwidth=2];
  n0 -> n1 [penwidth=2];
  n2 [shape=box, label="a2 =W3\n[-∞, +∞]"];
  n1 -> n2;
  n3 [shape=ellipse, label="c2 =+0.00\n[-∞, +∞]\nhorizon"];
  n2 -> n3;
  n4 [shape=ellipse, label="b1 =W3\n[+0.00, +∞]\nover"];
  n2 -> n4;
  n5 [shape=box, label="c2 =L2\n[-∞, W3]\nover", penwidth=2];
  n1 -> n5 [penwidth=2];
  n6 [shape=box, label="b1 =L2\n[-∞, L2]\nover"];
  n1 -> n6;
  n7 [shape=ellipse, label="a2 ≤L2\n[L2, +∞]\ncut"];
  n0 -> n7;
  c7 [shape=plaintext, fontcolor=red, label="1 cut"];
  n7 -> c7 [color=red, style=dashed];
  n8 [shape=box, label="b3 =W3\n[L2, +∞]"];
  n7 -> n8;
  n9 [shape=ellipse, label="c2 =W3\n[L2, +∞]\nover"];
  n8 -> n9;
  n10 [shape=ellipse, label="b1 =+0.00\n[W3, +∞]\nhorizon"];
  n8 -> n10;
  n11 [shape=box, label="c2 =L2\n[L2, W3]\nover"];
  n7 -> n11;
  n12 [shape=ellipse, label="c2 ≤L2\n[L2, +∞]\ncut"];
  n0 -> n12;
  n13 [shape=box, label="b3 =W3\n[L2, +∞]"];
  n12 -> n13;
  n14 [shape=ellipse, label="a2 =W3\n[L2, +∞]\nover"];
  n13 -> n14;
  n15 [shape=ellipse, label="b1 =+1.00\n[W3, +∞]\nhorizon"];
  n13 -> n15;
  n16 [shape=box, label="a2 =+1.00\n[L2, W3]"];
  n12 -> n16;
  n17 [shape=ellipse, label="b3 =+0.00\n[L2, W3]\nhorizon"];
  n16 -> n17;
  n18 [shape=ellipse, label="b1 =+1.00\n[+0.00, W3]\nhorizon"];
  n16 -> n18;
  n19 [shape=box, label="b1 =L2\n[L2, +1.00]\nover"];
  n12 -> n19;
  n20 [shape=ellipse, label="b1 ≤L2\n[L2, +∞]\ncut"];
  n0 -> n20;
  n21 [shape=box, label="b3 =+1.00\n[L2, +∞]"];
  n20 -> n21;
  n22 [shape=ellipse, label="a2 =+0.00\n[L2, +∞]\nhorizon"];
  n21 -> n22;
  n23 [shape=ellipse, label="c2 =+1.00\n[+0.00, +∞]\nhorizon"];
  n21 -> n23;
  n24 [shape=box, label="a2 ≥W3\n[L2, +1.00]\ncut"];
  n20 -> n24;
  c24 [shape=plaintext, fontcolor=red, label="1 cut"];
  n24 -> c24 [color=red, style=dashed];
  n25 [shape=ellipse, label="b3 =W3\n[L2, +1.00]\nover"];
  n24 -> n25;
  n26 [shape=box, label="c2 =L2\n[L2, +1.00]\nover"];
  n20 -> n26;
}
$ plateau tree connect4 --depth 4 --searcher pvs --nodes 50 -o tree.svg && grep -c '<rect' tree.svg
tree.svg: 50 nodes, 123 more left out (cap 50)
53
$ plateau tree connect4 --depth 2 --searcher sss -o tree.json && grep -o '"bound":"[a-z]*"' tree.json | sort | uniq -c | sed 's/^ *//'
tree.json: 21 nodes, all of them
15 "bound":"exact"
6 "bound":"none"
$ plateau tree connect4 --depth 2 -o tree.png
plateau: -o must name a file that ends in .json, .dot or .svg
[2]
$ plateau tree connect4 -o tree.svg
plateau: --depth must be given
[2]
$ plateau tree connect4 --depth 2 --searcher random -o tree.svg
plateau: random leaves no tree
[2]
$ plateau tree tictactoe --searcher mcts --iterations 100 --nodes 30 -o tree.json >/dev/null && grep -o '"visits":[0-9]*' tree.json | head -n 1
"visits":100
