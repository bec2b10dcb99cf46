#!/bin/sh
# The page becomes part of the program: tools/embed_web.sh FOLDER OUT [FILE…]
# writes OUT/web_assets.inc.h (a table for page/asset.c) and OUT/web_assets.S (the bytes, as they
# are and compressed), for every file of FOLDER that is not hidden and no test, and for each FILE.
# Modules and the style sheet are embedded without what means nothing to a browser (minify.awk).
set -eu
here=$(dirname "$0")
folder=$1
out=$2
shift 2
rm -rf "$out/web"
mkdir -p "$out/web"
table=$out/web_assets.inc.h
data=$out/web_assets.S
number=0
{
    echo '/* Written by tools/embed_web.sh. */'
} >"$table"
{
    echo '/* Written by tools/embed_web.sh. */'
    echo '    .section .rodata'
} >"$data"
rows=

# add PATH FILE: the page has FILE at PATH.
add() {
    path=$1
    file=$2
    case $path in
    *.js | *.css)
        file=$out/web/$number.${path##*.}
        LC_ALL=C awk -v kind="${path##*.}" -f "$here/minify.awk" "$2" >"$file"
        ;;
    esac
    gzip -9nc "$file" >"$out/web/$number.gz"
    sum=$(sha256sum "$file" | cut -c1-32)
    for kind in plain gzip; do
        source=$file
        [ $kind = plain ] || source=$out/web/$number.gz
        printf '    .globl web_%s_%d, web_%s_%d_end\nweb_%s_%d:\n    .incbin "%s"\nweb_%s_%d_end:\n    .byte 0\n' \
            $kind $number $kind $number $kind $number "$source" $kind $number >>"$data"
        echo "extern const char web_${kind}_${number}[], web_${kind}_${number}_end[];" >>"$table"
    done
    rows="$rows    {\"/$path\", web_plain_$number, web_plain_${number}_end, web_gzip_$number, web_gzip_${number}_end, \"$sum\"},
"
    number=$((number + 1))
}

for file in $(cd "$folder" && find . -type f ! -name '.*' ! -path '*/.*' ! -path './tests/*' ! -path './node_modules/*' | LC_ALL=C sort); do
    add "${file#./}" "$folder/${file#./}"
done
for file in "$@"; do
    add "${file##*/}" "$file"
done
echo '    .section .note.GNU-stack, "", %progbits' >>"$data"
{
    echo 'static const Embedded embedded[] = {'
    printf '%s' "$rows"
    echo '    {0}};'
} >>"$table"
