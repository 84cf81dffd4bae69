#!/bin/sh
# anesim hypotheses: options, formats, exit codes.
set -eu
# shellcheck source=tests/cli/lib/expect.sh
. tests/cli/lib/expect.sh

# Two rows that cost little: a layer below one lap, and what splitting gains.
evidence=$scratch/evidence.csv
cat >"$evidence" <<'END2'
id,experiment,arm,d,n,tasks,quantity,unit,value,role,tolerance_pct
static.d768,static,single,768,4096,1,latency,us,200,predict,20
control.split,control,,2016,4096,2,speedup,ratio,1.0,predict,10
END2

good hypotheses --evidence "$evidence" --quick
expect_data ' 1 a short transfer '
expect_data ' 2 control = '
expect_data 'rejected by'
expect_data 'survives'
expect_data 'none: rejected by a short transfer'
expect_data 'This evidence cannot tell apart'
expect_data 'Not shown, the same by construction'
awk 'length($0) > 80 || / $/ { bad = 1 } END { exit bad }' "$out" || fail "untidy lines"
! LC_ALL=C grep -q '[^ -~]' "$out" || fail "not plain ASCII"
cp "$out" "$scratch/first"
good hypotheses --evidence "$evidence" --quick --threads 1
cmp "$out" "$scratch/first" || fail "differs with one thread"

good hypotheses --evidence "$evidence" --explain none
expect_data 'Claim: there is no prefetcher at all'
expect_data 'Formula: credit = 0;'
expect_data 'For it:'
expect_data 'Against it:'
expect_data 'The latency of D = 768'
expect_data 'Verdict: none is rejected by: a short transfer.'
expect_data '--set ring.hypothesis=none'
awk 'length($0) > 80 || / $/ { bad = 1 } END { exit bad }' "$out" || fail "untidy lines"
good hypotheses --evidence "$evidence" --explain folded
expect_data 'Verdict: folded survives.'
good hypotheses --evidence "$evidence" --explain epoch --format csv
expect_data 'explanation,evidence,row,published,simulated,unit,error_pct,tolerance_pct,verdict,tells_apart'
[ "$(wc -l <"$out")" -eq 3 ] || fail "not a header and two rows"
good hypotheses --evidence "$evidence" --explain epoch --format json
expect_data '"explanation": "epoch"'
good hypotheses --evidence "$evidence" --explain epoch --format markdown
expect_data '| rejected by | |'

# nothing survives
run hypotheses --evidence "$evidence" --quick --set ane.dispatch=900us
expect_code 3
expect_no_message

bad "unknown explanation 'moduol'; did you mean 'modulo'?" \
    hypotheses --evidence "$evidence" --explain moduol
bad 'not found' hypotheses --evidence no-such-evidence.csv
bad "--threads is" hypotheses --evidence "$evidence" --threads x
bad 'kdma.scope = shared' hypotheses --evidence "$evidence" --set kdma.demand_lines=5
printf '%s\n' 'id,experiment,arm,d,n,tasks,quantity,unit,value,role,tolerance_pct' \
    'x,static,single,768,4096,1,latency,us,200,predict,20' >"$scratch/mute.csv"
bad 'none of the rows that tell explanations apart' hypotheses --evidence "$scratch/mute.csv"

good help hypotheses
for option in config set evidence explain quick threads format; do
    expect_data "  --$option"
done
finish
