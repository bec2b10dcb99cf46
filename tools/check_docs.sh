#!/bin/sh
# Every relative link of every page leads to a file, and every path of the tree that a page names in
# backquotes exists. Prints what does not.   tools/check_docs.sh, from the project root
set -u
bad=$(mktemp) || exit 1
trap 'rm -f "$bad"' EXIT
for page in $(git ls-files -co --exclude-standard '*.md'); do
    folder=$(dirname "$page")
    grep -oE '\]\([^)# ]+' "$page" | cut -c3- | grep -vE '^[a-z]+:' | sort -u | while read -r link; do
        [ -e "$folder/$link" ] || echo "$page: no file $link"
    done
    grep -oE '`(src|docs|tests|tools|bench|web|examples|include|data)/[A-Za-z0-9_./-]+`' "$page" |
        tr -d '`' | sort -u | while read -r path; do
        [ -e "$path" ] || echo "$page: no $path"
    done
done >"$bad"
cat "$bad"
[ ! -s "$bad" ]
