// lab.js -- searchers side by side on the position shown, and a searcher's tree.
import { app } from './app.js';
import { nodes_chart } from './chart.js';
import { button, el, field, replace } from './dom.js';
import { number, t } from './texts.js';
import { TreeView } from './tree.js';

/** @typedef {{name: string, move: string, score: string, depth: number, nodes: number, ms: number, pv: string[],
 *     steps?: {depth: number, nodes: number, ms: number}[]}} Row */

const MOST_NODES = 2000;
const FIRST_CHOICE = ['minimax', 'alphabeta', 'pvs', 'mcts'];

export class LabPanel {
    constructor() {
        this.boxes = el('div', { class: 'checks' });
        this.extra = el('input', { spellcheck: 'false', placeholder: 'pvs,depth=8' });
        this.kind = el('select', {}, ['depth', 'time_ms', 'nodes'].map((kind) => el('option', { value: kind }, t('lab.' + kind))));
        this.limit = el('input', { inputmode: 'numeric', size: 7, value: '4' });
        this.table = el('tbody', {});
        this.player = el('input', { value: 'alphabeta', spellcheck: 'false' });
        this.depth = el('input', { inputmode: 'numeric', size: 3, value: '3' });
        this.chart = el('div', {});
        this.tree = el('div', {});
        this.node = el('div', { class: 'stack' }, el('h1', {}, t('nav.lab')), el('p', { class: 'quiet' }, t('lab.about')),
            el('fieldset', { class: 'card' }, el('legend', {}, t('lab.searchers')), this.boxes, field(t('lab.extra'), this.extra)),
            el('div', { class: 'row' }, field(t('lab.limit'), this.kind), field(t('lab.value'), this.limit), button(t('lab.run'), () => void this.run(), { class: 'accent' })),
            el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('lab.table') }, el('table', {}, el('caption', {}, t('lab.table')),
                el('thead', {}, el('tr', {}, ['name', 'move', 'score', 'depth', 'nodes', 'ms', 'pv'].map((name) => el('th', { scope: 'col' }, t('lab.col_' + name))))), this.table)),
            this.chart,
            el('details', { class: 'card' }, el('summary', {}, t('lab.tree')),
                el('div', { class: 'stack tight' }, el('div', { class: 'row' }, field(t('lab.player'), this.player), field(t('lab.depth'), this.depth),
                    button(t('lab.draw'), () => void this.draw_tree())), this.tree)));
        this.take = (/** @type {Event} */ event) => this.add(/** @type {CustomEvent} */ (event).detail);
        app.link.addEventListener('lab', this.take);
        this.shown = 0;
    }

    leave() {
        app.link.removeEventListener('lab', this.take);
        app.look_back();
    }

    update() {
        if (this.shown === app.catalogue.searchers.length) return;
        this.shown = app.catalogue.searchers.length;
        replace(this.boxes, app.catalogue.searchers.map((searcher) => {
            const box = el('input', { type: 'checkbox', value: searcher.name });
            box.checked = FIRST_CHOICE.includes(searcher.name);
            return el('label', { class: 'switch', title: searcher.text }, box, el('span', {}, searcher.name));
        }));
    }

    async run() {
        if (!app.state) return app.notify(t('lab.no_game'));
        const boxes = /** @type {HTMLInputElement[]} */ ([...this.boxes.querySelectorAll('input:checked')]);
        const players = boxes.map((box) => box.value);
        if (this.extra.value.trim()) players.push(this.extra.value.trim());
        replace(this.table);
        replace(this.chart);
        const answer = await app.ask('lab', { players, limit: { [this.kind.value]: Number(this.limit.value) } });
        if (!answer) return;
        replace(this.table); // the answer holds every row that the events brought one by one
        for (const row of answer.rows) this.add(row);
        replace(this.chart, nodes_chart(answer.rows));
    }

    /** @param {Row} row */
    add(row) {
        this.table.append(el('tr', {}, el('th', { scope: 'row' }, row.name),
            [row.move, row.score, row.depth, number(row.nodes, 0), number(row.ms, 1)].map((cell) => el('td', {}, cell)), el('td', { class: 'line' }, row.pv.join(' '))));
    }

    async draw_tree() {
        if (!app.state) return app.notify(t('lab.no_game'));
        app.look_back();
        const answer = await app.ask('tree', { player: this.player.value.trim(), depth: Number(this.depth.value), most: MOST_NODES });
        if (answer) replace(this.tree, new TreeView(answer).node);
    }
}
