#!/bin/sh
# No shell on any path to a process (S3), and what comes over a protocol never names a file.
#                                                                  tools/check_shell.sh [FOLDER]
#   1. nothing calls a shell, or a function that does or that searches for a program by itself;
#   2. programs begin in three places, from words that command_line.c has split: opponent/keeper.c;
#      school/class_client.c, where a student's own machine runs his own program with the server's
#      connection as its input and output; and page/browser.c, where `serve --open` opens the user's
#      browser (a fixed list of names) at the server's own address;
#   3. whoever reads what others send (proto/, server/, and arena's sockets) starts no program from
#      it: only the contestants' files and the doctor may, and they take what the user wrote; and
#      school/engine_build.c compiles what students hand in, with the words of languages.def and a
#      file name that class_check_file has read, in the sandbox or not at all;
#   4. proto/ opens no file at all.
# No exceptions: when one is needed, this file changes in the same commit and says why.
folder=${1:-src}
bad=0

# forbid WHY PATTERN [GREP OPTION…]: code that matches is an offence.
forbid() {
    why=$1
    pattern=$2
    shift 2
    if grep -rnE "$pattern" "$folder" --include='*.[chS]' --include='*.inc.h' "$@"; then
        echo "$folder: $why"
        bad=1
    fi
}

# only_in WHY PATTERN FILE…: the same, but in these files.
only_in() {
    why=$1
    pattern=$2
    shift 2
    found=$(grep -rlE "$pattern" "$folder" --include='*.[ch]')
    for file in $found; do
        case " $* " in
        *" ${file#"$folder"/} "*) ;;
        *)
            grep -nE "$pattern" "$file" /dev/null
            echo "$file: $why"
            bad=1
            ;;
        esac
    done
}

forbid "no shell, anywhere" '\b(system|popen|wordexp) *\(|/bin/(ba|da|z|k|c)?sh\b|"(ba|da|z|k|c)?sh"'
forbid "programs are found by command_line.c alone" '\b(execl|execlp|execle|execv|execvp|execvpe|posix_spawnp?|fexecve|execveat) *\('
only_in "programs begin in the keeper, at a student's, or are the browser" '\bexecve *\(' \
    opponent/keeper.c school/class_client.c page/browser.c
only_in "a process is the keeper's or its program's" '\bv?fork *\(' \
    opponent/process.c opponent/keeper.c school/class_client.c page/browser.c
only_in "only contestants are programs" '\b(process_start|remote_start_program) *\(' \
    opponent/process.c opponent/process.h opponent/remote.c opponent/remote.h school/engine_build.c
[ -d "$folder/proto" ] &&
    if grep -rnE '\b(f?open|openat|freopen|opendir|unlink|rename|mkdir|file_[a-z]+) *\(' "$folder/proto" --include='*.[ch]'; then
        echo "$folder/proto: what others send names no file"
        bad=1
    fi
exit $bad
