/* app/browser.h -- the user's own browser, opened at a page of ours. */
#pragma once
#include "base/error.h"

/* False and *err when this machine has none. Does not wait for it. */
bool browser_open(const char *address, Error *err);
