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
        game: 'hasami', name: 'slide', position: 'w7w/9/9/9/1w2b1b2/9/9/9/b8 b',
        wanted: { 'e5e9': 'w3b3w/9/9/9/1w4b2/9/9/9/b8 w quiet=1' },
        legal: 'e5c5 e5d5 e5f5 e5e9 e5e8 e5e7 e5e6 e5e4 e5e3 e5e2 e5e1 g5f5 g5h5 g5i5 g5g9 g5g8 g5g7 g5g6 g5g4 g5g3 g5g2 g5g1 a1b1 a1c1 a1d1 a1e1 a1f1 a1g1 a1h1 a1i1 a1a8 a1a7 a1a6 a1a5 a1a4 a1a3 a1a2',
    },
    {
        game: 'hasami', name: 'pass', position: '9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 w',
        wanted: { 'pass': '9/9/9/9/9/b8/wbb6/wwwbb4/wwwwwb3 b quiet=1' },
        legal: 'pass',
    },
    {
        game: 'hasami', name: 'side', position: 'w1w5w/9/9/9/3bw4/9/9/9/b4b3 b',
        wanted: { 'f1f5': 'w1w5w/9/9/9/3b1b3/9/9/9/b8 w' },
        legal: 'd5a5 d5b5 d5c5 d5d9 d5d8 d5d7 d5d6 d5d4 d5d3 d5d2 d5d1 a1b1 a1c1 a1d1 a1e1 a1a8 a1a7 a1a6 a1a5 a1a4 a1a3 a1a2 f1b1 f1c1 f1d1 f1e1 f1g1 f1h1 f1i1 f1f9 f1f8 f1f7 f1f6 f1f5 f1f4 f1f3 f1f2',
    },
    {
        game: 'hasami', name: 'close', position: 'www6/9/9/4b4/4w4/9/9/9/b3b4 b',
        wanted: { 'e1e4': 'www6/9/9/4b4/9/4b4/9/9/b8 w' },
        legal: 'e6a6 e6b6 e6c6 e6d6 e6f6 e6g6 e6h6 e6i6 e6e9 e6e8 e6e7 a1b1 a1c1 a1d1 a1a8 a1a7 a1a6 a1a5 a1a4 a1a3 a1a2 e1b1 e1c1 e1d1 e1f1 e1g1 e1h1 e1i1 e1e4 e1e3 e1e2',
    },
    {
        game: 'hasami', name: 'row', position: 'w1w5w/9/9/9/2bww4/9/9/9/b4b3 b',
        wanted: { 'f1f5': 'w1w5w/9/9/9/2b2b3/9/9/9/b8 w' },
        legal: 'c5a5 c5b5 c5c8 c5c7 c5c6 c5c4 c5c3 c5c2 c5c1 a1b1 a1c1 a1d1 a1e1 a1a8 a1a7 a1a6 a1a5 a1a4 a1a3 a1a2 f1b1 f1c1 f1d1 f1e1 f1g1 f1h1 f1i1 f1f9 f1f8 f1f7 f1f6 f1f5 f1f4 f1f3 f1f2',
    },
    {
        game: 'hasami', name: 'corner', position: 'w3w4/b8/9/9/9/9/9/w1w6/1b3bb2 b',
        wanted: { 'b1b9': '1b2w4/b8/9/9/9/9/9/w1w6/5bb2 w' },
        legal: 'a8b8 a8c8 a8d8 a8e8 a8f8 a8g8 a8h8 a8i8 a8a7 a8a6 a8a5 a8a4 a8a3 b1a1 b1c1 b1d1 b1e1 b1b9 b1b8 b1b7 b1b6 b1b5 b1b4 b1b3 b1b2 f1c1 f1d1 f1e1 f1f9 f1f8 f1f7 f1f6 f1f5 f1f4 f1f3 f1f2 g1h1 g1i1 g1g9 g1g8 g1g7 g1g6 g1g5 g1g4 g1g3 g1g2',
    },
    {
        game: 'hasami', name: 'group', position: 'ww4www/bb7/9/9/9/9/9/9/2b2b3 b corner=group',
        wanted: { 'c1c9': '2b3www/bb7/9/9/9/9/9/9/5b3 w corner=group' },
        legal: 'a8a7 a8a6 a8a5 a8a4 a8a3 a8a2 a8a1 b8c8 b8d8 b8e8 b8f8 b8g8 b8h8 b8i8 b8b7 b8b6 b8b5 b8b4 b8b3 b8b2 b8b1 c1a1 c1b1 c1d1 c1e1 c1c9 c1c8 c1c7 c1c6 c1c5 c1c4 c1c3 c1c2 f1d1 f1e1 f1g1 f1h1 f1i1 f1f9 f1f8 f1f7 f1f6 f1f5 f1f4 f1f3 f1f2',
    },
    {
        game: 'hasami', name: 'diagonal', position: 'w1w5w/9/9/3b5/4w4/9/9/9/b4b3 b diagonal=on',
        wanted: { 'f1f4': 'w1w5w/9/9/3b5/9/5b3/9/9/b8 w diagonal=on' },
        legal: 'd6a6 d6b6 d6c6 d6e6 d6f6 d6g6 d6h6 d6i6 d6d9 d6d8 d6d7 d6d5 d6d4 d6d3 d6d2 d6d1 a1b1 a1c1 a1d1 a1e1 a1a8 a1a7 a1a6 a1a5 a1a4 a1a3 a1a2 f1b1 f1c1 f1d1 f1e1 f1g1 f1h1 f1i1 f1f9 f1f8 f1f7 f1f6 f1f5 f1f4 f1f3 f1f2',
    },
    {
        game: 'hasami', name: 'safe', position: 'w1w5w/9/9/9/3w1w3/9/9/9/b3b3b b',
        wanted: { 'e1e5': 'w1w5w/9/9/9/3wbw3/9/9/9/b7b w quiet=1' },
        legal: 'a1b1 a1c1 a1d1 a1a8 a1a7 a1a6 a1a5 a1a4 a1a3 a1a2 e1b1 e1c1 e1d1 e1f1 e1g1 e1h1 e1e9 e1e8 e1e7 e1e6 e1e5 e1e4 e1e3 e1e2 i1f1 i1g1 i1h1 i1i8 i1i7 i1i6 i1i5 i1i4 i1i3 i1i2',
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
