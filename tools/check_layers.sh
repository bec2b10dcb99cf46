#!/bin/sh
# Every #include must point to the same layer or to one on its left. Exempt, because nothing
# includes them: app/main.c, *_instance.c and plateau.h. Nothing right of `games` may name a game.
layers="base core eval games search engine proto arena learn server page tui app"
rank() { i=0; for l in $layers; do i=$((i + 1)); [ "$l" = "$1" ] && { echo $i; return; }; done; echo 0; }
bad=0
for f in $(find src -name '*.[ch]' ! -name '*_instance.c' ! -path src/app/main.c ! -path src/plateau.h); do
    from=$(echo "$f" | cut -d/ -f2)
    [ "$(rank "$from")" -gt 0 ] || { echo "$f: no such layer as $from"; bad=1; }
    for to in $(sed -n 's/^ *# *include *"\([a-z0-9_]*\)\/.*/\1/p' "$f"); do
        [ "$(rank "$to")" -le "$(rank "$from")" ] || { echo "$f: $from must not see $to"; bad=1; }
    done
done
if grep -rnE '#include *".*(_instance\.c|app/main\.c|plateau\.h)"' src; then bad=1; fi
games=$(sed -n 's/^GAME(\([a-z0-9]*\)).*/\1/p' src/games/games.def | paste -sd'|')
for layer in base core search engine proto arena learn server page tui app; do
    [ -d "src/$layer" ] || continue
    # Comments may speak of games; code may not.
    if grep -rnE "\"($games)\"|\b($games)_" "src/$layer" --include='*.[ch]' | grep -vE '^[^:]*:[0-9]+: *(\*|/\*)'; then
        echo "src/$layer: code outside games/ names a game"
        bad=1
    fi
done
exit $bad
