/* What the layers below ask of a machine, where the machine is a page in a browser. */
#include "base/clock.h"
#include "base/errors.h"
#include "base/file.h"
#include "base/numbers.h"
#include "page/wasm/page_heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((import_module("page"), import_name("now_ms"))) double page_now_ms(void);

int64_t clock_now_us(void) { return (int64_t)(page_now_ms() * 1000); }

/* A page has no files: whoever plays with one from a file does so on the server. */
bool file_read(const char *path, size_t limit, Str *out, Error *err)
{
    (void)limit;
    (void)out;
    return error_set(err, ERROR_PAGE_NO_FILES, path);
}

/* Errors have codes here and no words: the page shows none of its own engine, and a catalogue of
 * two languages would be sent to everybody. */
bool error_keep(Error *err, ErrorCode code, int count, const ErrorArgument arguments[])
{
    (void)count;
    (void)arguments;
    if (err != NULL)
        *err = (Error){.code = (uint16_t)code};
    return false;
}

bool error_prefix(Error *err, const char *where)
{
    (void)err;
    (void)where;
    return false;
}

ErrorArgument argument_text(const char *text) { return argument_span(text_span(text, 0)); }

const char *error_text(const Error *err, Lang lang, char out[ERROR_TEXT_SIZE])
{
    (void)lang;
    snprintf(out, ERROR_TEXT_SIZE, "error %d", err->code);
    return out;
}

/* There is one locale. */
int numbers_vprint(char *out, size_t size, const char *format, va_list args)
{
    return vsnprintf(out, size, format, args);
}

double numbers_read(const char *text, char **end) { return strtod(text, end); }

/* ---- memory ------------------------------------------------------------------------------------
 */

enum { WASM_PAGE = 1 << 16 };

char *heap_grow(size_t bytes)
{
    size_t before = __builtin_wasm_memory_grow(0, bytes / WASM_PAGE);
    return before == SIZE_MAX ? NULL : (char *)(before * WASM_PAGE);
}

void *malloc(size_t bytes) { return heap_take(bytes); }

void free(void *block) { heap_give(block); }

void *realloc(void *block, size_t bytes) { return heap_change(block, bytes); }

void *calloc(size_t count, size_t bytes)
{
    size_t whole;
    void  *block = __builtin_mul_overflow(count, bytes, &whole) ? NULL : heap_take(whole);
    if (block != NULL)
        memset(block, 0, whole);
    return block;
}
