// review.js -- the whole game looked at again: progress, mistakes with letter and size, each to be tried anew.
import { app } from './app.js';
import { button, el, replace } from './dom.js';
import { Graph } from './graph.js';
import { MoveList } from './play.js';
import { Share } from './share.js';
import { percent, t } from './texts.js';

/** @typedef {import('./types.js').ReviewPly} ReviewPly */

/** @type {Record<string, string>} */
const KINDS = { '?!': 'slip', '?': 'mistake', '??': 'blunder' };

export class ReviewPanel {
    constructor() {
        this.progress = el('progress', { 'aria-label': t('review.progress'), max: 1, value: 0 });
        this.begin = button(t('review.start'), () => void app.ask('review'), { class: 'accent wide' });
        this.summary = el('div', {});
        this.list = el('ol', { class: 'faults' });
        this.verdict = el('p', { class: 'answer', role: 'status' });
        this.graph = new Graph();
        this.moves = new MoveList();
        this.share = new Share();
        this.next = button(t('review.next'), () => this.next_mistake(), { 'aria-keyshortcuts': 'j' });
        this.retry = button(t('review.retry'), () => void this.try_again());
        this.stop = button(t('review.stop'), () => this.end_trial());
        this.node = el('div', { class: 'stack' }, el('h1', {}, t('nav.review')), this.begin, this.progress, this.summary,
            el('div', { class: 'actions' }, this.next, this.retry, this.stop), this.verdict, this.list,
            this.graph.node, this.moves.node, this.share.node);
    }

    leave() {
        app.trial = null;
    }

    mistakes() {
        return (app.review?.plies ?? []).filter((ply) => ply.mark);
    }

    update() {
        const state = app.state;
        const review = app.review;
        const is_done = !!review && review.done >= review.all;
        this.begin.disabled = !state || state.plies === 0 || (!!review && !is_done);
        this.progress.hidden = !review || is_done;
        if (review) this.progress.value = review.all ? review.done / review.all : 0;
        this.next.disabled = !this.mistakes().length;
        this.retry.disabled = !this.current() || !!app.trial;
        this.stop.hidden = !app.trial;
        if (!state) return;
        this.graph.update(state);
        this.moves.update(state);
        this.draw_summary();
        this.draw_list();
        this.share.update(state);
    }

    /** The mistake whose position is shown: the one just made. @returns {ReviewPly | undefined} */
    current() {
        return this.mistakes().find((ply) => ply.ply === app.state?.ply);
    }

    draw_summary() {
        const sides = app.review?.summary ?? [];
        const colours = app.state ? (app.info(app.state.game)?.colours ?? []) : [];
        if (!sides.length) return replace(this.summary);
        replace(this.summary, el('table', { class: 'narrow' }, el('caption', {}, t('review.summary')),
            el('thead', {}, el('tr', {}, ['side', 'accuracy', 'slips', 'mistakes', 'blunders'].map((name) => el('th', { scope: 'col' }, t('review.' + name))))),
            el('tbody', {}, sides.map((side, colour) => el('tr', {}, el('th', { scope: 'row' }, colours[colour]),
                el('td', {}, share(side.accuracy)), side.mistakes.map((n) => el('td', {}, n)))))));
    }

    draw_list() {
        if (app.review?.summary && !this.mistakes().length) return replace(this.list, el('li', {}, t('review.none')));
        replace(this.list, this.mistakes().map((ply) => {
            const kind = KINDS[ply.mark] ?? 'slip';
            return el('li', {}, button(t('review.line', { ply: ply.ply, move: ply.move, loss: share(ply.loss) }),
                () => void app.ask('jump', { ply: ply.ply }), { 'aria-current': ply.ply === app.state?.ply ? 'step' : null }),
            el('span', { class: `badge ${kind}` }, el('b', {}, t(`review.${kind}_letter`)), ' ', t(`review.${kind}`)),
            app.trial ? null : el('small', {}, t('review.better', { move: ply.best })));
        }));
    }

    next_mistake() {
        const all = this.mistakes();
        const next = all.find((ply) => ply.ply > (app.state?.ply ?? 0)) ?? all[0];
        if (next) void app.ask('jump', { ply: next.ply });
    }

    async try_again() {
        const mistake = this.current();
        if (!mistake || !(await app.ask('jump', { ply: mistake.ply - 1 }))) return;
        this.verdict.textContent = t('review.find', { move: mistake.move });
        app.trial = (move) => void this.judge(mistake, move.move);
        app.changed();
    }

    /** @param {ReviewPly} mistake @param {string} move */
    async judge(mistake, move) {
        if (move === mistake.best) {
            this.verdict.textContent = t('review.right', { move });
            return this.end_trial();
        }
        if (move === mistake.move) {
            this.verdict.textContent = t('review.same', { move });
            return;
        }
        // Another move may be as good: the server's scores tell.
        const answer = await app.ask('scores');
        /** @type {{move: string, score: number, text: string}[]} */
        const moves = answer?.moves ?? [];
        const [mine, best] = [move, mistake.best].map((text) => moves.find((one) => one.move === text));
        const is_as_good = mine && best && mine.score >= best.score;
        this.verdict.textContent = is_as_good ? t('review.as_good', { move }) : t('review.not_yet', { move, score: mine?.text ?? '?' });
        if (is_as_good) this.end_trial();
    }

    end_trial() {
        app.trial = null;
        app.changed();
    }
}

/** @param {number} value a share of one, or already per cent */
function share(value) {
    return percent(value > 1 ? value / 100 : value);
}
