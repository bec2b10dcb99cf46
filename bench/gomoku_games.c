/* The champion's games against itself, for bench/gomoku_train.c to learn a net from.
 *
 *     gomoku_games GAMES NODES SEED [RULE SIZE]
 *
 * A line is a game: rule, size, the winner (1 black, 2 white, 0 nobody), how many stones were
 * placed by lot, then all moves (32 * row + column). Behind a colon stand the positions looked at,
 * three numbers each: how many of the moves were played, a move played aside (-1: none) and the
 * score. A position a move aside shows what a search meets and a game never does. Positions where
 * fours alone win are left out: no evaluation is asked for them. */
#include "base/rng.h"
#include "core/position.h"
#include "games/gomoku/gomoku_candidates.h"
#include "search/search.h"

#include <stdio.h>
#include <stdlib.h>

enum { OPENING_LEAST = 2, OPENING_MORE = 6, ASIDE_BEST = 12, MAX_SEEN = 2 * gomoku_max_moves };

typedef struct {
    int   ply, aside;
    Score score;
    Move  best;
} Seen;

typedef struct {
    const Game *game;
    Tt         *table;
    uint64_t    nodes, rng;
    Move        moves[gomoku_max_moves];
    int         count, placed, seen_count;
    Seen        seen[MAX_SEEN];
} Player;

static bool is_quiet(const GomokuThreats *t)
{
    Move line[VCF_LINE];
    int  length, mine = t->pos.turn;
    return t->count[0][RANK_FIVE] + t->count[1][RANK_FIVE] + t->count[mine][RANK_OPEN_FOUR] == 0 &&
           gomoku_find_vcf(&t->pos, 200, 8, line, &length) == 0;
}

static int list_moves(const GomokuThreats *t, Move list[])
{
    int          count = 0, threat = gomoku_open_four_of(t, 1 - t->pos.turn);
    GomokuPoints points;
    if (threat >= 0)
        gomoku_list_defences(t, threat, &points);
    else
        gomoku_near_stones(t, &points);
    if (t->pos.stones == 0)
        for (int row = 3; row < t->pos.size - 3; row++)
            points.row[row] = (1u << (t->pos.size - 3)) - 8u;
    for (int row = 0; row < t->pos.size; row++)
        for (uint64_t left = points.row[row]; left != 0;) {
            int point = 32 * row + bits_pop(&left);
            if (gomoku_may_play(t, point))
                list[count++] = (Move)point;
        }
    return count;
}

/* How many moves come before this one. */
static int place_in_order(const GomokuThreats *t, const Move list[], int count, Move move)
{
    int before = 0;
    for (int i = 0; i < count; i++)
        before += gomoku_promise(t, list[i]) > gomoku_promise(t, move);
    return before;
}

/* One of the first in the order of moves. */
static Move draw_aside(Player *player, const GomokuThreats *t)
{
    Move list[gomoku_max_moves];
    int  count = list_moves(t, list), first = 0;
    for (int i = 0; i < count; i++)
        if (place_in_order(t, list, count, list[i]) < ASIDE_BEST)
            list[first++] = list[i];
    return first == 0 ? MOVE_NONE : list[rng_below(&player->rng, (uint32_t)first)];
}

static Score look(Player *player, gomoku_pos *p, int aside, Move *best)
{
    static SearchContext context;
    GomokuThreats        t;
    gomoku_threats_init(&t, p);
    context = (SearchContext){.limits = {.nodes = player->nodes}, .table = player->table};
    search_run(player->game, p, SEARCHER_champion, &context);
    *best = context.best;
    if (player->seen_count < MAX_SEEN && is_quiet(&t))
        player->seen[player->seen_count++] =
            (Seen){.ply = player->count, .aside = aside, .score = context.score, .best = *best};
    return context.score;
}

static void look_aside(Player *player, gomoku_pos p)
{
    GomokuThreats t;
    gomoku_undo   undo;
    Move          best;
    gomoku_threats_init(&t, &p);
    if (t.count[0][RANK_FIVE] + t.count[1][RANK_FIVE] > 0)
        return;
    Move move = draw_aside(player, &t);
    if (move == MOVE_NONE)
        return;
    gomoku_make(&p, move, &undo);
    if (gomoku_play(&p) == PLAY_ON)
        look(player, &p, move, &best);
}

static void play(Player *player, gomoku_pos *p, Move move)
{
    gomoku_undo undo;
    gomoku_make(p, move, &undo);
    player->moves[player->count++] = move;
}

/* Random stones near each other. */
static void play_opening(Player *player, gomoku_pos *p)
{
    player->placed = OPENING_LEAST + (int)rng_below(&player->rng, OPENING_MORE);
    while (player->count < player->placed && gomoku_play(p) == PLAY_ON) {
        GomokuThreats t;
        Move          list[gomoku_max_moves];
        gomoku_threats_init(&t, p);
        int count = list_moves(&t, list);
        play(player, p, list[rng_below(&player->rng, (uint32_t)count)]);
    }
}

static void print_game(const Player *player, const gomoku_pos *p, int winner)
{
    printf("%d %d %d %d", p->rule, p->size, winner, player->placed);
    for (int i = 0; i < player->count; i++)
        printf(" %d", player->moves[i]);
    printf(" :");
    for (int i = 0; i < player->seen_count; i++) {
        const Seen *seen = &player->seen[i];
        printf(" %d %d %d %d", seen->ply, seen->aside, (int)seen->score, seen->best);
    }
    printf("\n");
}

/* A game ends when one player is seen to win. */
static void play_game(Player *player, gomoku_pos p)
{
    int winner = 0;
    player->count = player->seen_count = 0;
    play_opening(player, &p);
    tt_clear(player->table);
    while (gomoku_play(&p) == PLAY_ON && winner == 0) {
        Move  best;
        Score score = look(player, &p, -1, &best);
        if (score > SCORE_FORCED || score < -SCORE_FORCED)
            winner = score > 0 ? p.turn + 1 : 2 - p.turn;
        else
            look_aside(player, p);
        play(player, &p, best);
    }
    print_game(player, &p, winner == 0 ? p.winner : winner);
}

static bool read_rules(int argc, char **argv, const Game *game, gomoku_pos *p)
{
    int16_t options[MAX_OPTIONS];
    options_reset(&game->info->options, options);
    if (argc > 5 && (!options_set(&game->info->options, options, "rule", argv[4], NULL) ||
                     !options_set(&game->info->options, options, "size", argv[5], NULL)))
        return false;
    return position_start(game, options, p, NULL);
}

int main(int argc, char **argv)
{
    static Player player;
    gomoku_pos    p;
    player.game = game_find("gomoku");
    player.table = tt_new(1);
    if (argc < 4 || player.table == NULL || !read_rules(argc, argv, player.game, &p)) {
        fprintf(stderr, "usage: gomoku_games GAMES NODES SEED [RULE SIZE]\n");
        return 2;
    }
    int      games = (int)strtol(argv[1], NULL, 10);
    uint64_t seed = strtoull(argv[3], NULL, 10);
    player.nodes = strtoull(argv[2], NULL, 10);
    for (int n = 0; n < games; n++) {
        player.rng = (uint64_t)n + 1000000 * seed;
        play_game(&player, p);
    }
    tt_delete(player.table);
    return 0;
}
