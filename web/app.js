// app.js -- what the page knows: the link, the catalogue, the game it follows and what was asked about it.
import { Away } from './away.js';
import { Link } from './link.js';
import { remember, remembered, set, settings } from './settings.js';
import { t } from './texts.js';

/** @typedef {import('./types.js').State} State */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {import('./types.js').GameInfo} GameInfo */

const LAST_GAME = 'plateau.game';
const TOKEN = 'plateau.token';
/** A machine that plays in the page takes a moment, so that its move is seen. */
const REPLY_AFTER_MS = 400;

class App extends EventTarget {
    constructor() {
        super();
        /** @type {import('./types.js').Catalogue} */
        this.catalogue = { games: [], searchers: [] };
        /** @type {State | null} */
        this.state = null;
        /** @type {import('./types.js').Analysis | null} */
        this.analysis = null;
        this.is_analysing = false;
        this.lines = 3;
        /** @type {import('./types.js').Review | null} */
        this.review = null;
        /** @type {{move: string, score: string, win: number, why: string, cells: number[]} | null} */
        this.hint = null;
        /** @type {{move: string, from: number, to: number, score: number, text: string, is_exact: boolean}[] | null} */
        this.scores = null;
        /** @type {{games: number, win: number} | null} */
        this.playouts = null;
        this.shows_playouts = false;
        /** @type {{terms: {name: string, text?: string, value: number, weight: number, points: number}[], score: number | string} | null} */
        this.reasons = null;
        /** A move on the board goes there instead of into the game, while a mistake is tried again.
         * @type {((move: Move) => void) | null} */
        this.trial = null;
        /** A position shown in place of the game's, and the moves that lead there.
         * @type {State | null} */
        this.glance = null;
        this.ahead = '';
        this.version = '';
        this.is_up = false;
        this.away = new Away();
        /** Moves shown already that the server has not answered, and whether it was asked about the position since. */
        this.unanswered = 0;
        this.asks_later = false;
        /** @type {Link} */
        this.link = /** @type {any} */ (null);
    }

    start() {
        const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
        this.link = new Link(`${scheme}//${location.host}/ws`);
        this.link.addEventListener('up', () => this.greet());
        this.link.addEventListener('down', () => {
            if (this.is_up) this.notify(t(this.away.can_go_on(this.state) ? 'link.away' : 'link.down'), true);
            this.is_up = false;
            this.changed();
            this.reply_later();
        });
        const events = /** @type {[string, (detail: any) => void][]} */ ([
            ['state', (detail) => this.hear_state(detail)],
            ['analysis', (detail) => this.take_analysis(detail)],
            ['review', (detail) => this.take_review(detail)],
            ['failure', (detail) => this.notify(detail.error, true)],
            ['deleted', (detail) => { if (detail.id === this.following) this.lose_game(); }],
        ]);
        for (const [name, take] of events)
            this.link.addEventListener(name, (event) => take(/** @type {CustomEvent} */ (event).detail));
    }

    async greet() {
        try {
            const token = sessionStorage.getItem(TOKEN) ?? undefined;
            const hello = await this.link.ask('hello', { lang: settings.lang, token });
            this.catalogue = hello.catalogue;
            this.version = hello.version;
            const was_down = !this.is_up && this.catalogue_came;
            this.is_up = true;
            this.catalogue_came = true;
            if (was_down) this.notify('');
            await this.hand_over();
            const id = this.following ?? remembered(LAST_GAME);
            if (id !== null) await this.open(id).catch(() => this.lose_game());
        } catch (error) {
            this.notify(/** @type {Error} */ (error).message, true);
        }
        this.changed();
        this.dispatchEvent(new Event('ready'));
    }

    /** What was played while the server was away becomes its game; where that went on too, a game of its own. */
    async hand_over() {
        for (const { id, had, moves, game, start, seats } of this.away.kept()) {
            try {
                await this.link.ask('resume', { id, had, moves });
                this.away.forget(id);
            } catch (error) {
                if (/** @type {Error} */ (error).message === 'offline') return;
                this.away.forget(id);
                const made = await this.link.ask('new', { game, position: start, seats });
                await this.link.ask('resume', { id: made.id, had: '', moves });
                if ((this.following ?? remembered(LAST_GAME)) === id) this.following = made.id;
                this.notify(t('link.apart'));
            }
        }
    }

    /** While the server is away: does the page know what this leads to? Then it is shown.
     * @param {string} what @param {any} fields */
    go_on(what, fields) {
        const { state, away } = this;
        if (!state || fields.id !== undefined || !away.can_go_on(state) || (state.strict && what !== 'play')) return false;
        const steps = /** @type {Record<string, number>} */ ({ undo: -1, redo: 1 });
        const next = what in steps ? away.walk(state, steps[what]) : what === 'play' || what === 'jump' ? away.foresee(state, { do: what, ...fields }) : null;
        if (!next) return false;
        away.keep(next);
        this.take_state(next);
        this.reply_later();
        return true;
    }

    /** A machine that the page can play itself does not wait for the server. */
    reply_later() {
        const { position } = this.state ?? {};
        if (this.is_up || !this.away.can_go_on(this.state)) return;
        setTimeout(() => {
            const { state } = this;
            if (this.is_up || !state?.thinking || state.position !== position || state.ply < state.plies) return;
            const next = this.away.foresee(state, { do: 'reply', seed: Math.floor(Math.random() * 2 ** 31) });
            if (!next) return this.notify(t('link.machine_waits'), true);
            this.away.keep(next);
            this.take_state(next);
            this.reply_later();
        }, REPLY_AFTER_MS);
    }

    /** The game followed is no more. */
    lose_game() {
        remember(LAST_GAME, null);
        this.following = null;
        this.state = null;
        this.review = null;
        this.forget_answers();
        this.changed();
    }

    catalogue_came = false;
    /** The game whose states are shown; those of another, just left, come too late. @type {number | string | null} */
    following = null;

    changed() {
        this.dispatchEvent(new Event('change'));
    }

    /** One line for everybody: shown, and said. @param {string} text @param {boolean} [is_bad] */
    notify(text, is_bad = false) {
        this.dispatchEvent(new CustomEvent('notice', { detail: { text, is_bad } }));
    }

    /** @param {string} text */
    say(text) {
        const live = document.getElementById('live');
        if (live) live.textContent = text;
    }

    /** Asks the server about the game shown; an error becomes a notice.
     * @param {string} what @param {object} [fields] @returns {Promise<any>} null when it failed */
    async ask(what, fields = {}) {
        if (!this.is_up && this.go_on(what, fields)) return {};
        try {
            const answer = await this.link.ask(what, { ...(this.state ? { id: this.state.id } : {}), ...fields });
            this.notify('');
            return answer;
        } catch (error) {
            const { message } = /** @type {Error} */ (error);
            this.notify(message === 'offline' ? t('link.down') : message, true);
            return null;
        }
    }

    /** @param {number | string} id */
    async open(id) {
        const before = this.state;
        this.following = id;
        this.forget_answers();
        this.review = before?.id === id ? this.review : null;
        this.trial = null;
        await this.link.ask('open', { id });
        remember(LAST_GAME, id);
        if (before && before.id !== id) this.link.ask('close', { id: before.id }).catch(() => {});
    }

    /** Follows a game that the server has just made. @param {number | string} id */
    async follow(id) {
        try {
            await this.open(id);
            return true;
        } catch (error) {
            this.notify(/** @type {Error} */ (error).message, true);
            return false;
        }
    }

    forget_answers() {
        this.analysis = null;
        this.hint = null;
        this.scores = null;
        this.playouts = null;
        this.reasons = null;
    }

    /** The server's word. One from before a move that is shown already comes too late. @param {State} state */
    hear_state(state) {
        if (state.id !== this.following) return;
        this.away.seen = state;
        if (this.unanswered > 0 && this.state?.id === state.id && state.ply < this.state.ply) return;
        this.take_state(state);
    }

    /** @param {State} state @param {boolean} [is_foreseen] the server does not know it yet */
    take_state(state, is_foreseen = false) {
        const before = this.state;
        const is_other = !before || before.id !== state.id || before.ply !== state.ply || before.position !== state.position;
        this.state = state;
        remember(LAST_GAME, state.id);
        if (is_other) {
            this.forget_answers();
            this.glance = null;
        }
        this.dispatchEvent(new CustomEvent('state', { detail: { before, state } }));
        this.changed();
        if (is_foreseen) this.asks_later = true;
        else if (is_other || this.asks_later) {
            this.asks_later = false;
            this.ask_again();
        }
    }

    /** What is switched on follows the position. */
    ask_again() {
        if (this.is_analysing) this.link.ask('analyse', { id: this.state?.id, on: true, lines: this.lines }).catch(() => {});
        if (this.shows_playouts) this.ask_playouts();
        if (settings.hints === 'always' && this.may_play()) this.ask_hint();
    }

    /** @param {import('./types.js').Analysis} analysis */
    take_analysis(analysis) {
        if (analysis.id !== this.state?.id || analysis.ply !== this.state.ply) return;
        this.analysis = analysis;
        this.dispatchEvent(new Event('analysis'));
    }

    /** @param {import('./types.js').Review} review */
    take_review(review) {
        if (review.id !== this.state?.id) return;
        // The server counts positions from 0; here a ply is named by its move's number.
        const plies = review.plies?.map((one) => ({ ...one, ply: one.ply + 1 }));
        this.review = { ...review, plies: plies ?? [] };
        this.dispatchEvent(new Event('review'));
        this.changed();
    }

    /** @param {string} game @returns {GameInfo | undefined} */
    info(game) {
        return this.catalogue.games.find((one) => one.id === game);
    }

    /** The reader chooses the next move. */
    may_play() {
        const state = this.state;
        if (!state || this.glance || (!this.is_up && !this.away.can_go_on(state))) return false;
        if (this.trial) return true;
        return !state.result && !state.thinking && state.seats[state.turn]?.kind === 'person';
    }

    /** @param {Move} move */
    async play(move) {
        if (this.trial) return this.trial(move);
        const cells = move.to >= 0 ? { from: move.from, to: move.to } : {};
        const next = this.is_up && this.state ? this.away.foresee(this.state, { do: 'play', move: move.move }) : null;
        if (!next) return void (await this.ask('play', { move: move.move, ...cells }));
        this.unanswered++;
        this.take_state(next, true);
        const answer = await this.ask('play', { move: move.move, ...cells });
        this.unanswered--;
        if (!this.is_up) { // it was cut off in between: whether the server knows the move is seen later
            this.away.keep(next);
            this.reply_later();
        } else if (!answer || (this.unanswered === 0 && this.away.seen?.position !== this.state?.position)) {
            await this.link.ask('open', { id: next.id }).catch(() => {});
        }
    }

    /** @param {string} text */
    play_text(text) {
        const move = this.state?.legal.find((one) => one.move.toLowerCase() === text.trim().toLowerCase());
        if (move) return this.play(move);
        return this.trial ? Promise.resolve(this.notify(t('play.no_such_move', { move: text }), true)) : this.ask('play', { move: text.trim() });
    }

    async ask_hint() {
        if (settings.hints === 'off') return;
        const position = this.state?.position;
        this.notify(t('wait'));
        const hint = await this.ask('hint');
        if (!hint || position !== this.state?.position) return;
        const move = this.state?.legal.find((one) => one.move === hint.move);
        this.hint = { ...hint, cells: move ? [move.from, move.to].filter((cell) => cell >= 0) : [] };
        this.say(t('hint.say', { move: hint.move, why: hint.why ?? '' }));
        this.changed();
    }

    async ask_scores() {
        if (this.scores) {
            this.scores = null;
            return this.changed();
        }
        const position = this.state?.position;
        this.notify(t('wait'));
        const answer = await this.ask('scores');
        if (answer && position === this.state?.position) this.scores = answer.moves;
        this.changed();
    }

    async ask_playouts() {
        const position = this.state?.position;
        if (!this.state || this.state.result) return;
        const answer = await this.ask('playouts');
        if (answer && position === this.state?.position) this.playouts = answer;
        this.changed();
    }

    toggle_playouts() {
        this.shows_playouts = !this.shows_playouts;
        this.playouts = null;
        if (this.shows_playouts) this.ask_playouts();
        this.changed();
    }

    /** @param {boolean} on @param {number} [lines] */
    async analyse(on, lines = this.lines) {
        this.is_analysing = on;
        this.lines = lines;
        this.analysis = null;
        await this.ask('analyse', { on, lines });
        this.changed();
    }

    async explain() {
        const answer = await this.ask('explain');
        if (answer) this.reasons = answer;
        this.changed();
    }

    /** A position, or some moves on from it, as a state that is no game: its board and its legal moves.
     * @param {string} game @param {string} position @param {string[]} [moves] @returns {Promise<State | null>} */
    look(game, position, moves = []) {
        return this.ask('look', { id: undefined, game, position, moves: moves.join(' ') });
    }

    /** The board shows what these moves lead to; the game stays where it is. @param {string[]} moves */
    async look_ahead(moves) {
        if (!this.state) return;
        if (!moves.length) return this.look_back();
        const { id, position } = this.state;
        this.ahead = moves.join(' ');
        const looked = await this.ask('look', { moves: this.ahead });
        if (!looked || id !== this.state?.id || position !== this.state.position || this.ahead !== moves.join(' ')) return;
        this.glance = { ...looked, id: `ahead of ${id}` };
        this.changed();
    }

    look_back() {
        this.ahead = '';
        if (!this.glance) return;
        this.glance = null;
        this.changed();
    }

    /** @param {string} lang */
    async set_language(lang) {
        set('lang', lang);
        try {
            const answer = await this.link.ask('lang', { lang });
            const catalogue = answer.catalogue ?? (await this.link.ask('hello', { lang, token: sessionStorage.getItem(TOKEN) ?? undefined })).catalogue;
            this.catalogue = catalogue;
            if (this.state) await this.link.ask('open', { id: this.state.id });
        } catch {
            // the greeting after the next connection says it again
        }
        this.dispatchEvent(new Event('language'));
    }

    /** The token of a LAN server comes in the fragment, once. @param {string} token */
    keep_token(token) {
        sessionStorage.setItem(TOKEN, token);
    }
}

export const app = new App();
