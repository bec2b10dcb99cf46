// board_parts.js -- pieces of drawing that several boards share.
import { svg } from './dom.js';

export const CELL = 100;

/** Squares; `only_odd` leaves the others blank, as on a board that uses one colour.
 * @param {number} rows @param {number} columns @param {boolean} only_odd */
export function squares(rows, columns, only_odd) {
    /** @type {SVGElement[]} */
    const nodes = [
        svg('rect', {
            x: -10, y: -10, width: columns * CELL + 20, height: rows * CELL + 20, rx: 10, class: only_odd ? 'plate faint' : 'plate',
        }),
    ];
    if (only_odd) {
        let path = '';
        for (let row = 0; row < rows; row++)
            for (let column = 0; column < columns; column++)
                if ((row + column) % 2) path += `M${column * CELL} ${row * CELL} h${CELL} v${CELL} h-${CELL} Z `;
        nodes.push(svg('path', { d: path, class: 'square' }));
        return nodes;
    }
    let path = '';
    for (let row = 0; row <= rows; row++) path += `M0 ${row * CELL} H${columns * CELL} `;
    for (let column = 0; column <= columns; column++) path += `M${column * CELL} 0 V${rows * CELL} `;
    nodes.push(svg('path', { d: path, class: 'lines' }));
    return nodes;
}

/** Light on a stone. @param {string} id @param {string[]} stops colours with their opacity */
export function sheen(id, ...stops) {
    return svg(
        'radialGradient',
        { id, cx: '35%', cy: '30%', r: '75%' },
        ...stops.map((stop, i) => {
            const [colour, opacity] = stop.split('/');
            return svg('stop', { offset: `${(100 * i) / (stops.length - 1)}%`, 'stop-color': colour, 'stop-opacity': opacity });
        }),
    );
}

/** @param {number} cell @param {number} columns */
export function centre(cell, columns) {
    return { x: (cell % columns) * CELL + CELL / 2, y: Math.floor(cell / columns) * CELL + CELL / 2 };
}

/** Four corners about a cell. @param {number} reach */
export function corners(reach) {
    const arm = reach * 0.42;
    const part = (/** @type {number} */ sx, /** @type {number} */ sy) =>
        `M${sx * reach} ${sy * (reach - arm)} V${sy * reach} H${sx * (reach - arm)} `;
    return part(-1, -1) + part(1, -1) + part(-1, 1) + part(1, 1);
}
