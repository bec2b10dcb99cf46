// away.js -- what a move leads to before the server says so; and the game that goes on in the page while the server
// is away, until it is back and takes over what was played.
import { Engine } from './engine.js';
import { remember, remembered, settings } from './settings.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {{id: number | string, had: string, moves: string, game: string, start: string, seats: import('./types.js').Seat[]}} Kept */

const KEPT = 'plateau.away';

/** @param {State} state */
const line_of = (state) => state.moves.slice(0, state.ply).join(' ');

/** The server may be away when it is needed most: the engine is fetched as soon as the page is there. */
export class Away {
    constructor() {
        /** @type {Engine | null} */
        this.engine = null;
        /** What the server said last of the game shown. @type {State | null} */
        this.seen = null;
        void Engine.load('engine.wasm').then((engine) => { this.engine = engine; });
    }

    /** Can this game go on here? Clocks are the server's. @param {State | null} state */
    can_go_on(state) {
        return !!this.engine && !!state?.start && !state.clock;
    }

    /** The state after `request` ("play" or "jump" or "reply"), or null. @param {State} state @param {object} request @returns {State | null} */
    foresee(state, request) {
        if (!this.engine || state.start === undefined) return null;
        const { game, start, ply, strict } = state;
        const seats = state.seats.map((seat) => (seat.kind === 'person' ? `person ${seat.name ?? ''}` : `player ${seat.player}`));
        const is_open = this.engine.ask({ do: 'open', lang: settings.lang, game, start, moves: state.moves.join(' '), ply, seats, strict });
        const next = is_open && this.engine.ask(request);
        if (!next) return null;
        const graph = Array.from({ length: next.plies + 1 }, (_, i) => (next.moves[i - 1] === state.moves[i - 1] ? (state.graph[i] ?? null) : null));
        return { ...next, id: state.id, title: state.title, clock: state.clock, graph };
    }

    /** Back or forth, to a person's turn where one plays. @param {State} state @param {number} step @returns {State | null} */
    walk(state, step) {
        const has_person = state.seats.some((seat) => seat.kind === 'person');
        /** @type {State | null} */
        let next = null;
        for (let ply = state.ply + step; ply >= 0 && ply <= state.plies; ply += step) {
            next = this.foresee(state, { do: 'jump', ply });
            if (!next || !has_person || next.seats[next.turn].kind === 'person') break;
        }
        return next;
    }

    /** Keeps what was played here, also if the page is closed; other pages may keep other games. @param {State} state */
    keep(state) {
        const had = this.seen && this.seen.id === state.id ? line_of(this.seen) : '';
        const { id, game, start = '', seats } = state;
        remember(KEPT, { ...remembered(KEPT), [id]: { id, had, moves: line_of(state), game, start, seats } });
    }

    /** @returns {Kept[]} */
    kept() {
        return Object.values(remembered(KEPT) ?? {});
    }

    /** @param {number | string} id */
    forget(id) {
        const { [id]: _, ...others } = remembered(KEPT) ?? {};
        remember(KEPT, others);
    }
}
