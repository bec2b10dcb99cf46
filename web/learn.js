// learn.js -- the rules of each game with boards to try them on, and puzzles.
import { app } from './app.js';
import { Board } from './board.js';
import { button, el, replace } from './dom.js';
import { LESSONS } from './lessons.js';
import { cells_of_move, state_of } from './position.js';
import { remember, remembered } from './settings.js';
import { special_name } from './stage.js';
import { t } from './texts.js';

/** @typedef {import('./types.js').GameInfo} GameInfo */

const KEY = 'plateau.learn';
const RULES_A_GAME = 5;

export class LearnPage {
    constructor() {
        this.game = remembered(KEY) ?? app.state?.game ?? '';
        this.tabs = el('div', { class: 'actions', role: 'group', 'aria-label': t('new.game') });
        this.body = el('div', { class: 'stack' });
        this.node = el('div', { class: 'page stack' }, el('h1', {}, t('nav.learn')), this.tabs, this.body);
        this.shown = '';
    }

    update() {
        const { games } = app.catalogue;
        if (!app.info(this.game)) this.game = games[0]?.id ?? '';
        const shown = `${this.game} ${games.length}`;
        if (shown === this.shown) return;
        this.shown = shown;
        remember(KEY, this.game);
        replace(this.tabs, games.map((info) => button(info.name, () => {
            this.game = info.id;
            this.update();
        }, { 'aria-pressed': String(info.id === this.game) })));
        const info = app.info(this.game);
        if (info) this.draw(info);
    }

    /** @param {GameInfo} info */
    draw(info) {
        const rules = Array.from({ length: RULES_A_GAME }, (_, i) => `learn.${info.id}.${i + 1}`).filter((key) => t(key) !== key);
        replace(this.body, el('h2', {}, info.name), el('p', {}, info.about),
            rules.length ? el('ul', { class: 'rules' }, rules.map((key) => el('li', {}, t(key)))) : null,
            el('div', { class: 'lessons' },
                LESSONS.filter((lesson) => lesson.game === info.id).map((lesson) => lesson_card(lesson, info)), puzzle_card(info)), authors_card(info));
    }
}

/** How a program of one's own comes to play this game. @param {GameInfo} info */
function authors_card(info) {
    const command = (/** @type {string} */ text) => el('pre', {}, el('code', {}, text));
    return el('section', { class: 'card stack tight' }, el('h3', {}, t('authors.title')), el('p', {}, t('authors.about')), el('ol', { class: 'rules' },
        el('li', {}, t('authors.1')),
        el('li', {}, t('authors.2'), command(`plateau doctor "cmd:python3 engine.py" --game ${info.id}`)),
        el('li', {}, t('authors.3'), command(`plateau match ${info.id} level3 "cmd:python3 engine.py" --games 20 --store match.db\nplateau serve --arena match.db`)),
        el('li', {}, t('authors.4'))));
}

/** @param {import('./lessons.js').Lesson} lesson @param {GameInfo} info */
function lesson_card(lesson, info) {
    const start = state_of(info, lesson.position);
    start.legal = lesson.legal.split(' ').map((move) => cells_of_move(move, info, start));
    const said = el('p', { role: 'status' }, t(`lesson.${lesson.game}.${lesson.name}`));
    const board = new Board({ label: t('learn.board'), play: (move) => attempt(move) });
    const attempt = (/** @type {import('./types.js').Move} */ move) => {
        const after = lesson.wanted[move.move];
        said.textContent = after ? t('learn.right') : t('learn.wrong', { move: move.move });
        if (!after) return board.show(start, info, true);
        const state = state_of(info, after);
        state.ply = 1;
        const gone = [...start.cells].flatMap((letter, cell) => (letter !== '.' && state.cells[cell] === '.' && cell !== move.from ? [cell] : []));
        state.last = { from: move.from, to: move.to, taken: gone };
        board.show(state, info, false);
    };
    board.show(start, info, true);
    const specials = start.legal.filter((move) => move.to < 0).map((move) => button(special_name(move.move), () => attempt(move)));
    return el('section', { class: 'card lesson stack tight' }, said, board.root, el('div', { class: 'actions' }, specials, button(t('learn.again'), () => {
        said.textContent = t(`lesson.${lesson.game}.${lesson.name}`);
        board.show(start, info, true);
    })));
}

/** @param {GameInfo} info */
function puzzle_card(info) {
    const said = el('p', { role: 'status' }, t('puzzle.about'));
    const holder = el('div', { class: 'stack tight' });
    let number = 0;
    let position = '';
    const draw = (/** @type {import('./types.js').State | null} */ state) => {
        if (!state) return;
        position = state.position;
        const board = new Board({ label: t('learn.board'), play: (move) => void attempt(move.move) });
        const input = el('input', { 'aria-label': t('play.type'), autocomplete: 'off' });
        replace(holder, board.root, el('form', { class: 'typed', onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void attempt(input.value.trim());
        } }, input, el('button', { type: 'submit' }, t('play.go'))));
        board.show(state, info, !state.result);
    };
    const load = async (/** @type {number | undefined} */ wanted) => {
        said.textContent = t('wait');
        const puzzle = await app.ask('puzzle', { id: undefined, game: info.id, number: wanted });
        said.textContent = puzzle ? t('puzzle.task', { number: puzzle.number, task: puzzle.task }) : t('puzzle.none');
        if (!puzzle) return;
        number = puzzle.number;
        draw(await app.look(info.id, puzzle.position));
    };
    const attempt = async (/** @type {string} */ move) => {
        said.textContent = t('wait');
        const answer = await app.ask('puzzle_try', { id: undefined, game: info.id, position, move });
        if (!answer) return;
        const is_on = answer.right && !answer.is_over;
        said.textContent = t(is_on ? 'puzzle.go_on' : answer.right ? 'puzzle.right' : 'puzzle.wrong', { move, reply: answer.reply });
        if (answer.right) draw(await app.look(info.id, position, is_on ? [move, answer.reply] : [move]));
    };
    return el('section', { class: 'card lesson stack tight' }, el('h3', {}, t('puzzle.title')), said, holder,
        el('div', { class: 'actions' }, button(t('puzzle.load'), () => void load(undefined))));
}
