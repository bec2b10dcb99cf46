// settings_panel.js -- language, theme, and how the board behaves.
import { app } from './app.js';
import { el, field, toggle } from './dom.js';
import { CLICKS, HINTS, set, settings, THEMES } from './settings.js';
import { t } from './texts.js';

export class SettingsPanel {
    constructor() {
        const lang = select(['en', 'fr'], settings.lang, (code) => t('lang.' + code), (value) => void app.set_language(value));
        const theme = select(THEMES, settings.theme, (name) => t('theme.' + name), (value) => change('theme', value));
        const click = select(CLICKS, settings.click, (name) => t('click.' + name), (value) => change('click', value));
        const hints = select(HINTS, settings.hints, (name) => t('hints.' + name), (value) => change('hints', value));
        const name = el('input', { value: settings.name, maxlength: 40, autocomplete: 'nickname', onchange: () => change('name', name.value.trim()) });
        this.node = el('div', { class: 'stack' }, el('h1', {}, t('nav.settings')),
            field(t('settings.lang'), lang), field(t('settings.theme'), theme), field(t('settings.click'), click, t('settings.click_help')), field(t('settings.hints'), hints),
            field(t('settings.name'), name),
            toggle(t('settings.coordinates'), settings.coordinates, (on) => change('coordinates', on)),
            toggle(t('settings.animations'), settings.animations, (on) => change('animations', on)),
            toggle(t('settings.bar'), settings.bar, (on) => change('bar', on)),
            toggle(t('settings.sounds'), settings.sounds, (on) => change('sounds', on)),
            el('p', { class: 'quiet' }, t('settings.about', { version: app.version })));
    }

    update() {}
}

/** @template {keyof import('./settings.js').Settings} K
 * @param {K} name @param {import('./settings.js').Settings[K]} value */
function change(name, value) {
    set(name, value);
    app.changed();
}

/** @param {string[]} values @param {string} now @param {(value: string) => string} text @param {(value: string) => void} put */
function select(values, now, text, put) {
    const node = el('select', { onchange: () => put(node.value) }, values.map((value) => el('option', { value }, text(value))));
    node.value = now;
    return node;
}
