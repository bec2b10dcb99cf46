// share.js -- a game taken elsewhere: texts, a link that holds the whole game, pictures.
import { app } from './app.js';
import { button, download, el, field, replace } from './dom.js';
import { go, here } from './routes.js';
import { t } from './texts.js';

const PICTURE_PX = 1200;
const PAINTED = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-dasharray', 'opacity', 'fill-opacity', 'font-size', 'font-family',
    'font-weight', 'text-anchor'];

export class Share {
    constructor() {
        this.text = el('textarea', { rows: 6, spellcheck: 'false', 'aria-label': t('share.text') });
        this.kind = el('select', { onchange: () => void this.export() });
        this.link = el('input', { readonly: true, 'aria-label': t('share.link') });
        this.node = el('details', { class: 'card' }, el('summary', {}, t('share.title')),
            el('div', { class: 'stack tight' },
                el('div', { class: 'row' }, field(t('share.as'), this.kind), button(t('share.export'), () => void this.export())),
                this.text,
                el('div', { class: 'actions' }, button(t('share.copy'), () => void copy(this.text.value)),
                    button(t('share.save'), () => this.save()), button(t('share.import'), () => void import_text(this.text.value))),
                el('div', { class: 'row' }, this.link, button(t('share.make_link'), () => void this.make_link())),
                el('div', { class: 'actions' }, button(t('share.svg'), () => picture_svg()), button(t('share.png'), () => void picture_png()))));
        this.kinds = '';
    }

    /** @param {import('./types.js').State} state */
    update(state) {
        const kinds = ['record', 'moves', 'position', ...(app.info(state.game)?.has_sgf ? ['sgf'] : [])];
        if (kinds.join() === this.kinds) return;
        this.kinds = kinds.join();
        replace(this.kind, kinds.map((kind) => el('option', { value: kind }, t('share.' + kind))));
    }

    async export() {
        const answer = await app.ask('export', { as: this.kind.value });
        if (answer) this.text.value = answer.text;
    }

    save() {
        const extension = this.kind.value === 'sgf' ? 'sgf' : 'txt';
        download(`${app.state?.game ?? 'game'}.${extension}`, new Blob([this.text.value], { type: 'text/plain' }));
    }

    async make_link() {
        const answer = await app.ask('export', { as: 'record' });
        if (!answer) return;
        this.link.value = `${location.origin}${location.pathname}#/share/${await pack(answer.text)}`;
        this.link.select();
        await copy(this.link.value);
    }
}

/** @param {string} text */
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        app.notify(t('share.copied'));
    } catch {
        app.notify(t('share.not_copied')); // not every browser lets a page copy
    }
}

/** @param {string} text @returns {Promise<boolean>} */
export async function import_text(text) {
    const answer = await app.ask('import', { id: undefined, text });
    if (!answer || !(await app.follow(answer.id))) return false;
    if (here().page !== 'play') go('play', answer.id); // there the address follows the game by itself, or the reader is elsewhere already
    return true;
}

/** @param {ReadableStream} stream */
async function bytes_of(stream) {
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** A text as characters that an address can hold. @param {string} text */
export async function pack(text) {
    const bytes = await bytes_of(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw')));
    return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} packed */
export async function unpack(packed) {
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    return new TextDecoder().decode(await bytes_of(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))));
}

/** The board as a picture that stands alone: what the style sheet paints is written into it. */
function standalone() {
    const board = /** @type {SVGSVGElement | null} */ (document.querySelector('.stage .board'));
    if (!board) return null;
    const copy_of = /** @type {SVGSVGElement} */ (board.cloneNode(true));
    const [from, to] = [board.querySelectorAll('*'), copy_of.querySelectorAll('*')];
    from.forEach((node, i) => {
        const style = getComputedStyle(node);
        for (const name of PAINTED) if (!to[i].hasAttribute(name)) to[i].setAttribute(name, style.getPropertyValue(name));
    });
    copy_of.querySelector('.cells')?.remove();
    const { width, height } = board.viewBox.baseVal;
    copy_of.setAttribute('width', String(PICTURE_PX));
    copy_of.setAttribute('height', String(Math.round((PICTURE_PX * height) / width)));
    return new XMLSerializer().serializeToString(copy_of);
}

function picture_svg() {
    const text = standalone();
    if (text) download(`${app.state?.game}.svg`, new Blob([text], { type: 'image/svg+xml' }));
}

async function picture_png() {
    const text = standalone();
    if (!text) return;
    const image = new Image();
    image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(text);
    await image.decode();
    const canvas = el('canvas', { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    canvas.toBlob((blob) => blob && download(`${app.state?.game}.png`, blob));
}
