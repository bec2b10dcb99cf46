// harness.mjs -- a server, a browser, and pages whose game the tests can follow.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const PLATEAU = process.env.PLATEAU;
export const WEB = new URL('../../web/', import.meta.url).pathname;
const LONGEST_WAIT_MS = 15000;

/* Tests that are ended from outside leave no server behind. */
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => process.exit(1));

let passed = 0;
let failed = 0;

/** Runs one test; a failure is told and counted, and the others still run. */
export async function test(name, body) {
    const begin = Date.now();
    if (process.env.NAME && !name.includes(process.env.NAME)) return;
    try {
        await body();
        passed++;
        if (process.env.VERBOSE) console.log(`ok   ${name} (${Date.now() - begin} ms)`);
    } catch (error) {
        failed++;
        console.log(`FAIL ${name}\n     ${String(error.stack ?? error).split('\n').slice(0, 6).join('\n     ')}`);
    }
}

export function summary() {
    console.log(`${passed} passed, ${failed} failed`);
    return failed === 0 && passed > 0;
}

export function equal(seen, wanted, what = 'value') {
    if (JSON.stringify(seen) !== JSON.stringify(wanted)) throw new Error(`${what}: ${JSON.stringify(seen)}, wanted ${JSON.stringify(wanted)}`);
}

export function holds(claim, what) {
    if (!claim) throw new Error(what);
}

/** A server on a free port with a store of its own. */
export class Server {
    constructor() {
        this.folder = mkdtempSync(join(tmpdir(), 'plateau-web-'));
    }

    /** With the page that is part of the program: that is what people get. `port` 0: any. */
    async start(port = 0, ...more) {
        this.process = spawn(PLATEAU, ['serve', ...more, '--port', String(port), '--store', join(this.folder, 'games.db')]);
        const server = this.process;
        process.once('exit', () => server.kill('SIGKILL'));
        this.address = await new Promise((resolve, reject) => {
            let text = '';
            this.process.stdout.on('data', (chunk) => {
                text += chunk;
                const [, number, token] = /http:\/\/[^/:]+:(\d+)\/(?:#(\S+))?\s/.exec(text) ?? [];
                this.token = token ?? '';
                if (number) resolve(`http://127.0.0.1:${number}/`);
            });
            this.process.stderr.on('data', (chunk) => { text += chunk; });
            this.process.on('exit', () => reject(new Error(`the server ended: ${text}`)));
        });
        return this;
    }

    async stop(signal = 'SIGTERM') {
        const gone = new Promise((resolve) => this.process.on('exit', resolve));
        this.process.kill(signal);
        await gone;
    }

    async end() {
        await this.stop();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

export function launch() {
    return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--mute-audio'] });
}

/** A page that remembers the last state it was sent, every complaint, and every address it asked. */
export class Reader {
    static async open(browser, address, settings = {}, context = {}) {
        const reader = new Reader();
        reader.context = await browser.newContext({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, ...context });
        reader.page = await reader.context.newPage();
        reader.page.setDefaultTimeout(LONGEST_WAIT_MS);
        reader.address = address;
        reader.state = null;
        reader.complaints = [];
        /* While the test keeps the server down, whatever the page still asks for is refused: the icon, say. */
        reader.is_cut_off = false;
        reader.asked = [];
        reader.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => {
            const message = JSON.parse(String(payload));
            if (message.event === 'state') reader.state = message;
        }));
        reader.page.on('pageerror', (error) => reader.complaints.push(String(error)));
        reader.page.on('console', (message) => {
            if (message.type() === 'error' && !reader.is_cut_off && !/WebSocket/.test(message.text())) reader.complaints.push(message.text());
        });
        reader.page.on('request', (request) => reader.asked.push(request.url()));
        await reader.page.addInitScript((chosen) => {
            if (!localStorage.getItem('plateau.settings')) localStorage.setItem('plateau.settings', JSON.stringify(chosen));
        }, { lang: 'en', theme: 'wood', animations: false, ...settings });
        await reader.page.goto(address);
        await reader.page.waitForSelector('.games input', { state: 'attached' });
        return reader;
    }

    /** The page that plain tests share, for opening one takes longer than most of them; a test that fails spoils it. */
    static async shared(browser, address) {
        if (!Reader.common || Reader.common.is_spoiled) Reader.common = await Reader.open(browser, address);
        Reader.common.is_shared = true;
        Reader.common.is_spoiled = true;
        return Reader.common;
    }

    /** Takes other settings, as a reader would find them after a visit to that panel. */
    async adopt(settings) {
        await this.page.evaluate((chosen) => localStorage.setItem('plateau.settings', JSON.stringify(chosen)), { animations: false, ...settings });
        await this.page.reload();
    }

    /** Begins a game; `seats` are values of the two seat lists. */
    async begin(game, seats = ['person', 'person'], rules = {}) {
        const { page } = this;
        await page.goto(`${this.address}#/new`);
        await page.locator(`.games input[value=${game}]`).check({ force: true });
        const lists = page.locator('form select');
        for (const side of [0, 1]) {
            if (/,|^random$/.test(seats[side])) {
                await lists.nth(side).selectOption('?');
                await page.locator('form .stack.tight > input').nth(side).fill(seats[side]);
            } else {
                await lists.nth(side).selectOption(seats[side]);
            }
        }
        await page.locator('form .row .switch input').setChecked(!!rules.strict);
        if (rules.preset || rules.position) await page.locator('form details summary').click();
        if (rules.preset) await page.locator('form details select').first().selectOption(rules.preset);
        if (rules.position) await page.locator('form details input:not([type])').last().fill(rules.position);
        const before = this.state?.id;
        await page.locator('form button[type=submit]').click();
        await this.until((state) => state.id !== before && state.game === game);
        await page.waitForSelector('#typed');
    }

    /** Waits until the state that came last satisfies `claim`. */
    async until(claim, what = String(claim)) {
        const end = Date.now() + LONGEST_WAIT_MS;
        while (!(this.state && claim(this.state))) {
            if (Date.now() > end) throw new Error(`never came true: ${what}; ply ${this.state?.ply}, ${this.state?.position}`);
            await new Promise((resolve) => setTimeout(resolve, 5));
        }
    }

    cell(number) {
        return this.page.locator(`.stage [data-cell="${number}"]`);
    }

    async type(move) {
        await this.page.fill('#typed', move);
        await this.page.press('#typed', 'Enter');
    }

    async click(move) {
        if (move.from >= 0) await this.cell(move.from).click();
        await this.cell(move.to).click();
    }

    /** Walks the cursor from where it is, arrow by arrow, and presses Enter. */
    async walk_to(cell) {
        const { columns } = this.state;
        const now = await this.page.evaluate(() => Number(document.activeElement?.getAttribute('data-cell') ?? -1));
        holds(now >= 0, 'the board has the focus');
        const down = Math.floor(cell / columns) - Math.floor(now / columns);
        const right = (cell % columns) - (now % columns);
        for (let i = 0; i < Math.abs(down); i++) await this.page.keyboard.press(down > 0 ? 'ArrowDown' : 'ArrowUp');
        for (let i = 0; i < Math.abs(right); i++) await this.page.keyboard.press(right > 0 ? 'ArrowRight' : 'ArrowLeft');
        await this.page.keyboard.press('Enter');
    }

    async press(move) {
        if (move.from >= 0) await this.walk_to(move.from);
        await this.walk_to(move.to);
    }

    /** Plays `moves` one after another by `hand`: type, click or press. */
    async play(moves, hand) {
        for (const text of moves.split(' ')) {
            const { ply } = this.state;
            const move = this.state.legal.find((one) => one.move === text);
            holds(move, `${text} is legal at ply ${ply}`);
            await this[hand](hand === 'type' ? text : move);
            await this.until((state) => state.ply === ply + 1, `${text} was played by ${hand}`);
            await this.settled();
        }
    }

    /** Until the page has drawn the state that came last. */
    async settled() {
        const { ply, cells } = this.state;
        const pieces = [...cells].filter((letter) => letter !== '.' && letter !== ' ').length;
        await this.page.waitForFunction(([wanted, count]) =>
            document.querySelectorAll('.stage .pieces [data-piece]').length === count &&
            (document.querySelector('.moves') === null || wanted === 0 || document.querySelector('.moves [aria-current]')?.textContent?.startsWith(`${wanted}. `)), [ply, pieces]);
    }

    async close() {
        equal(this.complaints, [], 'complaints of the browser');
        const outside = this.asked.filter((url) => !url.startsWith(this.address) && !/^(data|blob):/.test(url));
        equal(outside, [], 'addresses asked outside');
        if (this.is_shared) this.is_spoiled = false;
        else await this.context.close();
    }
}
