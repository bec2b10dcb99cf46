# What the test scripts share: sourced, from the project's root.
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

# A copy of the tree's sources to change and build, in an empty folder.
copy_tree() { # FOLDER
    rm -rf "$1"
    mkdir -p "$1"
    cp -R Makefile data src tests tools web "$1/"
}

# Prints the counts; true when nothing failed.
finish() {
    echo "$passed passed, $failed failed"
    [ "$failed" -eq 0 ]
}
