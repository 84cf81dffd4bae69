#!/usr/bin/env bash
# A sweep in shards, side by side, under GNU parallel; then one database.
#
#   scripts/sweep-parallel.sh SHARDS OUT.db ARGUMENTS-OF-SWEEP...
#   scripts/sweep-parallel.sh 4 results.db --config m3.ini --cin 1024:4096:32
#
# Each shard is a program with one thread (--jobs among the arguments changes
# that) and a database of its own, OUT.db.shard-I.  When all are done they are
# merged into OUT.db and removed.  If one fails they are kept: the same command
# goes on.
#
#   ANESIM          the program (else build/release/anesim, else that in PATH)
#   PARALLEL_SLOTS  how many shards run at a time (one per processor)
#   PARALLEL        read by GNU parallel itself: '--sshloginfile nodes --wd .'
set -euo pipefail
# shellcheck source=scripts/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

if [ $# -lt 3 ] || ! [[ $1 =~ ^[1-9][0-9]*$ ]]; then
    say "usage: scripts/sweep-parallel.sh SHARDS OUT.db ARGUMENTS-OF-SWEEP..."
    exit 2
fi
shards=$1
db=$2
shift 2
find_anesim

if ! parallel --version 2>/dev/null | grep -q '^GNU parallel'; then
    say "GNU parallel is not here; on Debian: apt-get install parallel"
    exit 1
fi

jobs=(--jobs 1)
for word in "$@"; do
    case $word in --jobs | --jobs=*) jobs=() ;; esac
done

# The first failure stops what has not begun and lets the rest end.  What is
# terminated gets time to finish and store its simulations.
seq "$shards" | parallel --will-cite --jobs "${PARALLEL_SLOTS:-100%}" --line-buffer --halt soon,fail=1 \
    --termseq TERM,30000,KILL,25 --quote "$anesim" sweep "$@" ${jobs[@]+"${jobs[@]}"} --shard "{}/$shards" --db "$db.shard-{}" || {
    say "not all shards are complete; they are kept in $db.shard-*; run the same command to go on"
    exit 1
}
merge_shards "$db" "$shards"
