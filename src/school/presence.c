#include "school/presence.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct Presence {
    pthread_mutex_t mutex;
    Link           *link; /* that nobody uses; NULL: none */
    bool            is_interrupted;
    atomic_bool     has_news;
};

Presence *presence_new(void)
{
    Presence *presence = calloc(1, sizeof *presence);
    if (presence != NULL)
        pthread_mutex_init(&presence->mutex, NULL);
    return presence;
}

void presence_delete(Presence *presence)
{
    if (presence == NULL)
        return;
    link_delete(presence->link);
    pthread_mutex_destroy(&presence->mutex);
    free(presence);
}

/* Puts a link, or none, in place of the one that nobody uses. */
static void replace(Presence *presence, Link *link)
{
    link_delete(presence->link);
    presence->link = link;
}

/* Whoever has the older one at a game finds out. */
static void renew(Presence *presence, Link *link)
{
    pthread_mutex_lock(&presence->mutex);
    replace(presence, link);
    atomic_store(&presence->has_news, true);
    pthread_mutex_unlock(&presence->mutex);
}

void presence_bring(Presence *presence, Link *link)
{
    link_set_stop(link, &presence->has_news);
    renew(presence, link);
}

void presence_drop(Presence *presence) { renew(presence, NULL); }

bool presence_is_there(Presence *presence)
{
    pthread_mutex_lock(&presence->mutex);
    if (presence->link != NULL && !link_is_open(presence->link))
        replace(presence, NULL);
    bool is_there = presence->link != NULL;
    pthread_mutex_unlock(&presence->mutex);
    return is_there;
}

void presence_interrupt(Presence *presence)
{
    pthread_mutex_lock(&presence->mutex);
    presence->is_interrupted = true;
    atomic_store(&presence->has_news, true);
    pthread_mutex_unlock(&presence->mutex);
}

/* False: nothing there yet, and nobody said that it is too late. */
static bool try_to_take(Presence *presence, Link **out)
{
    pthread_mutex_lock(&presence->mutex);
    *out = presence->is_interrupted ? NULL : presence->link;
    bool is_settled = *out != NULL || presence->is_interrupted;
    if (*out != NULL) {
        presence->link = NULL;
        atomic_store(&presence->has_news, false);
    }
    pthread_mutex_unlock(&presence->mutex);
    return is_settled;
}

Link *presence_take(Presence *presence, int64_t deadline_us)
{
    const struct timespec moment = {.tv_nsec = 5000000};
    Link                 *link;
    while (!try_to_take(presence, &link) && clock_now_us() < deadline_us)
        nanosleep(&moment, NULL);
    return link;
}

void presence_give_back(Presence *presence, Link *link)
{
    if (link == NULL)
        return;
    pthread_mutex_lock(&presence->mutex);
    if (presence->link == NULL)
        presence->link = link;
    else
        link_delete(link);
    pthread_mutex_unlock(&presence->mutex);
}
