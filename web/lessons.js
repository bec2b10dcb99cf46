// lessons.js -- small positions to try a rule on; what is legal and what follows is the engine's word (a test asks it).

/** @typedef {{game: string, name: string, position: string, wanted: Record<string, string>, legal: string}} Lesson */

/** @type {Lesson[]} */
export const LESSONS = [
    {
        game: 'tictactoe', name: 'three', position: 'x1o/1x1/o2 x',
        wanted: { 'c1': 'x1o/1x1/o1x o' },
        legal: 'b3 a2 c2 b1 c1',
    },
    {
        game: 'connect4', name: 'four', position: '7/7/7/7/xx1x3/oooxo2 x',
        wanted: { '3': '7/7/7/7/xxxx3/oooxo2 o' },
        legal: '4 3 5 2 6 1 7',
    },
    {
        game: 'connect4', name: 'stop', position: '7/7/7/3o3/3ox2/2xox2 x',
        wanted: { '4': '7/7/3x3/3o3/3ox2/2xox2 o' },
        legal: '4 3 5 2 6 1 7',
    },
    {
        game: 'gomoku', name: 'five', position: '9/9/9/9/2wbbbb2/3www3/9/9/9 b size=9',
        wanted: { 'h5': '9/9/9/9/2wbbbbb1/3www3/9/9/9 w size=9' },
        legal: 'a9 b9 c9 d9 e9 f9 g9 h9 i9 a8 b8 c8 d8 e8 f8 g8 h8 i8 a7 b7 c7 d7 e7 f7 g7 h7 i7 a6 b6 c6 d6 e6 f6 g6 h6 i6 a5 b5 h5 i5 a4 b4 c4 g4 h4 i4 a3 b3 c3 d3 e3 f3 g3 h3 i3 a2 b2 c2 d2 e2 f2 g2 h2 i2 a1 b1 c1 d1 e1 f1 g1 h1 i1',
    },
    {
        game: 'gomoku', name: 'open_four', position: '9/9/9/2w6/3bbb3/2w6/2w6/9/9 b size=9',
        wanted: { 'c5': '9/9/9/2w6/2bbbb3/2w6/2w6/9/9 w size=9', 'g5': '9/9/9/2w6/3bbbb2/2w6/2w6/9/9 w size=9' },
        legal: 'a9 b9 c9 d9 e9 f9 g9 h9 i9 a8 b8 c8 d8 e8 f8 g8 h8 i8 a7 b7 c7 d7 e7 f7 g7 h7 i7 a6 b6 d6 e6 f6 g6 h6 i6 a5 b5 c5 g5 h5 i5 a4 b4 d4 e4 f4 g4 h4 i4 a3 b3 d3 e3 f3 g3 h3 i3 a2 b2 c2 d2 e2 f2 g2 h2 i2 a1 b1 c1 d1 e1 f1 g1 h1 i1',
    },
    {
        game: 'hasami', name: 'close', position: 'www6/9/9/4b4/4w4/9/9/9/b3b4 b',
        wanted: { 'e1e4': 'www6/9/9/4b4/9/4b4/9/9/b8 w' },
        legal: 'e6a6 e6b6 e6c6 e6d6 e6f6 e6g6 e6h6 e6i6 e6e9 e6e8 e6e7 a1b1 a1c1 a1d1 a1a8 a1a7 a1a6 a1a5 a1a4 a1a3 a1a2 e1b1 e1c1 e1d1 e1f1 e1g1 e1h1 e1i1 e1e4 e1e3 e1e2',
    },
    {
        game: 'hasami', name: 'corner', position: 'w3w4/b8/9/9/9/9/9/w1w6/1b3bb2 b',
        wanted: { 'b1b9': '1b2w4/b8/9/9/9/9/9/w1w6/5bb2 w' },
        legal: 'a8b8 a8c8 a8d8 a8e8 a8f8 a8g8 a8h8 a8i8 a8a7 a8a6 a8a5 a8a4 a8a3 b1a1 b1c1 b1d1 b1e1 b1b9 b1b8 b1b7 b1b6 b1b5 b1b4 b1b3 b1b2 f1c1 f1d1 f1e1 f1f9 f1f8 f1f7 f1f6 f1f5 f1f4 f1f3 f1f2 g1h1 g1i1 g1g9 g1g8 g1g7 g1g6 g1g5 g1g4 g1g3 g1g2',
    },
    {
        game: 'fousfous', name: 'take', position: '8/4n3/8/8/3b4/4n3/8/8 b',
        wanted: { 'D5-E6': '8/4n3/8/8/8/4b3/8/8 n' },
        legal: 'D5-E6',
    },
    {
        game: 'fousfous', name: 'see', position: '8/4n3/1b6/8/3b4/4n3/8/8 b',
        wanted: { 'B3-C4': '8/4n3/8/2b5/3b4/4n3/8/8 n', 'B3-D1': '3b4/4n3/8/8/3b4/4n3/8/8 n' },
        legal: 'D5-E6 B3-C4 B3-D1',
    },
];
