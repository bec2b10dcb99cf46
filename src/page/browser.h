/* page/browser.h -- the user's own browser, opened at a page of ours. */
#pragma once
#include "base/error.h"
#include "base/str.h"

/* Opens the address. One with a secret behind '#' is never among the browser's arguments, which all
 * users of the machine can read: the browser gets a file that this user alone can read and that
 * leads there, whose path is added to `page`. False and *err when this machine
 * has no browser or nobody could see it. Does not wait for it. */
bool browser_open(const char *address, Str *page, Error *err);

/* Removes the file, if there is one, and frees its path. */
void browser_forget(Str *page);
