// chart.js -- what each searcher had looked at when a depth was done: one curve each, on a logarithmic scale.
import { el, svg } from './dom.js';
import { number, t } from './texts.js';

/** @typedef {{name: string, steps?: {depth: number, nodes: number, ms: number}[]}} Course */

const WIDE = 520;
const HIGH = 260;
const EDGE = { left: 56, right: 14, top: 10, bottom: 40 };
/** Marks and dashes, so that curves are told apart without colour. */
const MARKS = ['M-4 -4 H4 V4 H-4 Z', 'M-5 0 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0', 'M0 -6 L6 5 H-6 Z', 'M0 -6 L6 0 L0 6 L-6 0 Z',
    'M-4 -4 L4 4 M4 -4 L-4 4', 'M0 -6 V6 M-6 0 H6', 'M0 6 L6 -5 H-6 Z', 'M-6 -2 H6 V2 H-6 Z'];
const DASHES = ['none', '7 4', '2 4', '10 3 2 3', '4 2', '12 4', '1 3', '6 2 1 2'];

/** @param {Course[]} courses @returns {HTMLElement | null} null where nothing can be compared */
export function nodes_chart(courses) {
    const curves = courses.filter((course) => (course.steps?.length ?? 0) > 1);
    if (!curves.length) return null;
    const steps = curves.flatMap((curve) => curve.steps ?? []);
    const deepest = Math.max(...steps.map((step) => step.depth));
    const top = Math.max(1, Math.ceil(Math.log10(Math.max(...steps.map((step) => step.nodes)))));
    const x = (/** @type {number} */ depth) => EDGE.left + ((WIDE - EDGE.left - EDGE.right) * (depth - 1)) / Math.max(1, deepest - 1);
    const y = (/** @type {number} */ nodes) => HIGH - EDGE.bottom - ((HIGH - EDGE.top - EDGE.bottom) * Math.log10(Math.max(1, nodes))) / top;
    const every = Math.ceil(deepest / 12);
    const depths = Array.from({ length: deepest }, (_, i) => i + 1).filter((depth) => depth % every === 0 || depth === 1);
    const curve = (/** @type {Course} */ { steps: points = [] }, /** @type {number} */ i) => svg('g', { class: `curve c${i % MARKS.length}` },
        svg('path', { d: `M${points.map((step) => `${x(step.depth).toFixed(1)} ${y(step.nodes).toFixed(1)}`).join(' L')}`, 'stroke-dasharray': DASHES[i % DASHES.length] }),
        points.map((step) => svg('path', { d: MARKS[i % MARKS.length], class: 'point', transform: `translate(${x(step.depth).toFixed(1)} ${y(step.nodes).toFixed(1)})` })));
    return el('figure', { class: 'chart' }, el('figcaption', {}, t('chart.title')),
        svg('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': t('chart.label', { names: curves.map((one) => one.name).join(', ') }) },
            Array.from({ length: top + 1 }, (_, power) => svg('g', {}, svg('path', { class: 'rule', d: `M${EDGE.left} ${y(10 ** power)} H${WIDE - EDGE.right}` }),
                svg('text', { x: EDGE.left - 6, y: y(10 ** power) + 4, class: 'left' }, number(10 ** power, 0)))),
            depths.map((depth) => svg('text', { x: x(depth), y: HIGH - EDGE.bottom + 16, class: 'middle' }, depth)),
            svg('text', { x: (WIDE + EDGE.left) / 2, y: HIGH - 6, class: 'middle' }, t('chart.depth')),
            curves.map(curve)),
        el('ul', { class: 'legend' }, curves.map((one, i) => el('li', {},
            svg('svg', { viewBox: '-24 -9 48 18', 'aria-hidden': 'true' }, svg('g', { class: `curve c${i % MARKS.length}` },
                svg('path', { d: 'M-24 0 H24', 'stroke-dasharray': DASHES[i % DASHES.length] }), svg('path', { d: MARKS[i % MARKS.length], class: 'point' }))), one.name))));
}
