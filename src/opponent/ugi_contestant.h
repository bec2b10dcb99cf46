/* opponent/ugi_contestant.h -- a contestant that speaks UGI, whatever carries the lines. */
#pragma once
#include "opponent/remote.h"

/* A contestant of this kind; `connect` makes its link. */
Contestant *ugi_contestant_open(const ContestantKind *kind, const Game *game, const char *address,
                                const ContestantSetup *setup,
                                bool (*connect)(Remote *remote, Error *err), Error *err);
