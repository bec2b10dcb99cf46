#include "core/zobrist.h"

#include "base/rng.h"

#include <assert.h>

/* rng_mix as a constant expression, so that the table is read-only data. */
#define STEP_1(z) (((z) ^ ((z) >> 30)) * UINT64_C(0xbf58476d1ce4e5b9))
#define STEP_2(z) (((z) ^ ((z) >> 27)) * UINT64_C(0x94d049bb133111eb))
#define STEP_3(z) ((z) ^ ((z) >> 31))
#define MIX(i) STEP_3(STEP_2(STEP_1((uint64_t)(i)*UINT64_C(0x9e3779b97f4a7c15))))
#define MIX_4(i) MIX(i), MIX((i) + 1), MIX((i) + 2), MIX((i) + 3)
#define MIX_20(i) MIX_4(i), MIX_4((i) + 4), MIX_4((i) + 8), MIX_4((i) + 12), MIX_4((i) + 16)
#define MIX_100(i) MIX_20(i), MIX_20((i) + 20), MIX_20((i) + 40), MIX_20((i) + 60), MIX_20((i) + 80)
#define MIX_400(i) MIX_100(i), MIX_100((i) + 100), MIX_100((i) + 200), MIX_100((i) + 300)

const uint64_t zobrist_cell[2][BOARD_CELLS] = {{MIX_400(1)}, {MIX_400(1001)}};

uint64_t zobrist_extra(int index)
{
    assert(index > -5000);
    return rng_mix((uint64_t)(5000 + index) * UINT64_C(0x9e3779b97f4a7c15));
}

uint64_t zobrist_options(const OptionTable *table, const int16_t values[])
{
    uint64_t key = 0;
    for (int i = 0; i < table->count; i++) {
        int difference = values[i] - table->specs[i].fallback;
        if (difference != 0)
            key ^= zobrist_extra(100000 * (i + 1) + difference);
    }
    return key;
}
