// compete.js -- the tournaments that the server was given: who plays, and who stands where.
import { app } from './app.js';
import { button, el, replace } from './dom.js';
import { go } from './routes.js';
import { number, t } from './texts.js';

/** @typedef {{store: number, name: string, game: string, format: string, finished: number, known: number, error?: string}} Tournament */
/** @typedef {{name: string, games: number, points: number, wins: number, draws: number, losses: number, elo?: number | null}} Standing */
/** @typedef {{number: number, players: string[], result: {text: string} | null}} Played */

export class CompetePage {
    constructor() {
        this.list = el('div', { class: 'stack' });
        this.node = el('div', { class: 'page stack' }, el('h1', {}, t('nav.compete')), el('p', { class: 'quiet' }, t('compete.about')), this.list);
        void this.load();
    }

    async load() {
        const answer = await app.ask('tournaments');
        /** @type {Tournament[]} */
        const stores = answer?.tournaments ?? [];
        if (!stores.length) return replace(this.list, el('p', { class: 'card' }, t('compete.none')));
        replace(this.list, stores.map((store) => this.store(store)));
    }

    /** @param {Tournament} tournament */
    store(tournament) {
        const { store, name } = tournament;
        const table = el('div', { class: 'stack tight' });
        const show = async () => {
            const [standing, watch] = [await app.ask('standings', { store }), await app.ask('watch', { store })];
            replace(table, standing ? standings(standing.rows) : null, watch ? games(watch.games, store) : null);
        };
        if (!tournament.error) void show();
        return el('section', { class: 'card stack tight' }, el('h2', {}, name),
            el('p', { class: 'quiet' }, tournament.error ?? t('compete.line', {
                game: app.info(tournament.game)?.name ?? tournament.game, format: tournament.format, finished: tournament.finished, known: tournament.known,
            })), table, button(t('compete.again'), () => void show()));
    }

    update() {}
}

/** @param {string} label @param {string[]} heads @param {HTMLElement[]} rows */
function table_of(label, heads, rows) {
    return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': label }, el('table', {}, el('caption', {}, label),
        el('thead', {}, el('tr', {}, heads.map((head) => el('th', { scope: 'col' }, head)))), el('tbody', {}, rows)));
}

/** @param {Standing[]} rows */
function standings(rows) {
    if (!rows.length) return el('p', {}, t('compete.no_rows'));
    const heads = ['rank', 'name', 'points', 'games', 'wins', 'draws', 'losses', 'elo'].map((name) => t('compete.' + name));
    return table_of(t('compete.standings'), heads, rows.map((row, i) => el('tr', {}, el('td', {}, i + 1), el('th', { scope: 'row' }, row.name),
        [row.points, row.games, row.wins, row.draws, row.losses, row.elo ?? null].map((value) => el('td', {}, value === null ? '–' : number(value, 1))))));
}

/** @param {Played[]} played @param {number} store */
function games(played, store) {
    if (!played.length) return null;
    const open = async (/** @type {number} */ which) => {
        const game = await app.ask('watch', { store, number: which });
        if (game) await show_game(game);
    };
    return table_of(t('compete.games'), ['number', 'players', 'result', 'watch'].map((name) => t('compete.' + name)), played.map((one) =>
        el('tr', {}, el('td', {}, one.number), el('td', {}, one.players.join(' – ')), el('td', {}, one.result?.text ?? ''),
            el('td', {}, button(t('compete.watch'), () => void open(one.number))))));
}

/** A played game is opened like any other: its moves are made again. @param {{game: string, start: string, moves: string}} game */
async function show_game(game) {
    const person = { kind: 'person' };
    const made = await app.ask('new', { id: undefined, game: game.game, options: {}, position: game.start || undefined, seats: [person, person] });
    if (!made || !(await app.follow(made.id))) return;
    for (const move of game.moves.split(' ').filter(Boolean)) if (!(await app.ask('play', { id: made.id, move }))) break;
    go('play', String(made.id));
}
