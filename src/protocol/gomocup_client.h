/* protocol/gomocup_client.h -- the manager's side of the Gomocup protocol: the lines it sends, and
 * what the lines it gets mean. Text alone. */
#pragma once
#include "protocol/gomocup.h"

enum { GOMOCUP_TEXT_SIZE = 200, GOMOCUP_POINTS = 3 };

typedef enum {
    GOMOCUP_OTHER, /* MESSAGE, DEBUG, UNKNOWN, and what nobody understands: to be skipped */
    GOMOCUP_OK,
    GOMOCUP_ERROR,   /* text: what the program complains of */
    GOMOCUP_MOVE,    /* one point, up to three in the opening */
    GOMOCUP_SWAP,    /* in the opening */
    GOMOCUP_SUGGEST, /* one point: to be confirmed with PLAY */
} GomocupKind;

typedef struct {
    GomocupKind  kind;
    int          count;
    GomocupPoint points[GOMOCUP_POINTS];
    char         text[GOMOCUP_TEXT_SIZE]; /* the line, cut where it does not fit */
} GomocupAnswer;

void gomocup_client_read(const char *line, GomocupAnswer *out);

/* All stones, for the player to move: BOARD … DONE; and for the opening: SWAP2BOARD … DONE. Lines
 * with ends between them. */
void gomocup_client_board(const Session *session, Str *out);
void gomocup_client_swap2(const Session *session, Str *out);
