/* page/wasm/page_heap.h -- memory for the engine inside the page: small code, since each visitor
 * loads it. Blocks come in sizes at most a quarter apart, but for the smallest; one that is given
 * back waits in the list of its size. Memory never returns to the browser: it goes with the page.
 */
#pragma once
#include <stddef.h>

/* NULL: there is no more, or so much cannot be. Aligned for anything. */
void *heap_take(size_t bytes);
void  heap_give(void *block); /* NULL is fine */

/* At least so many bytes with the block's contents; NULL: the block stays as it is. */
void *heap_change(void *block, size_t bytes);

/* Of the machine: so many bytes, zero and aligned for anything, after those of the last call; NULL:
 * no more. */
char *heap_grow(size_t bytes);
