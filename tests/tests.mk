# Tests: every tests/<kind>/test_*.c is a program of its own, $(B)/tests/test_*. Included by the
# Makefile, from which B, O, LINK, Q and say come.
#
#   make tests           builds them
#   make test            runs them all and counts
#   make test-threads    only those that use threads (for VARIANT=tsan)
#   make perft-long      the counts that take minutes, on all cores
#   make proof-connect4  1000 positions of the book and of the outcomes, solved without them: takes minutes
#   make proof-hasami    100,000 fortresses played out, small boards searched whole, both certificates
#                        checked whole, and 10,000 records of each by both checkers: some minutes
#   make reference-long  many more games against the reference rules
#   make proof-arena     what the arena promises, at full numbers: all of the following
#   make proof-kills     a match killed 1000 times (R1)
#   make proof-resume    a match interrupted 100 times (R2)
#   make proof-zoo       every misbehaving program loses as it should, and in time (R3)
#   make proof-flood     floods for a minute: the runner stays small (R4)
#   make proof-clock     10,000 moves at 90 % of their time, none forfeited (R6)
#   make proof-disk      full, read-only, locked, damaged (R12)
#   make proof-sandbox   a burglar in 19 modes with every Landlock, gluttons, the zoo (S4, S5, S6)
#   make proof-stores    100,000 changes to stores, by SQL and by bytes (R18)
#   make proof-referee   a class competition killed 1000 times (R1)
#   make proof-http      slow connections for a minute, 100,000 mutated requests, 100 kills (R9, R10, R11)
#   make proof-load      64 games, 200 pages that watch, 500 that only look (R5)
#   make proof-fairness  an honest page among thirty that ask for everything, ten minutes (R15)
#   make test-wasm       10,000 random games of each game: fast = reference = WebAssembly rules (R8)
#   make proof-wasm      a million of each; takes a while

TEST_SRC  := $(wildcard tests/unit/test_*.c tests/laws/test_*.c tests/perft/test_*.c \
                        tests/reference/test_*.c tests/fuzz/test_*.c tests/arena/test_*.c \
                        tests/server/test_*.c)
TEST_HELP := $(wildcard tests/*.c tests/reference/ref_*.c)
TEST_BIN  := $(patsubst %.c,$(B)/tests/%,$(notdir $(TEST_SRC)))
TEST_LIB  := $(B)/tests/libhelp.a

CORES     ?= $(shell nproc 2>/dev/null || echo 2)
REFERENCE_GAMES ?= 10000

THREAD_TESTS := api threads live selfplay trainer gomoku_learner perft mcts_threads connect4_solver connect4_outcomes fousfous_solver match course competition uploads hub hub_advice hub_turns hub_words http solving
SLOW_TESTS   := searchers search_laws instances doctor reference

.PHONY: tests test test-threads perft-long reference-long proof-connect4 proof-hasami proof-arena proof-kills \
        test-wasm proof-wasm proof-http proof-load proof-fairness proof-resume proof-referee proof-zoo proof-flood proof-clock proof-disk proof-sandbox proof-stores
tests: $(TEST_BIN)

test: tests $(B)/plateau
	$(Q)TEST_FIRST="$(SLOW_TESTS)" sh tools/run_tests.sh $(B)

test-threads: $(THREAD_TESTS:%=$(B)/tests/test_%) $(B)/plateau
	$(Q)sh tools/run_tests.sh $(B) $(THREAD_TESTS)

perft-long: $(B)/tests/test_perft
	$(Q)$< --threads $(CORES) tests/perft/long/*.perft

reference-long: $(B)/tests/test_reference $(B)/tests/test_renju
	$(Q)TEST_TIMEOUT=86400 REFERENCE_GAMES=$(REFERENCE_GAMES) sh tools/run_tests.sh $(B) reference renju

proof-connect4: $(B)/tests/test_connect4_solver $(B)/tests/test_connect4_outcomes
	$(Q)for test in $^; do PROOF=1 $$test || exit 1; done

HASAMI_CERTIFICATES := $(wildcard data/hasami-*.cert)
proof-hasami: $(B)/tests/test_hasami_fortress $(B)/tests/test_hasami_small $(B)/plateau
	$(Q)FORTRESS_POSITIONS=100000 $(B)/tests/test_hasami_fortress
	$(Q)HASAMI_SMALL=1 $(B)/tests/test_hasami_small
	$(Q)for file in $(HASAMI_CERTIFICATES); do \
	    $(B)/plateau prove hasami --check $$file --threads $(CORES) || exit 1; \
	    tools/compare_hasami.sh $(B)/plateau $$file 10000 1 $(CORES) || exit 1; done

KILLS ?= 1000
INTERRUPTIONS ?= 100
proof-kills: $(B)/tests/test_kills $(B)/plateau
	$(Q)KILLS=$(KILLS) INTERRUPTIONS=1 $<
proof-resume: $(B)/tests/test_kills $(B)/plateau
	$(Q)KILLS=1 INTERRUPTIONS=$(INTERRUPTIONS) $<
proof-referee: $(B)/tests/test_referee_kills $(B)/plateau
	$(Q)KILLS=$(KILLS) $<

proof-http: $(B)/tests/test_serve $(B)/plateau
	$(Q)HTTP_REQUESTS=100000 LORIS=200 LORIS_MS=60000 KILLS=100 SLACK=1 $<

proof-load: $(B)/tests/test_load $(B)/plateau
	$(Q)GAMES=64 VIEWERS=200 IDLE=500 LOAD_MS=60000 SLACK=1 $<

proof-fairness: $(B)/tests/test_fairness $(B)/plateau
	$(Q)FAIR_MS=600000 SLACK=1 $<

# The rules three times: as they are here, as WebAssembly (in node), and the slow ones.
DIGESTS := $(B)/tests/digest_native $(if $(HAVE_WASM),$(WASM_DIR)/digest.wasm)
test-wasm: $(B)/plateau $(DIGESTS)
	$(Q)WASM=$(WASM_DIR) tests/web/run.sh $< rules.mjs
proof-wasm: $(B)/plateau $(DIGESTS)
	$(Q)RULES_GAMES=1000000 REFERENCE_GAMES=10000 LIMIT=86400 WASM=$(WASM_DIR) tests/web/run.sh $< rules.mjs
$(B)/tests/digest_native: $(O)/tests/wasm/digest_native.o $(O)/tests/wasm/digest.o $(TEST_LIB) $(B)/libplateau.a
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ -lcmocka -lm
$(WASM_DIR)/obj/tests/%.o: WASM_FLAGS += -Itests
$(WASM_DIR)/digest.wasm: $(WASM_DIR)/obj/tests/wasm/digest_wasm.o $(WASM_DIR)/obj/tests/wasm/digest.o $(WASM_OBJ)
	$(call say,LINK,$@)
	$(Q)$(WASM_LINK) -o $@ $^

# Times are as promised on a quiet machine; ZOO_SLACK=10 forgives a busy one.
ZOO_PROOF = $(Q)ZOO_LONG=1 $(if $(ZOO_SLACK),ZOO_SLACK=$(ZOO_SLACK)) $<
proof-zoo: $(B)/tests/test_zoo
	$(ZOO_PROOF) '* 0*'
proof-flood: $(B)/tests/test_zoo
	$(ZOO_PROOF) '*floods_do_not*'
proof-clock: $(B)/tests/test_zoo
	$(ZOO_PROOF) '*nearly_too_long*'
proof-disk: $(B)/tests/test_kills $(B)/tests/test_store $(B)/plateau
	$(Q)KILLS=1 INTERRUPTIONS=1 $< && $(B)/tests/test_store
proof-sandbox: $(B)/tests/test_sandbox $(B)/tests/test_zoo
	$(Q)$< && ZOO_LONG=1 $(if $(ZOO_SLACK),ZOO_SLACK=$(ZOO_SLACK)) $(B)/tests/test_zoo '* 0*'
DAMAGES ?= 20000
proof-stores: $(B)/tests/test_damage
	$(Q)DAMAGES=$(DAMAGES) $<
proof-arena: $(B)/tests/test_sandbox $(B)/tests/test_damage $(B)/tests/test_zoo $(B)/tests/test_kills $(B)/tests/test_referee_kills $(B)/tests/test_store $(B)/plateau
	$(Q)tools/proof_arena.sh

$(O)/tests/%.o: DEFINES = -Itests

$(TEST_LIB): $(TEST_HELP:%.c=$(O)/%.o)
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,AR,$@)
	$(Q)ar rcs $@ $^

define test_program
$(B)/tests/$(basename $(notdir $(1))): $(1:%.c=$(O)/%.o) $(TEST_LIB) $(B)/libserver.a $(B)/libmeet.a \
                                   $(B)/libplateau.a
	$$(call say,LINK,$$@)
	$$(Q)$$(LINK) -o $$@ $$^ -lcmocka -lsqlite3 -lm
endef
$(foreach source,$(TEST_SRC),$(eval $(call test_program,$(source))))

# The zoo: a program that does everything wrong, one thing at a time (tests/zoo). It is built
# without sanitizers: its misdeeds are meant.
#
#   make zoo-long   floods for a minute, ten thousand moves at 90 % of their time, times as promised
.PHONY: zoo-long
$(B)/tests/zoo: tests/zoo/wild.c tests/zoo/zoo.h
$(B)/tests/zoo $(B)/tests/brain $(B)/tests/burglar: $(B)/tests/%: tests/zoo/%.c
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(STD) $(WARNINGS) -O1 -pthread -o $@ $(filter %.c,$^)
$(B)/tests/test_zoo $(B)/tests/test_process $(B)/tests/test_doctor: | $(B)/tests/zoo
$(B)/tests/test_sandbox: | $(B)/tests/burglar $(B)/tests/zoo
$(B)/tests/test_gomocup $(B)/tests/test_doctor: | $(B)/tests/brain
zoo-long: $(B)/tests/test_zoo
	$(Q)ZOO_LONG=1 $<
