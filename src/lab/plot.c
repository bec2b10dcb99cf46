#include "lab/plot.h"

#include "base/numbers.h"
#include "lab/svg.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 880, HEIGHT = 520, LEFT = 84, RIGHT = 190, TOP = 92, BOTTOM = 64, MAX_TICKS = 64 };

static const char css[] =
    "text { font: 13px 'DejaVu Sans', Verdana, Helvetica, sans-serif; fill: #333 }\n"
    ".title { font-size: 18px; font-weight: bold; fill: #111 }\n"
    ".sub { font-size: 12px; fill: #666 }\n"
    ".tick { font-size: 12px; fill: #555 }\n";

/* Told apart by colour-blind readers too (after Okabe and Ito), darkest first. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#56b4e9", "#e69f00", "#5a3d8a", "#7a7a7a"};

enum { COLOUR_COUNT = sizeof colours / sizeof colours[0] };

/* One axis: values from low to high on pixels from begin to end. */
typedef struct {
    bool   is_log;
    double low, high, begin, end;
    double ticks[MAX_TICKS];
    int    tick_count;
} Axis;

static double place(const Axis *axis, double value)
{
    assert(axis->low < axis->high && (!axis->is_log || axis->low > 0));
    double low = axis->low, high = axis->high;
    if (axis->is_log) {
        value = log10(value > low ? value : low);
        low = log10(low);
        high = log10(high);
    }
    return axis->begin + (axis->end - axis->begin) * (value - low) / (high - low);
}

static void add_tick(Axis *axis, double value)
{
    if (axis->tick_count < MAX_TICKS)
        axis->ticks[axis->tick_count++] = value;
}

/* Whole powers of ten around the values. */
static void tick_log(Axis *axis)
{
    double low = floor(log10(axis->low)), high = ceil(log10(axis->high));
    if (high <= low)
        high = low + 1;
    axis->low = pow(10, low);
    axis->high = pow(10, high);
    for (int i = 0, count = (int)(high - low); i <= count; i++)
        add_tick(axis, pow(10, low + i));
}

/* Steps of 1, 2 or 5 times a power of ten, about eight of them. */
static void tick_linear(Axis *axis, bool is_from_zero, bool is_whole)
{
    if (is_from_zero && axis->low > 0)
        axis->low = 0;
    if (axis->high <= axis->low)
        axis->high = axis->low + 1;
    double rough = (axis->high - axis->low) / 8, unit = pow(10, floor(log10(rough)));
    double factor = rough / unit, step = unit * (factor <= 1   ? 1
                                                 : factor <= 2 ? 2
                                                 : factor <= 5 ? 5
                                                               : 10);
    if (is_whole && step < 1)
        step = 1;
    axis->high = ceil(axis->high / step - 1e-9) * step;
    double first = ceil(axis->low / step - 1e-9);
    for (int i = 0, count = (int)floor(axis->high / step - first + 0.5); i <= count; i++)
        add_tick(axis, (first + i) * step);
}

static Axis make_axis(const Plot *plot, bool is_y)
{
    Axis axis = {.is_log = is_y ? plot->is_y_log : plot->is_x_log,
                 .low = INFINITY,
                 .high = -INFINITY,
                 .begin = is_y ? HEIGHT - BOTTOM : LEFT,
                 .end = is_y ? TOP : WIDTH - RIGHT};
    for (int i = 0; i < plot->count; i++)
        for (int j = 0; j < plot->series[i].count; j++) {
            double value = is_y ? plot->series[i].points[j].y : plot->series[i].points[j].x;
            if (axis.is_log && value <= 0)
                continue;
            axis.low = fmin(axis.low, value);
            axis.high = fmax(axis.high, value);
        }
    if (!(axis.low <= axis.high)) /* nothing to show */
        axis.low = axis.high = 1;
    if (axis.is_log)
        tick_log(&axis);
    else
        tick_linear(&axis, is_y, !is_y && plot->is_x_whole);
    return axis;
}

/* "5", "20 k", "3 M"; on a logarithmic axis beyond that, 10 to a power. */
static const char *tick_text(double value, bool is_percent, char text[24])
{
    static const struct {
        double      size;
        const char *unit;
    } units[] = {{1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}};
    if (is_percent) {
        numbers_print(text, 24, "%.4g %%", fabs(value) < 1e-12 ? 0 : value);
        return text;
    }
    for (int i = 0; i < 4; i++)
        if (fabs(value) >= units[i].size) {
            numbers_print(text, 24, "%.4g%s", value / units[i].size, units[i].unit);
            return text;
        }
    numbers_print(text, 24, "%.4g", fabs(value) < 1e-12 ? 0 : value);
    return text;
}

static void draw_axes(const Plot *plot, const Axis *x, const Axis *y, Str *out)
{
    const SvgPaint grid = {.stroke = "#e4e4e4", .width = 1}, edge = {.stroke = "#888", .width = 1};
    char           text[24];
    for (int i = 0; i < y->tick_count; i++) {
        double at = place(y, y->ticks[i]);
        svg_line(out, x->begin, at, x->end, at, &grid);
        svg_text(out, x->begin - 8, at + 4, SVG_END, "tick",
                 tick_text(y->ticks[i], plot->is_y_percent, text));
    }
    for (int i = 0; i < x->tick_count; i++) {
        double at = place(x, x->ticks[i]);
        svg_line(out, at, y->begin, at, y->end, &grid);
        svg_line(out, at, y->begin, at, y->begin + 5, &edge);
        svg_text(out, at, y->begin + 20, SVG_MIDDLE, "tick", tick_text(x->ticks[i], false, text));
    }
    svg_line(out, x->begin, y->begin, x->end, y->begin, &edge);
    svg_line(out, x->begin, y->begin, x->begin, y->end, &edge);
    svg_text(out, (x->begin + x->end) / 2, HEIGHT - 18, SVG_MIDDLE, NULL, plot->x_label);
    svg_text(out, LEFT - 60, TOP - 12, SVG_START, NULL, plot->y_label);
}

/* Every second line is dashed and its marks are smaller, so that one lying on another shows both.
 */
static void draw_series(const PlotSeries *series, int number, const Axis *x, const Axis *y,
                        Str *out)
{
    const char *colour = colours[number % COLOUR_COUNT];
    bool        is_dashed = number % 2 != 0;
    SvgPaint    paint = {
           .fill = "none", .stroke = colour, .width = 2.2, .dashes = is_dashed ? "9 7" : NULL};
    Str path = {0};
    for (int i = 0; i < series->count; i++)
        str_printf(&path, "%c%.1f %.1f", i == 0 ? 'M' : 'L', place(x, series->points[i].x),
                   place(y, series->points[i].y));
    svg_group_begin(out, series->name);
    svg_path(out, str_get(&path), &paint);
    for (int i = 0; i < series->count; i++)
        svg_marker(out, number, place(x, series->points[i].x), place(y, series->points[i].y),
                   is_dashed ? 4.5 : 6.5, colour);
    svg_group_end(out);
    str_free(&path);
}

/* Names beside the ends of the lines, moved apart where they would touch. */
static void draw_legend(const Plot *plot, const Axis *x, const Axis *y, Str *out)
{
    enum { LINE = 19 };
    int    order[PLOT_MAX_SERIES];
    double at[PLOT_MAX_SERIES];
    for (int i = 0; i < plot->count; i++) {
        const PlotSeries *series = &plot->series[i];
        int               j = i;
        at[i] = place(y, series->count > 0 ? series->points[series->count - 1].y : y->low);
        for (; j > 0 && at[order[j - 1]] > at[i]; j--)
            order[j] = order[j - 1];
        order[j] = i;
    }
    double bottom = y->begin - LINE * (plot->count - 1), top = y->end + 4;
    for (int i = 0; i < plot->count; i++) {
        double row = at[order[i]];
        row = row > bottom + LINE * i ? bottom + LINE * i : row;
        row = row < top ? top : row;
        top = row + LINE;
        const PlotSeries *series = &plot->series[order[i]];
        const char       *colour = colours[order[i] % COLOUR_COUNT];
        SvgPaint          lead = {.fill = "none", .stroke = colour, .width = 1, .dashes = "2 2"};
        if (series->count > 0)
            svg_line(out, place(x, series->points[series->count - 1].x) + 7, at[order[i]],
                     x->end + 22, row, &lead);
        svg_marker(out, order[i], x->end + 30, row, 5, colour);
        svg_text(out, x->end + 42, row + 4, SVG_START, NULL, series->name);
    }
}

void plot_svg(const Plot *plot, Str *out)
{
    assert(plot->count <= PLOT_MAX_SERIES);
    Axis x = make_axis(plot, false), y = make_axis(plot, true);
    svg_begin(out, WIDTH, HEIGHT, plot->title, css);
    svg_text(out, LEFT - 60, 30, SVG_START, "title", plot->title);
    if (plot->subtitle != NULL)
        svg_text(out, LEFT - 60, 48, SVG_START, "sub", plot->subtitle);
    draw_axes(plot, &x, &y, out);
    for (int i = 0; i < plot->count; i++)
        draw_series(&plot->series[i], i, &x, &y, out);
    draw_legend(plot, &x, &y, out);
    svg_end(out);
}
