// boards/plain.js -- any game that nobody drew: squares, and discs with the engine's own letters.
import { svg } from '../dom.js';
import { squares } from '../board_parts.js';

/** A light disc and a dark one: white is light where a colour is called so, else the second is.
 * @param {string} pieces the letters of the two colours @returns {import('../types.js').Renderer} */
export function plain(pieces) {
    const light = pieces.includes('w') ? 'w' : pieces[1];
    return {
        id: 'plain',
        letters: [...pieces],
        drops_in_columns: false,
        ground: (rows, columns) => squares(rows, columns, false),
        piece: (letter) =>
            svg(
                'g',
                { class: letter === light ? 'piece light' : 'piece dark' },
                svg('circle', { r: 38, class: 'body' }),
                svg('text', { y: 15, class: 'letter' }, letter.toUpperCase()),
            ),
    };
}
