#!/bin/sh
# Formatting is clang-format's business.
cd "$(dirname "$0")/.." || exit 1
command -v clang-format >/dev/null || { echo "clang-format is not installed"; exit 1; }
find src tests bench examples \( -name '*.c' -o -name '*.h' \) 2>/dev/null | xargs clang-format --dry-run --Werror
