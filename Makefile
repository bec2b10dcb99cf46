# Plateau. One Makefile, no recursion, everything built under build/.
#
#   make            release binary and library: build/plateau, build/libplateau.a
#   make core       the same without ncurses and SQLite: libc alone, no matches, no page
#   make test       the tests of this variant      make check   all that CI runs
#   VARIANT=debug|asan|tsan|coverage make …        build/<variant>/…
#   CC=clang make …                                 clang builds go to build/clang[-variant]/

VARIANT ?= release
CC      ?= cc
ifeq ($(origin CC),default)
CC := gcc
endif

COMPILER := $(if $(findstring clang,$(CC)),clang,gcc)
DIR_gcc_release := build
B := $(or $(DIR_$(COMPILER)_$(VARIANT)),build/$(if $(filter clang,$(COMPILER)),clang-)$(VARIANT))
O := $(B)/obj

WARNINGS := -Wall -Wextra -Wshadow -Wundef -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror
# Vectors are passed between inlined functions only, never across an ABI.
WARNINGS += -Wno-psabi
CFLAGS_release  := -O2 -DNDEBUG
CFLAGS_debug    := -O1 -g
CFLAGS_asan     := -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
CFLAGS_tsan     := -O1 -g -fsanitize=thread
CFLAGS_coverage := -O0 -g --coverage
ifeq ($(CFLAGS_$(VARIANT)),)
$(error VARIANT must be release, debug, asan, tsan or coverage)
endif
STD    := -std=c17 -D_GNU_SOURCE -ffp-contract=off -fno-math-errno
CFLAGS_ALL = $(STD) $(WARNINGS) $(CFLAGS_$(VARIANT)) $(CFLAGS) -Isrc -Iinclude -I$(B)/generated -pthread
LINK   = $(CC) $(CFLAGS_$(VARIANT)) $(CFLAGS) -pthread

# Each game's *_instance.c (searchers, solvers) is compiled a second time for processors with these,
# where they exist.
MACHINE := $(shell $(CC) -dumpmachine)
WIDE_FLAGS := $(if $(findstring x86_64,$(MACHINE)),-mpopcnt -mbmi -mbmi2 -mavx2)

VERSION := $(shell sed -n 's/^\#define PLATEAU_VERSION "\(.*\)"/\1/p' include/plateau.h)
GAMES := $(shell sed -n 's/^GAME(\([a-z0-9]*\)).*/\1/p' src/games/games.def)

# `make V=1` shows the commands.
Q := $(if $(V),,@)
say = $(if $(V),,@printf '  %-5s %s\n' '$(1)' '$(2)')

# ---- sources ------------------------------------------------------------------------------------
GAME_SRC := $(foreach g,$(GAMES),$(wildcard src/games/$(g)/*.c src/games/$(g)/*/*.c))
LIB_SRC  := $(wildcard src/base/*.c src/core/*.c src/core/*/*.c src/eval/*.c src/search/*/*.c src/engine/*.c src/api/*.c) \
            src/games/registry.c $(GAME_SRC)
GAME_ERRORS := $(B)/generated/game_errors.inc.h
# Compiled a second time for wide processors: the instances, and a solver whose game's header names
# its wide twin.
INSTANCE := $(filter %_instance.c,$(GAME_SRC))
WIDE_SRC := $(INSTANCE) $(foreach g,$(GAMES),$(if $(shell grep -l $(g)_solver_wide src/games/$(g)/$(g).h), \
                src/games/$(g)/solver/$(g)_solver.c))
DATA_SRC := $(foreach g,$(GAMES),$(wildcard src/games/$(g)/*_data.S src/games/$(g)/*/*_data.S))
MEET_SRC := src/tui/line_play.c $(wildcard src/protocol/*.c src/net/*.c src/opponent/*.c src/match/*.c src/school/*.c src/learn/*.c src/lab/*.c)
SQLITE_SRC := src/match/store.c src/match/store_read.c src/match/database.c src/match/match.c src/match/match_output.c src/match/rating_output.c
SERVER_SRC := $(wildcard src/page/*.c) src/page/wasm/page.c src/page/wasm/page_heap.c
STORE_APP_SRC := src/app/cmd_match.c src/app/cmd_ratings.c src/app/cmd_referee.c src/app/referee/% \
                 src/app/cmd_serve.c src/app/cmd_tune.c src/app/tune/%
APP_SRC  := $(wildcard src/app/*.c src/app/*/*.c)
TUI_SRC  := $(filter-out src/tui/line_play.c,$(wildcard src/tui/*.c))

LIB_OBJ  := $(LIB_SRC:%.c=$(O)/%.o) $(if $(WIDE_FLAGS),$(WIDE_SRC:%.c=$(O)/%.wide.o)) \
            $(DATA_SRC:%.S=$(O)/%.o)
MEET_OBJ := $(MEET_SRC:%.c=$(O)/%.o)
APP_OBJ  := $(APP_SRC:%.c=$(O)/%.o)
CORE_OBJ := $(patsubst %.c,$(O)/core/%.o,$(filter-out $(STORE_APP_SRC),$(APP_SRC)))
TUI_OBJ  := $(TUI_SRC:%.c=$(O)/%.o)
SERVER_OBJ := $(SERVER_SRC:%.c=$(O)/%.o) $(O)/web_assets.o

.DEFAULT_GOAL := all
.PHONY: all core clean
all: $(B)/plateau $(B)/libplateau.a
core: $(B)/plateau-core $(B)/libplateau.a

$(B)/libplateau.a: $(LIB_OBJ)
	@rm -f $@
	$(call say,AR,$@)
	$(Q)ar rcs $@ $^

# What meets other programs, and what learns: right of the engine, left of the program.
$(B)/libmeet.a: $(MEET_OBJ)
	@rm -f $@
	$(call say,AR,$@)
	$(Q)ar rcs $@ $^

# The same without what needs SQLite.
$(B)/libmeet-core.a: $(filter-out $(SQLITE_SRC:%.c=$(O)/%.o),$(MEET_OBJ))
	@rm -f $@
	$(call say,AR,$@)
	$(Q)ar rcs $@ $^

# The server of the game page, and the page in it.
$(B)/libserver.a: $(SERVER_OBJ)
	@rm -f $@
	$(call say,AR,$@)
	$(Q)ar rcs $@ $^

# The engine inside the page: rules and lower levels as WebAssembly, from the same sources. The
# module is the same bytes wherever it is built, so that it is shipped: data/engine.wasm, made from the
# sources whose sum is data/engine.wasm.from. Where they have changed since, it is built anew; without
# clang, lld and Debian's wasi-libc (and clang's own part of it) the page is built without.
WASM_CC ?= clang
HAVE_WASM := $(shell command -v wasm-ld >/dev/null && \
               $(WASM_CC) --target=wasm32-wasi -fsyntax-only -x c -include string.h /dev/null 2>/dev/null && \
               test -f "$$($(WASM_CC) --target=wasm32-wasi -print-libgcc-file-name)" && echo yes)
WASM_DIR := build/wasm
WASM_SRC := $(filter-out src/base/file.c src/base/clock.c src/base/error.c src/base/numbers.c src/engine/solving.c src/api/%,$(LIB_SRC)) src/page/wasm/page.c \
            src/page/wasm/page_heap.c src/page/wasm/page_platform.c src/page/message.c src/page/page_game.c src/page/page_game_state.c
WASM_OBJ := $(WASM_SRC:%.c=$(WASM_DIR)/obj/%.o)
WASM_FLAGS := --target=wasm32-wasi -std=c17 -D_GNU_SOURCE -D_WASI_EMULATED_MMAN -DINSTANCE_LIGHT -DNDEBUG \
              -Oz -ffp-contract=off -fno-math-errno -ffunction-sections -fdata-sections -Wall -Wextra -Werror \
              -Wno-psabi -Wno-unused-function -Isrc/page/wasm/include -Isrc -I$(B)/generated
WASM_LINK := $(WASM_CC) --target=wasm32-wasi -mexec-model=reactor -Oz -Wl,--gc-sections,--strip-all
WASM_FROM := $(shell find src/base src/core src/eval src/games src/search src/engine src/page -type f | \
               LC_ALL=C sort | xargs cat | sha256sum | cut -d' ' -f1)
HAVE_SHIPPED_WASM := $(filter $(WASM_FROM),$(shell cat data/engine.wasm.from 2>/dev/null))
WASM := $(if $(HAVE_SHIPPED_WASM),data/engine.wasm,$(if $(HAVE_WASM),$(WASM_DIR)/engine.wasm))

# After a change of the sources, once they are as they shall be; and what holds the shipped module
# against one that is built here.
.PHONY: ship-wasm check-wasm needs-wasm
ship-wasm: $(WASM_DIR)/engine.wasm
	cp $< data/engine.wasm
	echo $(WASM_FROM) >data/engine.wasm.from
check-wasm: $(WASM_DIR)/engine.wasm
	$(Q)if [ -z "$(HAVE_SHIPPED_WASM)" ]; then \
	    echo "data/engine.wasm is of other sources (make ship-wasm): the page is built with one from here"; \
	elif cmp $< data/engine.wasm; then echo "1 passed, 0 failed"; else echo "0 passed, 1 failed"; exit 1; fi
# Does a build need the tools?
needs-wasm:
	@[ -z "$(HAVE_SHIPPED_WASM)" ]

$(WASM_DIR)/obj/%.o: %.c | $(GAME_ERRORS)
	@mkdir -p $(@D)
	$(call say,WASM,$@)
	$(Q)$(WASM_CC) $(WASM_FLAGS) -MMD -MP -c -o $@ $<
$(WASM_DIR)/obj/src/games/registry.o: src/games/games.def Makefile
$(WASM_DIR)/engine.wasm: $(WASM_DIR)/obj/src/page/wasm/page_wasm.o $(WASM_OBJ)
	$(call say,LINK,$@)
	$(Q)$(WASM_LINK) -o $@ $^

# The page's texts, a module for each language.
PAGE_TEXTS := $(B)/generated/texts_en.js $(B)/generated/texts_fr.js
$(B)/page_texts: $(O)/tools/page_texts.o $(filter $(O)/src/base/%,$(LIB_OBJ))
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^
$(PAGE_TEXTS) &: $(B)/page_texts
	$(call say,TEXTS,$(PAGE_TEXTS))
	$(Q)$< $(B)/generated

WEB := $(shell find web -type f)
$(B)/generated/web_assets.S $(B)/generated/web_assets.inc.h &: tools/embed_web.sh tools/minify.awk web $(WEB) $(PAGE_TEXTS) $(WASM)
	$(call say,EMBED,web)
	$(Q)tools/embed_web.sh web $(B)/generated $(PAGE_TEXTS) $(WASM)
$(O)/web_assets.o: $(B)/generated/web_assets.S
	@mkdir -p $(@D)
	$(call say,AS,$@)
	$(Q)$(CC) -c -o $@ $<
$(O)/src/page/asset.o: $(B)/generated/web_assets.inc.h

$(B)/plateau: $(APP_OBJ) $(TUI_OBJ) $(B)/libserver.a $(B)/libmeet.a $(B)/libplateau.a
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ -lncursesw -ltinfo -lsqlite3 -lm

$(B)/plateau-core: $(CORE_OBJ) $(B)/libmeet-core.a $(B)/libplateau.a
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ -lm

$(O)/%.o: %.c | $(GAME_ERRORS)
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(DEFINES) -MMD -MP -c -o $@ $<

$(O)/%.wide.o: %.c | $(GAME_ERRORS)
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(WIDE_FLAGS) -DINSTANCE_WIDE -MMD -MP -c -o $@ $<

# Tables of data/ become part of the library.
$(O)/%_data.o: %_data.S $(wildcard data/*)
	@mkdir -p $(@D)
	$(call say,AS,$@)
	$(Q)$(CC) -c -o $@ $<

$(O)/core/%.o: %.c | $(GAME_ERRORS)
	@mkdir -p $(@D)
	$(call say,CC,$@)
	$(Q)$(CC) $(CFLAGS_ALL) $(DEFINES) -MMD -MP -c -o $@ $<

# A game's <game>_book_data.S takes in data/<game>.book, where there is one; and so for outcomes.
BOOKS := $(wildcard data/*.book)
$(O)/%_book_data.o: %_book_data.S $(BOOKS)
	@mkdir -p $(@D)
	$(call say,AS,$@)
	$(Q)$(CC) $(if $(filter data/$(notdir $*).book,$(BOOKS)),-DBOOK='"data/$(notdir $*).book"') -c -o $@ $<

OUTCOMES := $(wildcard data/*.outcomes)
$(O)/%_outcomes_data.o: %_outcomes_data.S $(OUTCOMES)
	@mkdir -p $(@D)
	$(call say,AS,$@)
	$(Q)$(CC) $(if $(filter data/$(notdir $*).outcomes,$(OUTCOMES)),-DOUTCOMES='"data/$(notdir $*).outcomes"') -c -o $@ $<

# The errors of games, of their own folders, as a part of the catalogue in src/base/texts.
$(GAME_ERRORS): src/games/games.def $(foreach g,$(GAMES),$(wildcard src/games/$(g)/$(g)_errors.def))
	@mkdir -p $(@D)
	$(Q)for file in $(filter %_errors.def,$^); do echo "#include \"$${file#src/}\""; done >$@

# A searcher is one file and one line of searchers.def: the includes are written from there.
GENERATED := $(B)/generated/searchers.inc.h
$(GENERATED): src/search/frame/searchers.def
	@mkdir -p $(@D)
	$(Q)for id in $$(sed -n 's|^SEARCHER(\([a-z0-9_]*\),.*|\1|p' $<); do \
	    set -- src/search/*/$$id.inc.h; printf '#include "%s"\n' "$${1#src/}"; done >$@
$(WIDE_SRC:%.c=$(O)/%.o) $(WIDE_SRC:%.c=$(O)/%.wide.o): $(GENERATED)

$(O)/src/games/registry.o: DEFINES = $(if $(WIDE_FLAGS),-DHAVE_WIDE_INSTANCES)
$(O)/src/games/registry.o: src/games/games.def Makefile
$(APP_OBJ) $(CORE_OBJ): include/plateau.h # the version
$(APP_OBJ): DEFINES = -DPLATEAU_VERSION='"$(VERSION)"' -DHAVE_TUI=1 -DHAVE_STORE=1
$(CORE_OBJ): DEFINES = -DPLATEAU_VERSION='"$(VERSION)"' -DHAVE_TUI=0 -DHAVE_STORE=0

clean:
	rm -rf build

-include $(shell find $(O) $(WASM_DIR) -name '*.d' 2>/dev/null)
include tests/tests.mk tests/fuzz/fuzz.mk

# ---- figures ------------------------------------------------------------------------------------
.PHONY: bench bench-instructions bench-solve bench-fousfous fousfous-boards fousfous-certificates
bench: $(B)/plateau-core
	$(Q)bench/bench.sh $<
	@echo
	$(Q)bench/search.sh $<
bench-instructions: $(B)/plateau-core $(B)/fousfous_positions
	$(Q)bench/instructions.sh $^
bench-solve: $(B)/plateau-core
	$(Q)bench/solve_connect4.sh $< empty
bench-fousfous: $(B)/plateau-core $(B)/fousfous_positions
	$(Q)bench/solve_fousfous.sh $^ 1
	$(Q)bench/solve_fousfous.sh $^ 2 24 26
# Positions to solve.
BENCH_PROGRAMS := fousfous_positions
$(BENCH_PROGRAMS:%=$(B)/%): $(B)/%: $(O)/bench/%.o $(B)/libplateau.a
	$(call say,LINK,$@)
	$(Q)$(LINK) -o $@ $^ -lm
# Who wins Fous-Fous on small boards, with certificates, against what is known: some minutes; the
# certificates of the three largest boards: an hour of CPU.
fousfous-boards: $(B)/plateau-core
	$(Q)bench/fousfous_boards.sh $< $(CORES)
fousfous-certificates: $(B)/plateau-core
	$(Q)CERTIFY=all bench/fousfous_boards.sh $< $(CORES) 8x6 6x8 7x7

# The levels of every game against each other: docs/user/levels.md and its chart; an hour or so.
# LEVEL_GAMES (400), TOP_GAMES (40, of levels 10 and 9), PRESET_GAMES (10, of the other players);
# LEVEL_OF="connect4 hasami": those alone.
.PHONY: levels
levels: $(B)/plateau
	$(Q)LEVEL_GAMES=$(LEVEL_GAMES) TOP_GAMES=$(TOP_GAMES) PRESET_GAMES=$(PRESET_GAMES) CORES=$(CORES) tools/levels.sh $< $(LEVEL_OF)

# ---- habits -------------------------------------------------------------------------------------
.PHONY: format check coverage
format:
	$(Q)clang-format -i $$(git ls-files '*.c' '*.h')
check:
	$(Q)tools/check.sh $(CORES)
coverage:
	$(Q)$(MAKE) --no-print-directory VARIANT=coverage test
	$(Q)tools/coverage.sh build/coverage

# ---- installation -------------------------------------------------------------------------------
#   make install          the program and the library      PREFIX, DESTDIR; or BINDIR, LIBDIR, INCLUDEDIR
#   make install-core     the same without matches and page: libc alone, no ncurses, no SQLite
#   make install-library  include/plateau.h, libplateau.a and plateau.pc alone
#   make uninstall        takes away what any of them has put there
PREFIX     ?= /usr/local
BINDIR     ?= $(PREFIX)/bin
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
INSTALLED  := $(BINDIR)/plateau $(LIBDIR)/libplateau.a $(LIBDIR)/pkgconfig/plateau.pc $(INCLUDEDIR)/plateau.h
OBJCOPY    ?= objcopy

# For other programs the library is one object in which nothing but plateau_* can be seen: their own
# functions may have any names.
$(B)/public/libplateau.a: $(B)/libplateau.a
	@mkdir -p $(@D)
	@rm -f $@
	$(call say,AR,$@)
	$(Q)$(LD) -r -o $(@D)/plateau.o --whole-archive $<
	$(Q)$(OBJCOPY) --wildcard --keep-global-symbol='plateau_*' $(@D)/plateau.o
	$(Q)ar rcs $@ $(@D)/plateau.o

.PHONY: install install-core install-library uninstall
install: $(B)/plateau install-library
	install -D -m 755 $(B)/plateau $(DESTDIR)$(BINDIR)/plateau
install-core: $(B)/plateau-core install-library
	install -D -m 755 $(B)/plateau-core $(DESTDIR)$(BINDIR)/plateau
install-library: $(B)/public/libplateau.a
	install -D -m 644 include/plateau.h $(DESTDIR)$(INCLUDEDIR)/plateau.h
	install -D -m 644 $(B)/public/libplateau.a $(DESTDIR)$(LIBDIR)/libplateau.a
	install -d $(DESTDIR)$(LIBDIR)/pkgconfig
	sed -e 's|@prefix@|$(PREFIX)|' -e 's|@version@|$(VERSION)|' \
	    -e 's|@libdir@|$(LIBDIR:$(PREFIX)%=$${prefix}%)|' \
	    -e 's|@includedir@|$(INCLUDEDIR:$(PREFIX)%=$${prefix}%)|' src/api/plateau.pc.in \
	    >$(DESTDIR)$(LIBDIR)/pkgconfig/plateau.pc
uninstall:
	rm -f $(INSTALLED:%=$(DESTDIR)%)

# The README's picture, from a real screen (needs tmux and node).
.PHONY: picture
picture: $(B)/plateau
	$(Q)tools/picture.sh $< docs/img/terminal.svg

# The README's pictures of the page, from a real browser (needs chromium and node).
.PHONY: screenshots
screenshots: $(B)/plateau
	$(Q)tests/web/run.sh $< screenshots.mjs

# How soon the page is there and level 5 answers.
.PHONY: bench-page
bench-page: $(B)/plateau
	$(Q)tests/web/run.sh $< speed.mjs

.PHONY: test-web
test-web: $(B)/plateau
	$(Q)tests/web/run.sh $<
