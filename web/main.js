// main.js -- puts the page together: the rail, the route, the keys, and what is said when a move is made.
import { app } from './app.js';
import { CompetePage } from './compete.js';
import { button, el, replace } from './dom.js';
import { GamesPanel } from './games_panel.js';
import { is_typing, KeysCard, SHORTCUTS } from './keys.js';
import { LabPanel } from './lab.js';
import { LearnPage } from './learn.js';
import { NewPanel } from './newgame.js';
import { PlayPanel } from './play.js';
import { ReviewPanel } from './review.js';
import { go, here, PAGES } from './routes.js';
import { apply, settings } from './settings.js';
import { SettingsPanel } from './settings_panel.js';
import { import_text, unpack } from './share.js';
import { sound } from './sound.js';
import { happened, Stage } from './stage.js';
import { t } from './texts.js';

/** @typedef {{node: HTMLElement, update: () => void, leave?: () => void}} View */

const rail = /** @type {HTMLElement} */ (document.getElementById('rail'));
const main = /** @type {HTMLElement} */ (document.getElementById('main'));
let stage = new Stage();
/** @type {View | null} */
let view = null;
let page = '';
let keys = new KeysCard();

/** @type {Record<string, () => View>} */
const PANELS = {
    play: () => new PlayPanel(),
    new: () => new NewPanel(stage),
    review: () => new ReviewPanel(),
    lab: () => new LabPanel(),
    games: () => new GamesPanel(),
    settings: () => new SettingsPanel(),
};
/** Pages that need the whole width, without the board. @type {Record<string, () => View>} */
const WIDE = { learn: () => new LearnPage(), compete: () => new CompetePage() };

function draw_rail() {
    replace(rail,
        el('a', { class: 'skip', href: '#main', onclick: (/** @type {Event} */ event) => { event.preventDefault(); main.focus(); } }, t('nav.skip')),
        el('nav', { 'aria-label': t('nav.label') },
            PAGES.map((name) => el('a', { href: `#/${name}`, 'aria-current': name === page || (name === 'play' && page === 'new') ? 'page' : null }, t('nav.' + name))),
            button('?', () => keys.toggle(), { 'aria-label': t('keys.title'), 'aria-keyshortcuts': '?', class: 'help' })));
}

function draw_page() {
    view?.leave?.();
    document.title = `${t('nav.' + (page === 'new' ? 'play' : page))}\u202f– Plateau`;
    if (WIDE[page]) {
        view = WIDE[page]();
        replace(main, view.node, keys.node);
        main.className = 'wide';
    } else {
        view = PANELS[page]();
        replace(main, stage.node, el('section', { class: 'panel', 'aria-label': t('nav.panel') }, stage.status.node, view.node), keys.node);
        main.className = page === 'lab' ? 'lab' : '';
    }
    draw_rail();
    update();
}

function update() {
    stage.update();
    view?.update();
    if (app.following === null && page === 'play' && app.is_up) go('new');
}

async function route() {
    const where = here();
    if (where.token) {
        app.keep_token(where.token);
        history.replaceState(null, '', '#/play');
    }
    if (where.page === 'share' && app.is_up) {
        history.replaceState(null, '', '#/play');
        const text = await unpack(where.rest).catch(() => '');
        if (!(await import_text(text))) app.notify(t('share.bad_link'));
        return route();
    }
    if (where.page === 'play' && where.rest) {
        const id = /^\d+$/.test(where.rest) ? Number(where.rest) : where.rest;
        if (!app.is_up) app.following = id;
        else if (String(app.following) !== where.rest) await app.follow(id);
    }
    const next = PANELS[where.page] || WIDE[where.page] ? where.page : 'play';
    if (next === page && view) return update();
    page = next;
    draw_page();
    scrollTo(0, 0);
}

/** A new language: everything is drawn again. */
function redraw() {
    stage = new Stage();
    keys = new KeysCard();
    draw_page();
}

/** @param {KeyboardEvent} event */
function on_key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || is_typing(event.target)) return;
    if (event.key === 'Escape') return keys.close();
    const shortcut = SHORTCUTS.find((one) => one.key === event.key.toLowerCase());
    if (!shortcut) return;
    event.preventDefault();
    if (shortcut.name === 'keys') keys.toggle();
    else if (shortcut.name === 'mistake' && view instanceof ReviewPanel) view.next_mistake();
    else shortcut.act(stage);
}

function start() {
    apply();
    app.addEventListener('change', update);
    app.addEventListener('analysis', () => stage.follow_analysis());
    app.addEventListener('ready', () => void route());
    app.addEventListener('language', redraw);
    app.addEventListener('state', (event) => {
        const { before, state } = /** @type {CustomEvent} */ (event).detail;
        const info = app.info(state.game);
        if (!info || (before && before.id === state.id && before.ply === state.ply && !!before.result === !!state.result)) return;
        const is_next = before && before.id === state.id && state.ply === before.ply + 1;
        if (is_next) sound(state.result ? 'end' : state.last?.taken?.length ? 'take' : 'move');
        app.say([happened(state, info), state.result?.text ?? t('status.say_turn', { colour: info.colours[state.turn] })].join(' '));
        if (here().page === 'play' && here().rest !== String(state.id)) history.replaceState(null, '', `#/play/${state.id}`);
    });
    addEventListener('hashchange', () => void route());
    document.addEventListener('keydown', on_key);
    document.documentElement.dataset.ready = settings.lang;
    app.start();
    void route();
}

start();
