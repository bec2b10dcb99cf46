// graph.js -- who was likely to win, ply by ply; a click or the slider goes there.
import { app } from './app.js';
import { el, replace, svg } from './dom.js';
import { percent, t } from './texts.js';

const WIDE = 300;
const HIGH = 72;

export class Graph {
    constructor() {
        this.picture = svg('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, class: 'graph', preserveAspectRatio: 'none', 'aria-hidden': 'true' });
        this.slider = el('input', { type: 'range', min: 0, max: 0, 'aria-label': t('graph.slider'), onchange: () => this.jump(Number(this.slider.value)) });
        this.picture.addEventListener('click', (event) => {
            const box = this.picture.getBoundingClientRect();
            const plies = Math.max(1, Number(this.slider.max));
            this.jump(Math.round(((event.clientX - box.left) / box.width) * plies));
        });
        this.node = el('div', { class: 'timeline' }, this.picture, this.slider);
    }

    /** @param {number} ply */
    jump(ply) {
        void app.ask('jump', { ply });
    }

    /** @param {import('./types.js').State} state */
    update(state) {
        this.slider.max = String(state.plies);
        this.slider.value = String(state.ply);
        this.slider.disabled = state.strict || state.plies === 0;
        this.slider.setAttribute('aria-valuetext', t('graph.ply', { ply: state.ply, plies: state.plies }));
        const plies = Math.max(1, state.plies);
        const reviewed = new Map((app.review?.plies ?? []).map((ply) => [ply.ply, ply]));
        // What a review found fills in what no analysis saw.
        const shares = Array.from({ length: state.plies + 1 }, (_, ply) => state.graph?.[ply] ?? reviewed.get(ply)?.after ?? null);
        const x = (/** @type {number} */ ply) => (ply / plies) * WIDE;
        const y = (/** @type {number} */ share) => HIGH - 4 - share * (HIGH - 8);
        const points = shares.flatMap((share, ply) => (share === null || share === undefined ? [] : [`${x(ply).toFixed(1)} ${y(share).toFixed(1)}`]));
        const area = points.length > 1 ? `M${points[0].split(' ')[0]} ${HIGH} L${points.join(' L')} L${points[points.length - 1].split(' ')[0]} ${HIGH} Z` : '';
        this.picture.classList.toggle('flat', points.length < 2);
        const faults = [...reviewed.values()].filter((ply) => ply.mark)
            .map((ply) => svg('path', { class: 'fault', d: `M${x(ply.ply)} ${HIGH} l-4 -8 h8 Z` }));
        replace(this.picture,
            svg('path', { d: `M0 ${HIGH / 2} H${WIDE}`, class: 'middle' }),
            area ? svg('path', { d: area, class: 'area' }) : null,
            points.length > 1 ? svg('path', { d: `M${points.join(' L')}`, class: 'curve' }) : null,
            faults,
            svg('path', { d: `M${x(state.ply)} 0 V${HIGH}`, class: 'now' }));
        const share = shares[state.ply];
        this.slider.title = share === null || share === undefined ? '' : percent(share);
    }
}
