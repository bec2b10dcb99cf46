// compete.js -- the tournaments that the server was given: who plays, and who stands where.
import { app } from './app.js';
import { button, el, replace } from './dom.js';
import { number, t } from './texts.js';

export class CompetePage {
    constructor() {
        this.list = el('div', { class: 'stack' });
        this.node = el('div', { class: 'page stack' }, el('h1', {}, t('nav.compete')), el('p', { class: 'quiet' }, t('compete.about')), this.list);
        void this.load();
    }

    async load() {
        const answer = await app.ask('tournaments');
        /** @type {any[]} */
        const stores = answer?.tournaments ?? answer?.stores ?? [];
        if (!stores.length) return replace(this.list, el('p', { class: 'card' }, t('compete.none')));
        replace(this.list, stores.map((store) => this.store(store)));
    }

    /** @param {any} store */
    store(store) {
        const name = typeof store === 'string' ? store : (store.name ?? store.store ?? String(store.id));
        const table = el('div', {});
        const show = async () => {
            const answer = await app.ask('standings', { store: typeof store === 'string' ? store : (store.store ?? store.id ?? name) });
            if (answer) replace(table, standings(answer.rows ?? answer.standings ?? []));
        };
        void show();
        return el('section', { class: 'card stack tight' }, el('h2', {}, name), table, button(t('compete.again'), () => void show()));
    }

    update() {}
}

/** @param {any[]} rows */
function standings(rows) {
    if (!rows.length) return el('p', {}, t('compete.no_rows'));
    const columns = Object.keys(rows[0]).filter((name) => typeof rows[0][name] !== 'object');
    return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('compete.standings') }, el('table', {}, el('caption', {}, t('compete.standings')),
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, '#'), columns.map((name) => el('th', { scope: 'col' }, name)))),
        el('tbody', {}, rows.map((row, i) => el('tr', {}, el('td', {}, i + 1),
            columns.map((name) => el('td', {}, typeof row[name] === 'number' ? number(row[name]) : row[name])))))));
}
