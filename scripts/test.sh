#!/usr/bin/env bash
# Everything that must hold, from a fresh clone.
#
#   scripts/test.sh           all of it
#   scripts/test.sh --quick   tests with gcc and sanitizers, and tidy
#
#   gcc-sanitized    ctest   gcc, ASan + UBSan
#   clang-sanitized  ctest   clang, ASan + UBSan
#   gcc-O3           ctest   gcc, release
#   identity         the commands of tests/identity-commands.txt print the same
#                    bytes with gcc -O0, gcc -O3, clang -O0, clang -O3 and ASan
#   tidy             tests/tidy.sh
#
# Builds lie in build/test.  The last line counts: N passed, N failed (and
# N skipped, when clang is neither there nor to be had).
set -uo pipefail # and no -e: whatever fails is counted, and the last line printed
# shellcheck source=scripts/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root" || exit 1

passed=0
failed=0
skipped=0
builds=build/test
built=() # the names of those that came out well
jobs=$(processors)

finish() {
    local counts="$passed passed, $failed failed"
    [ $skipped -eq 0 ] || counts="$counts, $skipped skipped"
    printf '%s\n' "$counts"
    [ $failed -eq 0 ]
}

heading() {
    printf '\n== %s (%d s)\n' "$1" "$SECONDS"
}

fail() {
    printf 'FAILED: %s\n' "$1"
    failed=$((failed + 1))
}

# build NAME COMPILER TARGET CMAKE-OPTION...
build() {
    local name=$1 compiler target=$3
    compiler=$(command -v "$2")
    shift 3
    # Given another compiler, CMake forgets the other options: start afresh.
    if [ -f "$builds/$name/CMakeCache.txt" ] &&
        ! grep -q "^CMAKE_C_COMPILER:[A-Z]*=$compiler\$" "$builds/$name/CMakeCache.txt"; then
        rm -rf "${builds:?}/$name"
    fi
    drop_stale_build "$builds/$name"
    quietly "$builds/$name.log" cmake -S . -B "$builds/$name" -DCMAKE_C_COMPILER="$compiler" "$@" &&
        quietly "$builds/$name.log" cmake --build "$builds/$name" --target "$target" --parallel "$jobs" &&
        built+=("$name")
}

sanitized=(-DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_FLAGS_DEBUG=-g -O1" "-DANESIM_SANITIZE=address,undefined")
plain_O0=(-DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_FLAGS_DEBUG=-O0")
plain_O3=(-DCMAKE_BUILD_TYPE=Release)

# The address sanitizers of these years trip over the widest layout
# randomisation of newer kernels, once in a while: switch it off if allowed.
no_aslr=()
if command -v setarch >/dev/null && setarch -R true 2>/dev/null; then
    no_aslr=(setarch -R)
fi

# suite NAME COMPILER CMAKE-OPTION...: builds all, runs ctest, counts its tests.
# tidy is left to the end, where each of its checks counts.
suite() {
    local name=$1 log=$builds/$1.ctest.log ok total skips status=0
    heading "$name"
    if ! build "$name" "$2" all "${@:3}"; then
        fail "$name does not build"
        return
    fi
    ${no_aslr[@]+"${no_aslr[@]}"} ctest --test-dir "$builds/$name" --parallel "$jobs" --timeout 600 \
        --output-on-failure --exclude-regex '^tidy$' </dev/null 2>&1 | tee "$log" || status=1
    ok=$(grep -c '^ *[0-9]*/[0-9]* Test .* Passed ' "$log" )
    skips=$(grep -c '^ *[0-9]*/[0-9]* Test .*\*\*\*Skipped ' "$log" )
    total=$(sed -n 's/.* tests failed out of \([0-9]*\)$/\1/p' "$log")
    passed=$((passed + ok))
    skipped=$((skipped + skips))
    failed=$((failed + ${total:-0} - ok - skips))
    if [ "${total:-0}" -eq 0 ]; then
        fail "$name has no tests"
    elif [ $status -ne 0 ] && [ "$((ok + skips))" -eq "$total" ]; then
        fail "ctest of $name"
    fi
}

# run_identity NAME ARGUMENT...: what a build answers, as one file.
run_identity() {
    local out=$builds/identity/$1 name=$1 status=0
    shift
    ${no_aslr[@]+"${no_aslr[@]}"} "$builds/$name/anesim" "$@" >"$out" 2>"$out.stderr" </dev/null || status=$?
    printf 'exit %d\n' $status >>"$out"
}

# identity_command EXPECTED-EXIT ARGUMENT...
identity_command() {
    local expected=$1 first=${built[0]} name
    shift
    run_identity "$first" "$@"
    if [ "$(tail -n 1 "$builds/identity/$first")" != "exit $expected" ]; then
        tail -n 5 "$builds/identity/$first" "$builds/identity/$first.stderr"
        fail "anesim $*: not exit $expected with $first"
        return
    fi
    for name in "${built[@]:1}"; do
        run_identity "$name" "$@"
        if ! cmp "$builds/identity/$first" "$builds/identity/$name"; then
            diff "$builds/identity/$first" "$builds/identity/$name" | head -n 10
            tail -n 5 "$builds/identity/$name.stderr"
            fail "anesim $*: differs between $first and $name"
            return
        fi
    done
    printf 'same: anesim %s\n' "$*"
    passed=$((passed + 1))
}

identity() {
    local words=()
    heading identity
    build gcc-O0 gcc anesim "${plain_O0[@]}" -DANESIM_NO_TESTS=ON || fail "gcc-O0 does not build"
    if [ $with_clang = yes ]; then
        build clang-O0 clang anesim "${plain_O0[@]}" -DANESIM_NO_TESTS=ON || fail "clang-O0 does not build"
        build clang-O3 clang anesim "${plain_O3[@]}" -DANESIM_NO_TESTS=ON || fail "clang-O3 does not build"
    else
        echo "skipped: the builds with clang"
        skipped=$((skipped + 1))
    fi
    if [ ${#built[@]} -lt 2 ]; then
        fail "fewer than two builds to compare"
        return
    fi
    mkdir -p "$builds/identity"
    echo "comparing ${built[*]}"
    while read -r -a words; do
        case ${words[0]:-#} in
        '#'*) ;;
        [0-9]) identity_command "${words[@]}" ;;
        *) identity_command 0 "${words[@]}" ;;
        esac
    done <tests/identity-commands.txt
}

tidy() {
    local log=$builds/tidy.log counts status=0
    heading tidy
    bash tests/tidy.sh 2>&1 | tee "$log" || status=1
    counts=$(sed -n 's/^tidy: .* checks: \([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "$log")
    if [ -z "$counts" ]; then
        fail "tests/tidy.sh broke off"
    else
        passed=$((passed + ${counts% *}))
        failed=$((failed + ${counts#* }))
        [ $status -eq 0 ] || [ "${counts#* }" -gt 0 ] || fail "tests/tidy.sh"
    fi
}

quick=no
case ${1:-} in
'') ;;
--quick) quick=yes ;;
*)
    say "usage: scripts/test.sh [--quick]"
    exit 2
    ;;
esac

export CK_TIMEOUT_MULTIPLIER=${CK_TIMEOUT_MULTIPLIER:-20} # machines are noisy, sanitizers slow
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1}
mkdir -p $builds

heading "dependencies"
if ! bash scripts/deps.sh --tests; then
    fail "dependencies are missing"
    finish
    exit 1
fi
choose_generator
with_clang=no
if bash scripts/deps.sh --clang; then
    with_clang=yes
fi

suite gcc-sanitized gcc "${sanitized[@]}"
if [ $quick = no ]; then
    if [ $with_clang = yes ]; then
        suite clang-sanitized clang "${sanitized[@]}"
    else
        heading clang-sanitized
        echo "skipped: no clang with sanitizers here"
        skipped=$((skipped + 1))
    fi
    suite gcc-O3 gcc "${plain_O3[@]}"
    identity
fi
tidy
printf '\n'
finish
