/* The memory of the engine inside the page (page/wasm/page_heap.h), on a small machine of its own.
 */
#include "base/rng.h"
#include "page/wasm/page_heap.h"
#include "support.h"

#include <stdint.h>
#include <string.h>

enum { MACHINE = 8 << 20, BLOCKS = 200, STEPS = 100000, LARGEST = 3000 };

static _Alignas(max_align_t) char machine[MACHINE];
static size_t used;

char *heap_grow(size_t bytes)
{
    if (bytes > MACHINE - used)
        return NULL;
    used += bytes;
    return machine + used - bytes;
}

typedef struct {
    unsigned char *bytes;
    size_t         size;
    unsigned char  sign; /* in each byte */
} Block;

static void check(const Block *block)
{
    for (size_t i = 0; i < block->size; i++)
        assert_int_equal(block->bytes[i], block->sign);
}

static void test_blocks_keep_what_is_theirs(void **state)
{
    static Block blocks[BLOCKS];
    uint64_t     rng = 1;
    (void)state;
    for (int step = 0; step < STEPS; step++) {
        Block *block = &blocks[rng_below(&rng, BLOCKS)];
        size_t size = rng_below(&rng, LARGEST);
        check(block);
        if (rng_below(&rng, 3) == 0) {
            heap_give(block->bytes);
            *block = (Block){0};
            continue;
        }
        unsigned char *larger = heap_change(block->bytes, size);
        assert_non_null(larger);
        assert_int_equal((uintptr_t)larger % _Alignof(max_align_t), 0);
        for (size_t i = 0; i < size && i < block->size; i++)
            assert_int_equal(larger[i], block->sign);
        *block = (Block){.bytes = larger, .size = size, .sign = (unsigned char)step};
        memset(larger, block->sign, size);
    }
    /* Never more than 200 blocks of 3000 bytes at once, each in a size of up to a quarter more, and
     * what waits in the lists. */
    assert_true(used < 6 * BLOCKS * LARGEST);
    for (int i = 0; i < BLOCKS; i++) {
        check(&blocks[i]);
        heap_give(blocks[i].bytes);
    }
}

static void test_what_is_given_back_is_used_again(void **state)
{
    (void)state;
    heap_give(NULL);
    void *first = heap_take(100000);
    assert_non_null(first);
    heap_give(first);
    assert_ptr_equal(heap_take(100000), first);
    size_t before = used;
    for (int i = 0; i < 1000; i++) {
        void *block = heap_take(50000);
        assert_non_null(block);
        heap_give(block);
    }
    assert_true(used - before <= 128 << 10);
    heap_give(first);
}

static void test_when_there_is_no_more(void **state)
{
    char *block = heap_take(10);
    (void)state;
    assert_non_null(block);
    memcpy(block, "as before", 10);
    assert_null(heap_take(MACHINE));
    assert_null(heap_take(SIZE_MAX));
    assert_null(heap_change(block, MACHINE));
    assert_string_equal(block, "as before");
    heap_give(block);
    assert_non_null(heap_take(0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_blocks_keep_what_is_theirs),
        cmocka_unit_test(test_what_is_given_back_is_used_again),
        cmocka_unit_test(test_when_there_is_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
