// engine.js -- the program's own rules and lower levels inside the page, as WebAssembly: they answer at once,
// and also while the server is away.

/** @typedef {import('./types.js').State} State */
/** @typedef {{memory: WebAssembly.Memory, _initialize?: () => void, page_room: (size: number) => number, page_answer: (size: number) => number}} Exports */

/** The C library would write to a file somewhere; there is none. */
const NO_SUCH_CALL = 52;

export class Engine {
    /** @param {WebAssembly.Instance} instance */
    constructor(instance) {
        this.exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
        this.exports._initialize?.();
    }

    /** @param {WebAssembly.Module} module */
    static async of(module) {
        /** @type {Record<string, Record<string, () => number>>} */
        const imports = { page: { now_ms: () => performance.now() } };
        for (const { module: where, name } of WebAssembly.Module.imports(module)) (imports[where] ??= {})[name] ??= () => NO_SUCH_CALL;
        return new Engine(await WebAssembly.instantiate(module, imports));
    }

    /** null where the server has none, or the browser cannot. @param {string} address @returns {Promise<Engine | null>} */
    static async load(address) {
        try {
            return await Engine.of(await WebAssembly.compileStreaming(fetch(address)));
        } catch {
            return null;
        }
    }

    /** @param {object} request @returns {State | null} null: refused */
    ask(request) {
        const bytes = new TextEncoder().encode(JSON.stringify(request));
        const room = this.exports.page_room(bytes.length + 1);
        new Uint8Array(this.exports.memory.buffer, room, bytes.length).set(bytes);
        const answer = this.exports.page_answer(bytes.length);
        const memory = new Uint8Array(this.exports.memory.buffer);
        const found = JSON.parse(new TextDecoder().decode(memory.subarray(answer, memory.indexOf(0, answer))));
        return found.error === undefined ? found : null;
    }
}
