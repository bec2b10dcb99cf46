// play.mjs -- each game to its end by mouse, by keyboard and by typed text; and all that a game can do.
import { equal, holds, Reader, Server, test } from './harness.mjs';
import { paint, reply } from './speed.mjs';

/** Whole games; the last move ends them. */
const GAMES = {
    tictactoe: { moves: 'a3 b3 a2 b2 a1', winner: 0, line: 3 },
    connect4: { moves: '1 2 1 2 1 2 1', winner: 0, line: 4 },
    gomoku: { moves: 'h8 h9 i8 i9 j8 j9 k8 k9 l8', winner: 0, line: 5 },
    hasami: { moves: 'b1b8 c9c8 d1d8 e9e8 f1f8 g9g7 f8f7 d9c9 h1h7 h9g9 h7h9 c9c7 e1e9', winner: 0, line: 0 },
    fousfous: {
        moves: 'B7-A6 E8-F7 B5-A4 G4-H5 D7-C6 A2-B3 D5-C4 E4-C6 C4-B3 G8-H7 D3-C2 C6-A4 F3-E2 A8-F3 H3-G2 F3-G2 A6-C8 A4-B3 F5-G6 F7-G6 ' +
            'C2-G6 G2-H1 G6-H7 E6-C8 E2-H5 C8-H3 F1-H3 H1-E4 H7-E4 B3-D1 H5-D1',
        winner: 0, line: 0,
    },
};

export async function play_tests(browser, server) {
    await test('the page is there at once', async () => {
        const { first, usable } = await paint(browser, server.address);
        console.log(`first paint ${Math.round(first)} ms, a board to play on ${Math.round(usable)} ms`);
        holds(first > 0 && usable >= first, 'both were measured');
    });
    for (const [game, { moves, winner, line }] of Object.entries(GAMES))
        for (const hand of ['click', 'press', 'type'])
            await test(`${game} is played to its end: ${hand}`, async () => {
                const reader = await Reader.shared(browser, server.address);
                await reader.begin(game);
                if (hand === 'press') await reader.page.keyboard.press('b');
                await reader.play(moves, hand);
                equal(reader.state.result?.winner, winner, 'winner');
                if (line) equal(reader.state.line.length, line, 'winning line');
                await reader.page.waitForFunction((text) => document.querySelector('.turn')?.textContent === text, reader.state.result.text);
                const said = await reader.page.textContent('#live');
                holds(said.includes(reader.state.result.text), `the live region says the end: ${said}`);
                if (line) equal(await reader.page.locator('.stage .mark.line').count(), 2, 'line drawn');
                await reader.close();
            });
    await test('a piece is dragged', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('hasami');
        const [from, to] = await Promise.all([72, 36].map((cell) => reader.cell(cell).boundingBox()));
        await reader.page.mouse.move(from.x + 20, from.y + 20);
        await reader.page.mouse.down();
        await reader.page.mouse.move(to.x + 25, to.y + 60, { steps: 4 });
        await reader.page.mouse.move(to.x + 25, to.y + 25);
        await reader.page.mouse.up();
        await reader.until((state) => state.moves[0] === 'a1a5');
        await reader.close();
    });
    await test('with "tap twice" the first tap only asks; sounds are heard once they are on', async () => {
        const reader = await Reader.open(browser, server.address, { click: 'twice' });
        await reader.page.evaluate(() => {
            const start = OscillatorNode.prototype.start;
            globalThis.tones = 0;
            OscillatorNode.prototype.start = function (...given) {
                globalThis.tones++;
                return start.apply(this, given);
            };
        });
        const tones = () => reader.page.evaluate(() => globalThis.tones);
        await reader.begin('gomoku');
        await reader.cell(112).click();
        await reader.page.waitForSelector('.stage .asked');
        equal(reader.state.ply, 0, 'ply after one tap');
        await reader.cell(112).click();
        await reader.until((state) => state.moves[0] === 'h8');
        await reader.settled();
        equal(await tones(), 0, 'tones at first');
        await reader.page.locator('nav a[href="#/settings"]').click();
        await reader.page.getByLabel('Sounds').check();
        await reader.page.locator('nav a[href="#/play"]').click();
        await reader.play('i9', 'type');
        equal(await tones(), 1, 'tones of a move');
        await reader.begin('hasami', ['person', 'person'], { position: 'www6/9/9/4b4/4w4/9/9/9/b3b4 b' });
        await reader.play('e1e4', 'type');
        holds(await tones() >= 3, 'a capture sounds otherwise');
        await reader.close();
    });
    await test('an illegal typed move is refused in words', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('tictactoe');
        await reader.type('z9');
        await reader.page.waitForFunction(() => document.querySelector('.notice')?.textContent?.includes('a legal one is a3'));
        equal(reader.state.ply, 0, 'ply');
        await reader.close();
    });
    await test('undo, redo, jump and the slider', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('connect4');
        await reader.play('4 4 3 5', 'type');
        await reader.page.getByRole('button', { name: 'Undo' }).click();
        await reader.until((state) => state.ply === 3 && state.plies === 4);
        await reader.page.getByRole('button', { name: 'Redo' }).click();
        await reader.until((state) => state.ply === 4);
        await reader.page.locator('.moves button').first().click();
        await reader.until((state) => state.ply === 1);
        await reader.page.locator('.timeline input').focus();
        await reader.page.keyboard.press('ArrowRight');
        await reader.until((state) => state.ply === 2);
        await reader.close();
    });
    await test('a strict game takes nothing back', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('tictactoe', ['person', 'person'], { strict: true });
        await reader.play('b2', 'type');
        holds(await reader.page.getByRole('button', { name: 'Undo' }).isDisabled(), 'undo is off');
        await reader.close();
    });
    await test('a machine answers; keys u, t, a, e work', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('connect4', ['person', 'level5']);
        console.log(`level 5 answered in ${Math.round(await reply(reader))} ms`);
        await reader.until((state) => state.ply === 2 && !state.thinking);
        await reader.settled();
        await reader.page.locator('#typed').blur();
        await reader.page.keyboard.press('t');
        await reader.page.waitForSelector('.stage .mark.hint');
        await reader.page.keyboard.press('a');
        await reader.page.waitForSelector('#playouts');
        holds(/\d/.test(await reader.page.textContent('#playouts')), 'playouts are told in numbers');
        await reader.page.keyboard.press('e');
        await reader.page.waitForFunction(() => document.querySelectorAll('.stage .score').length === 7);
        await reader.page.keyboard.press('u');
        await reader.until((state) => state.ply === 0);
        await reader.page.locator('nav a[href="#/settings"]').click();
        await reader.page.getByLabel('Hints').selectOption('off');
        await reader.page.locator('nav a[href="#/play"]').click();
        equal(await reader.page.getByRole('button', { name: 'Hint' }).count(), 0, 'hints are off');
        await reader.page.locator('nav a[href="#/settings"]').click();
        await reader.page.getByLabel('Hints').selectOption('always');
        await reader.begin('tictactoe');
        await reader.page.waitForSelector('.stage .mark.hint');
        await reader.page.locator('nav a[href="#/settings"]').click();
        await reader.page.getByLabel('Hints').selectOption('ask');
        await reader.close();
    });
    await test('the six classical levels and both choices of Monte Carlo can be seated', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.page.goto(`${reader.address}#/new`);
        await reader.page.locator('.games input[value=hasami]').check({ force: true });
        const seat = reader.page.locator('form select').nth(1);
        const values = await seat.locator('option').evaluateAll((options) => options.map((option) => option.value));
        for (const name of [1, 2, 3, 4, 5, 6].map((level) => `classic${level}`)) holds(values.includes(name), name);
        const [robust, max] = ['mcts,time=1', 'mcts,time=1,mcts=choice=max'];
        holds(values.includes(robust) && values.includes(max), 'robust and max');
        await reader.page.locator('form select').first().selectOption('person');
        await seat.selectOption(max);
        await reader.page.locator('form button[type=submit]').click();
        await reader.until((state) => state.game === 'hasami' && state.seats[1].player === max);
        await reader.page.waitForSelector('#typed');
        await reader.close();
    });
    await test('two machines play while one watches', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('tictactoe', ['random', 'pvs,depth=9']);
        await reader.until((state) => state.result !== null);
        holds(reader.state.result.winner !== 0, 'random does not beat perfection');
        await reader.close();
    });
    await test('a machine takes over in mid-game', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('connect4');
        await reader.play('4', 'type');
        await reader.page.locator('summary', { hasText: 'Who plays' }).click();
        await reader.page.locator('details:has(summary:text("Who plays")) select').nth(1).selectOption('seed-mcts');
        await reader.page.getByRole('button', { name: 'Change seats' }).click();
        await reader.until((state) => state.ply === 2 && state.seats[1].player === 'seed-mcts');
        await reader.close();
    });
    await test('resigning asks once more, then a rematch swaps the seats', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('gomoku', ['person', 'pvs,depth=1']);
        await reader.page.getByRole('button', { name: 'Resign' }).click();
        equal(reader.state.result, null, 'result after one press');
        await reader.page.getByRole('button', { name: 'Really resign?' }).click();
        await reader.until((state) => state.result?.winner === 1);
        const { id } = reader.state;
        await reader.page.getByRole('button', { name: 'Rematch' }).click();
        await reader.until((state) => state.id !== id && state.seats[1].kind === 'person');
        await reader.close();
    });
    await test('rule sets and positions from the catalogue', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('fousfous', ['person', 'person'], { preset: '4x4' });
        equal([reader.state.rows, reader.state.columns], [4, 4], 'size');
        await reader.begin('gomoku', ['person', 'person'], { preset: 'renju' });
        holds(/renju/.test(reader.state.position), reader.state.position);
        await reader.begin('hasami', ['person', 'person'], { position: 'www6/9/9/4b4/4w4/9/9/9/b3b4 b' });
        await reader.play('e1e4', 'click');
        equal(reader.state.last.taken, [40], 'taken');
        equal(await reader.page.locator('.stage .mark.taken').count(), 1, 'capture marked');
        await reader.close();
    });
    await test('swap2: the choice is offered as buttons', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('gomoku', ['person', 'person'], { preset: 'tournament' });
        await reader.play('h8 i9 j10', 'type');
        await reader.page.getByRole('button', { name: 'Take White' }).click();
        await reader.until((state) => state.ply === 4);
        await reader.close();
    });
    await test('reload in mid-game, and a server that restarts', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('connect4');
        await reader.play('4 4 5', 'type');
        const { id } = reader.state;
        reader.state = null;
        await reader.page.reload();
        await reader.until((state) => state.id === id && state.ply === 3);
        await reader.page.waitForLoadState('networkidle');
        reader.is_cut_off = true;
        await server.stop('SIGKILL');
        reader.state = null;
        await server.start(Number(new URL(server.address).port));
        await reader.until((state) => state.id === id && state.ply === 3);
        reader.is_cut_off = false;
        await reader.settled();
        await reader.play('3', 'type');
        await reader.close();
    });
    await test('a move is shown before the server has answered', async () => {
        const reader = await Reader.shared(browser, server.address);
        const pieces = () => reader.page.locator('.stage .pieces [data-piece]').count();
        await reader.begin('fousfous');
        await reader.play('B7-A6', 'type');
        const before = await pieces();
        server.process.kill('SIGSTOP');
        try {
            await reader.click(reader.state.legal.find((one) => one.move === 'C8-A6'));
            await reader.page.waitForFunction(() => document.querySelector('.moves [aria-current]')?.textContent?.startsWith('2. '));
            equal(await pieces(), before - 1, 'pieces after a capture');
            equal(reader.state.ply, 1, 'the server has said nothing yet');
        } finally {
            server.process.kill('SIGCONT');
        }
        await reader.until((state) => state.ply === 2);
        await reader.settled();
        await reader.close();
    });
    await test('while the server is away the game goes on, with people and with a low level', async () => {
        const reader = await Reader.shared(browser, server.address);
        const move_count = (count) => reader.page.waitForFunction((wanted) => document.querySelectorAll('.moves li').length === wanted, count);
        for (const second of ['person', 'level2']) {
            await reader.begin('connect4', ['person', second]);
            const { id, columns } = reader.state;
            reader.is_cut_off = true;
            await server.stop('SIGKILL');
            await reader.page.waitForFunction(() => document.querySelector('.notice.bad'));
            await reader.cell(3).click();
            if (second === 'person') await reader.cell(columns - 1).click();
            await move_count(2);
            await reader.type('4');
            await move_count(second === 'person' ? 3 : 4);
            await reader.page.keyboard.press('Escape');
            const played = await reader.page.locator('.moves li').allTextContents();
            reader.state = null;
            await server.start(Number(new URL(server.address).port));
            await reader.until((state) => state.id === id && state.ply === played.length);
            reader.is_cut_off = false;
            equal(reader.state.moves, played.map((text) => text.split(' ')[1]), 'moves on the server');
            await reader.settled();
            equal(await reader.page.evaluate(() => localStorage.getItem('plateau.away')), '{}', 'nothing left to hand over');
        }
        await reader.close();
    });
    await test('moves made away from a game that went on become a game of their own', async () => {
        const reader = await Reader.shared(browser, server.address);
        await reader.begin('connect4');
        await reader.play('4 1', 'type');
        const { id, start, seats } = reader.state;
        await reader.page.evaluate((kept) => localStorage.setItem('plateau.away', JSON.stringify({ [kept.id]: kept })),
            { id, had: '4', moves: '4 2 3', game: 'connect4', start, seats });
        await reader.page.reload();
        await reader.until((state) => state.id !== id && state.moves.join(' ') === '4 2 3');
        await reader.page.goto(`${server.address}#/play/${id}`);
        await reader.until((state) => state.id === id && state.moves.join(' ') === '4 1');
        await reader.close();
    });
    await test('on a LAN the secret address opens the page, a plain one does not', async () => {
        const lan = await new Server().start(0, '--lan');
        try {
            holds(lan.token.length >= 8, `token ${lan.token}`);
            const guest = await browser.newPage();
            await guest.goto(lan.address);
            await guest.waitForFunction(() => (document.querySelector('.notice')?.textContent ?? '') !== '');
            equal(await guest.locator('.games input').count(), 0, 'games shown to a stranger');
            await guest.close();
            const reader = await Reader.open(browser, `${lan.address}#${lan.token}`);
            holds(!reader.page.url().includes(lan.token), 'the token leaves the address bar');
            reader.address = lan.address;
            await reader.begin('tictactoe');
            await reader.page.reload();
            await reader.page.waitForSelector('#typed');
            await reader.play('b2', 'click');
            await reader.close();
        } finally {
            await lan.end();
        }
    });
}
