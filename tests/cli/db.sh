#!/usr/bin/env bash
# anesim db: list, show, export, merge, vacuum, rerun.
set -euo pipefail
# shellcheck source=tests/cli/lib/expect.sh
. tests/cli/lib/expect.sh

if ! command -v sqlite3 >/dev/null; then
    echo "skipped: no sqlite3 here"
    exit 77
fi
export ANESIM_DB_WAIT_MS=200
db=$scratch/test.db
# shellcheck disable=SC2054 # commas between values
sweep=(sweep --config m3.ini --cout 256 --cin 64:128:16 --split 1,2 --rounds 3 --noise --quiet)

# ask SQL [FILE]: what the database answers
ask() {
    sqlite3 "${2:-$db}" "$1"
}

# same_rows FILE FILE: databases with the same contents
same_rows() {
    cmp -s <(sqlite3 "$1" .dump) <(sqlite3 "$2" .dump) || fail "$1 and $2 differ"
}

no_litter() {
    if [ -e "$1-wal" ] || [ -e "$1-shm" ] || [ -e "$1-journal" ]; then
        fail "leaves files beside $1"
    fi
}

good "${sweep[@]}" --db "$db"
run run --config "$small" --db "$db"
expect_code 0
experiment=$(ask "SELECT id FROM experiment WHERE command = 'sweep'")
run=$(ask "SELECT run_id FROM point WHERE experiment_id = '$experiment' AND position = 3")

good sweep --config m3.ini --cout 16 --cores 1 --cin 1:400 --db "$scratch/big.db" --quiet

# ---- list

good db list --db "$db"
narrow
expect_words "--cout 256 --cin ${experiment:0:12} sweep 10 10 3 30 1"
expect_words ' run 2 2 0 0 1'
good db list --db "$db" --format csv
expect_data "arguments,experiment_id,command,points_stored,points,rounds,samples_stored,model_version"
expect_data ",$experiment,sweep,10,10,3,30,1"
good db list --db "$db" --format json
expect_data "\"experiment_id\": \"$experiment\""
good db list --runs --db "$db"
narrow
expect_words "${run:0:12} 80 256 2"
[ "$(wc -l <"$out")" -eq $(($(ask 'SELECT count(*) FROM run') + 3)) ] || fail "not every run"
good db list --runs --db "$db" --format csv
expect_data "$run,80,256,1,16,16,2,"

# ---- show

for id in "$run" "${run:0:12}" "${run:0:6}" "$(tr a-f A-F <<<"$run")"; do
    good db show "$id" --db "$db"
    narrow
    expect_words "Run $run"
    expect_words "cin 80 channels"
    expect_words "time_ps $(ask "SELECT time_ps FROM run WHERE id = '$run'") ps"
    expect_words "cin=80 split=2 ${experiment:0:12} 3"
    expect_words "[ring] pointer_bits = 14"
done
good db show "$run" --db "$db" --format json
expect_data "\"run_id\": \"$run\""
expect_data '"pointer_bits": 14'
expect_data '"label": "cin=80 split=2"'
good db show "$run" --db "$db" --format csv
expect_data 'run_id,config_id,message,model_version,cin,cout'
good db show "${experiment:0:8}" --db "$db"
narrow
expect_words "Experiment $experiment, by anesim sweep"
expect_words "10 of 10 points, 30 of 30 samples"
expect_words "${run:0:12}"
good db show "$experiment" --db "$db" --format json
expect_data '"points_stored": 10'

# The config that is shown gives the same run, so nothing is added.
good db show "$run" --db "$db" --format ini
cp "$out" "$scratch/shown.ini"
runs=$(ask 'SELECT count(*) FROM run')
good check "$scratch/shown.ini"
run run --config "$scratch/shown.ini" --db "$db"
expect_code 0
[ "$(ask 'SELECT count(*) FROM run')" -eq "$runs" ] || fail "the config shown gives another run"
[ "$(ask "SELECT count(*) FROM point WHERE run_id = '$run'")" -eq 2 ] || fail "no point more"
bad 'is an experiment' db show "$experiment" --db "$db" --format ini

bad "begins with 'ffffffff'" db show ffffffff --db "$db"
bad 'an id is 4 to 32 hexadecimal digits' db show xyz --db "$db"
bad 'an id is 4 to 32 hexadecimal digits' db show abc --db "$db"
bad 'an id is 4 to 32 hexadecimal digits' db show "${run}0" --db "$db"
bad 'an id is 4 to 32 hexadecimal digits' db show "' OR 1 --" --db "$db"
cp "$db" "$scratch/twins.db"
ask "INSERT INTO experiment VALUES ('abcd1', 'run', '', 1, 0, NULL, NULL),
     ('abcd2', 'run', '', 1, 0, NULL, NULL)" "$scratch/twins.db"
bad "'abcd' begins more than one id: experiment abcd1, experiment abcd2" \
    db show abcd --db "$scratch/twins.db"

# ---- export

good db export --db "$db"
cp "$out" "$scratch/export.csv"
"$ANESIM" run --config "$small" --format csv >"$scratch/run.csv"
own=$(ask "SELECT id FROM experiment WHERE command = 'run' AND points = 2")
[ "$(head -n 1 "$out" | cut -d , -f 1-16)" = "$(head -n 1 "$scratch/run.csv")" ] || fail "other columns"
head -n 1 "$out" | cut -d , -f 17-19 | grep -qx run_id,experiment_id,position || fail "no origin"
grep ",$own," "$out" >"$scratch/rows"
while IFS= read -r row; do
    grep -qF -e "$row," "$scratch/rows" || fail "not as run prints it: $row"
done < <(tail -n +2 "$scratch/run.csv")
[ "$(wc -l <"$out")" -eq $(($(ask 'SELECT count(*) FROM results') + 1)) ] || fail "not every point"
good db export --db "$db" --output "$scratch/file.csv"
expect_no_data
cmp "$scratch/file.csv" "$scratch/export.csv" || fail "--output writes something else"
for view in samples medians; do
    good db export --$view --db "$db"
    [ "$(wc -l <"$out")" -eq $(($(ask "SELECT count(*) FROM $view") + 1)) ] || fail "not all $view"
    good db export --$view --db "$db" --format json
    expect_data "\"run_id\": \"$run\""
done
good db export --db "$db" --format table
narrow
bad 'not both' db export --samples --medians --db "$db"
bad 'the database itself' db export --db "$db" --output "$db"
[ ! -c /dev/full ] || {
    run db export --db "$db" --output /dev/full
    expect_code 1
    expect_message 'cannot write /dev/full: No space left'
}
command='db export, with little room'
echo old >"$scratch/kept.csv"
code=0
(ulimit -f 40 && "$ANESIM" db export --db "$scratch/big.db" --output "$scratch/kept.csv") \
    >"$out" 2>"$err" || code=$?
expect_code 1
expect_message 'kept.csv: File too large'
[ "$(cat "$scratch"/kept.csv*)" = old ] || fail "half an export over the one before"
good db export --db "$db" --output -
cmp "$out" "$scratch/export.csv" || fail "--output - writes something else"
run db export --db "$db" --output "$scratch/no/such/folder"
expect_code 1
expect_message 'cannot write '

# ---- merge

for shard in 1 2 3; do
    good "${sweep[@]}" --shard $shard/3 --db "$scratch/shard-$shard.db"
done
good "${sweep[@]}" --db "$scratch/whole.db"
good db merge "$scratch"/shard-?.db --db "$scratch/merged.db"
narrow
expect_words 'shard-2.db 3 0 3 0 9 0'
same_rows "$scratch/whole.db" "$scratch/merged.db"
good db merge "$scratch"/shard-?.db --db "$scratch/merged.db" --format csv
expect_data "shard-1.db,0,4,0,1,0,4,0,12"
same_rows "$scratch/whole.db" "$scratch/merged.db"
no_litter "$scratch/merged.db"
no_litter "$scratch/shard-1.db"
ask "UPDATE run SET time_ps = time_ps + 1 WHERE id = (SELECT run_id FROM point WHERE position = 1)" \
    "$scratch/shard-2.db"
good db merge "$scratch/shard-1.db" "$scratch/shard-2.db" --db "$scratch/half.db" # no contradiction
run db merge "$scratch/shard-2.db" "$scratch/shard-1.db" --db "$scratch/whole.db"
expect_code 2
expect_message 'shard-2.db: run '
expect_message 'another time_ps'
expect_data 'shard-1.db'
same_rows "$scratch/whole.db" "$scratch/merged.db"
bad 'no such database' db merge "$scratch/shard-1.db" "$scratch/none.db" --db "$scratch/new.db"
[ ! -e "$scratch/new.db" ] || fail "makes a database of what cannot be merged"
bad 'the database to merge into' db merge "$db" --db "$db"

# ---- vacuum

cp "$db" "$scratch/vacuum.db"
before=$(stat -c %s "$scratch/vacuum.db" 2>/dev/null || stat -f %z "$scratch/vacuum.db")
ask "PRAGMA foreign_keys = OFF; DELETE FROM sample; DELETE FROM point" "$scratch/vacuum.db"
good db vacuum --db "$scratch/vacuum.db" --format csv
expect_data "$scratch/vacuum.db,$before,"
after=$(tail -n 1 "$out" | cut -d , -f 3)
[ "$after" -le "$before" ] || fail "larger"
no_litter "$scratch/vacuum.db"
cp "$db" "$scratch/loose.db"
ask "PRAGMA foreign_keys = OFF; DELETE FROM run WHERE id = '$run'" "$scratch/loose.db"
bad 'references to nothing' db vacuum --db "$scratch/loose.db"

# ---- rerun

good db rerun "$run" --db "$db"
expect_data 'same'
good db rerun "$experiment" --db "$db"
expect_data '10 runs simulated again: 10 the same bit for bit, 0 not; 30 samples drawn'
good db rerun --all --db "$db"
good db rerun --all --db "$db" --format csv
[ "$(grep -c ,same, "$out")" -eq $((runs + 1)) ] || fail "not all, or not the same"
for change in time_us=time_us+1e-12 time_ps=time_ps+1 row_hits=row_hits-1; do
    cp "$db" "$scratch/changed.db"
    ask "UPDATE run SET $change WHERE id = '$run'" "$scratch/changed.db"
    run db rerun "$run" --db "$scratch/changed.db"
    expect_code 3
    narrow
    expect_words "${run:0:12} run differs ${change%%=*}"
done
cp "$db" "$scratch/changed.db"
ask "UPDATE sample SET time_us = time_us * 2 WHERE position = 3 AND round = 1" "$scratch/changed.db"
run db rerun "$experiment" --db "$scratch/changed.db"
expect_code 3
expect_data '1 not the same'
cp "$db" "$scratch/changed.db"
ask "UPDATE run SET workload = json_set(workload, '$.cin', 81) WHERE id = '$run'" \
    "$scratch/changed.db"
run db rerun "$run" --db "$scratch/changed.db"
expect_code 3
narrow
expect_words 'run differs id'

# A version of the model that is not this one's, under the id that it has there.
cp "$db" "$scratch/changed.db"
ask "UPDATE run SET model_version = 99 WHERE id = '$run'" "$scratch/changed.db"
run db rerun "$run" --db "$scratch/changed.db"
expect_code 3
narrow
expect_words "by another version of the model than this program's"
bad 'needs an ID or --all' db rerun --db "$db"
bad 'not both' db rerun "$run" --all --db "$db"

# ---- what is wrong with a database, or with a command

bad 'needs an action' db
bad "did you mean 'merge'" db mrege --db "$db"
bad 'there is no action' db xyzzyx --db "$db"
for action in list "show abcd" export "merge x" vacuum "rerun abcd"; do
    # shellcheck disable=SC2086 # words
    bad 'needs a database: --db FILE' db $action
    for odd in "" :memory: "$scratch" /dev/null "$scratch/no/such.db" "$small"; do
        # shellcheck disable=SC2086 # words
        bad '' db $action --db "$odd"
    done
    [ "$action" = "merge x" ] && continue
    # shellcheck disable=SC2086 # words
    bad 'there is no such database' db $action --db "$scratch/none.db"
    [ ! -e "$scratch/none.db" ] || fail "makes a database"
done
[ ! -e :memory: ] || fail "makes a file of that name"
bad 'does not take --runs' db export --runs --db "$db"
bad 'does not take --samples' db list --samples --db "$db"
bad 'unexpected argument' db list x --db "$db"
bad 'needs ID' db show --db "$db"
bad 'needs FILE' db merge --db "$db"
bad '--format must be one of table | json | csv | ini' db show "$run" --db "$db" --format xml
bad '--format must be one of' db list --db "$db" --format ini

# An older one is read without being changed.
cp tests/data/store/version-1.db "$scratch/old.db"
for action in list "list --runs" export "export --medians" "rerun --all"; do
    # shellcheck disable=SC2086 # words
    run db $action --db "$scratch/old.db" # whatever its model gave
    [ "$code" -eq 0 ] || [ "$code" -eq 3 ] || fail "exit $code"
done
cmp "$scratch/old.db" tests/data/store/version-1.db || fail "changes an older database"
good db merge "$scratch/old.db" --db "$scratch/old-merged.db"
expect_data ' 3 '

# Texts of somebody else reach neither a terminal nor a config as they are.
cp "$db" "$scratch/odd.db"
ask "UPDATE config SET json = json_set(json, '$.ane.name', 'x' || char(27) || '[31m')" \
    "$scratch/odd.db"
ask "UPDATE point SET label = char(27) || '[31m'" "$scratch/odd.db"
bad 'damaged' db show "$run" --db "$scratch/odd.db" --format ini
good db show "$experiment" --db "$scratch/odd.db"
narrow

# Nor do numbers that the rules of the tables forbid, or that are beyond belief.
unruly() { # SQL
    cp "$db" "$scratch/unruly.db"
    ask "PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; $1" "$scratch/unruly.db"
}
for rows in "position = -5 WHERE position = 1" "position = 9223372036854775807 WHERE position = 1"; do
    unruly "UPDATE point SET $rows; UPDATE sample SET $rows"
    bad 'damaged: a sample' db rerun --all --db "$scratch/unruly.db"
    bad '' db rerun "$experiment" --db "$scratch/unruly.db"
    good db show "$experiment" --db "$scratch/unruly.db"
    # What is missing at its own place is stored there.
    good "${sweep[@]}" --db "$scratch/unruly.db"
    [ "$(ask "SELECT count(*) FROM point WHERE experiment_id = '$experiment' AND position = 1" \
        "$scratch/unruly.db")" = 1 ] || fail "a point is missing"
done
unruly "UPDATE sample SET round = -1 WHERE round = 1"
bad 'damaged: a sample' db rerun --all --db "$scratch/unruly.db"
unruly "UPDATE experiment SET points = 1 << 62, rounds = 1 << 62, sample_order = 'random'"
good db show "$experiment" --db "$scratch/unruly.db"
bad 'damaged: the order or the number' db rerun --all --db "$scratch/unruly.db"
unruly "UPDATE run SET workload = '[]'"
bad 'damaged: a config' db show "$run" --db "$scratch/unruly.db" --format ini

# A limit on file sizes, as a full disk.
cp "$db" "$scratch/limited.db"
command='db merge, with little room'
code=0
(ulimit -f 40 && "$ANESIM" db merge "$scratch/big.db" --db "$scratch/limited.db") \
    >"$out" 2>"$err" || code=$?
expect_code 1
expect_message 'a limit on file sizes'
same_rows "$db" "$scratch/limited.db"
[ "$(ask 'PRAGMA integrity_check' "$scratch/limited.db")" = ok ] || fail "damaged"

# Another program keeps it to itself.
mkfifo "$scratch/hold"
(
    printf 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM sample;\n.print held\n'
    cat "$scratch/hold"
) | sqlite3 "$db" >"$scratch/held" &
holder=$!
exec 3>"$scratch/hold"
until [ -s "$scratch/held" ]; do sleep 0.01; done
for action in list "show $run" export "merge $scratch/whole.db" vacuum "rerun $run"; do
    # shellcheck disable=SC2086 # words
    run db $action --db "$db"
    expect_code 1
    expect_message 'another program keeps it locked'
done
echo 'ROLLBACK;' >&3
exec 3>&-
wait $holder
good db list --db "$db"
no_litter "$db"

# Damage in the middle.
for page in $(seq 1 "$(ask 'PRAGMA page_count')"); do
    cp "$db" "$scratch/damaged.db"
    head -c 4096 /dev/zero | tr '\0' '\252' |
        dd of="$scratch/damaged.db" bs=4096 seek=$((page - 1)) conv=notrunc 2>/dev/null
    for action in list "list --runs" "show $run" export "merge $scratch/damaged.db" vacuum \
        "rerun --all"; do
        target=$scratch/damaged.db
        [ "${action%% *}" != merge ] || target=$scratch/target.db
        # shellcheck disable=SC2086 # words
        run db $action --db "$target"
        case $action-$code in
        list*-0 | show*-0 | rerun*-0) ;; # it did not need that page
        *-2 | rerun*-3) ;;
        *) fail "exit $code with page $page damaged" ;;
        esac
    done
done
finish
