/* Fuzz target: time controls, "300+2". */
#include "core/gameclock.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

FUZZ_TARGET(timecontrol)
{
    Cursor      in = cursor_over(bytes, size);
    char       *text = cursor_rest(&in);
    TimeControl control, again;
    Error       err = {""};
    if (time_control_parse(text, &control, &err)) {
        Str back = {0};
        CHECK(control.budget_us >= 0 && control.increment_us >= 0);
        CHECK((control.budget_us == 0) == (strcmp(text, "-") == 0));
        time_control_format(&control, &back);
        CHECK(time_control_parse(str_get(&back), &again, &err));
        CHECK(again.budget_us == control.budget_us && again.increment_us == control.increment_us);
        str_free(&back);
    } else {
        fuzz_check_error(&err);
    }
    free(text);
    return 0;
}
