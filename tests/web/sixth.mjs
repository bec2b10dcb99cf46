// sixth.mjs -- the page of a program with a game that the page knows nothing of (tests/sixth/hexapawn).
import { equal, holds, launch, Reader, Server, summary, test } from './harness.mjs';
import { MAX_COMPRESSED, weight } from './static.mjs';

const SPARE = 5_000;

const server = await new Server().start();
const browser = await launch();
const piece_classes = (reader, where) => reader.page.locator(`${where} .piece`).evaluateAll((nodes) => nodes.map((node) => `${node.getAttribute('class')} ${node.textContent}`));

await test('there is room for a sixth game, and 5 kB more', async () => {
    const size = await weight(server);
    holds(size < MAX_COMPRESSED - SPARE, `${size} bytes`);
});
await test('before a game begins its own start is shown, each colour a disc of its own', async () => {
    const reader = await Reader.open(browser, server.address);
    await reader.page.locator('.games input[value=hexapawn]').check({ force: true });
    await reader.page.waitForSelector('.stage .board.on-hexapawn');
    equal(await reader.page.locator('.stage [data-cell]').count(), 9, 'cells');
    equal(await piece_classes(reader, '.stage'), [...Array(3).fill('piece dark B'), ...Array(3).fill('piece light W')], 'pieces');
    equal(await piece_classes(reader, '.game:has(input[value=hexapawn])'), ['piece light W', 'piece dark B'], 'emblems');
    const colours = await reader.page.locator('.stage .piece').evaluateAll((nodes) => nodes.map((node) =>
        ['.body', '.letter'].map((part) => getComputedStyle(node.querySelector(part)).fill).join(' on ')));
    equal(new Set(colours).size, 2, `colours ${colours}`);
    for (const pair of colours) holds(new Set(pair.split(' on ')).size === 2, `a letter can be read: ${pair}`);
    equal(await reader.page.locator('.stage [data-cell="8"]').getAttribute('aria-label'), 'c1, White', 'what is heard');
    await reader.close();
});
await test('a long name stays in its tile', async () => {
    const reader = await Reader.open(browser, server.address);
    for (const width of [1280, 360]) {
        await reader.page.setViewportSize({ width, height: 800 });
        const widths = await reader.page.locator('.tile').evaluateAll((tiles) => tiles.map((tile) => {
            tile.lastElementChild.textContent = 'Breakthroughbreakthrough';
            return tile.scrollWidth - tile.clientWidth;
        }));
        holds(widths.every((more) => more <= 0), `wider than their tiles by ${widths}`);
    }
    await reader.close();
});
await test('it is played by mouse against the machine to its end', async () => {
    const reader = await Reader.open(browser, server.address);
    await reader.begin('hexapawn', ['person', 'level10']);
    while (!reader.state.result) {
        const { ply, legal } = reader.state;
        await reader.click(legal[0]);
        await reader.until((state) => state.ply > ply);
        await reader.until((state) => state.result || (state.turn === 0 && !state.thinking));
        await reader.settled();
    }
    equal(reader.state.result.winner, 1, 'the second player wins');
    await reader.page.waitForFunction((text) => document.querySelector('.turn')?.textContent.includes(text), reader.state.result.text);
    equal(await piece_classes(reader, '.turn'), ['piece dark B'], 'the emblem of the winner');
    await reader.close();
});
await test('without a server the page plays it itself', async () => {
    const reader = await Reader.open(browser, server.address);
    await reader.begin('hexapawn', ['person', 'level2']);
    await reader.page.waitForLoadState('networkidle');
    const { id } = reader.state;
    reader.is_cut_off = true;
    await server.stop('SIGKILL');
    await reader.page.waitForFunction(() => document.querySelector('.notice.bad'));
    await reader.click(reader.state.legal[0]);
    await reader.page.waitForFunction(() => document.querySelectorAll('.moves li').length === 2);
    reader.state = null;
    await server.start(Number(new URL(server.address).port));
    await reader.until((state) => state.id === id && state.ply === 2);
    reader.is_cut_off = false;
    await reader.close();
});

await browser.close();
await server.end();
process.exitCode = summary() ? 0 : 1;
