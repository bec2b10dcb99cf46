/* page/asset.h -- the files of the page: those built in, or those of a folder while one works on
 * them. */
#pragma once
#include "net/http.h"

/* The file built in under this path ("/", "/app.js"). */
bool asset_find(const char *path, HttpFile *out);

/* How many there are, and their paths. */
int         asset_count(void);
const char *asset_path(int index);

/* The same from a folder. No path leads out of it, to hidden files or through links. `buffer` holds
 * the bytes. */
bool asset_read(const char *folder, const char *path, Str *buffer, HttpFile *out);
