/* A search tree drawn from left to right: one column a ply, children below one another, parents in
 * the middle of theirs. */
#include "lab/tree_view.h"

#include "base/numbers.h"
#include "core/score.h"
#include "lab/svg.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MARGIN = 24,
    HEAD = 112,
    COLUMN = 196,
    BOX = 128, /* width of a node */
    TALL = 36, /* height of a node with children, two lines of text */
    LOW = 20,  /* of one without */
    GAP = 6,   /* between nodes */
    LEAST_WIDTH = 860
};

static const char css[] =
    "text { font: 12px 'DejaVu Sans', Verdana, Helvetica, sans-serif; fill: #222 }\n"
    ".title { font-size: 18px; font-weight: bold; fill: #111 }\n"
    ".sub { fill: #666 }\n"
    ".move { font-weight: bold }\n"
    ".window { font-size: 10px; fill: #666 }\n"
    ".cut { font-size: 11px; fill: #b3261e }\n";

static const SvgPaint max_paint = {.fill = "#e3effa", .stroke = "#2f6ea5", .width = 1},
                      min_paint = {.fill = "#fdeedd", .stroke = "#b5651d", .width = 1},
                      max_best = {.fill = "#e3effa", .stroke = "#2f6ea5", .width = 2.6},
                      min_best = {.fill = "#fdeedd", .stroke = "#b5651d", .width = 2.6},
                      edge_paint = {.fill = "none", .stroke = "#b9b9b9", .width = 1},
                      best_edge = {.fill = "none", .stroke = "#222", .width = 2.4},
                      cut_edge = {.fill = "none", .stroke = "#b3261e", .width = 1, .dashes = "3 3"},
                      cut_mark = {.fill = "none", .stroke = "#b3261e", .width = 1.8};

typedef struct {
    const TreeView *view;
    double         *y;      /* centre of each node */
    double         *cut_y;  /* where its cut is marked */
    double          bottom; /* of what is laid out */
    int             deepest;
} TreeLayout;

/* ---- layout ------------------------------------------------------------------------------------
 */

static double x_of(int ply) { return MARGIN + (double)ply * COLUMN; }

static double height_of(const TreeItem *item)
{
    return item->first_child >= 0 || item->is_sampled ? TALL : LOW;
}

/* Recursion is as deep as the tree. */
static void lay_out(TreeLayout *layout, int index)
{
    assert(index >= 0);
    const TreeItem *item = &layout->view->items[index];
    double          height = height_of(item), top = layout->bottom;
    if (item->ply > layout->deepest)
        layout->deepest = item->ply;
    for (int child = item->first_child; child >= 0; child = layout->view->items[child].next_brother)
        lay_out(layout, child);
    if (item->first_child >= 0)
        layout->y[index] = (layout->y[item->first_child] + layout->y[item->last_child]) / 2;
    else
        layout->y[index] = top + height / 2;
    if (layout->y[index] - height / 2 < top)
        layout->y[index] = top + height / 2;
    if (item->skipped > 0) { /* right below the last child that was searched */
        layout->cut_y[index] = layout->y[item->last_child] +
                               height_of(&layout->view->items[item->last_child]) / 2 + LOW / 2.0;
        if (layout->bottom < layout->cut_y[index] + LOW / 2.0 + GAP)
            layout->bottom = layout->cut_y[index] + LOW / 2.0 + GAP;
    }
    if (layout->bottom < layout->y[index] + height / 2 + GAP)
        layout->bottom = layout->y[index] + height / 2 + GAP;
}

/* ---- drawing -----------------------------------------------------------------------------------
 */

static void draw_edge(double x1, double y1, double x2, double y2, const SvgPaint *paint, Str *out)
{
    char   path[96];
    double middle = (x1 + x2) / 2;
    numbers_print(path, sizeof path, "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", x1, y1, middle, y1,
                  middle, y2, x2, y2);
    svg_path(out, path, paint);
}

/* Two strokes across a dashed edge that leads nowhere. */
static void draw_cut(double x1, double y1, double x2, double y2, const char *text, Str *out)
{
    char path[96];
    draw_edge(x1, y1, x2, y2, &cut_edge, out);
    numbers_print(path, sizeof path, "M%.1f %.1fl6 -10m-1 10l6 -10", x2 - 16, y2 + 5);
    svg_path(out, path, &cut_mark);
    svg_text(out, x2 + 2, y2 + 4, SVG_START, "cut", text);
}

static void draw_shape(const TreeItem *item, double x, double y, double height, Str *out)
{
    const SvgPaint *paint = item->is_max ? (item->is_principal ? &max_best : &max_paint)
                                         : (item->is_principal ? &min_best : &min_paint);
    svg_rect(out, x, y - height / 2, BOX, height, item->is_max ? 0 : height / 2, paint);
}

static const char *sign_of(TreeEnd end)
{
    return end == TREE_OVER ? " ■" : end == TREE_TABLE ? " ▦" : end == TREE_STOPPED ? " …" : "";
}

static void write_window(const TreeItem *item, Str *out)
{
    char alpha[SCORE_TEXT_SIZE], beta[SCORE_TEXT_SIZE];
    if (item->has_window)
        str_printf(out, "[%s, %s]", score_format_short(item->alpha, alpha),
                   score_format_short(item->beta, beta));
    if (item->look > 1)
        str_printf(out, " #%d", item->look);
    if (item->visits > 1 || item->is_sampled)
        str_printf(out, "%s×%" PRIu64, out->size > 0 ? " " : "", item->visits);
}

/* All that is known of a node, for whoever points at it. */
static void write_tooltip(const TreeItem *item, Str *out)
{
    char score[SCORE_LABEL_SIZE];
    str_printf(out, "%s %s %s", item->is_max ? "max" : "min", item->move,
               tree_item_score(item, score));
    str_char(out, ' ');
    write_window(item, out);
    str_printf(out, " %s", tree_end_name(item->end));
}

static void draw_item(const TreeLayout *layout, int index, Str *out)
{
    static const Text start = TEXT("root", "racine");
    const TreeItem   *item = &layout->view->items[index];
    double            x = x_of(item->ply), y = layout->y[index], height = height_of(item);
    double            line = height > LOW ? y - 3 : y + 4, inset = item->is_max ? 7 : 12;
    char              score[SCORE_LABEL_SIZE];
    Str               text = {0}, tooltip = {0};
    write_tooltip(item, &tooltip);
    svg_group_begin(out, str_get(&tooltip));
    draw_shape(item, x, y, height, out);
    svg_text(out, x + inset, line, SVG_START, "move",
             item->parent < 0 ? text_in(&start, layout->view->lang) : item->move);
    str_printf(&text, "%s%s", tree_item_score(item, score), sign_of(item->end));
    svg_text(out, x + BOX - inset, line, SVG_END, NULL, str_get(&text));
    str_clear(&text);
    write_window(item, &text);
    if (height > LOW)
        svg_text(out, x + inset, y + 12, SVG_START, "window", str_get(&text));
    svg_group_end(out);
    str_free(&tooltip);
    str_free(&text);
}

static void draw_edges(const TreeLayout *layout, int index, Str *out)
{
    static const Text cut = TEXT("%d not searched", "%d non cherchés");
    const TreeItem   *items = layout->view->items, *item = &items[index];
    double            x = x_of(item->ply) + BOX, y = layout->y[index];
    for (int child = item->first_child; child >= 0; child = items[child].next_brother)
        if (!items[child].is_principal)
            draw_edge(x, y, x_of(items[child].ply), layout->y[child], &edge_paint, out);
    for (int child = item->first_child; child >= 0; child = items[child].next_brother)
        if (items[child].is_principal)
            draw_edge(x, y, x_of(items[child].ply), layout->y[child], &best_edge, out);
    if (item->skipped > 0) {
        char text[48];
        snprintf(text, sizeof text, text_in(&cut, layout->view->lang), item->skipped);
        draw_cut(x, y, x_of(item->ply + 1), layout->cut_y[index], text, out);
    }
}

static void draw_legend(Lang lang, Str *out)
{
    static const Text
        max = TEXT("max: the player at the root", "max : le joueur à la racine"),
        min = TEXT("min: the other", "min : l'autre"),
        cut = TEXT("left early (cut-off)", "quitté tôt (coupe)"),
        best = TEXT("best line", "meilleure suite"),
        signs =
            TEXT("= exact · ≤ ≥ bound · [alpha, beta] · ■ game over · ▦ from the table · #2 second "
                 "look · ≈ mean of simulations",
                 "= exact · ≤ ≥ borne · [alpha, bêta] · ■ fin de partie · ▦ lu dans la table · #2 "
                 "second passage");
    double y = HEAD - 36;
    svg_rect(out, MARGIN, y - 8, 26, 16, 0, &max_paint);
    svg_text(out, MARGIN + 34, y + 4, SVG_START, "sub", text_in(&max, lang));
    svg_rect(out, MARGIN + 232, y - 8, 26, 16, 8, &min_paint);
    svg_text(out, MARGIN + 266, y + 4, SVG_START, "sub", text_in(&min, lang));
    svg_line(out, MARGIN + 372, y, MARGIN + 400, y, &best_edge);
    svg_text(out, MARGIN + 408, y + 4, SVG_START, "sub", text_in(&best, lang));
    draw_cut(MARGIN + 520, y, MARGIN + 556, y, text_in(&cut, lang), out);
    svg_text(out, MARGIN, y + 24, SVG_START, "sub", text_in(&signs, lang));
}

static void draw_head(const TreeView *view, Str *out)
{
    static const Text title = TEXT("%s: the tree of %s", "%s : l'arbre de %s"),
                      depth = TEXT(", depth %d", ", profondeur %d");
    Str text = {0};
    str_printf(&text, text_in(&title, view->lang), text_in(&view->game->info->name, view->lang),
               view->searcher);
    if (view->depth > 0)
        str_printf(&text, text_in(&depth, view->lang), view->depth);
    svg_text(out, MARGIN, 30, SVG_START, "title", str_get(&text));
    str_clear(&text);
    str_printf(&text, "%s · ", str_get(&view->position));
    tree_write_count(view, &text);
    svg_text(out, MARGIN, 50, SVG_START, "sub", str_get(&text));
    draw_legend(view->lang, out);
    str_free(&text);
}

void tree_write_svg(const TreeView *view, Str *out)
{
    size_t     count = (size_t)view->count;
    TreeLayout layout = {.view = view,
                         .y = calloc(count, sizeof layout.y[0]),
                         .cut_y = calloc(count, sizeof layout.y[0]),
                         .bottom = HEAD};
    if (layout.y == NULL || layout.cut_y == NULL) {
        out->failed = true;
    } else {
        for (int i = 0; i < view->count; i++)
            if (view->items[i].parent < 0)
                lay_out(&layout, i);
        double width = x_of(layout.deepest) + BOX + MARGIN;
        svg_begin(out, width > LEAST_WIDTH ? width : LEAST_WIDTH, layout.bottom + MARGIN,
                  "search tree", css);
        draw_head(view, out);
        for (int i = 0; i < view->count; i++)
            draw_edges(&layout, i, out);
        for (int i = 0; i < view->count; i++)
            draw_item(&layout, i, out);
        svg_end(out);
    }
    free(layout.cut_y);
    free(layout.y);
}
