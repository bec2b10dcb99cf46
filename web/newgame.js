// newgame.js -- the panel that begins a game: which, by what rules, who sits where, with what clock.
import { app } from './app.js';
import { button, el, field, replace, toggle } from './dom.js';
import { go } from './routes.js';
import { remember, remembered, settings } from './settings.js';
import { emblem } from './stage.js';
import { t } from './texts.js';

/** @typedef {import('./types.js').GameInfo} GameInfo */
/** @typedef {import('./types.js').Option} Option */
/** @typedef {{game: string, seats: string[], clock: string, strict: boolean}} Choice */

const KEY = 'plateau.choice';
const LEVEL = /^level(\d+)$/;
const OWN_CLOCK = 'own';
const CLOCKS = ['none', '60+1', '180+2', '300+3', '600+5', '1800+20'];

/** Monte Carlo's two ways to choose in the end: the move looked at most, or the one that looks best. */
const CHOICES = { robust: 'mcts,time=1', max: 'mcts,time=1,mcts=choice=max' };

export class NewPanel {
    /** @param {import('./stage.js').Stage} stage */
    constructor(stage) {
        this.stage = stage;
        /** @type {Choice} */
        this.choice = { game: '', seats: ['person', 'level3'], clock: 'none', strict: false, ...(remembered(KEY) ?? {}) };
        /** @type {Record<string, string | number | boolean>} */
        this.options = {};
        this.preset = '';
        this.position = el('input', { autocomplete: 'off', spellcheck: 'false' });
        this.games = el('div', { class: 'games', role: 'radiogroup', 'aria-label': t('new.game') });
        this.rules = el('details', { class: 'card' });
        this.who = el('div', { class: 'stack tight' });
        this.about = el('p', { class: 'quiet' });
        const clock = this.clock_fields();
        this.node = el('form', { class: 'stack', onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            void this.start();
        } },
            el('h1', {}, t('new.title')), this.games, this.about, this.who,
            el('div', { class: 'actions' }, button(t('new.swap'), () => this.swap()),
                ...['two', 'watch'].map((kind) => button(t('new.' + kind), () => this.seat_all(kind)))),
            el('button', { type: 'submit', class: 'accent wide' }, t('new.start')),
            el('div', { class: 'row' }, clock,
                toggle(t('new.strict'), this.choice.strict, (on) => { this.choice.strict = on; })),
            this.rules);
        this.shown = '';
    }

    /** A clock of the list, or of one's own choosing. */
    clock_fields() {
        const is_own = !CLOCKS.includes(this.choice.clock);
        const [base, inc] = (is_own ? this.choice.clock : '900+10').split('+').map(Number);
        const read = () => {
            this.choice.clock = clock.value === OWN_CLOCK ? `${Number(minutes.value) * 60}+${Number(seconds.value)}` : clock.value;
            for (const input of [minutes, seconds]) input.disabled = clock.value !== OWN_CLOCK;
            own.hidden = clock.value !== OWN_CLOCK;
        };
        const minutes = el('input', { type: 'number', min: 0.1, max: 1440, step: 'any', required: true, value: base / 60, oninput: read });
        const seconds = el('input', { type: 'number', min: 0, max: 3600, step: 'any', required: true, value: inc, oninput: read });
        const own = el('div', { class: 'row' }, field(t('clock.minutes'), minutes), field(t('clock.seconds'), seconds));
        const clock = el('select', { onchange: read }, [...CLOCKS, OWN_CLOCK].map((one) =>
            el('option', { value: one }, one.includes('+') ? clock_name(one) : t('clock.' + one))));
        clock.value = is_own ? OWN_CLOCK : this.choice.clock;
        read();
        return el('div', { class: 'stack tight' }, field(t('new.clock'), clock), own);
    }

    update() {
        const shown = `${app.catalogue.games.length} ${settings.lang}`;
        if (shown === this.shown) return;
        this.shown = shown;
        if (!app.info(this.choice.game)) this.choice.game = app.catalogue.games[0]?.id ?? '';
        replace(this.games, app.catalogue.games.map((info) => {
            const radio = el('input', { type: 'radio', name: 'game', value: info.id, onchange: () => this.choose(info.id) });
            radio.checked = info.id === this.choice.game;
            return el('label', { class: 'game' }, radio,
                el('span', { class: 'tile' }, el('span', { class: 'pair' }, emblem(info.id, 0), emblem(info.id, 1)), el('span', {}, info.name)));
        }));
        this.choose(this.choice.game);
    }

    /** @param {string} game */
    choose(game) {
        this.choice.game = game;
        this.options = {};
        this.preset = '';
        const info = app.info(game);
        if (!info) return;
        this.about.textContent = info.about;
        this.choice.seats = this.choice.seats.map((seat) => known_seat(info, seat));
        this.draw_seats(info);
        this.draw_rules(info);
        this.stage.preview = game;
        if (!app.state) this.stage.update();
    }

    swap() {
        this.choice.seats.reverse();
        const info = app.info(this.choice.game);
        if (info) this.draw_seats(info);
    }

    /** @param {string} kind */
    seat_all(kind) {
        const info = app.info(this.choice.game);
        if (!info) return;
        this.choice.seats = (kind === 'two' ? ['person', 'person'] : ['level6', 'level4']).map((seat) => known_seat(info, seat));
        this.draw_seats(info);
    }

    /** @param {GameInfo} info */
    draw_seats(info) {
        replace(this.who, [0, 1].map((colour) => {
            const text = t(colour === 0 ? 'new.first' : 'new.second', { colour: info.colours[colour] });
            return seat_field(text, info, this.choice.seats[colour], (seat) => { this.choice.seats[colour] = seat; });
        }));
    }

    /** @param {GameInfo} info */
    draw_rules(info) {
        const grid = el('div', { class: 'stack tight' });
        const draw = () => replace(grid, info.options.map((option) => this.rule(option)));
        const presets = el('select', { onchange: () => {
            this.preset = presets.value;
            this.options = { ...(info.presets.find((one) => one.name === presets.value)?.values ?? {}) };
            draw();
        } }, el('option', { value: '' }, t('new.preset_none')),
            info.presets.map((preset) => el('option', { value: preset.name }, `${preset.name}\u202f– ${preset.text}`)));
        draw();
        this.rules.hidden = !info.options.length;
        replace(this.rules, el('summary', {}, t('new.rules')),
            el('div', { class: 'stack tight' }, info.presets.length ? field(t('new.preset'), presets) : null, grid,
                field(t('new.position'), this.position)));
    }

    /** @param {Option} option */
    rule(option) {
        const now = this.options[option.name] ?? option.value;
        const put = (/** @type {string} */ value) => { this.options[option.name] = value; };
        if (option.kind === 'bool') {
            const is_on = now === true || now === 'on' || now === 'true';
            return el('div', { class: 'rule' }, toggle(option.text, is_on, (on) => put(on ? 'on' : 'off')));
        }
        if (option.kind === 'choice') {
            const select = el('select', { onchange: () => put(select.value) },
                option.choices.map((choice) => el('option', { value: choice.value }, choice.text)));
            select.value = String(now);
            return field(option.text, select);
        }
        const input = el('input', { inputmode: 'numeric', size: 6, value: String(now), onchange: () => put(input.value.trim()) });
        return field(option.text, input, t(option.can_be_off ? 'new.range_off' : 'new.range', { least: option.least, most: option.most }));
    }

    async start() {
        remember(KEY, this.choice);
        const [base, inc] = this.choice.clock.split('+').map(Number);
        const clock = this.choice.clock === 'none' ? undefined : { base_ms: Math.round(base * 1000), inc_ms: Math.round(inc * 1000) };
        const position = this.position.value.trim() || undefined;
        const answer = await app.ask('new', {
            id: undefined, game: this.choice.game, options: this.options, preset: this.preset || undefined,
            seats: this.choice.seats.map(as_seat), clock, position, strict: this.choice.strict || undefined,
        });
        if (answer && (await app.follow(answer.id))) go('play', answer.id);
    }
}

/** A level that this game does not have becomes a player that every game has.
 * @param {GameInfo} info @param {string} seat */
function known_seat(info, seat) {
    const level = Number(LEVEL.exec(seat)?.[1] ?? 0);
    return level > info.levels ? 'pvs,time=1' : seat;
}

/** @param {string} text */
function clock_name(text) {
    const [base, inc] = text.split('+').map(Number);
    return t('clock.name', { minutes: base / 60, seconds: inc });
}

/** What the seat field says, as the server takes it. @param {string} text */
export function as_seat(text) {
    return text === 'person' ? { kind: 'person', name: settings.name || undefined } : { kind: 'player', player: text };
}

/** Chooses who sits there: a person, a level, a named player, or any text the engine understands.
 * @param {string} label @param {GameInfo} info @param {string} now @param {(seat: string) => void} put */
export function seat_field(label, info, now, put) {
    const named = new Set(['person', ...Object.values(CHOICES), ...info.players.map((one) => one.name)]);
    const text = el('input', { value: named.has(now) ? 'mcts,time=1' : now, 'aria-label': t('seat.text_label', { seat: label }), spellcheck: 'false',
        oninput: () => put(text.value.trim()) });
    const select = el('select', { onchange: () => {
        text.hidden = select.value !== '?';
        put(select.value === '?' ? text.value : select.value);
    } },
        el('option', { value: 'person' }, t('seat.person')),
        info.levels ? el('optgroup', { label: t('seat.levels') },
            info.players.filter((one) => LEVEL.test(one.name)).map((one) => el('option', { value: one.name }, level_name(one)))) : null,
        el('optgroup', { label: t('seat.others') },
            info.players.filter((one) => !LEVEL.test(one.name)).map((one) => el('option', { value: one.name }, `${one.name}\u202f– ${one.text}`)),
            Object.entries(CHOICES).map(([choice, player]) => el('option', { value: player }, t('seat.' + choice))),
            el('option', { value: '?' }, t('seat.text'))));
    select.value = named.has(now) ? now : '?';
    text.hidden = named.has(now);
    return el('div', { class: 'stack tight' }, field(label, select), text);
}

/** "Level 3 – misses something now and then"; the engine's text begins with its own "level 3: ". @param {import('./types.js').Named} player */
function level_name(player) {
    const level = LEVEL.exec(player.name)?.[1];
    return `${t('seat.level', { level })}\u202f– ${player.text.replace(/^[^:]*:\s*/, '')}`;
}
