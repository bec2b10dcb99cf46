# Fuzzing. Included by the Makefile behind tests.mk; from both come B, O, Q, say and the flags.
#
#   make fuzz          builds build/fuzz/fuzz_<target> with libFuzzer, for each of targets.def
#   make fuzz-short    replays every corpus, then FUZZ_RUNS inputs each from a copy of it, for
#                      FUZZ_SECONDS at most; counts
#   make fuzz-long     the same with 10^7 inputs each
#   make fuzz-run-sgf  one target
#
# A failing input is left in build/fuzz/found/. Once the bug is mended it moves to the corpus as
# crash-<what>, where test_fuzz_corpus replays it in every test run, without libFuzzer.

FUZZ_CC      ?= clang
FUZZ_RUNS    ?= 100000
FUZZ_SECONDS ?= 15
FUZZ_TARGETS := $(shell sed -n 's/^TARGET(\([a-z0-9]*\)).*/\1/p' tests/fuzz/targets.def)

F             := build/fuzz
FUZZ_SANITIZE := address,undefined
FUZZ_FLAGS    := $(STD) $(WARNINGS) -O1 -g -fno-sanitize-recover=all -fno-omit-frame-pointer \
                 -DFUZZ_WITH_LIBFUZZER -Isrc -Iinclude -Itests -Ibuild/generated -pthread
FUZZ_SHARED   := tests/fuzz/fuzz.c tests/fuzz/laws.c tests/fuzz/json_check.c
# Of the server all but its sockets and files.
FUZZ_SERVER   := $(filter-out src/page/serve.c src/page/asset.c src/page/browser.c,$(SERVER_SRC))
FUZZ_SRC      := $(LIB_SRC) $(filter-out src/net/http.c,$(MEET_SRC)) $(FUZZ_SERVER) src/app/arguments/args.c $(FUZZ_SHARED)
FUZZ_LIB      := $(FUZZ_SRC:%.c=$(F)/obj/%.o) $(DATA_SRC:%.S=$(O)/%.o)
FUZZ_BIN      := $(FUZZ_TARGETS:%=$(F)/fuzz_%)

# The corpus test is linked with all targets under their own names.
FUZZ_PLAIN    := $(FUZZ_SHARED) tests/fuzz/replay.c $(FUZZ_TARGETS:%=tests/fuzz/fuzz_%.c)
$(TEST_LIB): $(FUZZ_PLAIN:%.c=$(O)/%.o) $(O)/src/app/arguments/args.o

.PHONY: fuzz fuzz-short fuzz-long $(FUZZ_TARGETS:%=fuzz-run-%)
fuzz: $(FUZZ_BIN)

$(F)/obj/%.o: %.c | $(GAME_ERRORS)
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(FUZZ_CC) $(FUZZ_FLAGS) -fsanitize=fuzzer-no-link,$(FUZZ_SANITIZE) $(FUZZ_UNTRACED) \
	    -MMD -MP -c -o $@ $<

# Rules read no text: what they compare teaches the fuzzer nothing and takes half its time.
$(F)/obj/src/games/%.o: FUZZ_UNTRACED := -fno-sanitize-coverage=trace-cmp

$(F)/libfuzzed.a: $(FUZZ_LIB)
	@rm -f $@
	$(call say,AR,$@)
	$(Q)ar rcs $@ $^

$(FUZZ_BIN): $(F)/fuzz_%: $(F)/obj/tests/fuzz/fuzz_%.o $(F)/libfuzzed.a
	$(call say,LINK,$@)
	$(Q)$(FUZZ_CC) -fsanitize=fuzzer,$(FUZZ_SANITIZE) -pthread -o $@ $^ -lsqlite3 -lm

# A line for each target as it ends; the result is kept so that one failure does not stop the rest.
$(FUZZ_TARGETS:%=fuzz-run-%): fuzz-run-%: $(F)/fuzz_%
	@sh tests/fuzz/run.sh $(F) $* $(FUZZ_RUNS) $(FUZZ_SECONDS)

fuzz-short: $(FUZZ_TARGETS:%=fuzz-run-%)
	@cd $(F)/result && cat $(FUZZ_TARGETS) | awk ' \
	    { n[$$1]++ } \
	    END { printf "%d passed, %d failed\n", n["passed"], n["failed"]; exit n["failed"] > 0 }'

fuzz-long: FUZZ_RUNS = 10000000
fuzz-long: FUZZ_SECONDS = 0
fuzz-long: fuzz-short

-include $(shell find $(F)/obj -name '*.d' 2>/dev/null)
