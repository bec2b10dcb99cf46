/* plateau prove, for games whose certificates say that a side cannot lose: Solver.safety. */
#pragma once
#include "app/arguments/command.h"

/* Exactly one of -o and --check is given. The exit code. */
int prove_safety(const Call *call, const Session *session);
