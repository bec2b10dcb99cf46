// understand.js -- why: analysis with several lines, exact scores, playouts, and the score term by term.
import { app } from './app.js';
import { button, el, field, replace, toggle } from './dom.js';
import { number, percent, signed, t } from './texts.js';

/** @typedef {import('./types.js').State} State */

export class Understand {
    constructor() {
        this.out = el('div', { class: 'stack' });
        this.analysis = el('div', { class: 'stack tight' });
        this.toggle = toggle(t('analysis.on'), app.is_analysing, (on) => void app.analyse(on));
        this.box = /** @type {HTMLInputElement} */ (this.toggle.querySelector('input'));
        const lines = el('select', { onchange: () => void app.analyse(app.is_analysing, Number(lines.value)), value: app.lines },
            [1, 2, 3, 4, 5].map((n) => el('option', { value: n }, n)));
        lines.value = String(app.lines);
        this.scores = button(t('scores.show'), () => void app.ask_scores(), { 'aria-keyshortcuts': 'e', 'aria-pressed': 'false' });
        this.playouts = button(t('playouts.show'), () => app.toggle_playouts(), { 'aria-keyshortcuts': 'a', 'aria-pressed': 'false' });
        this.node = el('details', { class: 'card', open: true },
            el('summary', {}, t('understand.title')),
            el('div', { class: 'stack' },
                el('div', { class: 'row' }, this.toggle, field(t('analysis.lines'), lines)), this.analysis,
                el('div', { class: 'actions' }, this.scores, this.playouts,
                    button(t('explain.show'), () => void app.explain())),
                this.out));
        this.on_analysis = () => this.draw_analysis();
        app.addEventListener('analysis', this.on_analysis);
    }

    leave() {
        app.removeEventListener('analysis', this.on_analysis);
    }

    /** @param {State} state */
    update(state) {
        this.box.checked = app.is_analysing;
        this.scores.setAttribute('aria-pressed', String(!!app.scores));
        this.playouts.setAttribute('aria-pressed', String(app.shows_playouts));
        this.draw_analysis();
        replace(this.out, this.hint(), this.playouts_text(state), this.scores_text(), this.reasons());
    }

    draw_analysis() {
        const found = app.analysis;
        if (!app.is_analysing) return replace(this.analysis);
        if (!found) return replace(this.analysis, el('p', { class: 'quiet' }, t('wait')));
        replace(this.analysis,
            el('p', { class: 'score-line' }, el('b', {}, found.score), ' ',
                el('span', {}, percent(found.win)), ' ',
                found.proven ? el('span', { class: 'badge' }, t('proven.' + found.proven)) : null,
                el('small', {}, t('analysis.depth', { depth: found.depth, nodes: number(found.nodes, 0) }))),
            el('ol', { class: 'lines-found' }, found.lines.map((line) =>
                el('li', {}, el('b', {}, line.score), ' ', line.moves.join(' ')))));
    }

    hint() {
        const hint = app.hint;
        if (!hint) return null;
        return el('p', { class: 'answer' }, t('hint.text', { move: hint.move, score: hint.score }), ' ', hint.why ?? '');
    }

    /** @param {State} state */
    playouts_text(state) {
        if (!app.shows_playouts) return null;
        if (!app.playouts) return el('p', { class: 'quiet' }, state.result ? '' : t('playouts.wait'));
        const colour = app.info(state.game)?.colours[state.turn];
        return el('p', { class: 'answer', id: 'playouts' },
            t('playouts.text', { games: number(app.playouts.games, 0), win: percent(app.playouts.win), colour }));
    }

    scores_text() {
        if (!app.scores) return null;
        if (!app.scores.length) return el('p', { class: 'quiet' }, t('scores.none'));
        const sorted = [...app.scores].sort((a, b) => b.score - a.score);
        return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('scores.show') },
            el('table', {}, el('caption', {}, t('scores.caption')),
                el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('scores.move')), el('th', { scope: 'col' }, t('scores.score')), el('th', { scope: 'col' }, t('scores.kind')))),
                el('tbody', {}, sorted.map((one) => el('tr', {}, el('td', {}, one.move), el('td', {}, one.text),
                    el('td', {}, t(one.is_exact ? 'scores.exact' : 'scores.searched')))))));
    }

    reasons() {
        if (!app.reasons) return null;
        return el('table', {}, el('caption', {}, t('explain.caption', { score: shown(app.reasons.score) })),
            el('thead', {}, el('tr', {}, ['name', 'value', 'weight', 'points'].map((name) => el('th', { scope: 'col' }, t('explain.' + name))))),
            el('tbody', {}, app.reasons.terms.map((term) => el('tr', {},
                el('th', { scope: 'row', title: term.text }, term.name), el('td', {}, shown(term.value)), el('td', {}, shown(term.weight)), el('td', {}, shown(term.points))))));
    }
}

/** @param {number | string} value */
function shown(value) {
    return typeof value === 'number' ? signed(value) : value;
}
