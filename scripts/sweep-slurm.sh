#!/usr/bin/env bash
#SBATCH --job-name=anesim-sweep
#SBATCH --cpus-per-task=1
#SBATCH --time=04:00:00
#SBATCH --signal=B:TERM@120
#SBATCH --requeue
# A sweep as a Slurm job array: a shard for each task, then a job that merges.
#
#   first=$(sbatch --parsable --array=1-64 scripts/sweep-slurm.sh OUT.db ARGUMENTS-OF-SWEEP...)
#   sbatch --dependency=afterok:$first scripts/sweep-slurm.sh --merge 64 OUT.db
#
# Each task has a database of its own, OUT.db.shard-I, and as many threads as
# processors.  Two minutes before the time limit Slurm sends SIGTERM: the task
# finishes the simulations that are running, stores them and asks to be queued
# again; it goes on where it was.  After a node was lost submit the same lines
# again, what is stored is not run again; or the tasks that failed, with the
# number of all:
#
#   SHARDS=64 sbatch --array=17,23 scripts/sweep-slurm.sh OUT.db ARGUMENTS-OF-SWEEP...
#
#   ANESIM  the program (else build/release/anesim, else that in PATH)
set -euo pipefail
# Slurm runs a copy of this script: what it sources is where it was submitted.
here=$(dirname "${BASH_SOURCE[0]}")
[ -e "$here/common.sh" ] || here=${SLURM_SUBMIT_DIR:-.}/scripts
# shellcheck source=scripts/common.sh
. "$here/common.sh"

usage() {
    say "usage: sbatch --array=1-SHARDS scripts/sweep-slurm.sh OUT.db ARGUMENTS-OF-SWEEP..."
    say "       sbatch --dependency=afterok:JOB scripts/sweep-slurm.sh --merge SHARDS OUT.db"
    exit 2
}

find_anesim
if [ "${1:-}" = --merge ]; then
    [ $# -eq 3 ] || usage
    merge_shards "$3" "$2"
    exit
fi
if [ $# -lt 2 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ] || [ -z "${SLURM_ARRAY_TASK_COUNT:-}" ]; then
    usage
fi
shards=${SHARDS:-$SLURM_ARRAY_TASK_COUNT}
if [ "${SLURM_ARRAY_TASK_MAX:-$shards}" -ne "$shards" ] && [ -z "${SHARDS:-}" ]; then
    say "the array must be 1-SHARDS; for some tasks of it, say SHARDS=... too"
    exit 2
fi
db=$1
shift

# SIGTERM may come to this shell alone: it goes on to the sweep, which stores.
terminated=
"$anesim" sweep "$@" --jobs "${SLURM_CPUS_PER_TASK:-1}" \
    --shard "$SLURM_ARRAY_TASK_ID/$shards" --db "$db.shard-$SLURM_ARRAY_TASK_ID" &
sweep=$!
trap 'terminated=yes; kill -TERM $sweep 2>/dev/null' TERM
wait $sweep || true
while kill -0 $sweep 2>/dev/null; do # a signal ended the wait, not the sweep
    wait $sweep || true
done
status=0
wait $sweep || status=$?
if [ -n "$terminated" ] && [ $status -ne 0 ] && command -v scontrol >/dev/null; then
    scontrol requeue "${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit $status
