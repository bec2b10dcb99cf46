/* json_check.h -- is a text valid JSON, strictly by its grammar, and valid UTF-8? */
#pragma once
#include <stdbool.h>

bool json_is_valid(const char *text);
