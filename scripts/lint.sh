#!/usr/bin/env bash
# For developers: layout, static analysis and shell scripts.
#
#   scripts/lint.sh          reports
#   scripts/lint.sh --fix    lays the C files out, then reports
#
# Needs clang-format and clang-tidy; shellcheck when it is there.
set -uo pipefail
# shellcheck source=scripts/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root" || exit 1

format=(--dry-run -Werror)
case ${1:-} in
'') ;;
--fix) format=(-i) ;;
*)
    say "usage: scripts/lint.sh [--fix]"
    exit 2
    ;;
esac

tracked() {
    git ls-files -z --cached --others --exclude-standard -- "$@"
}

# Announces a tool that is there.
have() {
    if ! command -v "$1" >/dev/null; then
        say "$1 is not installed; skipped"
        return 1
    fi
    say "$1"
}

failed=0
if have clang-format; then
    tracked '*.c' '*.h' | xargs -0 clang-format "${format[@]}" || failed=1
fi

# The compile database says how each file is built; headers come along.  One
# file at a time: clang-tidy 14 mistakes the va_lists of a second one.
if have clang-tidy; then
    if quietly build/lint.log preset dev; then
        tracked 'sim/*.c' 'models/*.c' |
            xargs -0 -n 1 -P "$(processors)" clang-tidy -p build/dev --quiet --warnings-as-errors='*' ||
            failed=1
    else
        failed=1
    fi
fi

if have shellcheck; then
    tracked '*.sh' .ci/run | xargs -0 shellcheck -x || failed=1
fi

[ $failed -ne 0 ] || say "nothing to complain about"
exit $failed
