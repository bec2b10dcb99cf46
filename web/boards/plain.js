// boards/plain.js -- any other game: squares, and the engine's own letters as pieces.
import { svg } from '../dom.js';
import { squares } from '../board_parts.js';

/** @type {import('../types.js').Renderer} */
export const plain = {
    id: 'plain',
    letters: [],
    sample: { rows: 4, columns: 4, cells: '.'.repeat(16) },
    drops_in_columns: false,
    ground: (rows, columns) => squares(rows, columns, false),
    piece: (letter) =>
        svg(
            'g',
            { class: 'piece light' },
            svg('circle', { r: 38, class: 'body' }),
            svg('text', { y: 14, class: 'letter' }, letter.toUpperCase()),
        ),
};
