/* lab/svg.h -- writes SVG pictures: a page, shapes, escaped text. Lengths are in pixels. */
#pragma once
#include "base/str.h"

/* How a shape is painted; NULL and 0 leave it to the defaults of SVG. */
typedef struct {
    const char *fill, *stroke; /* "none", "#336699" … */
    double      width;         /* of the stroke */
    const char *dashes;        /* "4 3" */
} SvgPaint;

typedef enum { SVG_START, SVG_MIDDLE, SVG_END } SvgAnchor;

/* A white page; `css` is its style sheet and `title` what a screen reader says. */
void svg_begin(Str *out, double width, double height, const char *title, const char *css);
void svg_end(Str *out);

void svg_line(Str *out, double x1, double y1, double x2, double y2, const SvgPaint *paint);
void svg_rect(Str *out, double x, double y, double width, double height, double radius,
              const SvgPaint *paint);
void svg_path(Str *out, const char *path, const SvgPaint *paint); /* "M0 0L5 5" … */

/* `style` names a class of the style sheet, NULL: none. The text is escaped. */
void svg_text(Str *out, double x, double y, SvgAnchor anchor, const char *style, const char *text);

/* A tooltip for what stands between begin and end. */
void svg_group_begin(Str *out, const char *tooltip);
void svg_group_end(Str *out);

/* A small sign at a point, told apart by shape and not by colour alone: 0 circle, 1 square … */
enum { SVG_MARKERS = 8 };
void svg_marker(Str *out, int shape, double x, double y, double size, const char *colour);
