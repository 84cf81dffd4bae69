# shellcheck shell=bash
# Small helpers that the other scripts source.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

say() {
    printf 'anesim: %s\n' "$*" >&2
}

processors() {
    nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}

# quietly LOG COMMAND...: runs it, and shows its output only when it failed.
quietly() {
    local log=$1
    shift
    mkdir -p "$(dirname "$log")"
    if ! "$@" >"$log" 2>&1 </dev/null; then
        tail -n 60 "$log" >&2
        say "failed: $*"
        say "all of the output is in $log"
        return 1
    fi
}

# A build tree that was copied or moved along with the sources still points to
# the old place, and CMake refuses it: start such a tree afresh.
drop_stale_build() {
    local cache=$1/CMakeCache.txt
    if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$cache"; then
        rm -rf "$cache" "$1/CMakeFiles"
    fi
}

# Make is the default, here and in the presets: name the other one only when it must be.
choose_generator() {
    if [ -z "${CMAKE_GENERATOR:-}" ] && ! command -v make >/dev/null && command -v ninja >/dev/null; then
        export CMAKE_GENERATOR=Ninja
    fi
}

# preset NAME OPTION...: configures; the environment may choose another generator.
preset() {
    choose_generator
    drop_stale_build "build/$1"
    cmake --preset "$1" ${CMAKE_GENERATOR:+-G "$CMAKE_GENERATOR"} "${@:2}"
}

# Sets $anesim: what ANESIM names, what is built here, or what is installed.
find_anesim() {
    anesim=${ANESIM:-$root/build/release/anesim}
    [ -n "${ANESIM:-}" ] || [ -x "$anesim" ] || anesim=$(command -v anesim) || {
        say "there is no anesim yet: build it with scripts/quickstart.sh, or set ANESIM"
        return 1
    }
}

# merge_shards DATABASE SHARDS: all of them, or none and a word on which is missing.
merge_shards() {
    local shard files=()
    for shard in $(seq "$2"); do
        [ -e "$1.shard-$shard" ] || {
            say "$1.shard-$shard is missing; nothing was merged"
            return 1
        }
        files+=("$1.shard-$shard")
    done
    "$anesim" db merge --db "$1" "${files[@]}" || {
        say "the shards are kept: $1.shard-*"
        return 1
    }
    rm -f "${files[@]}" "${files[@]/%/-wal}" "${files[@]/%/-shm}"
}
