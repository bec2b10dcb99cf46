// views.mjs -- understanding, review, sharing, learning, the lab, settings; and axe on every page.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
import { equal, holds, PLATEAU, Reader, Server, test } from './harness.mjs';

const AXE = readFileSync(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
const PAGES = ['play', 'new', 'review', 'learn', 'lab', 'compete', 'games', 'settings'];
const THEMES = ['wood', 'plain', 'dark', 'contrast'];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Some moves of each game, with a capture where there are captures. */
const HEARD = {
    tictactoe: 'b2 a1 c3', connect4: '4 4 5', gomoku: 'h8 i9', hasami: 'b1b8 c9c8 d1d8', fousfous: 'B7-A6 E8-F7',
};

async function go(reader, page) {
    await reader.page.goto(`${reader.address}#/${page}`);
    await reader.page.waitForSelector('#main h1', { state: 'attached' });
}

async function axe(reader) {
    if (!(await reader.page.evaluate(() => 'axe' in window))) await reader.page.evaluate(AXE);
    const { violations } = await reader.page.evaluate(() => globalThis.axe.run({ resultTypes: ['violations'] }));
    return violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(' ')).join(' | ')}`);
}

export async function view_tests(browser, server) {
    await test('analysis: lines, score and bar', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('hasami');
        await reader.page.getByLabel('Analyse').check();
        await reader.page.waitForFunction(() => document.querySelectorAll('.lines-found li').length === 3);
        holds(await reader.page.locator('.bar').isVisible(), 'the bar is there');
        await reader.page.waitForFunction(() => document.querySelectorAll('.stage .rank').length === 3 && document.querySelectorAll('.stage .mark.best:not(.rim)').length === 3);
        const share = await reader.page.locator('.bar .light').evaluate((light) => light.style.getPropertyValue('--share'));
        const said = await reader.page.locator('.score-line').textContent();
        holds(said.includes(`${Math.round(100 * Number(share))}%`), `the bar has ${share}, the line says ${said}`);
        await reader.page.getByLabel('Lines').selectOption('5');
        await reader.page.waitForFunction(() => document.querySelectorAll('.lines-found li').length === 5);
        await reader.page.getByLabel('Analyse').uncheck();
        await reader.page.waitForFunction(() => document.querySelectorAll('.lines-found li').length === 0);
        equal(await reader.page.locator('.stage .rank').count(), 0, 'arrows without analysis');
        await reader.page.getByRole('button', { name: 'Why this score?' }).click();
        await reader.page.waitForSelector('table:has-text("material")');
        await reader.close();
    });
    await test('scores: each piece its best, then every move of the piece chosen', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('fousfous', ['person', 'person'], { preset: '4x4' });
        await reader.page.keyboard.press('e');
        const pieces = new Set(reader.state.legal.map((move) => move.from));
        await reader.page.waitForFunction((count) => document.querySelectorAll('.stage .score').length === count, pieces.size);
        const { from } = reader.state.legal[0];
        await reader.cell(from).click();
        const moves = reader.state.legal.filter((move) => move.from === from).length;
        await reader.page.waitForFunction((count) => document.querySelectorAll('.stage .score').length === count, moves);
        await reader.close();
    });
    await test('clocks are shown and run', async () => {
        const reader = await Reader.shared(browser, server.address);
        await go(reader, 'new');
        await reader.page.getByLabel('Clock').selectOption('own');
        await reader.page.getByLabel('Minutes each').fill('1.5');
        await reader.page.getByLabel('Seconds added').fill('4');
        await reader.begin('tictactoe');
        equal([reader.state.clock.base_ms, reader.state.clock.inc_ms], [90000, 4000], 'clock of one\'s own');
        await reader.play('b2', 'type');
        const clock = reader.page.locator('.seat .clock').nth(1);
        const first = await clock.textContent();
        holds(/^[01]:\d\d/.test(first), `clock ${first}`);
        await reader.page.waitForFunction((text) => document.querySelectorAll('.seat .clock')[1].textContent !== text, first);
        await go(reader, 'new');
        await reader.page.getByLabel('Clock').selectOption('none');
        await reader.begin('tictactoe');
        await reader.close();
    });
    await test('a tournament: standings, and a game to look at', async () => {
        const arena = new Server();
        const store = `${arena.folder}/arena.db`;
        execFileSync(PLATEAU, ['match', 'tictactoe', 'random', 'pvs,depth=4', 'pvs,depth=2', '--format', 'round-robin', '--games', '4', '--store', store]);
        await arena.start(0, '--arena', store);
        try {
            const reader = await Reader.open(browser, arena.address);
            await go(reader, 'compete');
            await reader.page.getByText('12 of 12 games played').waitFor();
            equal(await reader.page.locator('.page tbody').first().locator('tr').count(), 3, 'players');
            equal(await reader.page.locator('.errorbar circle').count(), 3, 'error bars');
            const cross = await reader.page.locator('table:has-text("Who took") td').allTextContents();
            equal(cross.filter((text) => /^[\d.]+\/4$/.test(text)).length, 6, `meetings in ${cross}`);
            await reader.page.getByRole('button', { name: 'Look' }).first().click();
            await reader.until((state) => state.game === 'tictactoe' && state.result !== null);
            equal(await axe(reader), [], 'violations');
            await reader.close();
        } finally {
            await arena.end();
        }
    });
    await test('a game of a tournament is followed while it is played, by two pages; a class competition stands beside it', async () => {
        const arena = new Server();
        const store = `${arena.folder}/live.db`;
        const school = `${arena.folder}/class.db`;
        execFileSync(PLATEAU, ['referee', '--game', 'tictactoe', '--store', school, '--add', 'Ann']);
        const match = spawn(PLATEAU, ['match', 'hasami', 'pvs,time=0.2', 'pvs,time=0.21', '--games', '20', '--concurrency', '1', '--store', store], { stdio: 'ignore' });
        const ended = new Promise((resolve) => match.on('exit', resolve));
        try {
            for (let i = 0; !existsSync(`${store}-live`); i++) {
                holds(i < 200, 'the match shows its games');
                await new Promise((resolve) => setTimeout(resolve, 50));
            }
            await arena.start(0, '--arena', store, '--arena', school);
            for (const lang of ['en', 'fr']) {
                const reader = await Reader.open(browser, arena.address, { lang });
                await go(reader, 'compete');
                await reader.page.getByRole('button', { name: lang === 'en' ? 'Follow' : 'Suivre' }).first().click();
                const moves = () => reader.page.locator('.live-moves').textContent();
                await reader.page.waitForFunction(() => document.querySelectorAll('.live [data-piece]').length > 2);
                const first = await moves();
                await reader.page.waitForFunction((before) => (document.querySelector('.live-moves')?.textContent ?? '').length > before.length, first);
                holds((await moves()).startsWith(first), 'the game goes on');
                await reader.page.getByText(lang === 'en' ? 'class competition' : 'concours de classe').waitFor();
                await reader.page.locator('th', { hasText: 'Ann' }).waitFor();
                equal(await axe(reader), [], 'violations');
                await reader.close();
            }
        } finally {
            match.kill('SIGINT');
            await ended;
            if (arena.process) await arena.end();
        }
        holds(!existsSync(`${store}-live`), 'nothing is left behind');
    });
    await test('review finds the mistake, and it can be tried again', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('tictactoe');
        await reader.play('b2 b3 a1 c1', 'type');
        await go(reader, 'review');
        await reader.page.getByRole('button', { name: 'Analyse the whole game' }).click();
        await reader.page.waitForSelector('.faults .badge');
        await reader.page.keyboard.press('j');
        await reader.page.waitForSelector('.faults [aria-current]');
        const { ply } = reader.state;
        await reader.page.getByRole('button', { name: 'Try it yourself' }).click();
        await reader.until((state) => state.ply === ply - 1);
        await reader.page.waitForFunction(() => document.querySelector('.turn')?.textContent?.startsWith('Find a better move'));
        const played = reader.state.moves[ply - 1];
        const move = reader.state.legal.find((one) => one.move === played);
        await reader.cell(move.to).click();
        await reader.page.waitForSelector(`.answer:has-text("${played} was the mistake")`);
        equal(reader.state.plies, 4, 'the game itself is untouched');
        await reader.close();
    });
    await test('a share link brings the whole game', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('connect4');
        await reader.play('4 4 5 3', 'type');
        await go(reader, 'review');
        await reader.page.locator('summary', { hasText: 'Share' }).click();
        await reader.page.getByRole('button', { name: 'Make a link' }).click();
        await reader.page.waitForFunction(() => /#\/share\//.test(document.querySelector('input[readonly]')?.value ?? ''));
        const link = await reader.page.locator('input[readonly]').inputValue();
        const friend = await Reader.open(browser, server.address);
        await friend.page.goto(link);
        await friend.until((state) => state.moves.join(' ') === '4 4 5 3');
        holds(friend.state.id !== reader.state.id, 'a game of its own');
        await friend.page.waitForFunction((id) => location.hash === `#/play/${id}`, friend.state.id);
        await friend.page.goto(`${server.address}#/play/${reader.state.id}`);
        await friend.until((state) => state.id === reader.state.id);
        await go(reader, 'play');
        await reader.play('3', 'type');
        await friend.until((state) => state.ply === 5, 'a second page sees the move');
        await friend.settled();
        await friend.close();
        await reader.close();
    });
    await test('export, import and pictures', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('gomoku');
        await reader.play('h8 i9 g7', 'type');
        await go(reader, 'review');
        await reader.page.locator('summary', { hasText: 'Share' }).click();
        for (const [kind, wanted] of [['sgf', /^\(;/], ['moves', /h8 i9 g7/], ['position', / w/], ['record', /h8/]]) {
            await reader.page.getByLabel('Form').selectOption(kind);
            await reader.page.waitForFunction((source) => new RegExp(source).test(document.querySelector('textarea').value), wanted.source);
        }
        const { id } = reader.state;
        for (const kind of ['SVG', 'PNG']) {
            const file = reader.page.waitForEvent('download');
            await reader.page.getByRole('button', { name: `Picture (${kind})` }).click();
            const bytes = readFileSync(await (await file).path());
            holds(bytes.length > 2000, `${kind} has ${bytes.length} bytes`);
            if (kind === 'SVG') holds(!/class="cells"/.test(bytes.toString()) && /fill="rgb/.test(bytes.toString()), 'the picture stands alone');
            else equal(bytes.subarray(1, 4).toString(), 'PNG', 'kind');
        }
        await reader.page.getByRole('button', { name: 'Open this text' }).click();
        await reader.until((state) => state.id !== id && state.moves.join(' ') === 'h8 i9 g7');
        await reader.page.waitForSelector('#typed');
        await reader.close();
    });
    await test('the list of games opens and deletes', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('tictactoe');
        const first = reader.state.id;
        await reader.begin('connect4');
        await go(reader, 'games');
        const rows = reader.page.locator('.saved li');
        await rows.first().waitFor();
        const before = await rows.count();
        await rows.nth(1).locator('.open').click();
        await reader.until((state) => state.id === first);
        await reader.page.waitForSelector('#typed');
        await go(reader, 'games');
        await rows.first().locator('.small').click();
        await reader.page.waitForFunction((count) => document.querySelectorAll('.saved li').length === count, before - 1);
        await go(reader, 'games');
        await reader.page.locator('.saved li:has([aria-current]) .small').click();
        await reader.page.waitForFunction(() => document.querySelector('.turn')?.textContent === 'Choose a game');
        await reader.close();
    });
    await test('lessons answer, right and wrong', async () => {
        const reader = await Reader.shared(browser, server.address);
        await go(reader, 'learn');
        await reader.page.getByRole('button', { name: 'Hasami Shogi' }).click();
        equal(await reader.page.locator('.lesson').count(), 10, 'every figure of the rules, and the puzzle');
        await reader.page.locator('section', { hasText: 'First steps for authors' }).getByText('--game hasami').waitFor();
        const pass = reader.page.locator('.lesson').nth(1);
        await pass.getByRole('button', { name: 'Pass' }).click();
        await pass.getByText('Yes.').waitFor();
        const lesson = reader.page.locator('.lesson').nth(3);
        await lesson.locator('[data-cell="76"]').click();
        await lesson.locator('[data-cell="67"]').click();
        await lesson.getByText('is legal, but').waitFor();
        await lesson.locator('[data-cell="76"]').click();
        await lesson.locator('[data-cell="49"]').click();
        await lesson.getByText('Yes.').waitFor();
        equal(await lesson.locator('.mark.taken').count(), 1, 'capture shown');
        await reader.close();
    });
    await test('a puzzle is given, judged, and solved to its end', async () => {
        const reader = await Reader.shared(browser, server.address);
        await go(reader, 'learn');
        await reader.page.getByRole('button', { name: 'Tic-Tac-Toe' }).click();
        const card = reader.page.locator('.lesson').last();
        await card.getByRole('button', { name: 'Show a puzzle' }).click();
        await card.locator('.cells rect.active').first().waitFor();
        // A win in two: whatever else is tried is refused, the board stays; then the answer comes, and the last move ends it.
        const said = card.locator('[role=status]');
        for (let i = 0; i < 20 && !/that wins\.$/.test(await said.textContent()); i++) {
            const pieces = await card.locator('[data-piece]').count();
            await card.locator('.cells rect.active').nth(i % await card.locator('.cells rect.active').count()).click();
            await card.getByText(/that wins|does not win/).waitFor();
            if (/go on/.test(await said.textContent())) await reader.page.waitForFunction((count) => document.querySelectorAll('.lesson:last-child [data-piece]').length === count, pieces + 2);
        }
        await card.getByText(/that wins\.$/).waitFor();
        await reader.page.waitForFunction(() => document.querySelectorAll('.lesson:last-child rect.active').length === 0);
        await reader.close();
    });
    await test('the lab compares searchers in a table and a chart', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('tictactoe');
        await go(reader, 'lab');
        await reader.page.getByRole('button', { name: 'Run' }).click();
        await reader.page.waitForSelector('.chart .curve');
        equal(await reader.page.locator('tbody tr').count(), 4, 'rows');
        equal(await reader.page.locator('.chart .legend li').allTextContents(), ['minimax', 'alphabeta', 'pvs'], 'curves');
        equal(await reader.page.locator('.chart > svg .c1 .point').count(), 4, 'a point a depth');
        await reader.close();
    });
    await test('the search tree is drawn, opened, stepped through and filtered, and the board follows', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('tictactoe');
        await go(reader, 'lab');
        await reader.page.locator('summary', { hasText: 'Search tree' }).click();
        await reader.page.getByRole('button', { name: 'Draw' }).click();
        const nodes = reader.page.locator('.treenode');
        await nodes.first().waitFor();
        equal(await nodes.count(), 10, 'root and its nine moves');
        await nodes.nth(2).click();
        await reader.page.waitForFunction(() => document.querySelectorAll('.treenode').length > 10);
        holds(await reader.page.locator('.treenode.cut').count() > 0, 'cuts are shown');
        await reader.page.waitForFunction(() => document.querySelectorAll('.stage .pieces [data-piece]').length === 1);
        equal(await reader.page.textContent('.turn'), 'A look ahead, not the game', 'status');
        await reader.page.keyboard.press('ArrowRight');
        await reader.page.waitForFunction(() => document.querySelectorAll('.stage .pieces [data-piece]').length === 2);
        await reader.page.keyboard.press('ArrowLeft');
        await reader.page.keyboard.press('ArrowLeft');
        equal(await nodes.count(), 10, 'closed again');
        await reader.page.getByRole('button', { name: 'Root' }).click();
        await reader.page.getByRole('button', { name: 'Step ▶' }).click();
        await reader.page.getByRole('button', { name: 'Step ▶' }).click();
        await reader.page.getByText('Step 3 of').waitFor();
        await reader.page.getByLabel('Show down to depth').fill('1');
        equal(await nodes.count(), 10, 'one ply');
        equal(await axe(reader), [], 'violations');
        await reader.page.getByLabel('Searcher', { exact: true }).fill('mcts,iterations=300');
        await reader.page.getByRole('button', { name: 'Draw' }).click();
        await reader.page.waitForFunction(() => /simulations/.test(document.querySelector('.writing')?.textContent ?? ''));
        await go(reader, 'play');
        await reader.page.waitForFunction(() => document.querySelectorAll('.stage .pieces [data-piece]').length === 0);
        equal(reader.state.ply, 0, 'the game stays where it is');
        await reader.close();
    });
    await test('language and theme change at once and stay', async () => {
        const reader = await Reader.open(browser, server.address);
        await reader.begin('gomoku');
        await go(reader, 'settings');
        await reader.page.getByLabel('Language').selectOption('fr');
        await reader.page.waitForSelector('nav a:has-text("Réglages")');
        await reader.page.getByLabel('Thème').selectOption('dark');
        equal(await reader.page.evaluate(() => document.documentElement.dataset.theme), 'dark', 'theme');
        await reader.page.reload();
        await reader.page.waitForSelector('nav a:has-text("Réglages")');
        equal(await reader.page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]), ['fr', 'dark'], 'kept');
        await reader.page.waitForFunction(() => document.querySelector('.turn')?.textContent?.includes('Noir'));
        await reader.close();
    });
    await test('? lists the keys', async () => {
        const reader = await Reader.shared(browser, server.address);
        await go(reader, 'play');
        await reader.page.locator('body').press('?');
        holds(await reader.page.locator('.keys').isVisible(), 'shown');
        await reader.page.keyboard.press('Escape');
        holds(!(await reader.page.locator('.keys').isVisible()), 'gone');
        await reader.close();
    });
    await test('the board is a grid with labelled cells', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('fousfous');
        const grid = reader.page.locator('.stage [role=grid]');
        equal(await grid.locator('[role=row]').count(), 8, 'rows');
        equal(await grid.locator('[role=gridcell]').nth(1).getAttribute('aria-label'), 'B1, Blanc (white)', 'label');
        equal(await grid.locator('[role=gridcell]').nth(0).getAttribute('aria-label'), 'A1, no square', 'label');
        await reader.close();
    });
    for (const [game, moves] of Object.entries(HEARD))
        await test(`what is heard of ${game} is as agreed`, async () => {
            const reader = await Reader.shared(browser, server.address);
            await reader.begin(game);
            await reader.play(moves, 'type');
            const heard = `${await reader.page.locator('.stage').ariaSnapshot()}\n${await reader.page.locator('.status').ariaSnapshot()}\n`;
            const golden = new URL(`golden/${game}.txt`, import.meta.url);
            if (process.env.UPDATE) writeFileSync(golden, heard);
            equal(heard, readFileSync(golden, 'utf8'), 'snapshot (UPDATE=1 writes it anew)');
            await reader.close();
        });
    await test('reduced motion and the switch both stop movement', async () => {
        const reader = await Reader.open(browser, server.address, { animations: true });
        await reader.page.evaluate(() => {
            const animate = Element.prototype.animate;
            globalThis.movements = 0;
            Element.prototype.animate = function (...given) {
                globalThis.movements++;
                return animate.apply(this, given);
            };
        });
        const movements = () => reader.page.evaluate(() => globalThis.movements);
        await reader.begin('connect4');
        await reader.play('4', 'type');
        const first = await movements();
        holds(first > 0, 'a disc falls');
        await reader.page.emulateMedia({ reducedMotion: 'reduce' });
        await reader.play('4', 'type');
        equal(await movements(), first, 'with reduced motion');
        await reader.page.emulateMedia({ reducedMotion: 'no-preference' });
        await reader.play('4', 'type');
        const second = await movements();
        holds(second > first, 'it falls again');
        await go(reader, 'settings');
        await reader.page.getByLabel('Movement').uncheck();
        await go(reader, 'play');
        await reader.play('4', 'type');
        equal(await movements(), second, 'with the switch off');
        await reader.close();
    });
    await test('on a phone the board spans the width, nothing overflows, targets are large enough, axe finds nothing', async () => {
        const reader = await Reader.open(browser, server.address, {}, PHONE);
        const found = [];
        for (const game of ['tictactoe', 'connect4', 'fousfous', 'gomoku']) {
            await reader.begin(game);
            found.push(...(await axe(reader)).map((one) => `${game}: ${one}`));
            const box = await reader.page.locator('.stage .board').boundingBox();
            holds(box.width > 360, `board ${box.width} px wide`);
            holds((await reader.page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'no sideways scrolling');
        }
        equal(found, [], 'violations');
        await reader.begin('gomoku', ['person', 'person'], { preset: 'gomocup' });
        const cell = await reader.cell(0).boundingBox();
        await reader.cell(210).tap();
        if (cell.width < 24) {
            await reader.page.waitForSelector('.stage .asked');
            equal(reader.state.ply, 0, 'small cells ask twice');
            await reader.cell(210).tap();
        }
        await reader.until((state) => state.ply === 1);
        await reader.close();
    });
    const reader = await Reader.open(browser, server.address, { bar: true });
    await reader.begin('hasami');
    await reader.play('e1e8 d9d8', 'type');
    for (const lang of ['en', 'fr'])
        for (const theme of THEMES)
            await test(`axe finds nothing: ${theme}, ${lang}`, async () => {
                await reader.adopt({ lang, theme, bar: true });
                const found = [];
                for (const page of PAGES) {
                    await go(reader, page);
                    found.push(...(await axe(reader)).map((one) => `${page}: ${one}`));
                }
                equal(found, [], 'violations');
            });
    await reader.close();
}
