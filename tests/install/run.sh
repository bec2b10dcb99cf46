#!/bin/sh
# What `make install` leaves is enough: programs in C and C++ are compiled, linked and run against
# the installed files alone, and `make uninstall` takes everything away.   tests/install/run.sh [JOBS]
set -u
cd "$(dirname "$0")/../.."
jobs=${1:-2}
. tests/expect.sh
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
root=$PWD
unset PKG_CONFIG_PATH PREFIX BINDIR LIBDIR INCLUDEDIR

# make_here TARGET FOLDER [VARIABLE…]
make_here() {
    target=$1
    folder=$2
    shift 2
    make -s -j"$jobs" "$target" DESTDIR="$folder" "$@" >"$place/make.log" 2>&1
    status=$?
    [ $status -eq 0 ] || cat "$place/make.log"
    return $status
}

# files FOLDER: what lies in it.
files() {
    (cd "$1" && find . ! -type d | LC_ALL=C sort | tr '\n' ' ')
}

# ---- all of it, and what it leaves ----
stage=$place/stage
check "make install" make_here install "$stage" PREFIX=/opt/plateau
wanted='./opt/plateau/bin/plateau ./opt/plateau/include/plateau.h ./opt/plateau/lib/libplateau.a ./opt/plateau/lib/pkgconfig/plateau.pc '
[ "$(files "$stage")" = "$wanted" ]
expect "four files and no more" $?
[ "$("$stage/opt/plateau/bin/plateau" --version)" = "plateau $(PKG_CONFIG_PATH=$stage/opt/plateau/lib/pkgconfig pkg-config --modversion plateau)" ]
expect "the program and pkg-config name one version" $?

# Away from the source tree; the installed folder is moved, as a package's is before it is unpacked.
cp examples/embed.c examples/embed.cpp "$place/"
cd "$place" || exit 1
mv "$stage" moved
stage=$place/moved
flags() {
    PKG_CONFIG_PATH=$stage/opt/plateau/lib/pkgconfig pkg-config --define-prefix "$@" plateau
}

# plays WHAT COMPILER… : compiles, links, and plays a whole game with a result at its end.
plays() {
    what=$1
    shift
    rm -f embed
    # shellcheck disable=SC2046
    "$@" -Wall -Wextra -Wpedantic -Werror -O1 -o embed $(flags --cflags --libs)
    expect "$what compiles and links" $?
    ./embed tictactoe champion random | tail -n 1 | grep -qE '^(1-0|1/2-1/2)'
    expect "$what plays a game" $?
    ./embed gomoku level2 level1 | tail -n 1 | grep -qE '^(1-0|0-1|1/2-1/2)'
    expect "$what plays with nets and tables" $?
    ./embed chess >out.log 2>&1
    [ $? -eq 1 ] && grep -q '^embed: no such game' out.log
    expect "$what is told what is wrong" $?
}
plays "C99, gcc" gcc -std=c99 embed.c
plays "C17, clang" clang -std=c17 embed.c
plays "C++11, g++" g++ -std=c++11 embed.cpp
plays "C++17, clang++" clang++ -std=c++17 embed.cpp

# ---- what it does to its host ----
library=$stage/opt/plateau/lib/libplateau.a
nm -g --defined-only "$library" | awk 'NF == 3 { print $3 }' >names
grep -q '^plateau_session_new$' names && ! grep -qv '^plateau_' names
expect "it defines no global name but plateau_…" $?
sed -n 's/^.*\(plateau_[a-z_]*\)(.*/\1/p' "$stage/opt/plateau/include/plateau.h" | sort -u >declared
sort -u names | cmp -s - declared
expect "it defines what the header declares" $?
cat >host.c <<'EOF'
#include <plateau.h>
int file_read(void), parse_int(void), word(void), memory_init(void);
int file_read(void) { return 1; }
int parse_int(void) { return 2; }
int word(void) { return 3; }
int memory_init(void) { return (int)plateau_game_count(); }
int main(void) { return file_read() + parse_int() + word() + memory_init() > 6 ? 0 : 1; }
EOF
# shellcheck disable=SC2046
gcc -std=c99 -Wall -Wextra -Werror -o host host.c $(flags --cflags --libs) && ./host
expect "its host may have functions of the same names" $?
# plateau.h says: tables computed once behind a lock; these are they.
objdump -t "$library" | awk '($4 == ".bss" || $4 == ".data") && $3 == "O" { sub(/\.[0-9]*$/, "", $NF); print $NF }' | sort >state
printf 'is_made\nmade\nmade\n' | cmp -s - state
expect "it keeps no state but what plateau.h names" $?
nm -u "$library" | grep -qE ' (exit|_exit|abort|printf|puts|putchar|__printf_chk)$'
[ $? -ne 0 ]
expect "it neither prints nor ends the process" $?
sed -n 's/^#define PLATEAU_VERSION_\(MAJOR\|MINOR\|PATCH\) //p' "$stage/opt/plateau/include/plateau.h" | paste -sd. >version
[ "$(cat version)" = "$(flags --modversion)" ]
expect "the version's parts are its text" $?

# ---- the smaller targets, other folders, and away with it ----
cd "$root" || exit 1
check "make install-core" make_here install-core "$place/core" PREFIX=/usr LIBDIR=/usr/lib/x86 INCLUDEDIR=/usr/include/p
[ "$(files "$place/core")" = './usr/bin/plateau ./usr/include/p/plateau.h ./usr/lib/x86/libplateau.a ./usr/lib/x86/pkgconfig/plateau.pc ' ]
expect "it goes where it is told" $?
! ldd "$place/core/usr/bin/plateau" | grep -qE 'ncurses|tinfo|sqlite'
expect "it needs neither ncurses nor SQLite" $?
make -nB install-core DESTDIR="$place/none" 2>/dev/null | grep -qE 'lncursesw|lsqlite3'
[ $? -ne 0 ]
expect "nor does its making" $?
PKG_CONFIG_PATH=$place/core/usr/lib/x86/pkgconfig pkg-config --cflags --libs plateau | grep -qx -- '-I/usr/include/p -L/usr/lib/x86 -lplateau -lm -pthread *'
expect "pkg-config says where" $?
make_here uninstall "$place/core" PREFIX=/usr LIBDIR=/usr/lib/x86 INCLUDEDIR=/usr/include/p
[ -z "$(files "$place/core")" ]
expect "make uninstall leaves nothing" $?
check "make install-library" make_here install-library "$place/library" PREFIX=/usr
[ ! -e "$place/library/usr/bin" ] && [ -e "$place/library/usr/lib/libplateau.a" ]
expect "it is the library alone" $?
make_here uninstall "$place/library" PREFIX=/usr
[ -z "$(files "$place/library")" ]
expect "uninstalling a part is no error" $?
finish
