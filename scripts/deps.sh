#!/usr/bin/env bash
# Makes sure that everything a build needs is installed.
#
#   scripts/deps.sh           what the program needs
#   scripts/deps.sh --tests   and what the tests need
#   scripts/deps.sh --clang   only says (exit 0 or 1) whether clang can be tested with
#
# Each thing is probed by using it; when all is there nothing is fetched and
# nobody needs to be root.  Root on a system with apt-get gets what is missing;
# everybody else is told what to install.  Exit 0: complete, 1: not.
set -euo pipefail
# shellcheck source=scripts/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# name | probe | Debian, Ubuntu | Fedora | Homebrew
needs_build='
C compiler|compiles cc|gcc libc6-dev|gcc|gcc
CMake 3.20 or newer|cmake_is_new|cmake|cmake|cmake
make or ninja|has make ninja|make|make|make
pkg-config|has pkg-config|pkg-config|pkgconf-pkg-config|pkg-config
inih|has_library inih|libinih-dev|inih-devel|inih
jansson|has_library jansson|libjansson-dev|jansson-devel|jansson
kissfft (float)|has_library kissfft-float|libkissfft-dev|kiss-fft-devel|kissfft
SQLite 3.38 or newer|has_library sqlite3 >= 3.38|libsqlite3-dev|sqlite-devel|sqlite
xxHash|has_library libxxhash|libxxhash-dev|xxhash-devel|xxhash
'
needs_tests='
gcc with sanitizers|compiles gcc -fsanitize=address,undefined|gcc libc6-dev|gcc libasan libubsan|gcc
Check|has_library check|check|check-devel|check
SQLite shell|has sqlite3|sqlite3|sqlite|sqlite
GNU parallel|has_gnu_parallel|parallel|parallel|parallel
gnuplot|has gnuplot|gnuplot-nox|gnuplot|gnuplot
xmllint|has xmllint|libxml2-utils|libxml2|libxml2
'
# The tests go on without these, and say so.
wants_clang='
clang|compiles clang|clang|clang|llvm
sanitizers of clang|compiles clang -fsanitize=address,undefined|libclang-rt-dev|compiler-rt|llvm
'
wants_tests=$wants_clang'
GTKWave VCD reader|has vcd2fst|gtkwave|gtkwave|gtkwave
'

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

has() {
    local program
    for program in "$@"; do
        command -v "$program" >/dev/null && return 0
    done
    return 1
}

has_library() {
    has pkg-config && pkg-config --exists "$*"
}

# There is another program of that name.
has_gnu_parallel() {
    has parallel && parallel --version 2>/dev/null </dev/null | grep -q '^GNU parallel'
}

# A compiler without the C library's headers is found but of no use.
compiles() {
    has "$1" || return 1
    printf '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n' |
        "$@" -x c - -o "$scratch/probe" >/dev/null 2>&1
}

cmake_is_new() {
    has cmake || return 1
    cmake --version | awk 'NR == 1 { split($3, v, "."); exit !(v[1] > 3 || (v[1] == 3 && v[2] >= 20)) }'
}

# Prints those lines of the tables on stdin whose probe fails.
missing() {
    local line
    local probe=()
    while IFS= read -r line; do
        [ -n "$line" ] || continue
        read -r -a probe <<<"$(cut -d '|' -f 2 <<<"$line")"
        "${probe[@]}" || printf '%s\n' "$line"
    done
}

# column N: that column of the lines on stdin as words, each once.
column() {
    cut -d '|' -f "$1" | tr ' ' '\n' | awk 'NF && !seen[$0]++' | paste -s -d ' ' -
}

names() {
    cut -d '|' -f 1 | paste -s -d ',' - | sed 's/,/, /g'
}

can_install() {
    [ "$(id -u)" -eq 0 ] && has apt-get
}

# Installs the packages of the lines on stdin.
updated=no
install() {
    local packages=()
    local apt=(apt-get -qq -o DPkg::Lock::Timeout=120)
    read -r -a packages <<<"$(column 3)"
    say "installing ${packages[*]}"
    export DEBIAN_FRONTEND=noninteractive
    if [ $updated = no ]; then
        updated=yes
        "${apt[@]}" update </dev/null >&2 || say "apt-get update failed; trying with the old lists"
    fi
    "${apt[@]}" install -y --no-install-recommends "${packages[@]}" </dev/null >&2 ||
        say "apt-get install failed"
}

explain() {
    local sudo=
    [ "$(id -u)" -eq 0 ] || sudo='sudo '
    say "missing: $(names <<<"$1")"
    say "install what is missing with the line for your system:"
    {
        echo "  Debian, Ubuntu:  ${sudo}apt-get install -y $(column 3 <<<"$1")"
        echo "  Fedora:          ${sudo}dnf install -y $(column 4 <<<"$1")"
        echo "  macOS:           brew install $(column 5 <<<"$1")"
    } >&2
    if has cmake && ! cmake_is_new; then
        say "this CMake is too old: $(cmake --version | head -n 1); if the system has no newer one," \
            "see https://cmake.org/download"
    fi
}

needs=$needs_build
wants=
case ${1:-} in
'') ;;
--tests)
    needs=$needs_build$needs_tests
    wants=$wants_tests
    ;;
--clang)
    [ -z "$(missing <<<"$wants_clang")" ]
    exit
    ;;
*)
    say "usage: scripts/deps.sh [--tests | --clang]"
    exit 2
    ;;
esac

lacking=$(missing <<<"$needs")
if [ -n "$lacking" ] && can_install; then
    install <<<"$lacking"
    lacking=$(missing <<<"$needs")
fi
if [ -n "$lacking" ]; then
    explain "$lacking"
    exit 1
fi

# One at a time: where clang comes with its sanitizers, the second is there by now.
while IFS= read -r line; do
    if [ -n "$(missing <<<"$line")" ] && can_install; then
        install <<<"$line"
    fi
done <<<"$wants"
lacking=$(missing <<<"$wants")
if [ -n "$lacking" ]; then
    explain "$lacking"
    say "going on without"
fi
