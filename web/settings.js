// settings.js -- what the reader chose, kept in this browser.

const KEY = 'plateau.settings';

/**
 * @typedef {object} Settings
 * @property {string} lang
 * @property {string} theme
 * @property {boolean} coordinates
 * @property {string} click auto, direct, twice or drag
 * @property {string} hints off, ask or always
 * @property {boolean} sounds
 * @property {boolean} animations
 * @property {boolean} bar the evaluation bar beside the board
 * @property {string} name
 */

export const THEMES = ['wood', 'plain', 'dark', 'contrast'];
export const HINTS = ['off', 'ask', 'always'];
export const CLICKS = ['auto', 'direct', 'twice', 'drag'];

/** @returns {Settings} */
function defaults() {
    const is_dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const wants_contrast = matchMedia('(prefers-contrast: more)').matches;
    return {
        lang: navigator.language.startsWith('fr') ? 'fr' : 'en',
        theme: wants_contrast ? 'contrast' : is_dark ? 'dark' : 'wood',
        coordinates: true,
        click: 'auto',
        hints: 'ask',
        sounds: false,
        animations: true,
        bar: false,
        name: '',
    };
}

/** @param {string} key */
export function remembered(key) {
    try {
        return JSON.parse(localStorage.getItem(key) ?? 'null');
    } catch {
        return null; // storage may be forbidden, or hold another program's text
    }
}

/** @param {string} key @param {any} value */
export function remember(key, value) {
    try {
        localStorage.setItem(key, JSON.stringify(value));
    } catch {
        // a browser that keeps nothing still plays
    }
}

/** @type {Settings} */
export const settings = { ...defaults(), ...(remembered(KEY) ?? {}) };

/** @template {keyof Settings} K @param {K} name @param {Settings[K]} value */
export function set(name, value) {
    settings[name] = value;
    remember(KEY, settings);
    apply();
}

export function apply() {
    document.documentElement.lang = settings.lang;
    document.documentElement.dataset.theme = settings.theme;
}

export function moves_things() {
    return settings.animations && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
