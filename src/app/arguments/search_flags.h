/* app/arguments/search_flags.h -- what commands that search share: their flags, and what these
 * choose. */
#pragma once
#include "app/arguments/command.h"
#include "engine/search_choice.h"

enum { MAX_SEARCH_TABLE = 65536, MAX_SEARCH_THREADS = 64 };

/* What was given, the field `search` of a command's own struct; 0 and NULL: nothing. */
typedef struct {
    const char *searcher, *eval, *table, *order, *mcts;
    const char *constants; /* --search */
    bool        quiescence;
    int         depth, threads, multipv;
    uint64_t    nodes, iterations;
    int64_t     time; /* microseconds */
} SearchFlags;

#define CONSTANTS_FLAG(type)                                                                       \
    {                                                                                              \
        "--search", "CONSTANTS",                                                                   \
            TEXT("of the searcher, as plateau games GAME lists them: window=20,reduce=90",         \
                 "du chercheur, selon plateau games JEU : window=20,reduce=90"),                   \
            FLAG_TO_WORDS(type, search.constants)                                                  \
    }

/* A command lists these among its own flags. */
#define SETTING_FLAGS(type)                                                                        \
    {"--eval", "EVAL",                                                                             \
     TEXT("evaluation, with weights: full,threat=3,form=logistic",                                 \
          "évaluation, avec poids : full,threat=3,form=logistic"),                                 \
     FLAG_TO_WORDS(type, search.eval)},                                                            \
        {"--table", "MB", TEXT("transposition table, or off", "table de transposition, ou off"),   \
         FLAG_TO_WORDS(type, search.table)},                                                       \
        {"--order", "ORDER",                                                                       \
         TEXT("of moves: dynamic, static or none", "des coups : dynamic, static ou none"),         \
         FLAG_TO_WORDS(type, search.order)},                                                       \
    {                                                                                              \
        "--quiescence", NULL,                                                                      \
            TEXT("play noisy moves on at the horizon",                                             \
                 "prolonger les coups bruyants à l'horizon"),                                      \
            FLAG_TO_SWITCH(type, search.quiescence)                                                \
    }

/* What was given; the rest stays as *choice says. A net is borrowed from the session. */
bool search_flags_read(const SearchFlags *given, Session *session, SearchChoice *choice,
                       Error *err);

/* A list "a,b,c" of searchers; false with the known ones named. */
bool search_flags_list(const char *text, bool is_chosen[SEARCHER_COUNT], Error *err);

/* What a searcher of its own kind lives on unless told otherwise: no limit at all becomes this. */
void search_flags_limit(const SearchFlags *given, SearchChoice *choice, int64_t time_us);
