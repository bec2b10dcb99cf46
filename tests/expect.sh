# What the test scripts share: sourced.
passed=0
failed=0

expect() { # NAME STATUS
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $1"
    fi
}

check() { # NAME COMMAND…
    what=$1
    shift
    "$@"
    expect "$what" $?
}

# A copy of the tree's sources to change and build, in an empty folder; called in the project's root.
copy_tree() { # FOLDER
    rm -rf "$1"
    mkdir -p "$1"
    cp -Rp Makefile data examples include src tests tools web "$1/"
}

# Prints the counts; true when nothing failed.
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
