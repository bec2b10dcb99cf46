#include "base/pages.h"

#include <assert.h>
#include <stdint.h>

#ifdef __wasm__ /* one flat memory, whose pages are the browser's business */
#include <stdlib.h>
#include <string.h>

void *pages_new(size_t bytes) { return calloc(1, bytes); }

void pages_free(void *memory, size_t bytes)
{
    (void)bytes;
    free(memory);
}

void pages_clear(void *memory, size_t bytes) { memset(memory, 0, bytes); }
#else
#include <sys/mman.h>

enum { HUGE_PAGE = 2 * 1024 * 1024 };

void *pages_new(size_t bytes)
{
    assert(bytes > 0);
    size_t extra = bytes >= HUGE_PAGE ? HUGE_PAGE : 0;
    char  *memory = mmap(NULL, bytes + extra, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    if (extra == 0)
        return memory;
    /* Cut to begin at a huge page; what lies before and behind goes back. */
    size_t before = (HUGE_PAGE - (uintptr_t)memory % HUGE_PAGE) % HUGE_PAGE;
    if (before > 0)
        munmap(memory, before);
    if (before < extra)
        munmap(memory + before + bytes, extra - before);
    madvise(memory + before, bytes, MADV_HUGEPAGE); /* a wish: small pages serve as well */
    return memory + before;
}

void pages_free(void *memory, size_t bytes)
{
    if (memory != NULL)
        munmap(memory, bytes);
}

void pages_clear(void *memory, size_t bytes) { madvise(memory, bytes, MADV_DONTNEED); }
#endif
