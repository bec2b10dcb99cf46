// tree.js -- the tree a search really walked, drawn: branches open and close, the search is followed step by step,
// and the board shows the position of the node chosen.
import { app } from './app.js';
import { button, el, field, replace, svg } from './dom.js';
import { number, t } from './texts.js';

/** @typedef {{id: number, parent: number, move: string, side: number, score: string, bound: string, alpha?: string, beta?: string,
 *     kind: string, visits: number, spared?: number}} TreeNode */
/** @typedef {{nodes: TreeNode[], is_sampled: boolean, best: string[], left_out: number}} Tree */
/** A node and what is drawn of it. @typedef {{node: TreeNode, depth: number, x: number, y: number}} Spot */

const COLUMN = 160;
const ROW = 46;
const BOX = { width: 128, height: 38 };
const MARGIN = 8;
/** Signs beside a box, so that kinds are told apart without colour. @type {Record<string, string>} */
const SIGNS = { cut: '✂', over: '■', table: '≡', horizon: '', open: '', stopped: '…' };

export class TreeView {
    /** @param {Tree} tree */
    constructor(tree) {
        this.tree = tree;
        this.at = 0;
        /** @type {TreeNode[][]} */
        this.children = tree.nodes.map(() => []);
        /** @type {number[]} */
        this.depths = [];
        for (const node of tree.nodes) {
            this.depths[node.id] = node.parent < 0 ? 0 : this.depths[node.parent] + 1;
            if (node.parent >= 0) this.children[node.parent].push(node);
        }
        if (tree.is_sampled) for (const list of this.children) list.sort((a, b) => b.visits - a.visits || a.id - b.id);
        this.best = this.best_line();
        this.open = new Set([0]);
        this.deepest = Math.max(...this.depths);
        this.limit = this.deepest;
        this.make();
        this.draw();
        this.tell();
    }

    make() {
        this.picture = svg('svg', { class: 'treepicture', role: 'tree', 'aria-label': t('tree.label') });
        this.picture.addEventListener('click', (event) => this.on_click(event));
        this.picture.addEventListener('keydown', (event) => this.on_key(event));
        this.about = el('p', { class: 'answer', role: 'status' });
        const depth = el('input', { type: 'range', min: 1, max: Math.max(1, this.deepest), value: this.limit, oninput: () => {
            this.limit = Number(depth.value);
            this.draw();
        } });
        const steps = el('div', { class: 'actions' },
            button(t('tree.first'), () => this.choose(0)), button(t('tree.back'), () => this.choose(this.at - 1)),
            button(t('tree.next'), () => this.choose(this.at + 1)), button(t('tree.follow_best'), () => this.open_best()));
        const { left_out, nodes } = this.tree;
        this.node = el('div', { class: 'stack tight' }, steps, field(t('tree.depth'), depth), this.about,
            el('div', { class: 'treescroll' }, this.picture),
            el('p', { class: 'quiet' }, t(left_out ? 'tree.count_some' : 'tree.count', { nodes: number(nodes.length, 0), left_out: number(left_out, 0) })),
            el('p', { class: 'quiet' }, t(this.tree.is_sampled ? 'tree.legend_sampled' : 'tree.legend')));
    }

    /** The nodes of the best line, by the last look at each of its moves. */
    best_line() {
        const line = new Set([0]);
        let at = 0;
        for (const move of this.tree.best) {
            const next = this.children[at].filter((node) => node.move === move).pop();
            if (!next) break;
            line.add(next.id);
            at = next.id;
        }
        return line;
    }

    open_best() {
        for (const id of this.best) this.open.add(id);
        this.choose(Math.max(...this.best));
    }

    /** Places every node that is to be seen: leaves one below the other, a parent beside the middle of its children.
     * @returns {Spot[]} */
    spots() {
        /** @type {Spot[]} */
        const spots = [];
        let rows = 0;
        const place = (/** @type {TreeNode} */ node) => {
            const depth = this.depths[node.id];
            const below = this.open.has(node.id) && depth < this.limit ? this.children[node.id] : [];
            const spot = { node, depth, x: MARGIN + depth * COLUMN, y: 0 };
            spots.push(spot);
            const ys = below.map(place);
            spot.y = ys.length ? (ys[0] + ys[ys.length - 1]) / 2 : MARGIN + rows++ * ROW;
            return spot.y;
        };
        for (const node of this.tree.nodes) if (node.parent < 0) place(node);
        return spots;
    }

    draw() {
        const picture = /** @type {SVGSVGElement} */ (this.picture);
        const had_focus = picture.contains(document.activeElement);
        const spots = this.spots();
        const where = new Map(spots.map((spot) => [spot.node.id, spot]));
        const width = Math.max(...spots.map((spot) => spot.x)) + BOX.width + 30;
        const height = Math.max(...spots.map((spot) => spot.y)) + BOX.height + MARGIN;
        picture.setAttribute('width', String(width));
        picture.setAttribute('height', String(height));
        picture.setAttribute('viewBox', `0 0 ${width} ${height}`);
        if (!where.has(this.at)) this.at = 0;
        replace(picture, svg('g', { 'aria-hidden': 'true' }, spots.map((spot) => this.edge(spot, where.get(spot.node.parent)))),
            svg('g', { role: 'group' }, spots.map((spot) => this.box(spot))),
            svg('g', { 'aria-hidden': 'true' }, spots.map((spot) => this.writing(spot))));
        const now = picture.querySelector(`[data-node="${this.at}"]`);
        if (had_focus && now instanceof SVGElement) now.focus();
    }

    /** @param {Spot} spot @param {Spot | undefined} from */
    edge(spot, from) {
        if (!from) return null;
        const [x, y] = [from.x + BOX.width, from.y + BOX.height / 2];
        const end = spot.y + BOX.height / 2;
        const share = this.tree.is_sampled ? spot.node.visits / Math.max(1, from.node.visits) : 0;
        return svg('path', {
            d: `M${x} ${y} C${x + 18} ${y} ${spot.x - 18} ${end} ${spot.x} ${end}`, class: this.best.has(spot.node.id) ? 'edge best' : 'edge',
            'stroke-width': this.tree.is_sampled ? (1 + 7 * share).toFixed(1) : null,
        });
    }

    is_open(/** @type {Spot} */ { node, depth }) {
        return this.open.has(node.id) && depth < this.limit;
    }

    /** @param {Spot} spot */
    box(spot) {
        const { node, depth, x, y } = spot;
        const kinds = ['treenode', node.kind, this.best.has(node.id) ? 'best' : '', node.id === this.at ? 'now' : '', node.id > this.at ? 'later' : ''];
        return svg('g', {
            class: kinds.filter(Boolean).join(' '), role: 'treeitem', 'data-node': node.id, transform: `translate(${x} ${y})`, tabindex: node.id === this.at ? 0 : -1,
            'aria-level': depth + 1, 'aria-expanded': this.children[node.id].length ? String(this.is_open(spot)) : null, 'aria-selected': String(node.id === this.at),
            'aria-label': this.words(node),
        }, svg('rect', { width: BOX.width, height: BOX.height, rx: node.side === this.tree.nodes[0].side ? 4 : 19 }));
    }

    /** What is written in a box; its label says the same in words. @param {Spot} spot */
    writing(spot) {
        const { node, x, y } = spot;
        const more = this.children[node.id].length;
        return svg('g', { class: 'writing', transform: `translate(${x} ${y})` },
            svg('text', { x: 10, y: 16, class: 'move' }, `${node.move || t('tree.root')} ${node.bound}${node.score}`),
            svg('text', { x: 10, y: 31 }, this.second_line(node)),
            svg('text', { x: BOX.width - 8, y: 16, class: 'sign' }, `${SIGNS[node.kind] ?? ''}${node.spared || ''}`),
            more ? svg('text', { x: BOX.width + 4, y: 24, class: 'plus' }, this.is_open(spot) ? '−' : '+') : null);
    }

    /** @param {TreeNode} node */
    second_line(node) {
        if (this.tree.is_sampled) return t('tree.visits', { visits: number(node.visits, 0) });
        if (node.alpha === undefined) return '';
        return `[${node.alpha}, ${node.beta}]`;
    }

    /** @param {TreeNode} node */
    words(node) {
        return `${node.move || t('tree.root')}, ${this.facts(node)}`;
    }

    /** What is so about the node. @param {TreeNode} node */
    facts(node) {
        const parts = [`${node.bound === '=' ? '' : node.bound}${node.score}`];
        if (this.tree.is_sampled) parts.push(t('tree.visits', { visits: number(node.visits, 0) }));
        else if (node.alpha !== undefined) parts.push(t('tree.window', { alpha: node.alpha, beta: node.beta }));
        parts.push(t('tree.kind_' + node.kind, { spared: node.spared ?? '?' }));
        return parts.join(', ');
    }

    /** The moves that lead to a node. @param {TreeNode} node */
    path(node) {
        const moves = [];
        for (let at = node; at.parent >= 0; at = this.tree.nodes[at.parent]) if (at.move) moves.unshift(at.move);
        return moves;
    }

    tell() {
        const node = this.tree.nodes[this.at];
        const step = t('tree.step', { step: number(this.at + 1, 0), all: number(this.tree.nodes.length, 0) });
        /** @type {HTMLElement} */ (this.about).textContent = `${step} ${this.path(node).join(' ') || t('tree.root')} – ${this.facts(node)}.`;
    }

    /** Goes to a node, opens what hides it, and shows its position. @param {number} id */
    choose(id) {
        const node = this.tree.nodes[id];
        if (!node) return;
        this.at = id;
        for (let at = node.parent; at >= 0; at = this.tree.nodes[at].parent) this.open.add(at);
        this.draw();
        this.tell();
        const box = this.picture?.querySelector('.now');
        box?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        void app.look_ahead(this.path(node));
    }

    /** @param {number} id */
    turn(id) {
        if (this.open.has(id)) this.open.delete(id);
        else this.open.add(id);
    }

    /** @param {Event} event */
    on_click(event) {
        const box = event.target instanceof Element ? event.target.closest('[data-node]') : null;
        if (!box) return;
        const id = Number(box.getAttribute('data-node'));
        this.turn(id);
        this.choose(id);
        const now = this.picture?.querySelector('.now');
        if (now instanceof SVGElement) now.focus();
    }

    /** As in every tree: up and down among what is seen, right and left into and out of a branch. @param {KeyboardEvent} event */
    on_key(event) {
        const node = this.tree.nodes[this.at];
        const seen = this.spots().map((spot) => spot.node.id);
        const is_open = this.open.has(this.at);
        const near = (/** @type {number} */ by) => seen[Math.max(0, Math.min(seen.length - 1, seen.indexOf(this.at) + by))];
        /** @type {Record<string, () => void>} */
        const acts = {
            ArrowDown: () => this.choose(near(1)),
            ArrowUp: () => this.choose(near(-1)),
            ArrowRight: () => {
                if (is_open && this.children[this.at].length) return this.choose(this.children[this.at][0].id);
                this.open.add(this.at);
                this.draw();
            },
            ArrowLeft: () => {
                if (is_open && this.children[this.at].length) {
                    this.open.delete(this.at);
                    this.draw();
                } else if (node.parent >= 0) this.choose(node.parent);
            },
            Enter: () => {
                this.turn(this.at);
                this.draw();
            },
            ' ': () => acts.Enter(),
            Home: () => this.choose(0),
        };
        if (!acts[event.key]) return;
        event.preventDefault();
        event.stopPropagation();
        acts[event.key]();
    }
}
