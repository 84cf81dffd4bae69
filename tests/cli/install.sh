#!/usr/bin/env bash
# An installation works away from the sources: the program finds its configs,
# and a stranger's program builds with what pkg-config says.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/prefix

# Its own build, as the prefix is known to the program.
quietly() {
    "$@" >"$scratch/log" 2>&1 || {
        cat "$scratch/log"
        echo "failed: $*"
        exit 1
    }
}
quietly cmake -S "$root" -B "$scratch/build" -DCMAKE_BUILD_TYPE=Release -DANESIM_NO_TESTS=ON \
    -DCMAKE_C_COMPILER="${CC:-cc}" -DCMAKE_INSTALL_PREFIX="$prefix"
quietly cmake --build "$scratch/build" --target anesim --parallel 2
quietly cmake --install "$scratch/build"

mkdir "$scratch/elsewhere"
cd "$scratch/elsewhere"
quietly "$prefix/bin/anesim" --config m3.ini
[ -s "$scratch/log" ]
quietly "$prefix/bin/anesim" check --config m3.ini
[ -f "$prefix/share/doc/anesim/LICENSE" ]

cat >user.c <<'EOF'
#include <anesim.h>
#include <stdio.h>
int main(void)
{
    struct anesim *chip;
    struct anesim_result result;
    char why[ANESIM_MESSAGE_BYTES] = "";
    if (anesim_open("m3.ini", NULL, 0, &chip, why) != ANESIM_OK ||
        anesim_run_workload(chip, &result, why) != ANESIM_OK)
        return fprintf(stderr, "%s", why), 1;
    anesim_close(chip);
    return !(result.throughput_gbps > 15 && result.throughput_gbps < 20);
}
EOF
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name anesim.pc)")
export PKG_CONFIG_PATH
[ "$(pkg-config --modversion anesim)" = "$(sed -n 's/^project(anesim VERSION \([^ ]*\).*/\1/p' "$root/CMakeLists.txt")" ]
read -r -a flags <<<"$(pkg-config --cflags --libs anesim)"
quietly "${CC:-cc}" -std=c11 -pedantic-errors -Werror user.c -o user "${flags[@]}"
quietly ./user
