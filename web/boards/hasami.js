// boards/hasami.js -- wedges as in shogi: Black's point up the board, White's down.
import { svg } from '../dom.js';
import { squares } from '../board_parts.js';

const WEDGE = 'M0 -36 L23 -25 L30 33 H-30 L-23 -25 Z';

/** @type {import('../types.js').Renderer} */
export const hasami = {
    id: 'hasami',
    letters: ['b', 'w'],
    drops_in_columns: false,
    counts_pieces: true,
    ground: (rows, columns) => squares(rows, columns, false),
    piece: (letter) => {
        const is_first = letter === 'b';
        const mark = is_first
            ? 'M-6 -16 V4 M13 -9 C-4 0 -14 8 -9 16 C-6 21 8 21 14 19'
            : 'M0 -16 V20 M-12 -4 H12 M-14 20 H14';
        return svg(
            'g',
            { class: is_first ? 'piece dark' : 'piece light' },
            svg(
                'g',
                { transform: is_first ? 'scale(1.08)' : 'scale(1.08) rotate(180)' },
                svg('path', { d: WEDGE, class: 'body' }),
                svg('path', { d: mark, class: 'detail' }),
            ),
        );
    },
};
