// boards/connect4.js -- a rack with holes; discs fall behind it. X's discs bear a cross, O's a ring.
import { svg } from '../dom.js';

/** @param {number} rows @param {number} columns */
function rack(rows, columns) {
    let path = `M-6 -6 H${columns * 100 + 6} V${rows * 100 + 6} H-6 Z`;
    for (let row = 0; row < rows; row++)
        for (let column = 0; column < columns; column++)
            path += ` M${column * 100 + 3} ${row * 100 + 50} a47 47 0 1 0 94 0 a47 47 0 1 0 -94 0 Z`;
    return svg('path', { d: path, class: 'rack', 'fill-rule': 'evenodd' });
}

/** @type {import('../types.js').Renderer} */
export const connect4 = {
    id: 'connect4',
    letters: ['x', 'o'],
    sample: { rows: 6, columns: 7, cells: '.'.repeat(35) + '..xxo..' },
    drops_in_columns: true,
    ground: (rows, columns) => [
        svg('rect', { x: -10, y: -10, width: columns * 100 + 20, height: rows * 100 + 20, rx: 18, class: 'well' }),
    ],
    cover: (rows, columns) => [rack(rows, columns)],
    piece: (letter) => {
        const is_first = letter === 'x';
        return svg(
            'g',
            { class: is_first ? 'piece disc first' : 'piece disc second' },
            svg('circle', { r: 43, class: 'body' }),
            svg('circle', { r: 34, class: 'rim' }),
            is_first
                ? svg('path', { d: 'M-14 -14 L14 14 M14 -14 L-14 14', class: 'detail' })
                : svg('circle', { r: 16, class: 'detail' }),
        );
    },
};
