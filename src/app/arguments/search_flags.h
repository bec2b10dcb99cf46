/* app/arguments/search_flags.h -- what commands that search share: their flags, and what these
 * choose. */
#pragma once
#include "app/arguments/command.h"
#include "engine/search_choice.h"

#define CONSTANTS_FLAG                                                                             \
    {                                                                                              \
        "--search", "CONSTANTS",                                                                   \
            TEXT("of the searcher, as plateau games GAME lists them: window=20,reduce=90",         \
                 "du chercheur, selon plateau games JEU : window=20,reduce=90")                    \
    }

/* A command lists these among its own flags. */
#define SETTING_FLAGS                                                                              \
    {"--eval", "EVAL",                                                                             \
     TEXT("evaluation, with weights: full,threat=3,form=logistic",                                 \
          "évaluation, avec poids : full,threat=3,form=logistic")},                                \
        {"--table", "MB", TEXT("transposition table, or off", "table de transposition, ou off")},  \
        {"--order", "ORDER",                                                                       \
         TEXT("of moves: dynamic, static or none", "des coups : dynamic, static ou none")},        \
    {                                                                                              \
        "--quiescence", NULL,                                                                      \
            TEXT("play noisy moves on at the horizon", "prolonger les coups bruyants à l'horizon") \
    }

/* Reads whichever of --searcher --eval --depth --nodes --time --iterations --table --threads
 * --multipv --order --quiescence --mcts --search were given; the others stay as *choice says. A net
 * is borrowed from the session. */
bool search_flags_read(const Call *call, Session *session, SearchChoice *choice, Error *err);

/* A list "a,b,c" of searchers; false with the known ones named. */
bool search_flags_list(const char *text, bool is_chosen[SEARCHER_COUNT], Error *err);

/* What a searcher of its own kind lives on unless told otherwise: no limit at all becomes this. */
void search_flags_limit(const Call *call, SearchChoice *choice, int64_t time_us);
