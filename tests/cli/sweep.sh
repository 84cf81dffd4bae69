#!/usr/bin/env bash
# anesim sweep: what it takes, what it refuses, what it stores; broken off and
# resumed; several at once; disks that are full and databases that are locked.
set -u
. tests/cli/lib/expect.sh
. tests/cli/lib/database.sh

db=$scratch/results.db
columns=label,cin,cout,kernel,bits,cores,tasks,lines_per_core,bytes_per_core,k,x,credit_lines
columns=$columns,time_us,throughput_gbps,dram_utilization,speedup

# ---- without a database: rows to stdout

good sweep --config "$small" --cin 64:128:32 --split 1,2 --format csv
[ "$(head -n 1 "$out")" = "$columns" ] || fail "other columns"
[ "$(cut -d , -f 1 "$out" | tail -n +2 | paste -s -d ,)" = \
    "cin=64 split=1,cin=64 split=2,cin=96 split=1,cin=96 split=2,cin=128 split=1,cin=128 split=2" ] ||
    fail "other labels"
good sweep --config "$small" --format csv
expect_data "workload,64,256,"
good run --config "$small" --cin 128 --format csv
sed -n 's/^label 1,//p; s/^[a-z]*,\(128,.*\)/\1/p' "$out" | cut -d , -f 1-14 >"$scratch/run-row"
good sweep --config "$small" --cin 128,64 --format csv
sed -n 's/^cin=128,//p' "$out" | cut -d , -f 1-14 | cmp -s - <(head -n 1 "$scratch/run-row") ||
    fail "not what run says"
good sweep --config "$small" --cin 64,96 --set kdma.credit_return=5us:6us:0.5us --format json
expect_data '"command": "sweep"'
expect_data '"label": "cin=96 credit_return=5.5us"'
good sweep --config "$small" --cin 64,96 --hypothesis folded,none --rounds 3 --noise
narrow
expect_words "--hypothesis folded,none: 4 points"
expect_words "Medians of 3 samples each, with noise, in random order"
good sweep --config "$small" --cin 64:96 --quiet --format csv
[ "$(wc -l <"$out")" -eq 34 ] || fail "not 33 rows"

# ---- what is refused, all of it in one go

bad "--cin: '9:3': never gets there" sweep --config "$small" --cin 9:3 --cout 1,, --latch task,lab
expect_message "--cout: '': a value is missing"
expect_message "--latch: 'lab': latch takes task | lap | live, not 'lab'; did you mean 'lap'?"
bad "--set kdma.credit_return: '5us:6us': a range of quantities with a unit needs a step" \
    sweep --config "$small" --set kdma.credit_return=5us:6us
bad "--cin: '0:5': cin is '0', out of range" sweep --config "$small" --cin 0:5
bad "--set workload.cin: workload.cin is given twice" \
    sweep --config "$small" --cin 1:5 --set workload.cin=7
bad "--seed: noise.seed is given twice" \
    sweep --config "$small" --noise --set noise.seed=7 --seed 8
bad "did you mean" sweep --config "$small" --set rin.latch=task,lap
bad "write section.key=value" sweep --config "$small" --set cin
bad "simulations do not depend on [noise]" sweep --config "$small" --noise --seed 1,2
bad "--seed is about samples" sweep --config "$small" --seed 1
bad "--order is about samples" sweep --config "$small" --order random
bad "did you mean 'random'?" sweep --config "$small" --rounds 2 --order ramdom
bad "--rounds is a whole number from 1" sweep --config "$small" --rounds 0
bad "--jobs is a whole number from 1" sweep --config "$small" --jobs 0
for shard in 0/4 5/4 4 /4 1/ 1/4x -1/4 1/-4 a/b 1/999999999; do
    bad "--shard is I/N" sweep --config "$small" --shard="$shard"
done
bad "more than 1000000 combinations" sweep --config "$small" --cin 1:2000 --cout 1:2000
bad "more than 10000000 samples" sweep --config "$small" --cin 1:2000 --rounds 10000
bad "no config given" sweep --cin 1:5
bad "name of a database must not be empty" sweep --config "$small" --db ''
bad "for several values use \`anesim sweep\`" run --config "$small" --cin 1:5
bad "for several values use \`anesim sweep\`" run --config "$small" --set ring.credit_max=64,256
bad "cin=1 trefi=100:" sweep --config "$small" --cin 1:10 --set dram.trefi=100,3125 --db "$db"
expect_message "and 5 more of the 20 combinations"
[ ! -e "$db" ] || fail "makes a database for what cannot be"

# Text is one value, whatever is in it.
good sweep --config "$small" --set 'ane.name=a,b:c' --format json
expect_data '"name": "a,b:c"'

# ---- what a layer is too small for is a result without numbers

run sweep --config "$small" --cin 64,128 --split 1,100 --format csv
expect_code 0
expect_message "1 of 4 points have no result; cin=64 split=100: workload.split = 100 parts"
expect_data "cin=64 split=100,64,256,1,16,16,100,,,,,,,,,"
run sweep --config "$small" --split 100,200
expect_code 2
expect_no_data
expect_message "no point has a result; split=100: "

# ---- with one

noisy=(sweep --config "$small" --cin 64:300:4 --split "1,2" --rounds 3 --noise --seed 5)
run "${noisy[@]}" --db "$db" --jobs 1
expect_code 0
expect_no_data
expect_message "120 runs (0 were there),"
expect_message "360 samples;"
expect_sound "$db"
for jobs in 2 7; do
    run "${noisy[@]}" --db "$scratch/$jobs.db" --jobs $jobs
    expect_code 0
    expect_same "$scratch/$jobs.db" "$db"
done
run "${noisy[@]}" --db "$db"
expect_code 0
expect_message "120 runs (120 were there),"
expect_message "360 samples;"
expect_same "$scratch/7.db" "$db"
good "${noisy[@]}" --db "$db" --quiet
expect_no_data

# Asked for in other words, it is the same experiment; of its runs none is run again.
run sweep --config "$small" --set workload.cin=64,68,72:300:4 --split=1:2 --rounds 3 --noise \
    --set noise.seed=5 --order random --db "$db"
expect_message "120 runs (120 were there),"
expect_message "360 samples;"
expect_same "$scratch/7.db" "$db"
run sweep --config "$small" --cin 60:100:4 --db "$db"
expect_message "11 runs (0 were there, 10 of another experiment),"
expect_sound "$db"

# The summary of a file with a short name fits on a terminal.
for cin in 64:84:4 64:100:4; do
    (cd "$scratch" && ANESIM_SHARE=$root "$ANESIM" sweep --config small.ini --cin $cin --shard 1/2 \
        --db short.db) 2>"$err" || fail "no sweep of $cin"
done
expect_message "short.db: 5 runs of shard 1/2 (0 were there, 3 of another experiment),"
expect_message "  0 samples; experiment "
awk 'length > 80 { exit 1 }' "$err" || fail "the summary is too wide: $(cat "$err")"

good "${noisy[@]}" --format csv
cp "$out" "$scratch/plain.csv"
run "${noisy[@]}" --db "$db" --format csv
cmp -s "$out" "$scratch/plain.csv" || fail "rows differ with a database"

# ---- orders

turns() { # turns ORDER: which point is sampled first, second, ...
    rm -f "$scratch/order.db"
    run sweep --config "$small" --cin 64:67 --rounds 2 --order "$1" --db "$scratch/order.db"
    sqlite3 "$scratch/order.db" "SELECT group_concat(position, '') FROM
        (SELECT position FROM sample ORDER BY sequence)"
}
[ "$(turns sequential)" = 00112233 ] || fail "not in sequence: $(turns sequential)"
[ "$(turns interleaved)" = 01230123 ] || fail "not interleaved: $(turns interleaved)"
[ "$(turns random | grep -o . | sort | paste -s -d '')" = 00112233 ] || fail "not each twice"

# ---- shards

for shard in 1 2 3; do
    run "${noisy[@]}" --db "$scratch/shard-$shard.db" --shard $shard/3
    expect_code 0
    expect_message "40 runs of shard $shard/3 (0 were there),"
done
run db merge --db "$scratch/merged.db" "$scratch"/shard-[123].db
expect_code 0
expect_same "$scratch/merged.db" "$scratch/7.db"

# ---- run stores too

run run --config "$small" --db "$scratch/run.db" --format csv
expect_code 0
expect_message "run.db: 2 rows stored; experiment "
cp "$out" "$scratch/run.csv"
good run --config "$small" --format csv
cmp -s "$out" "$scratch/run.csv" || fail "stdout differs with --db"
expect_sound "$scratch/run.db"
expect_rows "$scratch/run.db" "0|whole,1|split, in 2" "SELECT group_concat(position || '|' || label)
    FROM (SELECT * FROM point ORDER BY position)"
run run --config "$small" --cin 300 --db "$scratch/both.db"
run sweep --config "$small" --cin 300,301 --db "$scratch/both.db"
expect_message "2 runs (0 were there, 1 of another experiment)"

# ---- Ctrl-C: what is running is finished, and the command that goes on is the same

long=(sweep --config "$small" --cin 64:1200 --set 'ane.name=it'\''s mine' --rounds 2)
run "${long[@]}" --db "$scratch/long.db"
expect_message "1137 runs (0 were there)"

# start ARGUMENT...: in the background, in a group of its own: bash has others
# ignore SIGINT.
start() {
    command=$*
    set -m
    "$ANESIM" "$@" >"$out" 2>"$err" </dev/null &
    pid=$!
    set +m
}

wait_until_stored() {
    for _ in {1..1000}; do
        [ "$(sqlite3 "$1" "SELECT count(*) FROM point" 2>/dev/null || echo 0)" -eq 0 ] || return 0
        sleep 0.01
    done
    fail "nothing is stored"
}

for signal in INT TERM; do
    rm -f "$scratch"/cut.db*
    start "${long[@]}" --db "$scratch/cut.db"
    wait_until_stored "$scratch/cut.db"
    kill -s $signal $pid
    kill -s $signal $pid 2>/dev/null # as timeout(1) does: not to be taken for impatience
    wait $pid
    code=$?
    expect_code 1
    expect_no_data
    [ "$(grep -c interrupted "$err")" -eq 1 ] || fail "does not say once that it was interrupted"
    expect_message "stored in $scratch/cut.db: "
    expect_sound "$scratch/cut.db"
    stored=$(sed -n 's/^anesim: stored in .*: \([0-9]*\) of 1137 runs; to go on:$/\1/p' "$err")
    [ "${stored:-0}" -gt 0 ] || fail "nothing stored in time"
    expect_rows "$scratch/cut.db" "$stored" "SELECT count(*) FROM point"
    resume=$(sed -n 's/^  anesim //p' "$err")
    eval "\"\$ANESIM\" $resume" >"$out" 2>"$err" || fail "does not go on with: $resume"
    expect_message "1137 runs ($stored were there)"
    expect_same "$scratch/cut.db" "$scratch/long.db"
done

# A simulation of many seconds is not waited for when one asks again.
start sweep --config "$small" --cin 64,1048576 --cout 2048 --db "$scratch/endless.db"
wait_until_stored "$scratch/endless.db"
kill -s INT $pid
sleep 1.2
kill -s INT $pid
wait $pid
[ $? -eq 130 ] || fail "not ended by the second SIGINT"
expect_sound "$scratch/endless.db"
start sweep --config "$small" --cin 32768:32800 --cout 2048 --jobs 1
sleep 0.7
kill -s INT $pid
wait $pid
code=$?
expect_code 1
expect_no_data
expect_message "nothing was stored; add --db FILE"

# ---- two at once, on one database

for turn in 1 2; do
    "$ANESIM" "${long[@]}" --db "$scratch/shared.db" --jobs 1 2>"$scratch/err-$turn" &
    jobs[turn]=$!
done
for turn in 1 2; do
    wait "${jobs[turn]}" || fail "exit $? of two at once: $(cat "$scratch/err-$turn")"
    grep -q "1137 runs" "$scratch/err-$turn" || fail "two at once: $(cat "$scratch/err-$turn")"
done
expect_same "$scratch/shared.db" "$scratch/long.db"

# ---- a full disk: what is stored is sound, and it goes on once there is room

command="${long[*]}, with a file that may not grow"
(
    ulimit -f 300
    "$ANESIM" "${long[@]}" --db "$scratch/full.db" >"$out" 2>"$err"
)
code=$?
expect_code 1
expect_message "full.db: cannot write to the database: "
stored=$(sed -n 's/^anesim: stored in .*: \([0-9]*\) of 1137 runs; to go on:$/\1/p' "$err")
[ "${stored:-0}" -gt 0 ] || fail "nothing fits"
expect_sound "$scratch/full.db"
stored_there=$(sqlite3 "$scratch/full.db" "SELECT count(*) FROM point")
[ "$stored_there" -ge "${stored:-0}" ] || fail "$stored were stored, $stored_there are there"
run "${long[@]}" --db "$scratch/full.db"
expect_code 0
expect_message "1137 runs ($stored_there were there)"
expect_same "$scratch/full.db" "$scratch/long.db"

# ---- locked, read-only, foreign

export ANESIM_DB_WAIT_MS=200
cp "$scratch/7.db" "$scratch/locked.db"
coproc sqlite3 "$scratch/locked.db"
locker=$COPROC_PID # which is unset once it has ended
printf 'BEGIN EXCLUSIVE;\nSELECT 1;\n' >&"${COPROC[1]}"
read -r _ <&"${COPROC[0]}"
run sweep --config "$small" --cin 7:9 --db "$scratch/locked.db"
printf 'ROLLBACK;\n.quit\n' >&"${COPROC[1]}"
wait "$locker"
expect_code 1
expect_message "another program keeps it locked"
run sweep --config "$small" --cin 7:9 --db "$scratch/locked.db"
expect_code 0
unset ANESIM_DB_WAIT_MS

if [ "$(id -u)" -ne 0 ]; then
    chmod a-w "$scratch/locked.db"
    run sweep --config "$small" --cin 7:12 --db "$scratch/locked.db"
    expect_code 1
    expect_message "may not be written to"
fi
sqlite3 "$scratch/foreign.db" "CREATE TABLE mine (x)"
bad "not one of anesim" sweep --config "$small" --cin 7:9 --db "$scratch/foreign.db"
bad "no such folder" sweep --config "$small" --cin 7:9 --db "$scratch/nowhere/x.db"

# ---- the bar, where there is a terminal

if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
    printf -v line '%q ' "$ANESIM" "${long[@]}" --db "$scratch/bar.db"
    script -qec "stty cols 60; $line" "$scratch/shown" >/dev/null 2>&1 </dev/null
    tr '\r' '\n' <"$scratch/shown" | grep -q '^\[#*\.*\] [0-9]*/1137  [0-9.]* runs/s  [0-9]*:[0-9][0-9] left' ||
        fail "no bar: $(head -c 300 "$scratch/shown")"
    printf -v line '%q ' "$ANESIM" "${long[@]}" --db "$scratch/bar.db" --quiet
    script -qec "$line" "$scratch/shown" >/dev/null 2>&1 </dev/null
    ! grep -q runs "$scratch/shown" || fail "--quiet is not quiet"
fi
finish
