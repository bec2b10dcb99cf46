// dom.js -- elements in one call: el('button', {class: 'wide', onclick: f}, 'text').

/** @typedef {Record<string, any>} Props */

/** @param {Element} node @param {Props} props @param {any[]} children */
function fill(node, props, children) {
    for (const [name, value] of Object.entries(props)) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
        else if (name === 'value') /** @type {HTMLInputElement} */ (node).value = String(value);
        else node.setAttribute(name, value === true ? '' : String(value));
    }
    node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Props} [props] @param {any[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function el(tag, props = {}, ...children) {
    const node = document.createElement(tag);
    // A select takes its value only once its options are there.
    const { value, ...rest } = props;
    fill(node, rest, children);
    if (value !== undefined) /** @type {any} */ (node).value = String(value);
    return node;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Props} [props] @param {any[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function svg(tag, props = {}, ...children) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
    fill(node, props, children);
    return node;
}

/** @param {Element} node @param {any[]} children */
export function replace(node, ...children) {
    node.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
}

/** A button with a word, and the key that does the same.
 * @param {string} text @param {() => void} action @param {Props} [props] */
export function button(text, action, props = {}) {
    return el('button', { type: 'button', onclick: action, ...props }, text);
}

/** A labelled form field. @param {string} label @param {HTMLElement} field @param {string} [help] */
export function field(label, field, help) {
    return el('label', { class: 'field' }, el('span', {}, label), field, help ? el('small', {}, help) : null);
}

/** A labelled switch. @param {string} label @param {boolean} is_on @param {(is_on: boolean) => void} change */
export function toggle(label, is_on, change) {
    const box = el('input', { type: 'checkbox', onchange: () => change(box.checked) });
    box.checked = is_on;
    return el('label', { class: 'switch' }, box, el('span', {}, label));
}

/** @param {string} name @param {Blob} blob */
export function download(name, blob) {
    const address = URL.createObjectURL(blob);
    const link = el('a', { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
}
