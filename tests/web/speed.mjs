// speed.mjs -- how soon the page is there, and how soon level 5 answers: numbers, no judgement (make bench-page).
import { launch, Reader, Server } from './harness.mjs';

const VISITS = 7;
const REPLIES = 5;
const LEVEL = 'level5';
const GAMES = ['tictactoe', 'connect4', 'gomoku', 'hasami', 'fousfous'];

const sorted = (times) => [...times].sort((a, b) => a - b);
const told = (times) => `median ${Math.round(sorted(times)[times.length >> 1])} ms, worst ${Math.round(Math.max(...times))} ms`;

/** A first visit, nothing cached: milliseconds from the navigation to the first paint, and to a board one can play on. */
export async function paint(browser, address) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
        new MutationObserver((_, watcher) => {
            if (!document.querySelector('.stage [data-cell]') || !document.querySelector('.games input')) return;
            watcher.disconnect();
            requestAnimationFrame(() => { globalThis.usable = performance.now(); });
        }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(address);
    await page.waitForFunction(() => globalThis.usable);
    const times = await page.evaluate(() => ({ first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? globalThis.usable, usable: globalThis.usable }));
    await context.close();
    return times;
}

/** Milliseconds from a person's move, sent off, to the machine's answer on this page. */
export async function reply(reader) {
    const { ply, legal } = reader.state;
    const begin = performance.now();
    await reader.type(legal[legal.length >> 1].move);
    await reader.until((state) => state.ply >= ply + 2 || state.result !== null, 'the machine answers');
    return performance.now() - begin;
}

async function replies(browser, server, game) {
    const reader = await Reader.open(browser, server.address);
    await reader.begin(game, ['person', LEVEL]);
    const times = [];
    while (times.length < REPLIES && reader.state.result === null) times.push(await reply(reader));
    await reader.close();
    return times;
}

if (import.meta.url === `file://${process.argv[1]}`) {
    const server = await new Server().start();
    const browser = await launch();
    try {
        const visits = [];
        for (let i = 0; i < VISITS; i++) visits.push(await paint(browser, server.address));
        console.log(`first paint: ${told(visits.map((one) => one.first))}`);
        console.log(`a board to play on: ${told(visits.map((one) => one.usable))}`);
        for (const game of GAMES) console.log(`${LEVEL} answers, ${game}: ${told(await replies(browser, server, game))}`);
    } finally {
        await browser.close();
        await server.end();
    }
}
