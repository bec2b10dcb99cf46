/* app/referee/referee_modes.h -- the kinds of servers that `plateau referee` can be. */
#pragma once
#include "app/arguments/command.h"

int referee_course(const Call *call);
int referee_class(const Call *call);
