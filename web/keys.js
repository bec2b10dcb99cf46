// keys.js -- the keys of the page, and the card that lists them.
import { app } from './app.js';
import { button, el } from './dom.js';
import { go } from './routes.js';
import { t } from './texts.js';

/** @typedef {import('./stage.js').Stage} Stage */

/** @param {number} step */
function walk(step) {
    const state = app.state;
    if (!state || state.strict) return;
    const ply = Math.max(0, Math.min(state.plies, state.ply + step));
    if (ply !== state.ply) void app.ask('jump', { ply });
}

/** @type {{key: string, name: string, act: (stage: Stage) => void}[]} */
export const SHORTCUTS = [
    { key: 'b', name: 'board', act: (stage) => stage.board.cells[stage.board.cursor]?.focus() },
    { key: 'm', name: 'type', act: () => document.getElementById('typed')?.focus() },
    { key: 'u', name: 'undo', act: () => void app.ask('undo') },
    { key: 'r', name: 'redo', act: () => void app.ask('redo') },
    { key: 't', name: 'hint', act: () => void app.ask_hint() },
    { key: 'a', name: 'playouts', act: () => app.toggle_playouts() },
    { key: 'e', name: 'scores', act: () => void app.ask_scores() },
    { key: 'y', name: 'analysis', act: () => void app.analyse(!app.is_analysing) },
    { key: '[', name: 'back', act: () => walk(-1) },
    { key: ']', name: 'forward', act: () => walk(1) },
    { key: 'j', name: 'mistake', act: () => go('review') },
    { key: 'n', name: 'new', act: () => go('new') },
    { key: '?', name: 'keys', act: () => {} },
];

/** Keys pressed in a field belong to the field. @param {EventTarget | null} target */
export function is_typing(target) {
    if (target instanceof HTMLInputElement) return !['checkbox', 'radio', 'range', 'button'].includes(target.type);
    return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

export class KeysCard {
    constructor() {
        const line = (/** @type {string} */ key, /** @type {string} */ text) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, text)];
        this.node = el('section', { class: 'keys card', hidden: true, 'aria-label': t('keys.title'), tabindex: '-1' },
            el('h2', {}, t('keys.title')),
            el('dl', {}, line('← ↑ → ↓', t('keys.arrows')), line('↵', t('keys.pick')), line('Esc', t('keys.escape')),
                SHORTCUTS.map((one) => line(one.key, t('keys.' + one.name)))),
            button(t('keys.close'), () => this.close()));
    }

    toggle() {
        this.node.hidden = !this.node.hidden;
        if (!this.node.hidden) this.node.focus();
    }

    close() {
        this.node.hidden = true;
    }
}
