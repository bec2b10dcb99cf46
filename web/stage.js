// stage.js -- the board with its evaluation bar, and the lines that say whose turn it is and what happened.
import { app } from './app.js';
import { Board } from './board.js';
import { renderer_of } from './boards/renderers.js';
import { el, replace, svg } from './dom.js';
import { state_of } from './position.js';
import { settings } from './settings.js';
import { percent, t } from './texts.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').GameInfo} GameInfo */

const MOST_ARROWS = 3;

/** A piece as a small picture. @param {string} game @param {number} colour */
export function emblem(game, colour) {
    const renderer = renderer_of(game, app.info(game)?.pieces);
    const letter = renderer.letters[colour];
    return svg(
        'svg',
        { viewBox: '-50 -50 100 100', class: `emblem on-${game}`, 'aria-hidden': 'true' },
        letter ? renderer.piece(letter, () => 'none') : null,
    );
}

/** Who sits there, in words. @param {State} state @param {number} colour */
export function seat_name(state, colour) {
    const seat = state.seats[colour];
    if (seat.kind === 'person') return seat.name || t('seat.person');
    const level = /^level(\d+)$/.exec(seat.player ?? '');
    return level ? t('seat.level', { level: level[1] }) : (seat.player ?? t('seat.player'));
}

/** The share of colour 0 now, or null when nobody looked. */
function share_now() {
    const state = app.state;
    if (!state) return null;
    if (app.analysis) return app.analysis.win;
    return state.graph?.[state.ply] ?? null;
}

/** The moves that lines begin with, those that have a place on the board. @param {import('./types.js').Line[]} lines */
function first_moves(lines) {
    return lines.slice(0, MOST_ARROWS).flatMap(({ moves }) => app.state?.legal.find((one) => one.move === moves[0] && one.to >= 0) ?? []);
}

export class Stage {
    constructor() {
        this.board = new Board({ play: (move) => void app.play(move), label: t('board.label') });
        this.light = el('div', { class: 'light' });
        this.bar = el('div', { class: 'bar', role: 'img', 'aria-label': '' }, this.light);
        this.specials = el('div', { class: 'specials' });
        this.preview = '';
        this.node = el('section', { class: 'stage', 'aria-label': t('board.region') },
            el('div', { class: 'frame' }, this.bar, this.board.root), this.specials);
        this.status = new Status();
    }

    update() {
        const state = app.glance ?? app.state;
        if (state) {
            const info = app.info(state.game);
            if (info) this.board.show(state, info, app.may_play(), app.glance ? {} : this.marks());
        } else {
            this.show_sample(this.preview || app.catalogue.games[0]?.id || '');
        }
        this.update_bar();
        this.update_specials();
        this.status.update();
    }

    marks() {
        /** @type {import('./types.js').Marks} */
        const marks = {};
        if (app.hint) marks.hint = app.hint.cells;
        if (app.scores) marks.scores = app.scores;
        if (app.is_analysing && app.analysis) marks.best = first_moves(app.analysis.lines);
        return marks;
    }

    /** News of the analysis alone. */
    follow_analysis() {
        this.update_bar();
        if (app.state && !app.glance) this.board.set_marks(this.marks());
    }

    /** Before a game begins: a board of the game being chosen. @param {string} game */
    show_sample(game) {
        const info = app.info(game);
        if (!info) return;
        this.board.show({ ...state_of(info, info.start), ...renderer_of(game).sample, id: '' }, info, false);
    }

    update_bar() {
        const share = share_now();
        this.bar.hidden = !(settings.bar || app.is_analysing) || !app.state;
        this.light.style.setProperty('--share', String(share ?? 0.5));
        const colour = app.state ? app.info(app.state.game)?.colours[0] : '';
        this.bar.setAttribute('aria-label', share === null ? t('bar.unknown') : t('bar.label', { colour, share: percent(share) }));
    }

    update_specials() {
        const moves = app.may_play() ? (app.state?.legal ?? []).filter((move) => move.to < 0) : [];
        replace(this.specials, moves.map((move) => el('button', { type: 'button', class: 'accent', onclick: () => void app.play(move) },
            special_name(move.move))));
    }
}

/** A move that is a word, in the reader's language where it has one. @param {string} move */
export function special_name(move) {
    const text = t('special.' + move);
    return text.startsWith('special.') ? move : text;
}

class Status {
    constructor() {
        this.turn = el('p', { class: 'turn' });
        this.news = el('p', { class: 'news' });
        this.notice = el('p', { class: 'notice', role: 'alert' });
        this.node = el('div', { class: 'status' }, this.turn, this.news, this.notice);
        app.addEventListener('notice', (event) => {
            const { text, is_bad } = /** @type {CustomEvent} */ (event).detail;
            this.notice.textContent = text;
            this.notice.classList.toggle('bad', is_bad);
        });
    }

    update() {
        const state = app.state;
        const info = state ? app.info(state.game) : undefined;
        if (!state || !info) {
            replace(this.turn, t('status.none'));
            this.news.textContent = '';
            return;
        }
        if (app.glance) {
            replace(this.turn, emblem(state.game, app.glance.turn), el('span', {}, t('status.glance')));
            this.news.textContent = app.ahead;
            return;
        }
        if (state.result) {
            const winner = state.result.winner;
            replace(this.turn, winner >= 0 ? emblem(state.game, winner) : null, el('span', {}, state.result.text));
        } else {
            replace(this.turn, emblem(state.game, state.turn), el('span', {}, turn_text(state, info)));
        }
        this.news.textContent = happened(state, info);
    }
}

/** @param {State} state @param {GameInfo} info */
function turn_text(state, info) {
    const colour = info.colours[state.turn];
    if (app.trial) return t('status.trial', { colour });
    if (state.thinking) return t('status.thinking', { colour, name: seat_name(state, state.turn) });
    return t('status.turn', { colour, name: seat_name(state, state.turn) });
}

/** What the last move did, in words. @param {State} state @param {GameInfo} info */
export function happened(state, info) {
    if (state.ply === 0) return t('status.start', { game: info.name });
    const colour = info.colours[mover(state)];
    const taken = state.last?.taken?.length ?? 0;
    const move = state.moves[state.ply - 1];
    return taken ? t(taken === 1 ? 'status.took_one' : 'status.took', { colour, move, taken }) : t('status.moved', { colour, move });
}

/** Who made the last move: the owner of the piece that stands there, for sides need not alternate. @param {State} state */
function mover(state) {
    const letter = state.last && state.last.to >= 0 ? state.cells[state.last.to] : '';
    const colour = renderer_of(state.game, app.info(state.game)?.pieces).letters.indexOf(letter);
    return colour >= 0 ? colour : 1 - state.turn;
}
