#include "engine/ponder.h"

#include "search/mcts/mcts.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct Ponder {
    Session      *session;
    SearcherId    searcher;
    MctsSettings  mcts;
    SearchContext context;
    atomic_bool   stop;
    pthread_t     thread;
};

static void *think(void *argument)
{
    Ponder *ponder = argument;
    session_search(ponder->session, ponder->searcher, &ponder->context, NULL);
    return NULL;
}

Ponder *ponder_begin(Session *session, const Player *player, int seat)
{
    assert(seat == 0 || seat == 1);
    if (player->is_human || session_result(session).is_over)
        return NULL;
    Ponder *ponder = calloc(1, sizeof *ponder);
    if (ponder == NULL)
        return NULL;
    bool ok = player_prepare(session, player, seat, &ponder->mcts, &ponder->context, NULL);
    /* Without a table or tree of its own the seat gains nothing. */
    ok = ok && (ponder->context.table != NULL || ponder->context.mcts_tree != NULL);
    ponder->session = session;
    ponder->searcher = player->searcher;
    ponder->context.limits = (Limits){0};
    ponder->context.stop = &ponder->stop;
    ponder->context.threads = 1;
    if (!ok || pthread_create(&ponder->thread, NULL, think, ponder) != 0) {
        free(ponder);
        return NULL;
    }
    return ponder;
}

void ponder_end(Ponder *ponder)
{
    if (ponder == NULL)
        return;
    atomic_store(&ponder->stop, true);
    pthread_join(ponder->thread, NULL);
    free(ponder);
}
