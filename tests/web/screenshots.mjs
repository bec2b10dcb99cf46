// screenshots.mjs -- pictures of the five games for the README, as a reader sees them (docs/img/page-*.jpg).
import { launch, Reader, Server } from './harness.mjs';

const FOLDER = new URL('../../docs/img/', import.meta.url).pathname;
const QUALITY = 60;

/** What to show: the moves, the theme, and what is switched on. */
const SHOTS = [
    { game: 'gomoku', theme: 'wood', lang: 'en', moves: 'h8 i9 i8 g8 h7 h9 j9 g6 i10 f5 g9 i7 f10', analyse: true },
    { game: 'hasami', theme: 'wood', lang: 'en', moves: 'b1b8 c9c8 d1d8 e9e8 f1f8 g9g7', select: 14 },
    { game: 'connect4', theme: 'plain', lang: 'en', moves: '4 4 4 5 5 3 3', scores: true },
    { game: 'fousfous', theme: 'dark', lang: 'fr', moves: 'B7-A6 E8-F7 B5-A4 G4-H5 D7-C6 A2-B3 D5-C4 E4-C6', select: 26 },
    { game: 'tictactoe', theme: 'plain', lang: 'en', moves: 'a3 b3 a2 b2 a1', phone: true },
    { game: 'connect4', theme: 'wood', lang: 'en', moves: '4 4', name: 'lab', tree: true },
];

/** The lab with a branch open, and the board at its node. */
async function draw_tree(reader) {
    await reader.page.goto(`${reader.address}#/lab`);
    await reader.page.locator('summary', { hasText: 'Search tree' }).click();
    await reader.page.getByRole('button', { name: 'Draw' }).click();
    await reader.page.getByRole('button', { name: 'Best line' }).click();
    await reader.page.waitForTimeout(500);
    await reader.page.locator('.treescroll').evaluate((node) => node.scrollIntoView({ block: 'center' }));
}

async function shoot(browser, address, shot) {
    const size = shot.phone ? { width: 390, height: 780 } : { width: 1060, height: 680 };
    const reader = await Reader.open(browser, address, { lang: shot.lang, theme: shot.theme, bar: !!shot.analyse }, { viewport: size });
    await reader.begin(shot.game);
    await reader.play(shot.moves, 'type');
    if (shot.analyse) {
        await reader.page.keyboard.press('Escape');
        await reader.page.locator('details .switch input').first().check();
        await reader.page.waitForSelector('.lines-found li');
        await reader.page.waitForTimeout(2500); // the analysis deepens
    }
    if (shot.scores) {
        await reader.page.locator('[aria-keyshortcuts=e]').click();
        await reader.page.waitForSelector('.stage .score');
    }
    if (shot.tree) await draw_tree(reader);
    if (shot.select) await reader.cell(shot.select).click();
    await reader.page.evaluate(() => {
        const { activeElement } = document;
        if (activeElement instanceof HTMLElement) activeElement.blur();
        if (!document.querySelector('.treepicture')) scrollTo(0, 0);
    });
    await reader.page.mouse.move(5, 700);
    await reader.page.screenshot({ path: `${FOLDER}page-${shot.name ?? shot.game}.jpg`, type: 'jpeg', quality: QUALITY });
    await reader.close();
}

const server = await new Server().start();
const browser = await launch();
try {
    for (const shot of SHOTS) await shoot(browser, server.address, shot);
} finally {
    await browser.close();
    await server.end();
}
