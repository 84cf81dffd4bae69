#!/bin/sh
# `anesim trace`: files that other programs read, and a timeline for people.
set -eu
# shellcheck source=tests/cli/lib/expect.sh
. tests/cli/lib/expect.sh

cat >"$scratch/trace.ini" <<'END'
inherits = m3.ini
[workload]
cin = 64
cout = 1024
END
layer=$scratch/trace.ini
vcd=$scratch/out.vcd
json=$scratch/out.json

# changes FILE: "time name value" of each change in a VCD, in one order
changes() {
    awk '
    $1 == "$scope" { path = path $3 "." }
    $1 == "$upscope" { sub(/[^.]*\.$/, "", path) }
    $1 == "$var" { name[$4] = path $5; sub(/\[.*/, "", name[$4]) }
    $1 == "$enddefinitions" { body = 1 }
    !body { next }
    /^#/ { time = substr($0, 2) }
    /^b/ { value = substr($1, 2); sub(/^0+/, "", value); print time, name[$2], value == "" ? 0 : value }
    /^[01]/ { print time, name[substr($0, 2)], substr($0, 1, 1) }' "$1" | LC_ALL=C sort
}

# ---- the files, as independent readers see them

good trace --config "$layer" --vcd "$vcd" --perfetto "$json"
expect_no_data
if command -v vcd2fst >/dev/null && command -v fst2vcd >/dev/null; then
    vcd2fst "$vcd" "$scratch/out.fst" >/dev/null 2>&1 || fail "vcd2fst does not take it"
    fst2vcd "$scratch/out.fst" >"$scratch/back.vcd"
    changes "$vcd" >"$scratch/changes"
    changes "$scratch/back.vcd" >"$scratch/back"
    [ "$(wc -l <"$scratch/changes")" -gt 10000 ] || fail "few changes"
    cmp "$scratch/changes" "$scratch/back" || fail "comes back otherwise"
    grep -q ' anesim\.core15\.rd ' "$scratch/back" || fail "no rd of core 15"
else
    echo "no vcd2fst here: the VCD is not read back"
fi
if command -v python3 >/dev/null; then
    python3 -c 'import json, sys; json.load(open(sys.argv[1]))["traceEvents"]' "$json" ||
        fail "no JSON"
fi

# The same bytes each time, alone or together; with or without a folder.
cp "$vcd" "$scratch/first.vcd"
cp "$json" "$scratch/first.json"
good trace --config "$layer" --vcd "$vcd"
cmp "$vcd" "$scratch/first.vcd" || fail "differs from time to time"
good trace --config "$layer" --perfetto -
cmp "$out" "$scratch/first.json" || fail "differs on standard output"
good trace --config "$layer" --perfetto /dev/stdout
cmp "$out" "$scratch/first.json" || fail "differs on /dev/stdout"
config=$layer
(cd "$scratch" && ANESIM_SHARE=$root "$ANESIM" trace --config "$config" --vcd here.vcd)
cmp "$scratch/here.vcd" "$scratch/first.vcd" || fail "differs here"
good trace --config "$layer" --vcd /dev/null --perfetto /dev/null

# Through a pipe; through a link, which stays.
mkfifo "$scratch/pipe"
cat "$scratch/pipe" >"$scratch/piped" &
good trace --config "$layer" --vcd "$scratch/pipe"
wait
cmp "$scratch/piped" "$scratch/first.vcd" || fail "differs through a pipe"
[ -p "$scratch/pipe" ] || fail "the pipe is gone"
echo old >"$scratch/target"
chmod 640 "$scratch/target"
ln -s target "$scratch/link"
good trace --config "$layer" --vcd "$scratch/link"
[ -L "$scratch/link" ] || fail "the link is gone"
cmp "$scratch/target" "$scratch/first.vcd" || fail "differs behind a link"
case $(ls -l "$scratch/target") in
-rw-r-----*) ;;
*) fail "other permissions" ;;
esac

# ---- less: cores, times, bytes

good trace --config "$layer" --vcd "$vcd" --cores 0,3,8-9,9
[ "$(grep -c 'scope module core' "$vcd")" -eq 4 ] || fail "not four cores"
grep -q 'module core9 ' "$vcd" || fail "no core 9"
[ "$(grep -c 'scope module channel' "$vcd")" -eq 8 ] || fail "not eight channels"
good trace --config "$layer" --vcd "$vcd" --from 110.5us --to 0.111ms
grep -qx '#110500000' "$vcd" || fail "does not begin there"
[ "$(tail -n 1 "$vcd")" = '#111000000' ] || fail "does not end there"
run trace --config "$layer" --split 2 --vcd "$vcd" --perfetto "$json" --limit 256KiB
expect_code 0
expect_message "out.vcd ends at 1"
expect_message "where it reached 256KiB; --from, --to and --cores choose"
[ "$(wc -c <"$vcd")" -le 262144 ] || fail "larger than the limit"
[ "$(tail -n 1 "$json")" = ']}' ] || fail "not closed"
good trace --config "$layer" --split 2 --perfetto "$json" --limit none
[ "$(wc -c <"$json")" -gt 500000 ] || fail "smaller than without a limit"

# ---- the text

good trace --config m3.ini
narrow
expect_words 'one task | split in 2'
expect_words 'Core 0, from the beginning of its first task on, 110.000 us after the dispatch.'
expect_words 'credit 0'
expect_words 'In these 10.000 us:'
expect_words 'one task 210 lines arrived, 4.0 in flight on average, ~190 ns each'
expect_words 'The whole layer takes 940.6 us with one task, 370.9 us with split in 2.'
cp "$out" "$scratch/text"
good trace --config m3.ini --text --vcd "$vcd" --to 120us
cmp "$out" "$scratch/text" || fail "another text beside a file"
good trace --config "$layer" --split 4 --cores 7
narrow
expect_words 'one task | split in 4'
expect_words 'Core 7, '
good trace --config "$layer" --from 1us --to 111us
narrow
expect_words 'In these 1.000 us:'
good trace --config m3.ini --from 110us
cmp "$out" "$scratch/text" || fail "another text from the first task on"
good trace --config m3.ini --from 200us --to 210us # begins in the middle of a task
narrow
expect_words 'one task 208 lines arrived, 4.0 in flight on average, ~192 ns each'
! grep -q -e 'First data' -e '-9' "$out" || fail "tells of what was before"
good trace --config m3.ini --split 2 --from 112us --to 120us
narrow
expect_words 'Credits come back, 5.800 us'
good trace --config "$layer" --set kdma.scope=shared
! grep -q 'slots are taken' "$out" || fail "takes the pool for the core's own"
good trace --config "$layer" --cin 1
narrow
expect_words 'Not beside it: workload.split = 2 parts of only 1 channels along cin'
good trace --config "$layer" --set workload.cores=1 --cores 5 # takes no part
narrow
good trace --config "$layer" --dram ideal --latch live --hypothesis none --credit-max 4096
narrow
good trace --config "$layer" --set kmem.size=1KiB --set kdma.credit_return=1ms --split 16
narrow

# ---- bad input

# refused MESSAGE OPTION...: and what was there stays
refused() {
    message=$1
    shift
    echo precious >"$vcd"
    bad "$message" trace --config "$layer" --vcd "$vcd" "$@"
    [ "$(cat "$vcd")" = precious ] || fail "spoils a file"
}

for path in "$layer" "$scratch/./trace.ini"; do
    bad 'is what is read, and would be lost' trace --config "$layer" --perfetto "$path"
done
refused '--from needs a unit: write 107us, not 107' --from 107
refused "--to has an unknown unit, 'e3'" --to 1e3
refused "--to has an unknown unit, 'usec'" --to 5usec
refused '--from is ' --from -1us
refused '--to is ' --to 0us
refused '--from has no value' --from ''
refused '--from takes a number' --from soon
refused '--from 2us is not before --to 1us; did you swap them?' --from 2us --to 1us
refused '--from 1us is not before --to 1000ns' --from 1us --to 1000ns
refused '--from is after the end of the program, at 1' --from 999s
refused '--to is before the first task begins, at 110.000000us' --text --to 50us
refused '--cores takes numbers and ranges' --cores ''
for list in ',' '0,' ,0 0,,1 a 0-a 1-2-3 0x2 '0 1' 0.5 3- -; do
    refused '--cores takes numbers and ranges' --cores "$list"
done
refused "--cores: '16' is not among the chip's cores, 0 to 15" --cores 0,16
refused "--cores: '99999999999999999999'" --cores 99999999999999999999
refused "--cores: '9-3' runs backwards; did you mean '3-9'?" --cores 9-3
refused '--limit is ' --limit 1KiB
refused '--limit needs a unit' --limit 300000
refused "did you mean 'none'" --limit non
refused 'unknown option' --perfeto x
refused '--vcd and --perfetto both write' --perfetto "$vcd"
refused 'both write standard output' --perfetto - --text
bad 'no config given' trace
bad 'both write /dev/stdout' trace --config "$layer" --vcd - --perfetto /dev/stdout
refused 'groups = 1' --groups 2
refused 'workload.split = 65 parts' --split 65
refused 'more than 1 GiB' --cin 1000000 --cout 1000000
bad 'unexpected argument' trace --config "$layer" "$vcd"

# ---- what the environment refuses

# broken MESSAGE OPTION...
broken() {
    message=$1
    shift
    run trace --config "$layer" "$@"
    expect_code 1
    expect_message "$message"
}

broken 'No such file or directory' --vcd "$scratch/no/such.vcd"
broken 'Is a directory' --vcd "$scratch"
broken 'cannot write' --vcd ''
if [ -c /dev/full ]; then
    broken 'cannot write /dev/full: No space left on device' --vcd /dev/full
fi
echo precious >"$vcd"
(
    ulimit -f 200
    run trace --config "$layer" --vcd "$vcd"
    expect_code 1
    expect_message "out.vcd: File too large"
    [ $failures -eq 0 ]
) || failures=$((failures + 1))
[ "$(cat "$vcd")" = precious ] || fail "a full disk spoils a file"

# With standard streams closed, nothing of theirs gets into the file.
command='trace 2>&-'
"$ANESIM" trace --config "$layer" --vcd "$vcd" --split 2 --limit 256KiB 2>&- >&- || true
! grep -q 'ends at' "$vcd" || fail "a message in the file"

# Nor does one that is interrupted leave anything.
command='trace, interrupted'
code=0
"$ANESIM" trace --config m3.ini --cin 65536 --limit none --vcd "$vcd" >"$out" 2>"$err" &
sleep 0.3
kill -TERM $! 2>/dev/null || true
{ wait $! || code=$?; } 2>/dev/null
[ "$code" -eq 143 ] || fail "exit $code, not 143"

for file in "$scratch"/*.vcd.* "$scratch"/*.json.*; do
    [ ! -e "$file" ] || fail "left behind: $file"
done
finish
