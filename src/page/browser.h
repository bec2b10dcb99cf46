/* page/browser.h -- the user's own browser, opened at a page of ours. */
#pragma once
#include "base/error.h"
#include "base/lang.h"

/* False and *err, in that language, when this machine has none or nobody could see it. Does not
 * wait for it. */
bool browser_open(const char *address, Error *err);
