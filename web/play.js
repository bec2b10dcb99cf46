// play.js -- the panel of a game: seats and clocks, actions, a field for typed moves, the moves and the graph.
import { app } from './app.js';
import { renderer_of } from './boards/renderers.js';
import { button, el, field, replace } from './dom.js';
import { Graph } from './graph.js';
import { as_seat, seat_field } from './newgame.js';
import { go } from './routes.js';
import { settings } from './settings.js';
import { emblem, seat_name } from './stage.js';
import { t } from './texts.js';
import { Understand } from './understand.js';

/** @typedef {import('./types.js').State} State */

/** @param {number} ms */
function clock_text(ms) {
    const tenths = Math.max(0, Math.ceil(ms / 100));
    const seconds = Math.floor(tenths / 10);
    const minutes = Math.floor(seconds / 60);
    const rest = String(seconds % 60).padStart(2, '0');
    return seconds < 20 ? `${minutes}:${rest}.${tenths % 10}` : `${minutes}:${rest}`;
}

export class PlayPanel {
    constructor() {
        this.seats = [0, 1].map(() => el('div', { class: 'seat' }));
        this.clocks = [0, 1].map(() => el('span', { class: 'clock' }));
        this.actions = el('div', { class: 'actions', role: 'group', 'aria-label': t('play.actions') });
        this.moves = new MoveList();
        this.graph = new Graph();
        this.understand = new Understand();
        this.empty = el('div', { class: 'card' }, el('p', {}, t('play.empty')), button(t('new.title'), () => go('new'), { class: 'accent wide' }));
        this.body = el('div', { class: 'stack' },
            el('div', { class: 'seats' }, this.seats), this.actions, this.typed(), this.graph.node, this.moves.node,
            this.understand.node, this.change_seats());
        this.node = el('div', { class: 'stack' }, el('h1', { class: 'away' }, t('nav.play')), this.empty, this.body);
        this.make_actions();
        /** @type {{clock: import('./types.js').Clock, since: number} | null} */
        this.running = null;
        this.timer = setInterval(() => this.tick(), 200);
    }

    leave() {
        clearInterval(this.timer);
        this.understand.leave();
    }

    make_actions() {
        /** @type {[string, () => void, string?][]} */
        const all = [
            ['undo', () => void app.ask('undo'), 'u'], ['redo', () => void app.ask('redo'), 'r'],
            ['hint', () => void app.ask_hint(), 't'],
            ['offer_draw', () => void this.offer_draw()], ['resign', () => this.resign()],
            ['rematch', () => void this.rematch()], ['new', () => go('new'), 'n'],
        ];
        this.buttons = Object.fromEntries(all.map(([name, action, key]) =>
            [name, button(t('do.' + name), action, key ? { 'aria-keyshortcuts': key } : {})]));
        replace(this.actions, Object.values(this.buttons));
    }

    typed() {
        const input = el('input', { id: 'typed', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', enterkeyhint: 'go' });
        const form = el('form', { class: 'typed', onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            if (input.value.trim()) void app.play_text(input.value);
            input.value = '';
        } }, field(t('play.type'), input), el('button', { type: 'submit' }, t('play.go')));
        this.input = input;
        return form;
    }

    /** Other people or machines may take over at any time. */
    change_seats() {
        const body = el('div', { class: 'stack tight' });
        const card = el('details', { class: 'card', ontoggle: () => {
            const state = app.state;
            const info = state && app.info(state.game);
            if (!card.open || !info) return;
            const seats = state.seats.map((seat) => (seat.kind === 'person' ? 'person' : (seat.player ?? '')));
            replace(body, [0, 1].map((colour) => seat_field(info.colours[colour], info, seats[colour], (seat) => { seats[colour] = seat; })),
                button(t('play.seats_change'), () => void app.ask('seats', { seats: seats.map(as_seat) })));
        } }, el('summary', {}, t('play.seats')), body);
        return card;
    }

    /** Resigning asks once more, in the button itself. */
    resign() {
        const resign = /** @type {HTMLButtonElement} */ (this.buttons?.resign);
        if (resign.dataset.sure) {
            delete resign.dataset.sure;
            resign.textContent = t('do.resign');
            void app.ask('resign');
            return;
        }
        resign.dataset.sure = 'yes';
        resign.textContent = t('do.resign_sure');
        setTimeout(() => {
            delete resign.dataset.sure;
            resign.textContent = t('do.resign');
        }, 4000);
    }

    async offer_draw() {
        const answer = await app.ask('offer_draw');
        const is_machine = app.state?.seats.some((seat) => seat.kind !== 'person');
        if (answer?.accepted === false) app.notify(t(is_machine ? 'play.draw_refused' : 'play.draw_offered'));
    }

    async rematch() {
        const answer = await app.ask('rematch');
        if (answer?.id) await app.follow(answer.id);
    }

    update() {
        const state = app.state;
        this.empty.hidden = !!state;
        this.body.hidden = !state;
        if (!state) return;
        this.update_seats(state);
        const can = /** @type {Record<string, HTMLButtonElement>} */ (this.buttons);
        can.undo.disabled = state.strict || state.ply === 0;
        can.redo.disabled = state.strict || state.ply >= state.plies;
        can.hint.disabled = !!state.result;
        can.hint.hidden = settings.hints === 'off';
        can.resign.disabled = can.offer_draw.disabled = !!state.result;
        can.rematch.hidden = !state.result;
        if (this.input) this.input.placeholder = state.legal[0] ? t('play.such_as', { move: state.legal[0].move }) : '';
        this.moves.update(state);
        this.graph.update(state);
        this.understand.update(state);
        this.running = state.clock ? { clock: state.clock, since: performance.now() } : null;
        this.tick();
    }

    /** @param {State} state */
    update_seats(state) {
        const colours = app.info(state.game)?.colours ?? [];
        [0, 1].forEach((colour) => {
            const is_turn = !state.result && state.turn === colour;
            this.seats[colour].className = is_turn ? 'seat turn' : 'seat';
            this.clocks[colour].hidden = !state.clock;
            const { letters, counts_pieces } = renderer_of(state.game, app.info(state.game)?.pieces);
            const left = counts_pieces ? [...state.cells].filter((letter) => letter === letters[colour]).length : null;
            replace(this.seats[colour], emblem(state.game, colour),
                el('span', { class: 'who' }, el('b', {}, seat_name(state, colour)),
                    el('small', {}, left === null ? colours[colour] : t('play.pieces', { colour: colours[colour], left }))),
                is_turn ? el('span', { class: 'arrow', 'aria-hidden': 'true' }, '◀') : null, this.clocks[colour]);
        });
    }

    tick() {
        if (!this.running) return;
        const { clock, since } = this.running;
        [0, 1].forEach((colour) => {
            const spent = clock.running === colour ? performance.now() - since : 0;
            this.clocks[colour].textContent = clock_text(clock.ms[colour] - spent);
        });
    }
}

export class MoveList {
    constructor() {
        this.list = el('ol', { class: 'moves', tabindex: '0', 'aria-label': t('play.moves') });
        this.node = this.list;
        this.shown = '';
    }

    /** @param {State} state */
    update(state) {
        const marks = new Map((app.review?.plies ?? []).map((ply) => [ply.ply, ply]));
        const shown = [state.id, state.ply, state.moves.join(' '), marks.size].join('|');
        if (shown === this.shown) return;
        this.shown = shown;
        replace(this.list, state.moves.map((move, i) => {
            const mark = marks.get(i + 1)?.mark ?? '';
            const is_now = i + 1 === state.ply;
            return el('li', { class: i + 1 > state.ply ? 'undone' : null },
                el('button', {
                    type: 'button', onclick: () => void app.ask('jump', { ply: i + 1 }), 'aria-current': is_now ? 'step' : null,
                }, `${i + 1}. ${move}`, mark ? el('span', { class: 'verdict' }, mark) : null));
        }));
        const now = this.list.querySelector('[aria-current]');
        if (now instanceof HTMLElement) this.list.scrollTop = now.offsetTop - this.list.clientHeight / 2;
    }
}
