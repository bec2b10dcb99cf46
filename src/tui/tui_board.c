#include "tui/tui_state.h"

#include "core/draw.h"

#include <assert.h>
#include <string.h>

/* ---- where things are ------------------------------------------------------------------------ */

enum { PANEL_GAP = 2, PANEL_LEAST = 12, PANEL_MOST = 44, PANEL_ROWS = 18 };

/* Ways to draw a cell, the most pleasant first; `panel` is the room wanted beside the board. */
static const struct {
    int  row_step, col_step, panel;
    bool has_grid;
} styles[] = {
    {4, 8, 26, true}, {2, 4, 24, true}, {1, 3, 24, false}, {1, 2, 14, false}, {1, 2, 0, false},
};
enum { STYLE_COUNT = sizeof styles / sizeof styles[0] };

/* Rows for the board: the others hold the message and, where there is room, a reminder of keys. */
static int board_area(const Tui *tui)
{
    int rows = screen_rows(tui->screen);
    return rows >= ROOMY_SCREEN ? rows - 2 : rows - 1;
}

/* Rows and columns of the drawn board without its labels. */
static int drawn_rows(const Layout *layout, const Board *board)
{
    return board->rows * layout->row_step + (layout->has_grid ? 1 : 0);
}

static int drawn_cols(const Layout *layout, const Board *board)
{
    return board->cols * layout->col_step + 1;
}

/* Centres a board of so many rows and columns, labels included, and the panel beside it. */
static void place(const Tui *tui, Layout *layout, int rows, int cols)
{
    int area = board_area(tui), screen = screen_cols(tui->screen);
    int panel = screen - cols - PANEL_GAP;
    panel = panel < PANEL_LEAST ? 0 : panel < PANEL_MOST ? panel : PANEL_MOST;
    layout->panel_cols = panel;
    int total = cols + (panel > 0 ? PANEL_GAP + panel : 0);
    int used = panel > 0 && rows < PANEL_ROWS ? PANEL_ROWS : rows;
    int margin = (screen - total) / 2, above = area > used ? (area - used) / 2 : 0;
    layout->left = margin + layout->label_cols;
    layout->top = above + 1;
    layout->panel_left = margin + cols + PANEL_GAP;
    layout->panel_top = above;
    layout->panel_rows = area - above;
}

static Layout try_style(const Tui *tui, int style, int label_rows)
{
    const Board *board = &tui->view.board;
    Layout       layout = {.row_step = styles[style].row_step,
                           .col_step = styles[style].col_step,
                           .has_grid = styles[style].has_grid,
                           .label_rows = label_rows,
                           .label_cols = tui->view.by_columns ? 1 : 3};
    int          rows = drawn_rows(&layout, board) + label_rows;
    int          cols = drawn_cols(&layout, board) + layout.label_cols;
    int          beside = styles[style].panel > 0 ? PANEL_GAP + styles[style].panel : 0;
    layout.fits = rows <= board_area(tui) && cols + beside <= screen_cols(tui->screen);
    layout.need_rows = rows + (rows + 1 >= ROOMY_SCREEN ? 2 : 1);
    layout.need_cols = cols;
    if (layout.fits)
        place(tui, &layout, rows, cols);
    return layout;
}

void layout_choose(Tui *tui)
{
    for (int i = 0; i < STYLE_COUNT; i++)
        for (int label_rows = 2; label_rows > 0; label_rows--) {
            tui->layout = try_style(tui, i, label_rows);
            if (tui->layout.fits)
                return;
        }
}

/* The middle of a cell, where its piece stands. */
static int middle_row(const Layout *layout, int row)
{
    return layout->top + row * layout->row_step + layout->row_step / 2;
}

static int middle_col(const Layout *layout, int col)
{
    return layout->left + col * layout->col_step + layout->col_step / 2;
}

int board_cell_at(const Tui *tui, int row, int col)
{
    const Layout *layout = &tui->layout;
    const Board  *board = &tui->view.board;
    if (!layout->fits || row < layout->top || col < layout->left)
        return -1;
    int cell_row = (row - layout->top) / layout->row_step;
    int cell_col = (col - layout->left) / layout->col_step;
    return board_has(board, cell_row, cell_col) ? board_index(board, cell_row, cell_col) : -1;
}

/* ---- how things look ------------------------------------------------------------------------- */

const char *board_glyph(const Tui *tui, int colour, char buffer[2])
{
    assert(colour == 0 || colour == 1);
    const GameInfo *info = session_game(tui->session)->info;
    if (screen_has_unicode(tui->screen))
        return info->glyphs[colour];
    buffer[0] = info->pieces[colour];
    buffer[1] = '\0';
    return buffer;
}

/* A symbol that is only an outline stands for the light colour, whoever moves first. */
Ink board_ink(const Tui *tui, int colour)
{
    assert(colour == 0 || colour == 1);
    static const char *const outlines[] = {"○", "◯", "♗", "□", "△"};
    const char              *glyph = session_game(tui->session)->info->glyphs[colour];
    for (size_t i = 0; i < sizeof outlines / sizeof outlines[0]; i++)
        if (strcmp(outlines[i], glyph) == 0)
            return INK_LIGHT;
    return INK_DARK;
}

typedef enum {
    LOOK_USUAL,
    LOOK_LAST,
    LOOK_TARGET,
    LOOK_HINT,
    LOOK_PICKED,
    LOOK_CURSOR,
    LOOK_COUNT
} CellLook;

/* What stands left and right of a piece that is special just now. */
static const struct {
    Ground      ground;
    const char *left, *right;
    bool        is_for_plain; /* where there are colours, they say enough */
} looks[LOOK_COUNT] = {
    [LOOK_LAST] = {GROUND_LAST, "(", ")", true},
    [LOOK_TARGET] = {GROUND_TARGET, "*", "*", true},
    [LOOK_HINT] = {GROUND_HINT, "{", "}", false},
    [LOOK_PICKED] = {GROUND_PICKED, "<", ">", false},
    [LOOK_CURSOR] = {GROUND_CURSOR, "[", "]", false},
};

static bool is_target(const Tui *tui, int cell)
{
    return tui->picked >= 0 && view_find_move(&tui->view, tui->picked, cell) != MOVE_NONE;
}

static bool is_hinted(const Tui *tui, int cell)
{
    int from, to;
    if (tui->hint == MOVE_NONE)
        return false;
    session_game(tui->session)->squares(session_position(tui->session), tui->hint, &from, &to);
    return cell == from || cell == to;
}

static CellLook look_of(const Tui *tui, int cell)
{
    if (cell == view_landing(&tui->view, tui->cursor) && !tui_is_over(tui))
        return LOOK_CURSOR;
    if (cell == tui->picked)
        return LOOK_PICKED;
    if (is_hinted(tui, cell))
        return LOOK_HINT;
    if (is_target(tui, cell))
        return LOOK_TARGET;
    bool is_last = cell == tui->view.last[0] || cell == tui->view.last[1];
    return is_last ? LOOK_LAST : LOOK_USUAL;
}

static Ground ground_of(const Tui *tui, int cell, CellLook look)
{
    const Board *board = &tui->view.board;
    if (look != LOOK_USUAL)
        return looks[look].ground;
    if (board->cell[cell] == CELL_VOID)
        return GROUND_NONE;
    bool is_shaded = !tui->layout.has_grid && (cell / board->cols + cell % board->cols) % 2 != 0;
    return is_shaded ? GROUND_SHADE : GROUND_BOARD;
}

/* ---- drawing --------------------------------------------------------------------------------- */

static void draw_labels(Tui *tui)
{
    const Layout *layout = &tui->layout;
    const Board  *board = &tui->view.board;
    const Game   *game = session_game(tui->session);
    int           below = layout->top + drawn_rows(layout, board);
    char          label[4];
    for (int col = 0; col < board->cols; col++) {
        bool  is_here = col == tui->cursor % board->cols;
        Paint paint = {.is_bold = is_here, .is_dim = !is_here};
        draw_column_label(game, col, label);
        screen_put(tui->screen, layout->top - 1, middle_col(layout, col), 2, paint, label);
        if (layout->label_rows > 1)
            screen_put(tui->screen, below, middle_col(layout, col), 2, paint, label);
    }
    for (int row = 0; row < board->rows; row++) {
        bool  is_here = row == tui->cursor / board->cols;
        Paint paint = {.is_bold = is_here, .is_dim = !is_here};
        draw_row_label(game, board, row, label);
        int at = layout->left - 1 - (int)strlen(label);
        screen_put(tui->screen, middle_row(layout, row), at, 2, paint, label);
    }
}

/* Lines between the cells, by what they join: top, middle and bottom of the board. */
static void draw_grid_line(Tui *tui, int line, const char *const joints[3])
{
    const Layout *layout = &tui->layout;
    const Board  *board = &tui->view.board;
    bool          has_unicode = screen_has_unicode(tui->screen);
    int           row = layout->top + line * layout->row_step;
    Paint         paint = {.ground = GROUND_BOARD, .ink = INK_LINE};
    for (int i = 0; i < drawn_cols(layout, board); i++) {
        bool        is_joint = i % layout->col_step == 0;
        int         which = i == 0 ? 0 : i == drawn_cols(layout, board) - 1 ? 2 : 1;
        const char *text = is_joint ? joints[which] : has_unicode ? "─" : "-";
        screen_put(tui->screen, row, layout->left + i, 1, paint, text);
    }
}

static void draw_grid(Tui *tui)
{
    static const char *const unicode[3][3] = {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}};
    static const char *const ascii[3] = {"+", "+", "+"};
    const Layout            *layout = &tui->layout;
    const Board             *board = &tui->view.board;
    bool                     has_unicode = screen_has_unicode(tui->screen);
    Paint                    paint = {.ground = GROUND_BOARD, .ink = INK_LINE};
    for (int i = 0; i < drawn_rows(layout, board); i++)
        for (int col = 0; col <= board->cols; col++)
            screen_put(tui->screen, layout->top + i, layout->left + col * layout->col_step, 1,
                       paint, has_unicode ? "│" : "|");
    for (int line = 0; line <= board->rows; line++) {
        int which = line == 0 ? 0 : line == board->rows ? 2 : 1;
        draw_grid_line(tui, line, has_unicode ? unicode[which] : ascii);
    }
}

static void fill_cell(Tui *tui, int row, int col, Paint paint)
{
    const Layout *layout = &tui->layout;
    int           border = layout->has_grid ? 1 : 0;
    int wide = layout->col_step == 2 ? 1 : 0; /* its marks stand in the neighbours' gaps */
    screen_fill(tui->screen, layout->top + row * layout->row_step + border,
                layout->left + col * layout->col_step + border, layout->row_step - border,
                layout->col_step - border + wide, paint);
}

static void draw_cell(Tui *tui, int cell)
{
    assert(cell >= 0 && cell < tui->view.board.rows * tui->view.board.cols);
    const Layout *layout = &tui->layout;
    const Board  *board = &tui->view.board;
    int           row = cell / board->cols, col = cell % board->cols, content = board->cell[cell];
    bool          has_unicode = screen_has_unicode(tui->screen);
    char          buffer[2];
    CellLook      look = look_of(tui, cell);
    Paint         paint = {.ground = ground_of(tui, cell, look), .ink = INK_LINE};
    const char   *text = " ";
    if (content == CELL_FIRST || content == CELL_SECOND) {
        text = board_glyph(tui, content - CELL_FIRST, buffer);
        paint.ink = board_ink(tui, content - CELL_FIRST);
        paint.is_bold = paint.ink == INK_LIGHT; /* bold black is grey on some terminals */
    } else if (is_target(tui, cell)) {
        text = has_unicode ? "•" : "*";
        paint.ink = INK_LIGHT;
    } else if (content == CELL_EMPTY && !layout->has_grid) {
        text = has_unicode ? "·" : ".";
    }
    fill_cell(tui, row, col, paint);
    screen_put(tui->screen, middle_row(layout, row), middle_col(layout, col), 1, paint, text);
}

/* After all cells: in the narrow drawing a mark stands in its neighbour's room. */
static void draw_marks(Tui *tui, int cell)
{
    const Layout *layout = &tui->layout;
    int           cols = tui->view.board.cols;
    int           row = middle_row(layout, cell / cols), col = middle_col(layout, cell % cols);
    int           distance = layout->col_step > 4 ? 2 : 1;
    CellLook      look = look_of(tui, cell);
    Paint         paint = {.ground = looks[look].ground, .ink = INK_MARK, .is_bold = true};
    if (look == LOOK_USUAL || (looks[look].is_for_plain && screen_has_colour(tui->screen)))
        return;
    if (look == LOOK_TARGET && tui->view.board.cell[cell] == CELL_EMPTY)
        return; /* it has a dot of its own */
    screen_put(tui->screen, row, col - distance, 1, paint, looks[look].left);
    screen_put(tui->screen, row, col + distance, 1, paint, looks[look].right);
}

void board_draw(Tui *tui)
{
    int cells = tui->view.board.rows * tui->view.board.cols;
    draw_labels(tui);
    if (tui->layout.has_grid)
        draw_grid(tui);
    for (int i = 0; i < cells; i++)
        draw_cell(tui, i);
    for (int i = 0; i < cells; i++)
        draw_marks(tui, i);
}
