/* What the layers below ask of a machine, where the machine is a page in a browser. */
#include "base/clock.h"
#include "base/file.h"

__attribute__((import_module("page"), import_name("now_ms"))) double page_now_ms(void);

int64_t clock_now_us(void) { return (int64_t)(page_now_ms() * 1000); }

/* A page has no files: whoever plays with one from a file does so on the server. */
bool file_read(const char *path, size_t limit, Str *out, Error *err)
{
    (void)limit;
    (void)out;
    return error_set(err, "%s: a page has no files", path);
}
