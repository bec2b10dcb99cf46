/* lab/plot.h -- line charts as SVG: axes with round ticks, linear or logarithmic, and a legend. */
#pragma once
#include "base/str.h"

typedef struct {
    double x, y;
} PlotPoint;

typedef struct {
    const char      *name;
    const PlotPoint *points; /* by rising x */
    int              count;
} PlotSeries;

typedef struct {
    const char       *title, *subtitle; /* subtitle may be NULL */
    const char       *x_label, *y_label;
    bool              is_x_log, is_x_whole, is_y_log, is_y_percent;
    const PlotSeries *series; /* at most PLOT_MAX_SERIES; each has its own colour and marker */
    int               count;
} Plot;

enum { PLOT_MAX_SERIES = 16 };

/* On a logarithmic axis points that are not positive lie on the edge. */
void plot_svg(const Plot *plot, Str *out);
