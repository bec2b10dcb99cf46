// compete.js -- the tournaments that the server was given: who plays, and who stands where.
import { app } from './app.js';
import { button, el, replace, svg } from './dom.js';
import { LiveGame } from './live.js';
import { go } from './routes.js';
import { number, t } from './texts.js';

/** @typedef {{store: number, name: string, game: string, format: string, finished: number, known: number, error?: string}} Tournament */
/** @typedef {{name: string, games: number, points: number, wins: number, draws: number, losses: number, elo: number | null, low: number | null, high: number | null}} Standing */
/** @typedef {{points: number, games: number} | null} Meeting */
/** @typedef {{number: number, players: string[], result: {text: string} | null}} Played */
/** @typedef {import('./live.js').Running} Running */

const REFRESH_MS = 4000;

export class CompetePage {
    constructor() {
        /** Each asks for its store's news. @type {(() => Promise<void>)[]} */
        this.shows = [];
        this.timer = setInterval(() => void this.refresh(), REFRESH_MS);
        this.list = el('div', { class: 'stack' });
        /** The game that is followed move by move. @type {LiveGame | null} */
        this.live = null;
        this.node = el('div', { class: 'page stack' }, el('h1', {}, t('nav.compete')), el('p', { class: 'quiet' }, t('compete.about')), this.list);
        void this.load();
    }

    leave() {
        clearInterval(this.timer);
        this.live?.end();
    }

    /** What is played now is seen as it comes. */
    async refresh() {
        if (!document.hidden && app.is_up) for (const show of this.shows) await show();
    }

    async load() {
        const answer = await app.ask('tournaments', { id: undefined });
        /** @type {Tournament[]} */
        const stores = answer?.tournaments ?? [];
        if (!stores.length) return replace(this.list, el('p', { class: 'card' }, t('compete.none')));
        replace(this.list, stores.map((store) => this.store(store)));
    }

    /** @param {Tournament} tournament */
    store(tournament) {
        const { store, name } = tournament;
        const table = el('div', { class: 'stack' });
        const now = el('div', { class: 'stack' });
        const place = el('div');
        const line = el('p', { class: 'quiet' }, tournament.error ?? '');
        let shown = -1;
        let running = '';
        const show = async () => {
            const watch = await app.ask('watch', { id: undefined, store });
            /** @type {Running[]} */
            const live = watch?.live ?? [];
            if (JSON.stringify(live) !== running) replace(now, this.now_playing(name, live, store, place));
            running = JSON.stringify(live);
            const standing = await app.ask('standings', { id: undefined, store });
            if (!standing || standing.finished === shown) return;
            shown = standing.finished;
            const is_class = standing.format === 'class';
            line.textContent = t(is_class ? 'compete.class_line' : 'compete.line', {
                game: app.info(standing.game)?.name ?? standing.game, format: t('format.' + standing.format), finished: number(standing.finished), known: number(standing.known),
            });
            replace(table, standings(name, standing.rows), cross_table(name, standing.rows, standing.cross), watch ? games(name, watch.games, store) : null);
        };
        if (!tournament.error) {
            this.shows.push(show);
            void show();
        }
        return el('section', { class: 'card stack tight' }, el('h2', {}, name), line, place, now, table);
    }

    /** Games under way; one of them at a time is followed in `place`.
     * @param {string} name @param {Running[]} live @param {number} store @param {HTMLElement} place */
    now_playing(name, live, store, place) {
        if (!live.length) return null;
        const close = () => {
            this.live?.end();
            this.live?.node.remove();
        };
        const open = (/** @type {Running} */ one) => {
            close();
            this.live = new LiveGame(store, one, close);
            replace(place, this.live.node);
            place.scrollIntoView({ block: 'nearest' });
        };
        return table_of(name, t('compete.now'), ['players', 'moves', 'watch'].map((head) => t('compete.' + head)), live.map((one) =>
            el('tr', {}, el('td', {}, one.players.join(' – ')), el('td', {}, number(one.plies)), el('td', {}, button(t('compete.follow'), () => open(one))))));
    }

    update() {}
}

/** @param {string} name of the tournament @param {string} label @param {string[]} heads @param {HTMLElement[]} rows */
function table_of(name, label, heads, rows) {
    return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `${name}, ${label}` }, el('table', {}, el('caption', {}, label),
        el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head)))), el('tbody', {}, rows)));
}

/** @param {string} name @param {Standing[]} rows */
function standings(name, rows) {
    if (!rows.length) return el('p', {}, t('compete.no_rows'));
    const heads = ['rank', 'name', 'points', 'games', 'wins', 'draws', 'losses', 'elo', 'range'].map((head) => t('compete.' + head));
    const bar = error_bars(rows);
    return table_of(name, t('compete.standings'), heads, rows.map((row, i) => el('tr', {}, el('td', {}, i + 1), el('th', { scope: 'row' }, row.name),
        [row.points, row.games, row.wins, row.draws, row.losses].map((value) => el('td', {}, number(value, 1))), el('td', {}, whole(row.elo)), el('td', {}, bar(row)))));
}

/** @param {number | null} elo */
function whole(elo) {
    return elo === null ? '–' : number(elo, 0);
}

/** How sure each Elo is: a point within its 95 %, all on one scale. @param {Standing[]} rows @returns {(row: Standing) => (Element | string)[]} */
function error_bars(rows) {
    const ends = rows.flatMap((row) => [row.low, row.high, row.elo]).filter((value) => value !== null);
    const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
    const x = (/** @type {number} */ elo) => 4 + (112 * (elo - least)) / Math.max(1, most - least);
    return (row) => {
        if (row.elo === null) return ['–'];
        const [low, high] = [x(row.low ?? least), x(row.high ?? most)];
        const ending = (/** @type {number} */ at, /** @type {number | null} */ is_known) => (is_known === null ? '' : `M${at} 5 V15 `);
        return [svg('svg', { viewBox: '0 0 120 20', class: 'errorbar', 'aria-hidden': 'true' },
            svg('path', { class: 'zero', d: `M${x(0)} 0 V20` }), svg('path', { d: `M${low} 10 H${high} ${ending(low, row.low)}${ending(high, row.high)}` }),
            svg('circle', { cx: x(row.elo), cy: 10, r: 4 })), el('small', {}, ` ${whole(row.low)} … ${whole(row.high)}`)];
    };
}

/** @param {string} name @param {Standing[]} rows @param {Meeting[][]} cross */
function cross_table(name, rows, cross) {
    if (rows.length < 3) return null; // two players: the standings say it all
    return table_of(name, t('compete.cross'), [t('compete.name'), ...rows.map((_, i) => String(i + 1))], rows.map((row, i) =>
        el('tr', {}, el('th', { scope: 'row' }, `${i + 1}. ${row.name}`), cross[i].map((meeting, k) =>
            el('td', {}, i === k ? '·' : meeting ? `${number(meeting.points, 1)}/${meeting.games}` : '–')))));
}

/** @param {string} name @param {Played[]} played @param {number} store */
function games(name, played, store) {
    if (!played.length) return null;
    const open = async (/** @type {number} */ which) => {
        const game = await app.ask('watch', { id: undefined, store, number: which });
        if (game) await show_game(game);
    };
    return table_of(name, t('compete.list'), ['number', 'players', 'result', 'watch'].map((head) => t('compete.' + head)), played.map((one) =>
        el('tr', {}, el('td', {}, one.number), el('td', {}, one.players.join(' – ')), el('td', {}, one.result?.text ?? ''),
            el('td', {}, button(t('compete.watch'), () => void open(one.number))))));
}

/** A played game is opened like any other: its moves are made again. @param {{game: string, start: string, moves: string, players: string[]}} game */
async function show_game(game) {
    const seats = game.players.map((name) => ({ kind: 'person', name }));
    const made = await app.ask('new', { id: undefined, game: game.game, options: {}, position: game.start || undefined, seats });
    if (!made || !(await app.follow(made.id))) return;
    for (const move of game.moves.split(' ').filter(Boolean)) if (!(await app.ask('play', { id: made.id, move }))) break;
    go('play', String(made.id));
}
