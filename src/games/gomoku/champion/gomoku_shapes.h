/* games/gomoku/champion/gomoku_shapes.h -- what a stone on an empty point would make, read from
 * tables.
 *
 * A line through the point is what lies up to five cells away on both sides. Its shape, for a
 * colour, is what that colour would have in the line after playing on the point; the four shapes of
 * a point give its rank for the colour. Under freestyle the fifth cell never matters. */
#pragma once
#include "games/gomoku/gomoku.h"

/* In rising order of strength: two shapes at most, the best ones, decide the rank of a point. */
enum {
    SHAPE_DEAD,         /* no five can ever be made here */
    SHAPE_CLOSED_ONE,   /* can become a closed two, and so on */
    SHAPE_ONE,          /* can become a two */
    SHAPE_CLOSED_TWO,   /* can become a closed three */
    SHAPE_TWO,          /* can become a three */
    SHAPE_WIDE_TWO,     /* the same in three ways or more */
    SHAPE_CLOSED_THREE, /* can become a four, not an open one */
    SHAPE_THREE,        /* can become an open four */
    SHAPE_WIDE_THREE,   /* the same in two ways or more */
    SHAPE_FOUR,         /* one point makes it five */
    SHAPE_TWO_FOURS,    /* renju, black: two fours in one line, which is forbidden */
    SHAPE_OPEN_FOUR,    /* two points make it five */
    SHAPE_OVERLINE,     /* renju, black: six or more, which is forbidden */
    SHAPE_FIVE,
    SHAPE_COUNT
};

/* What a point is worth to a colour that may play there. */
enum {
    RANK_NOTHING,
    RANK_TWO,
    RANK_TWO_TWOS,
    RANK_CLOSED_THREE,
    RANK_CLOSED_THREE_MORE, /* and a two or another closed three */
    RANK_THREE,
    RANK_THREE_MORE, /* and a two or a closed three */
    RANK_TWO_THREES,
    RANK_FOUR,
    RANK_FOUR_MORE, /* and a two or a closed three */
    RANK_FOUR_THREE,
    RANK_OPEN_FOUR, /* or two fours */
    RANK_FIVE,
    RANK_DOUBTFUL, /* renju, black: may be forbidden; only the full rule decides */
    RANK_COUNT
};

/* The four shapes of a point without their order are its kind: all that is said of a point follows
 * from it. */
enum {
    GOMOKU_KINDS = 2380,    /* four out of SHAPE_COUNT, with repetition */
    GOMOKU_THREATS = 1 << 9 /* what both players threaten: gomoku_threat_mask() */
};

enum {
    GOMOKU_REACH = 5,
    GOMOKU_SIDE_KEYS = 1 << (2 * GOMOKU_REACH),
    GOMOKU_SIDES = 364 /* strings of up to five cells, each empty, black or white, then the edge */
};

/* What a kind is to a colour. */
typedef struct {
    int64_t worth;           /* see gomoku_weights.h */
    int16_t attack, defence; /* promise of a stone there, and of one of the other colour */
    uint8_t rank;
} GomokuKind;

/* Everything that depends on the rule alone. */
typedef struct {
    /* From five cells of a line, 5 bits of black under 5 bits of white (both: outside), to the
     * number of that string; `low` reads cells before the point, times the number of sides, `high`
     * those behind it. */
    uint32_t low[GOMOKU_SIDE_KEYS], high[GOMOKU_SIDE_KEYS];
    /* Both shapes, black's in the low half byte, by low number * sides + high number. */
    uint8_t  shape[GOMOKU_SIDES * GOMOKU_SIDES];
    int      reach, sides;  /* cells on each side that matter; their strings */
    uint16_t kind[1 << 16]; /* by four shapes, four bits each */
    /* By colour and kind; the same table where the rule treats the colours alike. */
    const GomokuKind *of_kind[2];
    GomokuKind        kinds[2][GOMOKU_KINDS];
    int16_t           threat[2][GOMOKU_THREATS]; /* worth to the colour to move */
} GomokuShapes;

/* Made at the first call for a rule and constant from then on; threads may call at once. */
const GomokuShapes *gomoku_shapes(int rule);
