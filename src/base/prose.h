/* base/prose.h -- sentences as they are set for people. Tables of texts are written with the signs
 * of a keyboard; French has an apostrophe of its own, and spaces that no line breaks at. */
#pragma once
#include "base/json.h"
#include "base/lang.h"

void str_prose(Str *out, const char *text, Lang lang);
void json_prose(Json *json, const char *key, const char *text, Lang lang);
