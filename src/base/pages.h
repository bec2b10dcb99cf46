/* base/pages.h -- large zeroed memory for tables, in huge pages where the system grants them. It
 * costs nothing before it is touched. */
#pragma once
#include <stddef.h>

/* Whole at a huge page's boundary when it is at least as large as one. NULL when memory is short;
 * the caller frees it with the same size. */
void *pages_new(size_t bytes);
void  pages_free(void *memory, size_t bytes); /* NULL is fine */

/* All zero again, and given back to the system until it is touched. */
void pages_clear(void *memory, size_t bytes);
