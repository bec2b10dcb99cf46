// routes.js -- the page's addresses, all in the fragment: #/play/GAME, #/learn, #/share/TEXT; and #TOKEN, once, on a LAN.

export const PAGES = ['play', 'review', 'learn', 'lab', 'compete', 'games', 'settings'];

/** @returns {{page: string, rest: string, token: string}} */
export function here() {
    const fragment = location.hash.slice(1);
    const token = /^(?:token=)?([\w-]{8,64})$/.exec(fragment)?.[1] ?? '';
    const [, page = 'play', rest = ''] = /^\/([a-z]+)(?:\/(.*))?$/.exec(fragment) ?? [];
    return { page, rest, token };
}

/** @param {string} page @param {string} [rest] */
export function go(page, rest = '') {
    const fragment = `#/${page}${rest ? '/' + rest : ''}`;
    if (location.hash === fragment) dispatchEvent(new HashChangeEvent('hashchange'));
    else location.hash = fragment;
}
