// games_panel.js -- the saved games: open one, delete one, bring one from outside.
import { app } from './app.js';
import { button, el, replace } from './dom.js';
import { go } from './routes.js';
import { settings } from './settings.js';
import { import_text } from './share.js';
import { emblem } from './stage.js';
import { t } from './texts.js';

/** @typedef {import('./types.js').Saved} Saved */

export class GamesPanel {
    constructor() {
        this.list = el('ul', { class: 'saved' });
        this.text = el('textarea', { rows: 4, spellcheck: 'false', 'aria-label': t('games.paste') });
        const file = el('input', { type: 'file', 'aria-label': t('games.file'), onchange: async () => {
            const chosen = file.files?.[0];
            if (chosen) this.text.value = await chosen.text();
        } });
        this.node = el('div', { class: 'stack' }, el('h1', {}, t('nav.games')),
            button(t('new.title'), () => go('new'), { class: 'accent wide' }), this.list,
            el('details', { class: 'card' }, el('summary', {}, t('games.import')),
                el('div', { class: 'stack tight' }, this.text, file, button(t('share.import'), () => void import_text(this.text.value)))));
        void this.load();
    }

    async load() {
        const answer = await app.ask('games', { id: undefined });
        this.draw(answer?.games ?? []);
    }

    /** @param {Saved[]} games */
    draw(games) {
        if (!games.length) return replace(this.list, el('li', {}, t('games.none')));
        replace(this.list, games.map((game) => el('li', {},
            el('button', { type: 'button', class: 'open', onclick: () => void this.open(game.id), 'aria-current': game.id === app.state?.id ? 'true' : null },
                emblem(game.game, 0), el('span', {}, el('b', {}, app.info(game.game)?.name ?? game.game), ' ', game.title,
                    el('small', {}, t('games.line', { moves: game.moves, result: result_text(game), when: when(game.updated) })))),
            button('×', () => void this.remove(game), { 'aria-label': t('games.delete', { title: game.title }), class: 'small' }))));
    }

    /** @param {number | string} id */
    async open(id) {
        if (await app.follow(id)) go('play', String(id));
    }

    /** @param {Saved} game */
    async remove(game) {
        if (!(await app.ask('delete', { id: game.id }))) return;
        if (game.id === app.following) app.lose_game();
        await this.load();
    }

    update() {}
}

/** @param {Saved} game */
function result_text(game) {
    return game.result && game.result !== '*' ? game.result : t('games.unfinished');
}

/** @param {number | string} updated seconds, or milliseconds, since 1970 */
function when(updated) {
    const n = Number(updated);
    const date = new Date(n > 1e11 ? n : n * 1000);
    return new Intl.DateTimeFormat(settings.lang, { dateStyle: 'medium', timeStyle: 'short' }).format(date);
}
