#!/bin/sh
# Runs the transcripts *.t: "$ command" lines, the output expected below each (stdout and stderr
# together), and "[status]" where it is not 0.      tests/transcripts/run.sh BINARY [--update]
# Each file has an empty folder of its own; `plateau` is the binary, golden/ the golden files. The list
# of all games is written (games): a new game changes no transcript.
set -u
binary=$(realpath "$1")
update=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$binary" "$work/bin/plateau"
PATH="$work/bin:$PATH"
LC_ALL=C.UTF-8
XDG_CACHE_HOME="$work/cache"
export PATH LC_ALL XDG_CACHE_HOME
unset LANG LC_MESSAGES NO_COLOR
passed=0
failed=0

run_command() { # the command's output and status, as a transcript shows them
    printf '$ %s\n' "$1"
    (cd "$work/dir" && sh -c "$1" 2>&1 </dev/null)
    status=$?
    [ $status -eq 0 ] || echo "[$status]"
}

# "a, b, c", "var a var b var c"
games=$(plateau games | cut -d' ' -f1)
list=$(printf '%s\n' "$games" | paste -sd, | sed 's/,/, /g')
choices=$(printf 'var %s\n' $games | paste -sd' ')
without_games() {
    sed "s/\b$list\b/(games)/; s/\b$choices\b/var (games)/" "$1"
}

for file in "$here"/*.t; do
    rm -rf "$work/dir"
    mkdir "$work/dir"
    ln -s "$here/../golden" "$work/dir/golden"
    : >"$work/actual"
    count=0
    while IFS= read -r line; do
        case $line in
        '$ '*)
            run_command "${line#??}" >>"$work/actual"
            count=$((count + 1))
            ;;
        '#'*) printf '%s\n' "$line" >>"$work/actual" ;;
        esac
    done <"$file"
    without_games "$work/actual" >"$work/shown"
    mv "$work/shown" "$work/actual"
    if [ "$update" = --update ]; then
        cp "$work/actual" "$file"
    elif cmp -s "$file" "$work/actual"; then
        passed=$((passed + count))
    else
        echo "FAILED: $file"
        diff "$file" "$work/actual"
        failed=$((failed + 1))
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
