/* Fuzz target: certificates. Whatever is changed in one, it is refused in words or still proves
 * what it says; a mended checksum does not help a wrong claim. */
#include "engine/certificate.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>

FUZZ_TARGET(certificate)
{
    const Game *game = game_find("fousfous");
    Certificate about = {0};
    Error       err = {0};
    if (size > 20000)
        return 0;
    if (certificate_check(game, (const char *)bytes, size, NULL, &about, &err))
        CHECK(about.score == 1 || about.score == -1);
    else
        fuzz_check_error(&err);
    return 0;
}
