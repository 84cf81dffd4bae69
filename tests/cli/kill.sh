#!/usr/bin/env bash
# kill -9 at random moments of a sweep: nothing that was reported is lost, nothing
# half done is left, and the sweep resumed ends up the same as one never killed.
#
#   ANESIM_KILLS   how many (100)
#   ANESIM_SEED    of the moments; printed
set -u
. tests/cli/lib/expect.sh
. tests/cli/lib/database.sh

kills=${ANESIM_KILLS:-100}
seed=${ANESIM_SEED:-$((($(date +%s) + $$) % 32768))}
RANDOM=$seed
echo "seed $seed"

points=400
sweep=(sweep --config "$small" --cin "1:$points" --rounds 3 --noise --jobs 2 --db)
db=$scratch/killed.db

now_ms() {
    echo $(($(date +%s%N) / 1000000))
}

begun=$(now_ms)
run "${sweep[@]}" "$scratch/whole.db"
expect_code 0
whole_ms=$(($(now_ms) - begun))
span_ms=$((whole_ms / 2 + 1)) # from the start to the kill, at most; see below

# Progress is drawn after each commit, but on a terminal only: script is one.
terminal=
if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
    terminal=yes
else
    echo "no script(1) here: progress is not watched"
fi

# Starts it in the background; its number is in $scratch/pid.
start() {
    rm -f "$scratch/pid"
    printf -v command '%q ' "$ANESIM" "${sweep[@]}" "$db"
    printf 'echo $$ >%q; exec %s\n' "$scratch/pid" "$command" >"$scratch/start.sh"
    if [ -n "$terminal" ]; then
        script -qefc "sh $scratch/start.sh" "$scratch/shown" >/dev/null 2>&1 </dev/null &
    else
        sh "$scratch/start.sh" >/dev/null 2>"$scratch/shown" &
    fi
    job=$!
    until [ -s "$scratch/pid" ]; do sleep 0.002; done
}

# The last N of "N/400" that was drawn.
reported() {
    tr '\r' '\n' <"$scratch/shown" | sed -n "s|^\[[#.]*\] \([0-9]*\)/$points .*|\1|p" | tail -n 1
}

# A copy is looked at, so that the program itself has to put things right.
look() {
    local stored=0 shown
    rm -f "$scratch"/copy.db*
    for suffix in '' -wal -shm; do
        [ ! -e "$db$suffix" ] || cp "$db$suffix" "$scratch/copy.db$suffix"
    done
    [ -e "$scratch/copy.db" ] || return
    expect_sound "$scratch/copy.db"
    stored=$(sqlite3 "$scratch/copy.db" "SELECT count(*) FROM point" 2>/dev/null)
    shown=$(reported)
    [ "${stored:-0}" -ge "${shown:-0}" ] || fail "$shown points were reported, ${stored:-0} are there"
    [ "${stored:-0}" -eq 0 ] || [ "${stored:-0}" -eq $points ] || amid=$((amid + 1))
    [ -z "$shown" ] || watched=$((watched + 1))
}

# Enough of them, and some that come amid the sweep, after something was reported:
# machines are slower at times, so kills come later when nothing got stored before.
more() {
    [ $failures -eq 0 ] && [ "$killed" -lt $((4 * kills)) ] &&
        { [ "$killed" -lt "$kills" ] || [ $amid -eq 0 ] || { [ -n "$terminal" ] && [ $watched -eq 0 ]; }; }
}

killed=0 finished=0 amid=0 watched=0
while more; do
    before=$amid
    start
    delay_ms=$((RANDOM % span_ms))
    sleep "$((delay_ms / 1000)).$(printf '%03d' $((delay_ms % 1000)))"
    if kill -9 "$(cat "$scratch/pid")" 2>/dev/null; then
        killed=$((killed + 1))
        wait "$job"
        look
        [ $amid -gt "$before" ] || span_ms=$((span_ms + span_ms / 4))
        continue
    fi
    wait "$job" || fail "exit $? after kills"
    finished=$((finished + 1))
    span_ms=$((span_ms * 3 / 4 + 1))
    expect_same "$db" "$scratch/whole.db"
    rm -f "$db"*
done
run "${sweep[@]}" "$db"
expect_code 0
expect_sound "$db"
expect_same "$db" "$scratch/whole.db"
echo "$killed killed, $amid of them with some of the points stored, $watched after a report;" \
    "$finished ended before; a whole sweep takes $whole_ms ms"
[ "$amid" -gt 0 ] || fail "no kill came amid the sweep"
[ -z "$terminal" ] || [ "$watched" -gt 0 ] || fail "no progress was seen"
finish
