// rules.mjs -- the rules as WebAssembly against the rules of the program, and both against the slow reference: random
// games, whole, one by one. RULES_GAMES of each game, REFERENCE_GAMES of them with the reference.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Engine } from '../../web/engine.js';
import { equal, holds, PLATEAU, summary, test } from './harness.mjs';

const GAMES = Number(process.env.RULES_GAMES ?? 10_000);
const REFERENCE_GAMES = Number(process.env.REFERENCE_GAMES ?? 50);
const CHUNK = 20_000;
const NAMES = [...readFileSync(new URL('../../src/games/games.def', import.meta.url), 'utf8').matchAll(/^GAME\((\w+)\)/gm)].map((match) => match[1]);
const NATIVE = join(dirname(PLATEAU), 'tests/digest_native');

/** The numbers of the program's games, one after another, as it plays them. */
async function native_digests(game, first, count, visit, ...more) {
    const program = spawn(NATIVE, [game, String(first), String(count), ...more], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(program, 'exit');
    let number = first;
    for await (const line of createInterface({ input: program.stdout })) visit(number++, BigInt(`0x${line}`));
    const [status] = await ended;
    equal(status, 0, `${game}: the program's exit status`);
    equal(number - first, count, `${game}: games of the program`);
}

const module = new WebAssembly.Module(readFileSync(join(process.env.WASM, 'digest.wasm')));
const { digest } = (await Engine.of(module)).exports;

for (const [index, game] of NAMES.entries()) {
    await test(`${game}: ${GAMES} random games as WebAssembly are those of the program`, async () => {
        const seen = new Set();
        for (let first = 0; first < GAMES; first += CHUNK)
            await native_digests(game, first, Math.min(CHUNK, GAMES - first), (number, wanted) => {
                const found = BigInt.asUintN(64, digest(index, number));
                if (found !== wanted) throw new Error(`game ${number}: ${found.toString(16)}, the program has ${wanted.toString(16)}`);
                if (seen.size < CHUNK) seen.add(wanted);
            });
        holds(seen.size > Math.min(GAMES, CHUNK) / 100, `only ${seen.size} different games`);
    });
    await test(`${game}: ${REFERENCE_GAMES} of them are those of the slow rules`, async () => {
        await native_digests(game, 0, REFERENCE_GAMES, (number, wanted) => {
            equal(BigInt.asUintN(64, digest(index, number)).toString(16), wanted.toString(16), `game ${number}`);
        }, 'reference');
    });
}
process.exitCode = summary() ? 0 : 1;
