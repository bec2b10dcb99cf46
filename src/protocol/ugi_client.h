/* protocol/ugi_client.h -- the asking side of UGI (docs/user/protocols.md): the lines it sends, and
 * what the lines it gets mean. Text alone: who carries them is not known here. */
#pragma once
#include "engine/session.h"

enum { UGI_TEXT_SIZE = 200 };

typedef enum {
    UGI_OTHER,  /* nothing we know: to be skipped */
    UGI_ID,     /* text: the program's name */
    UGI_OPTION, /* text: the option's name */
    UGI_OK,
    UGI_READY,
    UGI_INFO, /* of the best line, perhaps with a score */
    UGI_MOVE, /* text: the move as it was written, not yet judged */
    UGI_RESIGN,
    UGI_ERROR /* text: what the program complains of */
} UgiKind;

typedef struct {
    UgiKind kind;
    bool    has_score;
    Score   score; /* for the player to move; clamped to what a Score may be */
    char    text[UGI_TEXT_SIZE];
} UgiAnswer;

/* Any line whatsoever has a meaning, be it UGI_OTHER. Unknown words in front are skipped. */
void ugi_client_read(const char *line, UgiAnswer *out);

typedef struct {
    Limits  limits;
    bool    has_clock;
    int64_t left_us[2], increment_us[2];
} UgiGo;

/* Lines to send, without their end. */
void ugi_client_option(const char *name, const char *value, Str *out);
void ugi_client_position(const Session *session, Str *out);
void ugi_client_go(const UgiGo *go, Str *out);
