// boards/renderers.js -- the renderer of each game, by its id.
import { connect4 } from './connect4.js';
import { fousfous } from './fousfous.js';
import { gomoku } from './gomoku.js';
import { hasami } from './hasami.js';
import { plain } from './plain.js';
import { tictactoe } from './tictactoe.js';

/** @type {Record<string, import('../types.js').Renderer>} */
const RENDERERS = Object.fromEntries([connect4, fousfous, gomoku, hasami, tictactoe].map((one) => [one.id, one]));

/** A game nobody drew yet gets plain squares and its own letters, the catalogue's `pieces`.
 * @param {string} game @param {string} [pieces] */
export function renderer_of(game, pieces = '') {
    return RENDERERS[game] ?? plain(pieces);
}
