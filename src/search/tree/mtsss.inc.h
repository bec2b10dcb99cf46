/* SSS* as a sequence of null windows from above (MT-SSS*, Plaat and others 1996): it visits the
 * same leaves as SSS*, as long as the table loses no entry. */
#pragma once
#include "search/tree/mtdf.inc.h"

static Score S(mtsss)(void *pos, SearchWork *w, int depth)
{
    return S(drive)(pos, SCORE_INF, depth, w);
}
