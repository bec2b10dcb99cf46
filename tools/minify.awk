# tools/minify.awk -- a module or style sheet as it is sent: without comments and blanks that mean
# nothing. Names stay, and so does every line end that could end a statement.
#
#   awk -v kind=js|css -f tools/minify.awk FILE
#
# Strings, templates and regular expressions are copied as they are. A '/' begins a regular
# expression where no value can stand before it, as in `(/`, `= /` or `return /`.

function is_name(c) { return c ~ /[A-Za-z0-9_$]/ || c > "\177" }

# Adds text to the result; `last` is its last character, `word` the name that it ends with. Gaps change
# neither.
function put(text,   i, c) {
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        word = is_name(c) ? (is_name(last) && !has_gap ? word c : c) : ""
        last = c
        has_gap = 0
    }
    out = out text
}

function put_blank(blank) {
    out = out blank
    has_gap = 1
}

# The gap before the character c of the code, where the source has blanks or a comment.
function put_gap(c) {
    if (out == "") return
    if (kind == "css") {
        if (last ~ /[{};,:>]/ || c ~ /[{};,>]/) return
        put_blank(" ")
        return
    }
    if (gap == "\n") {
        if (last ~ /[{(\[,;]/ || c ~ /[})\],;]/) return
        put_blank("\n")
    } else if ((is_name(last) || length(out) == regex_end) && is_name(c) || last == c && c ~ /[-+\/]/)
        put_blank(" ")
}

# From place i, where `quote` opens a string, to behind its end.
function copy_string(i, quote,   begin) {
    begin = i++
    while (i <= size && substr(text, i, 1) != quote) {
        if (substr(text, i, 1) == "\\") i++
        i++
    }
    put(substr(text, begin, i - begin + 1))
    return i + 1
}

function copy_regex(i,   begin, in_class, c) {
    begin = i++
    while (i <= size) {
        c = substr(text, i, 1)
        if (c == "\\") i++
        else if (c == "[") in_class = 1
        else if (c == "]") in_class = 0
        else if (c == "/" && !in_class) break
        i++
    }
    put(substr(text, begin, i - begin + 1))
    regex_end = length(out)
    return i + 1
}

# A template from behind its quote, or from behind the code in it, to behind its end or to the next
# code.
function copy_template(i,   begin, c) {
    begin = i
    while (i <= size) {
        c = substr(text, i, 1)
        if (c == "\\") i++
        else if (c == "`") break
        else if (c == "$" && substr(text, i + 1, 1) == "{") {
            put(substr(text, begin, i - begin + 2))
            depth[++level] = 0
            return i + 2
        }
        i++
    }
    put(substr(text, begin, i - begin + 1))
    return i + 1
}

function begins_regex() {
    return last == "" || last ~ /[(,=:\[!&|?{};+*%<>~^-]/ || word ~ /^(return|typeof|case|in|of)$/
}

{ text = text $0 "\n" }

END {
    size = length(text)
    for (i = 1; i <= size;) {
        c = substr(text, i, 1)
        two = substr(text, i, 2)
        if (c ~ /[ \t\r\n]/) {
            if (c == "\n") gap = "\n"
            else if (gap == "") gap = " "
            i++
            continue
        }
        if (two == "/*") {
            rest = substr(text, i + 2)
            ends = index(rest, "*/")
            if (gap == "") gap = " "
            if (index(substr(rest, 1, ends), "\n")) gap = "\n"
            i += ends + 3
            continue
        }
        if (kind == "js" && two == "//") {
            while (substr(text, i, 1) != "\n") i++
            continue
        }
        if (gap != "") put_gap(c)
        gap = ""
        if (c == "'" || c == "\"") i = copy_string(i, c)
        else if (kind == "js" && c == "`") {
            put(c)
            i = copy_template(i + 1)
        } else if (kind == "js" && c == "/" && begins_regex()) i = copy_regex(i)
        else {
            if (c == "{") depth[level]++
            if (c == "}" && level > 0 && depth[level] == 0) {
                level--
                put(c)
                i = copy_template(i + 1)
                continue
            }
            if (c == "}") depth[level]--
            put(c)
            i++
        }
    }
    printf "%s\n", out
}
