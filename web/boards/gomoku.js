// boards/gomoku.js -- stones on the crossings of a grid, lit from the upper left; White's bear a fine ring.
import { svg } from '../dom.js';

/** The dots of a go board: where the size allows, four and the centre.
 * @param {number} size */
function dots(size) {
    if (size < 9) return [];
    const edge = size >= 13 ? 3 : 2;
    const far = size - 1 - edge;
    const points = [[edge, edge], [edge, far], [far, edge], [far, far]];
    if (size % 2) points.push([(size - 1) / 2, (size - 1) / 2]);
    return points.map(([row, column]) => svg('circle', { cx: column * 100 + 50, cy: row * 100 + 50, r: 8, class: 'dot' }));
}

/** @type {import('../types.js').Renderer} */
export const gomoku = {
    id: 'gomoku',
    letters: ['b', 'w'],
    sample: {
        rows: 15,
        columns: 15,
        cells: '.'.repeat(96) + 'w' + '.'.repeat(15) + 'bw' + '.'.repeat(14) + 'b' + '.'.repeat(96),
    },
    drops_in_columns: false,
    ground: (rows, columns) => {
        let path = '';
        for (let row = 0; row < rows; row++) path += `M50 ${row * 100 + 50} H${columns * 100 - 50} `;
        for (let column = 0; column < columns; column++) path += `M${column * 100 + 50} 50 V${rows * 100 - 50} `;
        return [
            svg('rect', { x: -10, y: -10, width: columns * 100 + 20, height: rows * 100 + 20, rx: 14, class: 'plate' }),
            svg('path', { d: path, class: 'lines' }),
            ...(rows === columns ? dots(rows) : []),
        ];
    },
    piece: (letter, paint) => {
        const is_first = letter === 'b';
        return svg(
            'g',
            { class: is_first ? 'piece stone dark' : 'piece stone light' },
            svg('ellipse', { cx: 3, cy: 6, rx: 45, ry: 44, class: 'shade' }),
            svg('circle', { r: 45, class: 'body' }),
            svg('circle', { r: 45, fill: paint(is_first ? 'sheen_dark' : 'sheen_light') }),
            is_first ? null : svg('circle', { r: 31, class: 'detail' }),
        );
    },
};
