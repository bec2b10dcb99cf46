#include "lab/svg.h"

#include <assert.h>

static void add_escaped(Str *out, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '<':
            str_text(out, "&lt;");
            break;
        case '>':
            str_text(out, "&gt;");
            break;
        case '&':
            str_text(out, "&amp;");
            break;
        case '"':
            str_text(out, "&quot;");
            break;
        default:
            str_char(out, (unsigned char)*text < ' ' ? ' ' : *text);
        }
}

static void add_title(Str *out, const char *title)
{
    str_text(out, "<title>");
    add_escaped(out, title);
    str_text(out, "</title>\n");
}

void svg_begin(Str *out, double width, double height, const char *title, const char *css)
{
    str_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
               "viewBox=\"0 0 %.0f %.0f\" role=\"img\">\n",
               width, height, width, height);
    add_title(out, title);
    str_printf(out, "<style>\n%s</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
               css);
}

void svg_end(Str *out) { str_text(out, "</svg>\n"); }

static void add_paint(Str *out, const SvgPaint *paint)
{
    if (paint->fill != NULL)
        str_printf(out, " fill=\"%s\"", paint->fill);
    if (paint->stroke != NULL)
        str_printf(out, " stroke=\"%s\"", paint->stroke);
    if (paint->width > 0)
        str_printf(out, " stroke-width=\"%.3g\"", paint->width);
    if (paint->dashes != NULL)
        str_printf(out, " stroke-dasharray=\"%s\"", paint->dashes);
    str_text(out, "/>\n");
}

void svg_line(Str *out, double x1, double y1, double x2, double y2, const SvgPaint *paint)
{
    str_printf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"", x1, y1, x2, y2);
    add_paint(out, paint);
}

void svg_rect(Str *out, double x, double y, double width, double height, double radius,
              const SvgPaint *paint)
{
    str_printf(out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"", x, y, width,
               height);
    if (radius > 0)
        str_printf(out, " rx=\"%.1f\"", radius);
    add_paint(out, paint);
}

void svg_path(Str *out, const char *path, const SvgPaint *paint)
{
    str_printf(out, "<path d=\"%s\"", path);
    add_paint(out, paint);
}

void svg_text(Str *out, double x, double y, SvgAnchor anchor, const char *style, const char *text)
{
    assert(anchor <= SVG_END);
    static const char *const anchors[] = {"start", "middle", "end"};
    str_printf(out, "<text x=\"%.1f\" y=\"%.1f\"", x, y);
    if (anchor != SVG_START)
        str_printf(out, " text-anchor=\"%s\"", anchors[anchor]);
    if (style != NULL)
        str_printf(out, " class=\"%s\"", style);
    str_char(out, '>');
    add_escaped(out, text);
    str_text(out, "</text>\n");
}

void svg_group_begin(Str *out, const char *tooltip)
{
    str_text(out, "<g>");
    add_title(out, tooltip);
}

void svg_group_end(Str *out) { str_text(out, "</g>\n"); }

void svg_marker(Str *out, int shape, double x, double y, double size, const char *colour)
{
    assert(shape >= 0 && size > 0);
    /* Drawn in a square of side 2 around the origin. */
    static const char *const paths[SVG_MARKERS] = {
        "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0Z",
        "M-.85-.85H.85V.85H-.85Z",
        "M0-1.1L1.05.8H-1.05Z",
        "M0-1.25L1.1 0L0 1.25L-1.1 0Z",
        "M0 1.1L1.05-.8H-1.05Z",
        "M-.35-1H.35V-.35H1V.35H.35V1H-.35V.35H-1V-.35H-.35Z",
        "M-1-.6L-.6-1L0-.4L.6-1L1-.6L.4 0L1 .6L.6 1L0 .4L-.6 1L-1 .6L-.4 0Z",
        "M0-1.2L.7-.3L1.15.6L0 .25L-1.15.6L-.7-.3Z",
    };
    str_printf(out,
               "<path transform=\"translate(%.1f %.1f) scale(%.2f)\" d=\"%s\" fill=\"%s\" "
               "stroke=\"#fff\" stroke-width=\".3\"/>\n",
               x, y, size, paths[shape % SVG_MARKERS], colour);
}
