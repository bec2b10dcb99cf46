#!/bin/sh
# The page's tests, in a real browser against a real server: tests/web/run.sh [PLATEAU [SCRIPT]]
# Installs what it needs (Debian's chromium and node, npm packages beside this file), says so first,
# and ends with "N passed, M failed".
set -eu
here=$(dirname "$0")
plateau=$(realpath "${1:-$here/../../build/plateau}")
"$plateau" serve --help >/dev/null || {
    echo "tests/web: $plateau does not serve the page; build it first" >&2
    exit 1
}
wasm=$(realpath "${WASM:-$here/../../build/wasm}")
cd "$here"

need() {
    command -v "$1" >/dev/null && return
    echo "tests/web: installing from Debian: $2" >&2
    sudo=
    [ "$(id -u)" -eq 0 ] || sudo=sudo
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$2" >&2
}
need node nodejs
need npm npm
need chromium chromium
[ -d node_modules/playwright-core ] && [ -d node_modules/axe-core ] && [ -d node_modules/typescript ] || {
    echo "tests/web: installing the test tools from npm" >&2
    npm install --no-audit --no-fund --no-package-lock --silent >&2
}
PLATEAU=$plateau WASM=$wasm exec timeout "${LIMIT:-600}" node "${2:-all.mjs}"
