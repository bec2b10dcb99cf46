/* Fuzz target: time controls, "300+2". */
#include "core/gameclock.h"
#include "fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

static void check_round_trip(const TimeControl *control)
{
    Str         text = {0};
    TimeControl again;
    CHECK(control->budget_us >= 0 && control->increment_us >= 0);
    time_control_format(control, &text);
    CHECK((control->budget_us == 0) == (strcmp(str_get(&text), "-") == 0));
    CHECK(time_control_parse(str_get(&text), &again, NULL));
    CHECK(again.budget_us == control->budget_us && again.increment_us == control->increment_us);
    str_free(&text);
}

FUZZ_TARGET(timecontrol)
{
    Cursor      in = cursor_over(bytes, size);
    char       *text = cursor_rest(&in);
    TimeControl control;
    Error       err = {0};
    if (time_control_parse(text, &control, &err))
        check_round_trip(&control);
    else
        fuzz_check_error(&err);
    free(text);
    return 0;
}
