/* SSS* by other means: windows of width one that come down from above visit the same leaves, when
 * the table forgets nothing. */
#pragma once
#include "search/tree/mtdf.inc.h"

static Score S(mtsss)(void *pos, SearchWork *w, int depth)
{
    return S(drive)(pos, SCORE_INF, depth, w);
}
