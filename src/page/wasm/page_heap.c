#include "page/wasm/page_heap.h"

#include <string.h>

enum {
    STEP = 16,
    STEPS = 4 /* before they double */,
    SIZES = 104 /* up to 2 GiB */,
    CHUNK = 1 << 16
};

/* In front of every block; its length keeps the block aligned. */
typedef struct BlockHead {
    _Alignas(max_align_t) size_t bytes; /* that the block may hold */
    int               size;             /* its place in `waiting` */
    struct BlockHead *next;             /* in the list, when it is there */
} BlockHead;

static BlockHead *waiting[SIZES];
static char      *fresh, *fresh_end; /* from heap_grow, not dealt out yet */

static BlockHead *take_fresh(size_t bytes)
{
    if ((size_t)(fresh_end - fresh) < bytes) {
        size_t wanted = (bytes + CHUNK - 1) / CHUNK * CHUNK;
        char  *more = heap_grow(wanted);
        if (more == NULL)
            return NULL;
        if (more != fresh_end) /* the rest is too small for anybody */
            fresh = more;
        fresh_end = more + wanted;
    }
    BlockHead *head = (BlockHead *)fresh;
    fresh += bytes;
    return head;
}

void *heap_take(size_t bytes)
{
    size_t room = STEP, step = STEP;
    int    size = 0;
    for (; room < bytes; size++) {
        if (size == SIZES - 1)
            return NULL;
        if (size > STEPS && size % STEPS == STEPS - 1) /* 128, 256 … */
            step *= 2;
        room += step;
    }
    BlockHead *head = waiting[size];
    if (head != NULL)
        waiting[size] = head->next;
    else if ((head = take_fresh(sizeof(BlockHead) + room)) == NULL)
        return NULL;
    head->bytes = room;
    head->size = size;
    return head + 1;
}

void heap_give(void *block)
{
    if (block == NULL)
        return;
    BlockHead *head = (BlockHead *)block - 1;
    head->next = waiting[head->size];
    waiting[head->size] = head;
}

void *heap_change(void *block, size_t bytes)
{
    if (block == NULL)
        return heap_take(bytes);
    const BlockHead *head = (BlockHead *)block - 1;
    if (bytes <= head->bytes)
        return block;
    void *larger = heap_take(bytes);
    if (larger != NULL) {
        memcpy(larger, block, head->bytes);
        heap_give(block);
    }
    return larger;
}
