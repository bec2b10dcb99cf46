// texts.js -- the page's words in the reader's language.
import { settings } from './settings.js';
import { en } from './texts_en.js';
import { fr } from './texts_fr.js';

/** @type {Record<string, Record<string, string>>} */
const CATALOGUES = { en, fr };

/** The text called `key`, with each {name} replaced. @param {string} key @param {Record<string, any>} [values] */
export function t(key, values = {}) {
    const text = (CATALOGUES[settings.lang] ?? en)[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** A share of one as per cent. @param {number} share */
export function percent(share) {
    return new Intl.NumberFormat(settings.lang, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** @param {number} n @param {number} [digits] */
export function number(n, digits = 2) {
    return new Intl.NumberFormat(settings.lang, { maximumFractionDigits: digits }).format(n);
}

/** @param {number} n */
export function signed(n) {
    return new Intl.NumberFormat(settings.lang, { maximumFractionDigits: 2, signDisplay: 'exceptZero' }).format(n);
}
