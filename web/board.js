// board.js -- one board: draws a state, and turns clicks, drags and keys into moves.
import { CELL, centre, corners, sheen } from './board_parts.js';
import { renderer_of } from './boards/renderers.js';
import { replace, svg } from './dom.js';
import { moves_things, settings } from './settings.js';
import { t } from './texts.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').GameInfo} GameInfo */
/** @typedef {import('./types.js').Marks} Marks */
/** @typedef {import('./types.js').Move} Move */

const SMALLEST_TARGET_PX = 24;
const DRAG_STARTS_PX = 8;
const SLIDE_MS = 180;
const FALL_MS_A_ROW = 55;
let boards_made = 0;

export class Board {
    /**
     * @param {object} what
     * @param {(move: Move) => void} what.play what to do with a chosen move
     * @param {string} what.label the board's name for those who hear it
     */
    constructor({ play, label }) {
        this.play = play;
        this.prefix = `board${boards_made++}_`;
        this.root = svg('svg', { class: 'board', role: 'grid', 'aria-label': label });
        /** @type {State | null} */
        this.state = null;
        /** @type {GameInfo | null} */
        this.info = null;
        this.renderer = renderer_of('');
        /** @type {Marks} */
        this.marks = {};
        this.may_play = false;
        this.cursor = 0;
        this.selected = -1;
        this.pending = -1; // a target tapped once, waiting for the second tap
        this.hover = -1;
        this.shape = '';
        /** @type {{cell: number, x: number, y: number, is_moving: boolean} | null} */
        this.drag = null;
        this.was_dragged = false;
        /** @type {SVGRectElement[]} */
        this.cells = [];
        /** @type {Record<string, SVGGElement>} */
        this.layers = {};
        this.listen();
    }

    listen() {
        this.root.addEventListener('click', (event) => this.on_click(event));
        this.root.addEventListener('keydown', (event) => this.on_key(event));
        this.root.addEventListener('focusin', (event) => {
            const cell = this.cell_of(event.target);
            if (cell >= 0) this.cursor = cell;
        });
        this.root.addEventListener('pointerdown', (event) => this.on_down(event));
        this.root.addEventListener('pointermove', (event) => this.on_move(event));
        this.root.addEventListener('pointerup', (event) => this.on_up(event));
        this.root.addEventListener('pointerleave', () => this.set_hover(-1));
        this.root.addEventListener('pointercancel', () => this.end_drag());
    }

    /** Draws `state`; `may_play`: the reader chooses the next move here.
     * @param {State} state @param {GameInfo} info @param {boolean} may_play @param {Marks} [marks] */
    show(state, info, may_play, marks = {}) {
        const before = this.state;
        const shape = `${state.game} ${state.rows} ${state.columns} ${settings.coordinates} ${settings.lang}`;
        this.state = state;
        this.info = info;
        this.marks = marks;
        this.may_play = may_play;
        if (shape !== this.shape) this.lay_out(shape);
        if (!before || before.ply !== state.ply || before.id !== state.id) {
            this.selected = -1;
            this.pending = -1;
        }
        this.draw_pieces();
        this.draw_marks();
        this.label_cells();
        const is_next = before && before.id === state.id && before.game === state.game && state.ply === before.ply + 1;
        if (is_next && moves_things()) this.animate();
    }

    /** Everything that depends on the board's shape alone. @param {string} shape */
    lay_out(shape) {
        const { rows, columns, game } = /** @type {State} */ (this.state);
        this.shape = shape;
        this.renderer = renderer_of(game, this.info?.pieces);
        const margin = this.margin();
        const box = [-margin, -margin, columns * CELL + 2 * margin, rows * CELL + 2 * margin];
        this.root.setAttribute('viewBox', box.join(' '));
        this.root.setAttribute('class', `board on-${game}`);
        const layer = (/** @type {string} */ name) => svg('g', { class: name, 'aria-hidden': 'true' });
        for (const name of ['ground', 'under', 'pieces', 'cover', 'over', 'names']) this.layers[name] = layer(name);
        this.layers.ground.append(...this.renderer.ground(rows, columns));
        this.layers.cover.append(...(this.renderer.cover?.(rows, columns) ?? []));
        if (settings.coordinates) this.layers.names.append(...this.coordinates());
        replace(this.root, this.paints(), ...Object.values(this.layers), this.make_grid());
        this.cursor = Math.min(this.cursor, rows * columns - 1);
    }

    paints() {
        return svg(
            'defs',
            {},
            sheen(this.prefix + 'sheen_dark', '#ffffff/0.42', '#ffffff/0.06', '#000000/0.25'),
            sheen(this.prefix + 'sheen_light', '#ffffff/1', '#ffffff/0.3', '#8a8478/0.35'),
        );
    }

    make_grid() {
        const { rows, columns } = /** @type {State} */ (this.state);
        this.cells = [];
        const grid = svg('g', { role: 'rowgroup', class: 'cells' });
        for (let row = 0; row < rows; row++) {
            const line = svg('g', { role: 'row' });
            for (let column = 0; column < columns; column++) {
                const cell = row * columns + column;
                const rect = svg('rect', {
                    x: column * CELL, y: row * CELL, width: CELL, height: CELL, role: 'gridcell', 'data-cell': cell, tabindex: -1,
                });
                this.cells.push(rect);
                line.append(rect);
            }
            grid.append(line);
        }
        return grid;
    }

    /** @param {number} column */
    column_name(column) {
        return String.fromCharCode((this.info?.first_column ?? 'a').charCodeAt(0) + column);
    }

    /** @param {number} row */
    row_name(row) {
        const { rows } = /** @type {State} */ (this.state);
        return String(this.info?.rows_from_top ? row + 1 : rows - row);
    }

    /** Coordinates keep about the same size on the screen, however many cells share it. */
    name_size() {
        const { rows, columns } = /** @type {State} */ (this.state);
        return 28 * Math.max(0.45, Math.min(1.6, Math.max(rows, columns) / 8));
    }

    margin() {
        return settings.coordinates ? 16 + 1.3 * this.name_size() : 20;
    }

    coordinates() {
        const { rows, columns } = /** @type {State} */ (this.state);
        /** @type {SVGElement[]} */
        const nodes = [];
        const size = this.name_size();
        const away = (this.margin() + 10) / 2; // half-way between the board's edge and the picture's
        const name = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ text) =>
            nodes.push(svg('text', { x, y: y + 0.35 * size, class: 'coordinate', 'font-size': size }, text));
        for (let column = 0; column < columns; column++) {
            name(column * CELL + 50, rows * CELL + away, this.column_name(column));
            if (!this.renderer.drops_in_columns) name(column * CELL + 50, -away, this.column_name(column));
        }
        for (let row = 0; row < rows && !this.renderer.drops_in_columns; row++) {
            name(-away, row * CELL + 50, this.row_name(row));
            name(columns * CELL + away, row * CELL + 50, this.row_name(row));
        }
        return nodes;
    }

    draw_pieces() {
        const { cells } = /** @type {State} */ (this.state);
        const nodes = [];
        for (let cell = 0; cell < cells.length; cell++)
            if (cells[cell] !== '.' && cells[cell] !== ' ') nodes.push(this.place(cells[cell], cell));
        replace(this.layers.pieces, nodes);
    }

    /** @param {string} letter @param {number} cell */
    place(letter, cell) {
        const { columns } = /** @type {State} */ (this.state);
        const { x, y } = centre(cell, columns);
        const piece = this.renderer.piece(letter, (name) => `url(#${this.prefix}${name})`);
        return svg('g', { transform: `translate(${x} ${y})`, 'data-piece': cell }, piece);
    }

    /** @param {string} kind @param {number} cell @param {string} path */
    mark(kind, cell, path) {
        const { columns } = /** @type {State} */ (this.state);
        const { x, y } = centre(cell, columns);
        return svg('path', { d: path, class: kind, transform: `translate(${x} ${y})` });
    }

    draw_marks() {
        const state = /** @type {State} */ (this.state);
        const under = [];
        const over = [];
        if (state.last && state.last.to >= 0) {
            if (state.last.from >= 0) under.push(this.mark('mark was', state.last.from, corners(40)));
            over.push(this.mark('mark last', state.last.to, corners(46)));
            for (const cell of state.last.taken ?? [])
                if (cell !== state.last.to) under.push(this.mark('mark taken', cell, 'M-24 -24 L24 24 M24 -24 L-24 24'));
        }
        for (const cell of state.forbidden ?? []) over.push(this.mark('mark forbidden', cell, 'M-20 -20 L20 20 M20 -20 L-20 20'));
        if (this.selected >= 0) under.push(this.mark('mark selected', this.selected, 'M-48 -48 H48 V48 H-48 Z'));
        over.push(...this.target_marks(), ...this.line_mark(), ...this.best_marks(), ...this.hint_marks(), ...this.score_marks());
        const ghost = this.ghost();
        if (ghost) over.push(ghost);
        replace(this.layers.under, under);
        replace(this.layers.over, over);
    }

    target_marks() {
        const { cells } = /** @type {State} */ (this.state);
        return this.moves_from(this.selected).map(({ to }) =>
            cells[to] === '.'
                ? this.mark('mark target', to, 'M-13 0 a13 13 0 1 0 26 0 a13 13 0 1 0 -26 0 Z')
                : this.mark('mark target on', to, 'M-44 0 a44 44 0 1 0 88 0 a44 44 0 1 0 -88 0 Z'));
    }

    line_mark() {
        const { line, columns } = /** @type {State} */ (this.state);
        if (!line?.length) return [];
        const ordered = [...line].sort((a, b) => a - b);
        const first = centre(ordered[0], columns);
        const last = centre(ordered[ordered.length - 1], columns);
        const d = `M${first.x} ${first.y} L${last.x} ${last.y}`;
        return [svg('path', { d, class: 'mark line halo' }), svg('path', { d, class: 'mark line' })];
    }

    /** From one cell to another, with a head, so that it is read without its colour. @param {string} kind @param {number} from @param {number} to */
    arrow(kind, from, to) {
        const { columns } = /** @type {State} */ (this.state);
        const [a, b] = [centre(from, columns), centre(to, columns)];
        const length = Math.hypot(b.x - a.x, b.y - a.y);
        const angle = (Math.atan2(b.y - a.y, b.x - a.x) * 180) / Math.PI;
        return svg('path', { d: `M26 0 H${length - 20} M${length - 44} -22 L${length - 16} 0 L${length - 44} 22`, class: kind, transform: `translate(${a.x} ${a.y}) rotate(${angle})` });
    }

    hint_marks() {
        const cells = this.marks.hint ?? [];
        const diamond = 'M0 -38 L38 0 L0 38 L-38 0 Z';
        return ['mark hint rim', 'mark hint'].flatMap((kind) => cells.length === 2
            ? [this.mark(kind, cells[0], diamond), this.arrow(kind, cells[0], cells[1])]
            : cells.map((cell) => this.mark(kind, cell, diamond)));
    }

    /** The first moves of the lines found, numbered as in their list; those drawn last are the best. */
    best_marks() {
        const { columns } = /** @type {State} */ (this.state);
        return (this.marks.best ?? []).flatMap(({ from, to }, i) => {
            const { x, y } = centre(to, columns);
            const drawn = ['mark best rim', 'mark best'].map((kind) => from >= 0 ? this.arrow(kind, from, to) : this.mark(kind, to, 'M-40 0 a40 40 0 1 0 80 0 a40 40 0 1 0 -80 0 Z'));
            const badge = svg('g', { class: 'rank', transform: `translate(${x + 32} ${y - 32})` }, svg('circle', { r: 17 }), svg('text', { y: 9 }, i + 1));
            return [[...drawn, badge]];
        }).reverse().flat();
    }

    /** What is known of the position has changed, not the position. @param {Marks} marks */
    set_marks(marks) {
        this.marks = marks;
        if (this.state) this.draw_marks();
    }

    /** The text of each cell: what a drop there is worth, a move of the piece chosen, or else each piece's best move. */
    scores_now() {
        const all = this.marks.scores ?? [];
        const top = Math.max(...all.map((one) => one.score));
        /** @type {Map<number, {score: number, text: string, best: boolean}>} */
        const now = new Map();
        for (const { from, to, score, text } of all) {
            if (to < 0 || (this.selected >= 0 && from >= 0 && from !== this.selected)) continue;
            const cell = from >= 0 && this.selected < 0 ? from : to;
            const before = now.get(cell);
            if (!before || score > before.score) now.set(cell, { score, text, best: score === top });
        }
        return now;
    }

    score_marks() {
        const { columns } = /** @type {State} */ (this.state);
        return [...this.scores_now()].map(([cell, { text, best }]) => {
            const { x, y } = centre(cell, columns);
            // "loss in 28" takes two lines, for a cell is narrow.
            const [first, ...rest] = text.split(' ');
            const lines = rest.length ? [first, rest.join(' ')] : [first];
            const wide = Math.max(52, 17 * Math.max(...lines.map((line) => line.length)) + 16);
            const high = 34 * lines.length + 8;
            return svg(
                'g',
                { class: best ? 'score best' : 'score', transform: `translate(${x} ${y})` },
                svg('rect', { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: best ? 4 : 20 }),
                lines.map((line, i) => svg('text', { y: 10 + 34 * (i - (lines.length - 1) / 2) }, line)),
            );
        });
    }

    /** The piece that a click here would set, shown faintly. */
    ghost() {
        const state = /** @type {State} */ (this.state);
        const cell = this.pending >= 0 ? this.pending : this.hover;
        const move = this.may_play && cell >= 0 ? this.drop_at(cell) : undefined;
        const letter = this.letters()[state.colour ?? state.turn];
        if (!move || !letter) return null;
        const ghost = this.place(letter, move.to);
        ghost.classList.add(this.pending >= 0 ? 'asked' : 'ghost');
        return ghost;
    }

    label_cells() {
        const state = /** @type {State} */ (this.state);
        const targets = new Set(this.moves_from(this.selected).map((move) => move.to));
        const scores = this.scores_now();
        this.cells.forEach((rect, cell) => {
            const parts = [this.cell_name(cell), this.content_name(cell)];
            if (cell === this.selected) parts.push(t('cell.selected'));
            if (targets.has(cell)) parts.push(t('cell.target'));
            if (state.last && cell === state.last.to) parts.push(t('cell.last'));
            if (state.forbidden?.includes(cell)) parts.push(t('cell.forbidden'));
            if (state.line?.includes(cell)) parts.push(t('cell.line'));
            const score = scores.get(cell);
            if (score) parts.push(score.text);
            rect.setAttribute('aria-label', parts.join(', '));
            rect.setAttribute('tabindex', cell === this.cursor ? '0' : '-1');
            rect.setAttribute('aria-selected', String(cell === this.selected));
            rect.classList.toggle('active', this.can_pick(cell));
        });
    }

    /** @param {number} cell */
    cell_name(cell) {
        const { columns } = /** @type {State} */ (this.state);
        const [column, row] = [this.column_name(cell % columns), this.row_name(Math.floor(cell / columns))];
        return this.renderer.drops_in_columns ? t('cell.column_row', { column, row }) : column + row;
    }

    /** @param {number} cell */
    content_name(cell) {
        const { cells } = /** @type {State} */ (this.state);
        const letter = cells[cell];
        if (letter === ' ') return t('cell.none');
        if (letter === '.') return t('cell.empty');
        return this.info?.colours[this.letters().indexOf(letter)] ?? letter;
    }

    /** The letters of the two colours: the catalogue's word, so that a game nobody drew is named too. */
    letters() {
        return this.info?.pieces ? [...this.info.pieces] : this.renderer.letters;
    }

    /** @param {number} cell */
    can_pick(cell) {
        return this.may_play && (!!this.drop_at(cell) || this.moves_from(cell).length > 0 || !!this.move_to(cell));
    }

    /** @param {number} cell @returns {Move[]} */
    moves_from(cell) {
        if (cell < 0 || !this.state) return [];
        return this.state.legal.filter((move) => move.from === cell && move.to >= 0);
    }

    /** @param {number} cell @returns {Move | undefined} */
    move_to(cell) {
        return this.moves_from(this.selected).find((move) => move.to === cell);
    }

    /** The drop that this cell stands for. @param {number} cell @returns {Move | undefined} */
    drop_at(cell) {
        const { legal, columns } = /** @type {State} */ (this.state);
        const is_column = this.renderer.drops_in_columns;
        return legal.find(
            (move) => move.from < 0 && move.to >= 0 && (is_column ? move.to % columns === cell % columns : move.to === cell),
        );
    }

    wants_second_tap() {
        if (settings.click === 'twice') return true;
        if (settings.click !== 'auto') return false;
        const width = this.cells[0]?.getBoundingClientRect().width ?? 0;
        return width < SMALLEST_TARGET_PX && matchMedia('(pointer: coarse)').matches;
    }

    /** @param {number} cell @param {boolean} is_pointer */
    pick(cell, is_pointer) {
        if (!this.may_play || cell < 0) return;
        const move = this.move_to(cell) ?? this.drop_at(cell);
        if (move) {
            const asks = is_pointer && this.wants_second_tap() && this.pending !== move.to;
            if (asks) this.pending = move.to;
            else this.choose(move);
        } else {
            this.pending = -1;
            this.selected = cell !== this.selected && this.moves_from(cell).length > 0 ? cell : -1;
        }
        this.draw_marks();
        this.label_cells();
    }

    /** @param {Move} move */
    choose(move) {
        this.selected = -1;
        this.pending = -1;
        this.hover = -1;
        this.play(move);
    }

    /** @param {EventTarget | null} target */
    cell_of(target) {
        const text = target instanceof SVGElement ? target.dataset.cell : undefined;
        return text === undefined ? -1 : Number(text);
    }

    /** @param {MouseEvent} event */
    on_click(event) {
        if (this.was_dragged) {
            this.was_dragged = false;
            return;
        }
        const cell = this.cell_of(event.target);
        if (cell < 0) return;
        this.move_cursor(cell);
        this.pick(cell, true);
    }

    /** @param {number} cell */
    move_cursor(cell) {
        this.cells[this.cursor]?.setAttribute('tabindex', '-1');
        this.cursor = cell;
        this.cells[cell].setAttribute('tabindex', '0');
        this.cells[cell].focus({ preventScroll: true });
    }

    /** @param {KeyboardEvent} event */
    on_key(event) {
        if (event.ctrlKey || event.altKey || event.metaKey || !this.state) return;
        const { rows, columns } = this.state;
        const [row, column] = [Math.floor(this.cursor / columns), this.cursor % columns];
        const to = (/** @type {number} */ r, /** @type {number} */ c) =>
            this.move_cursor(Math.max(0, Math.min(rows - 1, r)) * columns + Math.max(0, Math.min(columns - 1, c)));
        /** @type {Record<string, () => void>} */
        const keys = {
            ArrowLeft: () => to(row, column - 1),
            ArrowRight: () => to(row, column + 1),
            ArrowUp: () => to(row - 1, column),
            ArrowDown: () => to(row + 1, column),
            Home: () => to(row, 0),
            End: () => to(row, columns - 1),
            PageUp: () => to(0, column),
            PageDown: () => to(rows - 1, column),
            Enter: () => this.pick(this.cursor, false),
            ' ': () => this.pick(this.cursor, false),
            Escape: () => {
                this.selected = -1;
                this.pending = -1;
                this.draw_marks();
                this.label_cells();
            },
        };
        const action = keys[event.key];
        if (!action) return;
        event.preventDefault();
        event.stopPropagation();
        action();
    }

    /** @param {number} cell */
    set_hover(cell) {
        if (cell === this.hover || !this.state) return;
        this.hover = cell;
        if (this.may_play && this.state.legal.some((move) => move.from < 0)) this.draw_marks();
    }

    /** @param {PointerEvent} event */
    on_down(event) {
        const cell = this.cell_of(event.target);
        this.was_dragged = false;
        if (event.button !== 0 || !this.may_play || settings.click === 'twice' || !this.moves_from(cell).length) return;
        this.drag = { cell, x: event.clientX, y: event.clientY, is_moving: false };
    }

    /** @param {PointerEvent} event */
    on_move(event) {
        if (event.pointerType === 'mouse') this.set_hover(this.cell_of(event.target));
        const drag = this.drag;
        if (!drag) return;
        const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > DRAG_STARTS_PX;
        if (!drag.is_moving && !far) return;
        if (!drag.is_moving) {
            drag.is_moving = true;
            this.selected = drag.cell;
            this.root.setPointerCapture(event.pointerId);
            this.draw_marks();
        }
        const matrix = this.root.getScreenCTM();
        const piece = this.layers.pieces.querySelector(`[data-piece="${drag.cell}"]`);
        if (!matrix || !piece) return;
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
        piece.setAttribute('transform', `translate(${point.x} ${point.y})`);
    }

    /** @param {PointerEvent} event */
    on_up(event) {
        const drag = this.drag;
        this.drag = null;
        if (!drag?.is_moving) return;
        this.was_dragged = true;
        const under = this.cell_of(document.elementFromPoint(event.clientX, event.clientY));
        const move = this.moves_from(drag.cell).find(({ to }) => to === under);
        this.end_drag();
        if (move) this.choose(move);
    }

    end_drag() {
        this.drag = null;
        this.selected = -1;
        if (!this.state) return;
        this.draw_pieces();
        this.draw_marks();
        this.label_cells();
    }

    animate() {
        const { last, columns } = /** @type {State} */ (this.state);
        const piece = last && this.layers.pieces.querySelector(`[data-piece="${last.to}"] > g`);
        if (!last || !piece) return;
        const to = centre(last.to, columns);
        if (this.renderer.drops_in_columns) {
            const frames = [{ transform: `translateY(${-to.y - 30}px)` }, { transform: 'none' }];
            piece.animate(frames, { duration: FALL_MS_A_ROW * (to.y / CELL + 1), easing: 'cubic-bezier(.5,0,.9,.6)' });
        } else if (last.from >= 0) {
            const from = centre(last.from, columns);
            const frames = [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: 'none' }];
            piece.animate(frames, { duration: SLIDE_MS, easing: 'ease-out' });
        } else {
            piece.animate([{ transform: 'scale(.6)', opacity: 0.2 }, { transform: 'none', opacity: 1 }], { duration: SLIDE_MS, easing: 'ease-out' });
        }
    }
}
