#!/usr/bin/env bash
# Shards under GNU parallel and as a Slurm job array, merged: row for row what one
# program stores alone.
set -u
. tests/cli/lib/expect.sh
. tests/cli/lib/database.sh

export ANESIM
arguments=(--config "$small" --cin 64:400:4 --split "1,2" --rounds 5 --noise --set "ane.name=it's my \$chip")
whole=$scratch/whole.db
points=170
run sweep "${arguments[@]}" --db "$whole"
expect_code 0
expect_message "$points runs (0 were there)"

# script NAME ARGUMENT...: runs it as `run` runs the program.
script() {
    local name=$1
    shift
    command="(scripts/$name $*)"
    code=0
    bash "scripts/$name" "$@" >"$out" 2>"$err" </dev/null || code=$?
}

expect_no_shards() {
    ! compgen -G "$1.shard-*" >/dev/null || fail "shards are left: $(echo "$1".shard-*)"
}

# ---- GNU parallel

if parallel --version 2>/dev/null </dev/null | grep -q '^GNU parallel'; then
    script sweep-parallel.sh 4 "$scratch/parallel.db" "${arguments[@]}"
    expect_code 0
    for shard in 1 2 3 4; do
        expect_message "runs of shard $shard/4 (0 were there)"
    done
    expect_same "$scratch/parallel.db" "$whole"
    expect_no_shards "$scratch/parallel.db"

    # A shard fails: the others are kept, and the same command goes on.
    mkdir "$scratch/failed.db.shard-3"
    PARALLEL_SLOTS=4 script sweep-parallel.sh 4 "$scratch/failed.db" "${arguments[@]}"
    expect_code 1
    expect_message "run the same command to go on"
    [ ! -e "$scratch/failed.db" ] || fail "merges what is not complete"
    rmdir "$scratch/failed.db.shard-3"
    script sweep-parallel.sh 4 "$scratch/failed.db" "${arguments[@]}"
    expect_code 0
    expect_message "runs of shard 1/4 (43 were there)"
    expect_message "runs of shard 3/4 (0 were there)"
    expect_same "$scratch/failed.db" "$whole"
    script sweep-parallel.sh 4 "$scratch/bad.db" "${arguments[@]}" --cout x
    expect_code 1
    [ ! -e "$scratch/bad.db" ] || fail "makes a database of nothing"
else
    echo "no GNU parallel here: not tried"
fi
script sweep-parallel.sh four "$scratch/x.db" "${arguments[@]}"
expect_code 2

# ---- Slurm: its variables set by hand

slurm() {
    local task=$1 count=$2
    shift 2
    SLURM_ARRAY_TASK_ID=$task SLURM_ARRAY_TASK_COUNT=$count SLURM_ARRAY_TASK_MAX=$count \
        script sweep-slurm.sh "$@"
}

db=$scratch/slurm.db
for task in 3 1; do
    slurm $task 3 "$db" "${arguments[@]}"
    expect_code 0
    expect_message "of shard $task/3 (0 were there)"
done
script sweep-slurm.sh --merge 3 "$db"
expect_code 1
expect_message "slurm.db.shard-2 is missing; nothing was merged"
[ ! -e "$db" ] || fail "merges what is not complete"

# The task of a lost node, alone.
SHARDS=3 slurm 2 1 "$db" "${arguments[@]}"
expect_code 0
script sweep-slurm.sh --merge 3 "$db"
expect_code 0
expect_same "$db" "$whole"
expect_no_shards "$db"

# The time limit: SIGTERM to the script, which has it queued again, and goes on then.
mkdir "$scratch/bin"
printf '#!/bin/sh\necho "$*" >%s\n' "$scratch/requeued" >"$scratch/bin/scontrol"
chmod +x "$scratch/bin/scontrol"
long=(--config "$small" --cin 64:1200)
export SLURM_ARRAY_JOB_ID=77 SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MAX=2
command="(sweep-slurm.sh, terminated)"
PATH=$scratch/bin:$PATH bash scripts/sweep-slurm.sh "$scratch/limit.db" "${long[@]}" \
    >"$out" 2>"$err" </dev/null &
task=$!
for _ in {1..1000}; do
    [ "$(sqlite3 "$scratch/limit.db.shard-2" "SELECT count(*) FROM point" 2>/dev/null || echo 0)" -eq 0 ] ||
        break
    sleep 0.01
done
kill -TERM $task
wait $task
code=$?
expect_code 1
expect_message "to go on:"
[ "$(cat "$scratch/requeued" 2>/dev/null)" = "requeue 77_2" ] || fail "not queued again"
expect_sound "$scratch/limit.db.shard-2"
stored=$(sqlite3 "$scratch/limit.db.shard-2" "SELECT count(*) FROM point")
script sweep-slurm.sh "$scratch/limit.db" "${long[@]}"
expect_code 0
expect_message "568 runs of shard 2/2 ($stored were there)"
script sweep-slurm.sh "$scratch/limit.db"
expect_code 2
finish
