#!/usr/bin/env bash
# House rules that no compiler checks.
#
#   tests/tidy.sh [ROOT]        checks the files of ROOT (default: this repository)
#   tests/tidy.sh --self-test   plants violations and expects every check to find its own
#
# Prints FILE:LINE: what is wrong; what to do.  Exit 0: clean, 1: not.
set -euo pipefail

# Who may include whom, besides itself.  docs/ARCHITECTURE.md draws the same.
export EDGES='
sim/kernel:
sim/config:
sim/record:     sim/config
sim/store:      sim/config sim/record
models/ring:    sim/kernel sim/config
models/fabric:  sim/kernel sim/config
models/kmem:    sim/kernel sim/config models/fabric
models/dram:    sim/kernel sim/config models/fabric
models/kdma:    sim/kernel sim/config models/ring models/kmem models/fabric models/dram
models/ane:     sim/kernel sim/config models/ring models/kmem models/fabric models/dram models/kdma
sim/workload:   sim/kernel sim/config models/ane
sim/experiment: sim/kernel sim/config sim/record sim/store models/kdma models/fabric models/ane sim/workload
sim/report:     sim/kernel sim/config sim/record sim/store models/ane sim/workload sim/experiment
sim/anesim.c:   sim/anesim.h sim/kernel sim/config sim/record models/ane sim/workload sim/experiment sim/report
sim/anesim.h:
sim/cli:        sim/anesim.h sim/config sim/record sim/store models/ane sim/workload sim/experiment sim/report
'
file_lines_max=600
median_lines_max=199
function_lines_max=60
clang_format_major=14 # others lay out some lines differently

# ---- awk shared by the checks: strip() takes comments and literals out of a line

strip_awk='
FNR == 1 { in_comment = 0 }
function strip(line,    out, end, token) {
    out = ""
    while (line != "") {
        if (in_comment) {
            end = index(line, "*/")
            if (!end)
                return out
            line = substr(line, end + 2)
            in_comment = 0
        } else if (match(line, /"([^"\\]|\\.)*"|'\''([^'\''\\]|\\.)*'\''|\/\*|\/\//)) {
            token = substr(line, RSTART, RLENGTH)
            out = out substr(line, 1, RSTART - 1)
            line = substr(line, RSTART + RLENGTH)
            if (token == "//")
                return out
            if (token == "/*")
                in_comment = 1
            else
                out = out "\"\""
        } else {
            return out line
        }
    }
    return out
}
function included(line,    path) {
    if (line !~ /^[ \t]*#[ \t]*include[ \t]*["<]/)
        return ""
    path = line
    sub(/^[^"<]*["<]/, "", path)
    sub(/[">].*$/, "", path)
    return path
}
function report(what) {
    print FILENAME ":" FNR ": " what
}'

# ---- the checks: each prints its findings

check_layers() {
    awk "$strip_awk"'
    BEGIN {
        rows = split(ENVIRON["EDGES"], row, "\n")
        for (i = 1; i <= rows; i++) {
            words = split(row[i], word, " ")
            if (!words)
                continue
            sub(/:$/, "", word[1])
            known[word[1]] = 1
            for (j = 2; j <= words; j++)
                allowed[word[1], word[j]] = 1
        }
    }
    function layer(path,    part) {
        split(path, part, "/")
        return part[1] "/" part[2]
    }
    FNR == 1 {
        own = layer(FILENAME)
        if (!(own in known))
            report(own " is no known layer; add it to EDGES in tests/tidy.sh and to docs/ARCHITECTURE.md")
    }
    {
        other = in_comment ? "" : included($0)
        quoted = $0 ~ /include[ \t]*"/
        strip($0)
        if (other == "" || (!quoted && other !~ /^(sim|models)\//))
            next
        if (other !~ /\//)
            report("\"" other "\" hides its layer; include it from the root, as \"sim/...\" or \"models/...\"")
        else if (layer(other) != own && (own in known) && !((own, layer(other)) in allowed))
            report(own " must not include " layer(other) "; move the shared part down, or pass it in from above")
    }' /dev/null ${layer_files[@]+"${layer_files[@]}"}
}

check_calls() {
    awk "$strip_awk"'
    FILENAME ~ /^sim\/cli\// { next }
    {
        code = strip($0)
        if (code ~ /(^|[^A-Za-z0-9_.>])(exit|_exit|_Exit|quick_exit|abort)[ \t]*\(/)
            report("ends the process; return an error instead")
        if (code ~ /(^|[^A-Za-z0-9_.>])assert[ \t]*\(/)
            report("assert ends the process; use the assertions of sim/kernel")
        if (code ~ /(^|[^A-Za-z0-9_.>])(printf|vprintf|puts|putchar)[ \t]*\(/ ||
            code ~ /(^|[^A-Za-z0-9_])stdout([^A-Za-z0-9_]|$)/)
            report("writes to stdout; write to a FILE * that the caller gives")
    }' /dev/null ${layer_files[@]+"${layer_files[@]}"}
}

check_file_length() {
    local file lines
    for file in ${source_files[@]+"${source_files[@]}"}; do
        lines=$(wc -l <"$file")
        if [ "$lines" -gt $file_lines_max ]; then
            echo "$file:$((file_lines_max + 1)): $((lines)) lines, at most $file_lines_max; split the file by topic"
        fi
    done
}

check_median_length() {
    local file
    for file in ${c_files[@]+"${c_files[@]}"}; do
        wc -l <"$file"
    done | sort -n | awk -v max=$median_lines_max '
    { lines[NR] = $1 }
    END {
        median = lines[int((NR + 1) / 2)]
        if (median > max)
            print ".:1: half of the C files have " median " lines or more, at most " max "; split the longer ones"
    }'
}

# Code laid out by clang-format opens and closes a function in column 0.
check_function_length() {
    awk -v max=$function_lines_max '
    FNR == 1 { start = open = 0 }
    /^[A-Za-z_]/ && !open { start = FNR }
    /^\{/ || /^[A-Za-z_][^=]*\)[ \t]*\{[ \t]*$/ { open = start }
    /^\}/ {
        if (open && FNR - open + 1 > max)
            print FILENAME ":" open ": function of " FNR - open + 1 " lines, at most " max "; take a step out of it"
        open = 0
    }' /dev/null ${layer_files[@]+"${layer_files[@]}"}
}

check_guards() {
    awk "$strip_awk"'
    function finish() {
        if (file != "" && (state < 2 || last !~ /^[ \t]*#[ \t]*endif/))
            print file ":1: no include guard around the whole header; open with #ifndef and #define, close with #endif"
    }
    FILENAME !~ /\.h$/ { next }
    FNR == 1 {
        finish()
        file = FILENAME
        state = 0
        last = ""
    }
    {
        code = strip($0)
        if (code !~ /[^ \t]/)
            next
        last = code
        split(code, word, " ")
        if (state == 0) {
            state = word[1] == "#ifndef" ? 1 : -1
            guard = word[2]
            if (state == 1 && guard in owner)
                report("guard " guard " is also that of " owner[guard] "; name it after the path")
            owner[guard] = FILENAME
        } else if (state == 1) {
            state = word[1] == "#define" && word[2] == guard ? 2 : -1
        }
    }
    END { finish() }' /dev/null ${c_files[@]+"${c_files[@]}"}
}

check_whitespace() {
    awk '
    /\t/ { print FILENAME ":" FNR ": a tab; indent and align with spaces" }
    /[ \r]$/ { print FILENAME ":" FNR ": white space at the end of the line; remove it" }
    ' /dev/null ${source_files[@]+"${source_files[@]}"}
}

check_dead_headers() {
    awk "$strip_awk"'
    FNR == 1 { if (FILENAME ~ /^(sim|models)\/.*\.h$/) header[FILENAME] = 1 }
    {
        path = in_comment ? "" : included($0)
        strip($0)
        if (path != "" && path != FILENAME)
            used[path] = 1
    }
    END {
        for (path in header)
            if (!(path in used) && path != "sim/anesim.h")
                print path ":1: nobody includes this header; use it or delete it"
    }' /dev/null ${c_files[@]+"${c_files[@]}"} | sort
}

find_clang_format() {
    local program
    for program in clang-format-$clang_format_major clang-format; do
        if command -v "$program" >/dev/null && "$program" --version | grep -q "version $clang_format_major\."; then
            echo "$program"
            return
        fi
    done
}

check_format() {
    { "$clang_format" --dry-run -Werror /dev/null ${c_files[@]+"${c_files[@]}"} 2>&1 || true; } |
        awk -F: '$4 == " error" && !seen[$1]++ {
            print $1 ":" $2 ": not as clang-format lays it out, from here on; run scripts/lint.sh --fix"
        }'
}

# ---- running them

# Tracked and new files, not ignored ones; all files where there is no git.
list_files() {
    if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; then
        git -c core.quotepath=off ls-files --cached --others --exclude-standard
    else
        find . -name .git -prune -o -name 'build*' -type d -prune -o -type f -print | sed 's|^\./||'
    fi | sort -u
}

run_check() {
    local findings status=0
    findings=$("check_$1") || status=$?
    if [ -n "$findings" ] || [ $status -ne 0 ]; then
        printf '%s\n' "$findings"
        echo "tidy: $2: failed"
        failed=$((failed + 1))
    else
        passed=$((passed + 1))
    fi
}

check_all() {
    local file clang_format
    local c_files=() layer_files=() source_files=() passed=0 failed=0
    while IFS= read -r file; do
        [ -f "$file" ] || continue
        case $file in
        *.c | *.h) c_files+=("$file") source_files+=("$file") ;;
        *.sh | .ci/run) source_files+=("$file") ;;
        esac
        case $file in
        sim/*.[ch] | models/*.[ch]) layer_files+=("$file") ;;
        esac
    done <<<"$(list_files)"

    run_check layers "includes follow the layers"
    run_check calls "no exit, abort, assert or stdout below sim/cli"
    run_check file_length "no file over $file_lines_max lines"
    run_check median_length "median C file under $((median_lines_max + 1)) lines"
    run_check function_length "no function over $function_lines_max lines"
    run_check guards "every header has its own include guard"
    run_check whitespace "no tabs, no trailing white space"
    run_check dead_headers "no header that nobody includes"
    clang_format=$(find_clang_format)
    if [ -n "$clang_format" ]; then
        run_check format "C files as clang-format lays them out"
    else
        echo "tidy: layout not checked: no clang-format $clang_format_major here"
    fi
    echo "tidy: ${#c_files[@]} C files, $((passed + failed)) checks: $passed passed, $failed failed"
    [ $failed -eq 0 ]
}

# ---- the test of the tests

plant() {
    mkdir -p "$(dirname "$1")"
    cat >"$1"
}

plant_header() {
    plant "$1" <<<"#ifndef $2"$'\n'"#define $2"$'\n\n'"#endif"
}

plant_violations() {
    local tab=$'\t' space=' '
    plant_header sim/kernel/event.h EVENT_H
    plant_header models/kdma/kdma.h EVENT_H
    plant_header sim/config/dead.h DEAD_H
    plant sim/config/bare.h <<<'int bare;'
    plant sim/magic/magic.c <<<'int magic;'
    plant models/ring/ring.c <<'END'
/* It is free to speak of exit(1), abort() and stdout.
#include "models/ane/chip.h"
*/
#include "models/kdma/kdma.h"
#include "event.h"
#include <sim/cli/main.h>
#include "sim/config/bare.h"
#include "sim/kernel/event.h"
END
    plant sim/kernel/event.c <<END
const char *text = "abort() in a string is \\"fine\\"";
void a(void) { /* x */ abort(); }
void b(FILE *out) { fprintf(out, "so is this"); }
void c(void) { printf("this is not"); }
void d(void) { fputs("nor this", stdout); }
void e(void) { assert(0); }
void f(void) { static_assert(1, ""); sim_assert(1); }
${tab}int tab;
int space;${space}
END
    {
        printf 'int filler;\n%.0s' {1..3}
        printf 'int long_function(int a,\n                  int b)\n{\n'
        printf '    a++;\n%.0s' {1..58}
        printf '}\n'
        printf 'int just_fits(void)\n{\n'
        printf '    a++;\n%.0s' {1..57}
        printf '}\n'
    } | plant sim/record/functions.c
    printf 'int filler;\n%.0s' {1..601} | plant tests/long.c
}

# expect COUNT PATTERN: that many findings match.
expect() {
    local count
    count=$(grep -c -e "$2" <<<"$found" || true)
    if [ "$count" -ne "$1" ]; then
        echo "tidy: self-test: $count findings, not $1, match: $2"
        wrong=$((wrong + 1))
    fi
}

self_test() {
    local found wrong=0
    cd "$(mktemp -d)"
    # shellcheck disable=SC2064 # this directory, not a later one
    trap "rm -rf '$PWD'" EXIT

    found=$(check_all 2>&1) || true
    expect 1 ' 0 failed$'
    plant_violations
    found=$(check_all 2>&1) || true
    expect 1 '^models/ring/ring.c:4: .*must not include models/kdma'
    expect 1 '^models/ring/ring.c:5: .*hides its layer'
    expect 1 '^models/ring/ring.c:6: .*must not include sim/cli'
    expect 0 '^models/ring/ring.c:[12378]: [^n]'
    expect 1 '^sim/magic/magic.c:1: .*no known layer'
    expect 1 '^sim/kernel/event.c:2: ends the process'
    expect 1 '^sim/kernel/event.c:4: writes to stdout'
    expect 1 '^sim/kernel/event.c:5: writes to stdout'
    expect 1 '^sim/kernel/event.c:6: assert ends'
    expect 1 '^sim/kernel/event.c:8: a tab'
    expect 1 '^sim/kernel/event.c:9: white space'
    expect 0 '^sim/kernel/event.c:[137]: [^n]'
    expect 1 '^sim/record/functions.c:4: function of 62 lines'
    expect 1 ': function of '
    expect 1 '^tests/long.c:601: 601 lines'
    expect 1 '^sim/config/bare.h:1: no include guard'
    expect 1 ': guard EVENT_H is also that of'
    expect 1 '^sim/config/dead.h:1: nobody includes'
    expect 1 ': nobody includes'
    expect 0 '^.:1: half of the C files'
    printf 'int filler;\n%.0s' {1..200} | tee a.c b.c c.c d.c e.c f.c g.c h.c >/dev/null
    found=$(check_all 2>&1) || true
    expect 1 '^.:1: half of the C files have 200 lines'
    if [ -n "$(find_clang_format)" ]; then
        expect 1 '^sim/kernel/event.c:.*not as clang-format'
    fi
    if [ $wrong -ne 0 ]; then
        echo "$found"
        return 1
    fi
    echo "tidy: self-test passed"
}

case ${1:-} in
--self-test) self_test ;;
-*)
    echo "usage: tests/tidy.sh [ROOT | --self-test]" >&2
    exit 2
    ;;
*)
    cd "${1:-"$(dirname "${BASH_SOURCE[0]}")/.."}"
    check_all
    ;;
esac
