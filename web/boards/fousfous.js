// boards/fousfous.js -- dark squares alone, and bishops: Blanc's mitre is slit, Noir's carries a cross.
import { svg } from '../dom.js';
import { squares } from '../board_parts.js';

const MITRE = 'M0 -36 C16 -24 24 -8 15 8 L-15 8 C-24 -8 -16 -24 0 -36 Z';
const FOOT = 'M-17 12 H17 L20 20 H-20 Z M-26 34 C-26 26 -18 24 -12 23 H12 C18 24 26 26 26 34 Z';

/** @type {import('../types.js').Renderer} */
export const fousfous = {
    id: 'fousfous',
    letters: ['b', 'n'],
    sample: {
        rows: 8,
        columns: 8,
        cells: (' b'.repeat(4) + 'n '.repeat(4)).repeat(4),
    },
    drops_in_columns: false,
    counts_pieces: true,
    ground: (rows, columns) => squares(rows, columns, true),
    piece: (letter) => {
        const is_first = letter === 'b';
        return svg(
            'g',
            { class: is_first ? 'piece light' : 'piece dark' },
            svg('circle', { cx: 0, cy: -39, r: 6, class: 'body' }),
            svg('path', { d: MITRE, class: 'body' }),
            svg('path', { d: FOOT, class: 'body' }),
            svg('path', { d: is_first ? 'M2 -10 L12 -22' : 'M0 -20 V2 M-9 -11 H9', class: 'detail' }),
        );
    },
};
