#!/bin/sh
# plan: candidates and choices, the plan as a file, and back.
set -eu
# shellcheck source=tests/cli/lib/expect.sh
. tests/cli/lib/expect.sh

cat >"$scratch/shapes.csv" <<'END'
name,cin,cout,kernel,bits,groups,count
hit,2048,4096,1,16,1,4
twin,2048,4096,1,16,1,2
grazed,2078,4096,1,16,1,1
clear,1024,4096,1,16,1,1
depthwise,512,512,9,16,512,1
END
shapes=$scratch/shapes.csv

good plan "$shapes" --threads 2
narrow
cp "$out" "$scratch/table"
for text in 'of those 2 hit, 1 grazed, 1 unknown' 'The plan:' \
    'hit, twin: 2048 -> 4096, 1.00 MiB per core' 'split cin in 3' 'pad cin to 2080' \
    'best' 'Grazed, and harmless: grazed' '1 layer of unknown size is left out' \
    'grouped convolution' 'section price' 'is simulated'; do
    expect_words "$text"
done
if grep -q '^depthwise.*split\|^clear.*split\|^grazed.*split' "$out"; then
    fail 'plans for layers that need none'
fi
good plan "$shapes" --threads 1
cmp "$out" "$scratch/table" || fail 'another result with another number of threads'

# The widest table: the best of the simulated ones is what was published.
good plan llama-3.2-1b
narrow
expect_words 'best, report'
good plan llama-3.2-1b --closed-form
narrow
expect_words 'split cin in 2 1024 1.00 1 0 0 4 3.0 '
expect_data 'still hit'
good plan llama-3.2-1b --closed-form --all-layers
expect_data 'q_proj, o_proj: 2048 -> 2048, 0.50 MiB per core'
good plan llama-3.2-1b --closed-form --strategy split-cin --max-parts 3 --align 256
narrow
expect_words 'split cin in 3 768 '
if grep -q 'pad c\|split cout' "$out"; then
    fail 'strategies that were not asked for'
fi
good plan "$shapes" --closed-form --set price.pad=900us --set price.crop=900us \
    --set price.slice=900us --set price.concat=900us
narrow
expect_words 'hit keep'
expect_data 'no cure'
expect_words 'No candidate that is allowed makes it faster.'
good plan "$shapes" --closed-form --set ring.hypothesis=none
narrow
expect_words 'hit keep'

# A plan in JSON, and back again.
good plan "$shapes" --strategy split-cin --format json
cp "$out" "$scratch/plan.json"
for text in '"plan_version": 1' '"strategy": "split"' '"axis": "cin"' '"sizes": [' \
    '"planned_time_us"' '"candidates"' '"notch": "unknown"' '"message": "unknown: '; do
    expect_data "$text"
done
good plan --check "$scratch/plan.json" "$shapes"
narrow
expect_data 'No part is hit.  Of 1 part nothing is known.'
bad 'not both' plan --check - - <"$scratch/plan.json"
"$ANESIM" plan --check - "$shapes" <"$scratch/plan.json" >"$out" || fail 'not from standard input'

cat >"$scratch/hand.json" <<'END'
{"plan_version": 1, "rows": [
  {"name": "hit", "strategy": "split", "axis": "cin", "sizes": [1024, 1024]}]}
END
run plan --check "$scratch/hand.json" "$shapes" --format csv
expect_code 3
expect_data 'hit,2048,4096,split,cin,0,2,1024,8192,0.5,1,-8192,256,clear'
expect_data 'twin,2048,4096,none,cin,0,1,2048,16384,1,1,0,0,hit'

# hostile TEXT MESSAGE: one message, exit 2
hostile() {
    printf '%s' "$1" >"$scratch/hostile.json"
    bad "$2" plan --check "$scratch/hostile.json" "$shapes"
    [ "$(wc -l <"$err")" -eq 1 ] || fail 'more than one message'
}
hostile '' "expected near end of file"
hostile '{"plan_version": 2, "rows": []}' 'the only one known'
hostile '{"plan_version": 1, "rows": [], "rows": []}' 'duplicate'
hostile '{"plan_version": 1, "row": [], "rows": []}' 'unknown key "row"'
hostile '{"plan_version": 1, "rows": [{"name": "hut", "strategy": "keep"}]}' "did you mean 'hit'"
hostile '{"plan_version": 1, "rows": [{"nam": "hit"}]}' 'did you mean "name"'
hostile '{"plan_version": 1, "rows": [{"name": "hit", "strategy": "split", "axis": "cin",
    "sizes": [1024, 1023]}]}' '2047 channels, but the layer has 2048'
hostile '{"plan_version": 1, "rows": [{"name": "hit", "strategy": "split", "axis": "cin",
    "sizes": [1024.0, 1024.0]}]}' 'whole numbers'
bad 'No such file' plan --check "$scratch/nothing.json" "$shapes"
bad "did you mean 'split-cin'" plan "$shapes" --strategy split-cim
bad '--max-parts is a whole number from 2 to 64' plan "$shapes" --max-parts 1
bad 'which model?' plan
finish
