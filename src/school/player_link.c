#include "school/player_link.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct PlayerLink {
    pthread_mutex_t mutex;
    Link           *link; /* that nobody uses; NULL: none */
    bool            is_interrupted;
    atomic_bool     has_news;
};

PlayerLink *player_link_new(void)
{
    PlayerLink *player_link = calloc(1, sizeof *player_link);
    if (player_link != NULL)
        pthread_mutex_init(&player_link->mutex, NULL);
    return player_link;
}

void player_link_delete(PlayerLink *player_link)
{
    if (player_link == NULL)
        return;
    link_delete(player_link->link);
    pthread_mutex_destroy(&player_link->mutex);
    free(player_link);
}

/* Puts a link, or none, in place of the one that nobody uses. */
static void replace(PlayerLink *player_link, Link *link)
{
    link_delete(player_link->link);
    player_link->link = link;
}

/* Whoever has the older one at a game finds out. */
static void renew(PlayerLink *player_link, Link *link)
{
    pthread_mutex_lock(&player_link->mutex);
    replace(player_link, link);
    atomic_store(&player_link->has_news, true);
    pthread_mutex_unlock(&player_link->mutex);
}

void player_link_renew(PlayerLink *player_link, Link *link)
{
    link_set_stop(link, &player_link->has_news);
    renew(player_link, link);
}

void player_link_drop(PlayerLink *player_link) { renew(player_link, NULL); }

bool player_link_is_open(PlayerLink *player_link)
{
    pthread_mutex_lock(&player_link->mutex);
    if (player_link->link != NULL && !link_is_open(player_link->link))
        replace(player_link, NULL);
    bool is_there = player_link->link != NULL;
    pthread_mutex_unlock(&player_link->mutex);
    return is_there;
}

void player_link_interrupt(PlayerLink *player_link)
{
    pthread_mutex_lock(&player_link->mutex);
    player_link->is_interrupted = true;
    atomic_store(&player_link->has_news, true);
    pthread_mutex_unlock(&player_link->mutex);
}

/* False: nothing there yet, and nobody said that it is too late. */
static bool try_to_take(PlayerLink *player_link, Link **out)
{
    pthread_mutex_lock(&player_link->mutex);
    *out = player_link->is_interrupted ? NULL : player_link->link;
    bool is_settled = *out != NULL || player_link->is_interrupted;
    if (*out != NULL) {
        player_link->link = NULL;
        atomic_store(&player_link->has_news, false);
    }
    pthread_mutex_unlock(&player_link->mutex);
    return is_settled;
}

Link *player_link_take(PlayerLink *player_link, int64_t deadline_us)
{
    const struct timespec moment = {.tv_nsec = 5000000};
    Link                 *link;
    while (!try_to_take(player_link, &link) && clock_now_us() < deadline_us)
        nanosleep(&moment, NULL);
    return link;
}

void player_link_give_back(PlayerLink *player_link, Link *link)
{
    if (link == NULL)
        return;
    pthread_mutex_lock(&player_link->mutex);
    if (player_link->link == NULL)
        player_link->link = link;
    else
        link_delete(link);
    pthread_mutex_unlock(&player_link->mutex);
}
