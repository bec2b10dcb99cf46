// live.js -- a game of a tournament while it is played, move by move.
import { app } from './app.js';
import { Board } from './board.js';
import { button, el, replace } from './dom.js';
import { emblem } from './stage.js';
import { t } from './texts.js';

/** @typedef {{live: number, number: number, players: string[], plies: number}} Running */

const ASK_EVERY_MS = 700;

/** Follows one game until it ends or the reader leaves it. */
export class LiveGame {
    /** @param {number} store @param {Running} running @param {() => void} leave */
    constructor(store, running, leave) {
        this.store = store;
        this.running = running;
        this.shown = '';
        this.board = new Board({ label: t('board.label'), play: () => {} });
        this.names = el('p', { class: 'live-names' });
        this.said = el('p', { role: 'status' }, t('wait'));
        this.moves = el('p', { class: 'quiet live-moves', tabindex: '0', role: 'group', 'aria-label': t('play.moves') });
        this.node = el('section', { class: 'card live stack tight', 'aria-label': t('compete.live') },
            this.names, this.board.root, this.said, this.moves, el('div', { class: 'actions' }, button(t('compete.leave'), leave)));
        this.timer = setInterval(() => void this.ask(), ASK_EVERY_MS);
        void this.ask();
    }

    end() {
        clearInterval(this.timer);
    }

    async ask() {
        if (document.hidden || !app.is_up) return;
        /** @type {{game: string, start: string, moves: string} | null} */
        const game = await app.link.ask('watch', { store: this.store, live: this.running.live }).catch(() => null);
        if (!game) return this.finish();
        if (game.moves === this.shown && this.names.childElementCount) return;
        const state = await app.look(game.game, game.start, game.moves.split(' ').filter(Boolean));
        const info = app.info(game.game);
        if (!state || !info) return;
        this.shown = game.moves;
        replace(this.names, emblem(game.game, 0), el('b', {}, this.running.players[0]), ' – ', emblem(game.game, 1), el('b', {}, this.running.players[1]));
        this.board.show(state, info, false);
        this.said.textContent = state.moves.length
            ? t('compete.last_move', { ply: state.ply, move: state.moves[state.ply - 1], colour: info.colours[state.turn] })
            : t('status.start', { game: info.name });
        this.moves.textContent = state.moves.map((move, i) => `${i + 1}. ${move}`).join('  ');
        this.moves.scrollTop = this.moves.scrollHeight;
    }

    /** It is no more among those that are played: the list has its result. */
    async finish() {
        this.end();
        const answer = await app.ask('watch', { id: undefined, store: this.store });
        const { number } = this.running;
        const played = number > 0 ? answer?.games.find((/** @type {{number: number}} */ one) => one.number === number) : null;
        this.said.textContent = played?.result ? played.result.text : t('compete.over');
    }
}
