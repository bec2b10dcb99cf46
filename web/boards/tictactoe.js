// boards/tictactoe.js -- four lines, crosses and rings.
import { svg } from '../dom.js';

/** @type {import('../types.js').Renderer} */
export const tictactoe = {
    id: 'tictactoe',
    letters: ['x', 'o'],
    sample: { rows: 3, columns: 3, cells: 'o...x...x' },
    drops_in_columns: false,
    ground: (rows, columns) => {
        let path = '';
        for (let row = 1; row < rows; row++) path += `M4 ${row * 100} H${columns * 100 - 4} `;
        for (let column = 1; column < columns; column++) path += `M${column * 100} 4 V${rows * 100 - 4} `;
        return [
            svg('rect', { x: -6, y: -6, width: columns * 100 + 12, height: rows * 100 + 12, rx: 12, class: 'plate' }),
            svg('path', { d: path, class: 'lines thick' }),
        ];
    },
    piece: (letter) =>
        letter === 'x'
            ? svg('g', { class: 'piece sign first' }, svg('path', { d: 'M-26 -26 L26 26 M26 -26 L-26 26', class: 'stroke' }))
            : svg('g', { class: 'piece sign second' }, svg('circle', { r: 28, class: 'stroke' })),
};
