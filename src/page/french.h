/* page/french.h -- the engine's errors in French. */
#pragma once
#include "base/error.h"

/* Puts the French of an English error in its place; what has none stays as it is, what stands
 * before a colon too. */
void french_error(Error *err);
