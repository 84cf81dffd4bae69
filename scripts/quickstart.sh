#!/usr/bin/env bash
# From a fresh clone to the first result: builds anesim and runs the M3 case.
#
#   scripts/quickstart.sh [options of anesim run]
#
# The result goes to stdout, progress to stderr.
set -euo pipefail
# shellcheck source=scripts/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"

say "1/3 looking for compiler and libraries"
bash scripts/deps.sh

say "2/3 building (build/release)"
quietly build/quickstart.log preset release -DANESIM_NO_TESTS=ON
quietly build/quickstart.log cmake --build build/release --target anesim --parallel "$(processors)"

say "3/3 build/release/anesim --config m3.ini${*:+ $*}"
exec build/release/anesim --config m3.ini "$@"
