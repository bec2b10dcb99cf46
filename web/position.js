// position.js -- position and move texts as cells, for boards that follow no game of the server's.

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').GameInfo} GameInfo */

/** Rows joined by '/', digits for gaps, then the letter of the side: every game's position begins so.
 * @param {GameInfo} info @param {string} position @returns {State} */
export function state_of(info, position) {
    const [body, side] = position.split(' ');
    const rows = body.split('/').map((row) => row.replace(/\d+/g, (gap) => '.'.repeat(Number(gap))));
    return {
        id: 'card', game: info.id, rows: rows.length, columns: rows[0].length, cells: rows.join(''), turn: side === info.pieces?.[1] ? 1 : 0, ply: 0, plies: 0,
        moves: [], legal: [], last: null, line: [], forbidden: [], result: null, seats: [], thinking: false, clock: null, options: {},
        position, strict: false, graph: [], title: '',
    };
}

/** @param {string} move @param {GameInfo} info @param {State} state @returns {import('./types.js').Move} */
export function cells_of_move(move, info, state) {
    const first = info.first_column.charCodeAt(0);
    if (/^\d$/.test(move)) {
        const column = move.charCodeAt(0) - first;
        let row = state.rows - 1;
        while (row >= 0 && state.cells[row * state.columns + column] !== '.') row--;
        return { move, from: -1, to: row < 0 ? -1 : row * state.columns + column };
    }
    const cells = [...move.matchAll(/([A-Za-z])(\d+)/g)].map(([, letter, digits]) => {
        const row = info.rows_from_top ? Number(digits) - 1 : state.rows - Number(digits);
        return row * state.columns + letter.charCodeAt(0) - first;
    });
    return cells.length === 2 ? { move, from: cells[0], to: cells[1] } : { move, from: -1, to: cells[0] ?? -1 };
}
