// link.js -- the one WebSocket to the server: questions answered by promises, events, and a return after a break.

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;

export class Link extends EventTarget {
    /** @param {string} address */
    constructor(address) {
        super();
        this.address = address;
        this.next = 1;
        this.pause = FIRST_PAUSE_MS;
        /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
        this.waiting = new Map();
        /** @type {WebSocket | null} */
        this.socket = null;
        this.connect();
    }

    connect() {
        const socket = new WebSocket(this.address);
        this.socket = socket;
        socket.onopen = () => {
            this.pause = FIRST_PAUSE_MS;
            this.dispatchEvent(new Event('up'));
        };
        socket.onmessage = (message) => this.receive(JSON.parse(message.data));
        socket.onclose = () => {
            for (const { reject } of this.waiting.values()) reject(new Error('offline'));
            this.waiting.clear();
            this.dispatchEvent(new Event('down'));
            setTimeout(() => this.connect(), this.pause);
            this.pause = Math.min(2 * this.pause, LONGEST_PAUSE_MS);
        };
    }

    /** @param {any} message */
    receive(message) {
        if (message.event) this.dispatchEvent(new CustomEvent(message.event, { detail: message }));
        const waiting = this.waiting.get(message.re);
        if (!waiting || message.event) return;
        this.waiting.delete(message.re);
        if (message.error) waiting.reject(new Error(message.error));
        else waiting.resolve(message);
    }

    /** Asks, and promises the answer. @param {string} what @param {object} [fields] @returns {Promise<any>} */
    ask(what, fields = {}) {
        const socket = this.socket;
        if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('offline'));
        const n = this.next++;
        return new Promise((resolve, reject) => {
            this.waiting.set(n, { resolve, reject });
            socket.send(JSON.stringify({ do: what, n, ...fields }));
        });
    }
}
