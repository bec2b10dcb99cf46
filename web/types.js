// types.js -- the shapes of what the page and the server say to each other, for the type checker alone.

/** @typedef {{kind: string, name?: string, player?: string}} Seat */
/** @typedef {{move: string, from: number, to: number}} Move */
/** @typedef {{winner: number, reason: string, text: string}} Result */
/** @typedef {{ms: number[], running: number}} Clock */
/** @typedef {{from: number, to: number, taken: number[]}} LastMove */
/**
 * @typedef {object} State
 * @property {number | string} id
 * @property {string} game
 * @property {number} rows
 * @property {number} columns
 * @property {string} cells
 * @property {number} turn
 * @property {number} [colour] of the next stone, where it is not the player's own (an opening rule)
 * @property {number | null} [draw_offer] who offers a draw
 * @property {number} ply
 * @property {number} plies
 * @property {string[]} moves
 * @property {Move[]} legal
 * @property {LastMove | null} last
 * @property {number[]} line
 * @property {number[]} forbidden
 * @property {Result | null} result
 * @property {Seat[]} seats
 * @property {boolean} thinking
 * @property {Clock | null} clock
 * @property {Record<string, string | number | boolean>} options
 * @property {string} position
 * @property {string} [start] the position the game began with
 * @property {boolean} [can_reply] a machine is to move that the page itself can play
 * @property {boolean} strict
 * @property {(number | null)[]} graph
 * @property {string} title
 */
/** @typedef {{value: string, text: string}} Choice */
/** @typedef {{name: string, text: string, kind: string, least: number, most: number, value: string | number | boolean, can_be_off?: boolean, choices: Choice[]}} Option */
/** @typedef {{name: string, text: string, values: Record<string, string | number | boolean>}} Preset */
/** @typedef {{name: string, text: string}} Named */
/**
 * @typedef {object} GameInfo
 * @property {string} id
 * @property {string} name
 * @property {string} about
 * @property {string} [pieces] a letter a colour
 * @property {string} start the position a game begins with
 * @property {string[]} colours
 * @property {boolean} rows_from_top
 * @property {string} first_column
 * @property {Option[]} options
 * @property {Preset[]} presets
 * @property {Named[]} players
 * @property {number} levels
 * @property {boolean} has_solver
 * @property {boolean} has_sgf
 */
/** @typedef {{games: GameInfo[], searchers: Named[]}} Catalogue */
/** @typedef {{moves: string[], score: string, win: number}} Line */
/**
 * @typedef {object} Analysis
 * @property {number | string} id
 * @property {number} ply
 * @property {number} depth
 * @property {number} nodes
 * @property {number} ms
 * @property {string} score
 * @property {number} win
 * @property {string | null} proven
 * @property {Line[]} lines
 */
/** @typedef {{ply: number, move: string, best: string, before: number, after: number, loss: number, mark: string}} ReviewPly */
/** @typedef {{accuracy: number, mistakes: number[]}} ReviewSide */
/** @typedef {{id: number | string, done: number, all: number, plies?: ReviewPly[], summary?: ReviewSide[]}} Review */
/** @typedef {{id: number | string, game: string, title: string, moves: number, result: string | null, updated: number | string}} Saved */
/** What is drawn over the pieces besides the state.
 * @typedef {object} Marks
 * @property {number[]} [hint] the cells of a proposed move
 * @property {Move[]} [best] first moves of the lines that analysis has found, the best first
 * @property {{from: number, to: number, score: number, text: string}[]} [scores] what each move is worth
 */
/** How one game is drawn.
 * @typedef {object} Renderer
 * @property {string} id
 * @property {{rows: number, columns: number, cells: string}} [sample] a position to show before a game begins, where the start does not say enough
 * @property {boolean} [counts_pieces] the number of pieces left matters
 * @property {boolean} drops_in_columns any cell of a column stands for its drop
 * @property {(rows: number, columns: number) => SVGElement[]} ground
 * @property {(rows: number, columns: number) => SVGElement[]} [cover] drawn over the pieces
 * @property {(letter: string, paint: (name: string) => string) => SVGElement} piece about 0,0 in a cell of 100
 * @property {string[]} letters of the pieces of the first and the second colour
 */
export {};
