// static.mjs -- what can be told without a browser: texts, size, types, lessons, policy.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { equal, holds, PLATEAU, Server, test, WEB } from './harness.mjs';

export const MAX_COMPRESSED = 150_000;
/** Modules of texts, which the build makes of src/base/texts/page.def beside the program. */
const GENERATED = `${dirname(PLATEAU)}/generated/`;
const MADE = ['texts_en.js', 'texts_fr.js'];
const place = (name) => (MADE.includes(name) ? GENERATED : WEB) + name;
const files = [...readdirSync(WEB, { recursive: true }).map(String).filter((name) => /\.\w+$/.test(name)), ...MADE];
const sources = files.filter((name) => name.endsWith('.js')).map((name) => [name, readFileSync(place(name), 'utf8')]);

/** What must be told apart: at least how well, which colour, on which. */
const PAIRS = [
    ...['ink', 'quiet', 'bad'].flatMap((front) => [[4.5, front, 'page'], [4.5, front, 'card']]),
    [4.5, 'ink', 'score'],
    [4.5, 'on-accent', 'accent'], [4.5, 'coordinate', 'page'], [3, 'accent', 'card'],
    ...['field', 'square'].flatMap((back) => [[3, 'dark', back], [3, 'light-edge', back]]),
    [3, 'light-detail', 'light'], [3, 'dark-detail', 'dark'],
    [3, 'first', 'well'], [3, 'second-edge', 'second'], [3, 'first-detail', 'first'], [3, 'second-detail', 'second'],
    [3, 'sign-first', 'field'], [3, 'sign-second', 'field'],
];

/** The custom colours of each theme, the first theme's where another says nothing. */
function themes() {
    const css = readFileSync(`${WEB}style.css`, 'utf8');
    const colours = (block) => Object.fromEntries([...block.matchAll(/--([a-z-]+): (#[0-9a-f]+)/g)].map((match) => [match[1], match[2]]));
    const wood = colours(/:root \{([^}]*)\}/.exec(css)[1]);
    const others = [...css.matchAll(/^\[data-theme='(\w+)'\] \{([^}]*)\}/gm)].map(([, name, block]) => [name, { ...wood, ...colours(block) }]);
    equal(others.map(([name]) => name), ['plain', 'dark', 'contrast'], 'themes');
    return [['wood', wood], ...others];
}

/** The contrast ratio of WCAG 2. */
function contrast(front, back) {
    const light = (colour) => {
        const digits = colour.length === 4 ? [...colour.slice(1)].map((d) => d + d).join('') : colour.slice(1);
        const [r, g, b] = [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const [a, b] = [light(front), light(back)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

const ROOT = new URL('../../', import.meta.url).pathname;

/** Bytes of all that a server sends for the page, compressed. */
export async function weight(server) {
    const sent = (name) => new Promise((resolve, reject) => {
        get(server.address + name, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
            answer.resume();
            if (answer.statusCode === 200) resolve(Number(answer.headers['content-length']));
            else reject(new Error(`${name}: ${answer.statusCode}`));
        }).on('error', reject);
    });
    const names = [...files.filter((name) => name !== 'types.js'), 'engine.wasm'];
    const sizes = await Promise.all(names.map(sent));
    const size = sizes.reduce((sum, one) => sum + one, 0);
    console.log(`page: ${size} bytes compressed in ${names.length} files, the engine ${sizes.at(-1)} of them`);
    return size;
}

export async function static_tests() {
    const { en } = await import(place('texts_en.js'));
    const { fr } = await import(place('texts_fr.js'));
    const { LESSONS } = await import(`${WEB}lessons.js`);

    await test('English and French have the same texts, none empty', () => {
        equal(Object.keys(fr).sort(), Object.keys(en).sort(), 'keys');
        equal(Object.entries({ ...en, ...fr }).filter(([, text]) => !text.trim()), [], 'empty texts');
    });
    await test('both languages fill in the same names', () => {
        const names = (text) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();
        for (const key of Object.keys(en)) equal(names(fr[key]), names(en[key]), key);
    });
    await test('every text that the page asks for exists, and none is left over', () => {
        const all = sources.filter(([name]) => !name.startsWith('texts')).map(([, text]) => text).join('\n');
        const asked = new Set([...all.matchAll(/'([a-z]+(?:\.[a-z_0-9]+)+)'/g)].map((match) => match[1]).filter((key) => !key.startsWith('plateau.')));
        const built = [...all.matchAll(/'([a-z]+\.(?:[a-z]+_)?)' \+|`([a-z]+\.)\$\{/g)].map((match) => match[1] ?? match[2]);
        const exact = [...all.matchAll(/\bt\('([a-z_.0-9]+)'[,)]/g)].map((match) => match[1]);
        equal(exact.filter((key) => !(key in en)), [], 'asked but missing');
        equal(Object.keys(en).filter((key) => !asked.has(key) && !exact.includes(key) && !built.some((stem) => key.startsWith(stem))), [], 'never asked');
    });
    await test('French typography: no ordinary space before ; : ? !', () => {
        equal(Object.entries(fr).filter(([, text]) => / [;:?!»]|« |'/.test(text)), [], 'texts');
    });
    await test('every lesson has its words', () => {
        for (const lesson of LESSONS) holds(en[`lesson.${lesson.game}.${lesson.name}`], `${lesson.game}.${lesson.name}`);
    });
    await test('the lessons are what the engine says', () => {
        const show = (lesson, moves) => JSON.parse(execFileSync(PLATEAU, ['show', lesson.game, '--json', '--position', lesson.position, ...(moves ? ['--moves', moves] : [])]));
        for (const lesson of LESSONS) {
            equal(show(lesson).moves.join(' '), lesson.legal, `${lesson.name}: legal`);
            for (const [move, after] of Object.entries(lesson.wanted)) equal(show(lesson, move).position, after, `${lesson.name}: after ${move}`);
        }
    });
    await test('the side to move is read by the letters of the game', async () => {
        const { state_of } = await import(`${WEB}position.js`);
        for (const [pieces, side, turn] of [['xo', 'x', 0], ['xo', 'o', 1], ['bw', 'w', 1], ['wb', 'w', 0], ['wb', 'b', 1]])
            equal(state_of({ id: 'any', pieces }, `3/3/3 ${side}`).turn, turn, `${side} of ${pieces}`);
    });
    await test('the page with its engine is under 150 kB compressed, as it is sent', async () => {
        const server = await new Server().start();
        try {
            const size = await weight(server);
            holds(size < MAX_COMPRESSED, `${size} bytes`);
        } finally {
            await server.end();
        }
    });
    await test('what is embedded of a module means what its source means', () => {
        const sent = (file) => execFileSync('awk', ['-v', 'kind=js', '-f', `${ROOT}tools/minify.awk`, file], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
        const golden = new URL('golden/', import.meta.url).pathname;
        equal(sent(`${golden}minify.txt`), readFileSync(`${golden}minified.txt`, 'utf8'), 'the hard cases');
        /* Here without every comment and blank outside of texts, for which no rules are needed. */
        const bare = (text) => text.replace(/("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[^]*?\*\/|(?<![\\/])\/\/[^\n]*|\s+/g, (_, kept) => kept?.replace(/\s+/g, '') ?? '');
        const folder = mkdtempSync(join(tmpdir(), 'plateau-minified-'));
        for (const [name, text] of sources) {
            const file = join(folder, `${name.replace('/', '_')}.mjs`);
            const short = sent(place(name));
            writeFileSync(file, short);
            execFileSync(process.execPath, ['--check', file]);
            equal(bare(short), bare(text), name);
            holds(!/^[ \t]/m.test(short.replace(/`[^`]*`/g, '')), `${name}: blanks are left`);
        }
        rmSync(folder, { recursive: true });
    });
    await test('every module is asked for at once, not one after another', () => {
        const preloaded = [...readFileSync(`${WEB}index.html`, 'utf8').matchAll(/(?:modulepreload" href|src)="([^"]+\.js)"/g)].map((match) => match[1]);
        equal(preloaded.sort(), sources.map(([name]) => name).filter((name) => name !== 'types.js').sort(), 'modules');
    });
    await test('nothing is fetched from outside, no inline script or style', () => {
        for (const name of files) {
            const text = readFileSync(place(name), 'utf8').replaceAll('http://www.w3.org/2000/svg', '');
            holds(!/https?:\/\//.test(text), `${name} names an address`);
            holds(!/\sstyle=|<style|javascript:|innerHTML|insertAdjacentHTML|\beval\(/.test(text), `${name} needs a weaker policy`);
        }
        holds(!/<script(?![^>]*src=)/.test(readFileSync(WEB + 'index.html', 'utf8')), 'index.html has no inline script');
    });
    await test('contrast: text 4.5, pieces and marks 3, in every theme', () => {
        const faults = [];
        for (const [theme, colours] of themes())
            for (const [least, front, back] of PAIRS) {
                const found = contrast(colours[front], colours[back]);
                if (found < least) faults.push(`${theme}: ${front} on ${back} ${found.toFixed(2)}`);
            }
        equal(faults, [], 'too faint');
    });
    await test('types hold (tsc)', () => {
        const here = new URL('.', import.meta.url).pathname;
        const folder = mkdtempSync(join(tmpdir(), 'plateau-types-'));
        const config = { extends: `${here}tsconfig.json`, compilerOptions: { rootDirs: [WEB, GENERATED] }, include: [`${WEB}**/*.js`, ...MADE.map(place)] };
        writeFileSync(`${folder}/tsconfig.json`, JSON.stringify(config));
        try {
            execFileSync(process.execPath, [`${here}node_modules/typescript/bin/tsc`, '-p', folder]);
        } catch (error) {
            throw new Error(String(error.stdout));
        } finally {
            rmSync(folder, { recursive: true });
        }
    });
}
