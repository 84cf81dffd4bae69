#!/bin/sh
# anesim reproduce: options, formats, exit codes, bad evidence.
set -eu
# shellcheck source=tests/cli/lib/expect.sh
. tests/cli/lib/expect.sh

# Layers that cost little, near what the simulator says of them.
header='id,experiment,arm,d,n,tasks,quantity,unit,value,role,tolerance_pct,note'
evidence=$scratch/evidence.csv
cat >"$evidence" <<END
# source: this test
$header
short.one,static,single,64,4096,1,latency,us,120,fit,20,
short.two,static,single,128,4096,1,latency,us,130,predict,20,"a, b"
pair,notch_pair,single,64,4096,1,throughput,GB/s,4.4,predict,20,
END

good reproduce --evidence "$evidence"
expect_data 'static: single layers, as latencies'
expect_data 'fit (used for calibration): 1 of 1 rows pass'
expect_data 'predict (never used for calibration): 2 of 2 rows pass'
cp "$out" "$scratch/first"
good reproduce --config m3.ini --evidence "$evidence" --threads 1
cmp "$out" "$scratch/first" || fail "differs with one thread"
awk 'length($0) > 80 || / $/ { bad = 1 } END { exit bad }' "$out" || fail "untidy lines"
! LC_ALL=C grep -q '[^ -~]' "$out" || fail "not plain ASCII"

# one row, or one experiment
good reproduce --evidence "$evidence" --only short.two --format csv
[ "$(wc -l <"$out")" -eq 2 ] || fail "not a header and one row"
expect_data 'experiment,id,arm,quantity,published,simulated,unit,error_pct,tolerance_pct,role,verdict,note'
expect_data 'static,short.two,single,latency,130,'
expect_data ',predict,pass,"a, b"'
good reproduce --evidence "$evidence" --only static --format csv
[ "$(wc -l <"$out")" -eq 3 ] || fail "not a header and two rows"
good reproduce --evidence "$evidence" --only notch_pair --format json
expect_data '"command": "reproduce"'
expect_data '"id": "pair"'
expect_data '"summary": ['
expect_data '"pointer_bits": 14'
good reproduce --evidence "$evidence" --format markdown
expect_data ' | single | 120.00 | '
expect_data '| fit | 1 | 1 | '

# out of tolerance
run reproduce --evidence "$evidence" --set ane.dispatch=300us
expect_code 3
expect_no_message
expect_data FAIL
expect_data '0 of 1 rows pass'

# bad input
bad "--only: 'statci' is no experiment and no id of a row; did you mean 'static'?" \
    reproduce --evidence "$evidence" --only statci
bad "there is no evidence for 'laps'" reproduce --evidence "$evidence" --only laps
bad 'one or the other' reproduce --evidence "$evidence" --quick --full
bad "--threads is a whole number from 1 to 256, not '0'" reproduce --evidence "$evidence" --threads 0
bad "did you mean 'markdown'?" reproduce --evidence "$evidence" --format markdwon
bad "unknown option '--evidnce'; did you mean '--evidence'?" reproduce --evidnce x
bad "config 'm4.ini' not found" reproduce --config m4.ini --evidence "$evidence"
bad 'not found' reproduce --evidence no-such-evidence.csv
bad 'a folder' reproduce --evidence "$scratch"

# broken MESSAGE LINE...: evidence with these lines below the header
broken() {
    expected=$1
    shift
    {
        echo "$header"
        printf '%s\n' "$@"
    } >"$scratch/broken.csv"
    bad "$expected" reproduce --evidence "$scratch/broken.csv"
}
: >"$scratch/broken.csv"
bad 'broken.csv: nothing in it' reproduce --evidence "$scratch/broken.csv"
echo 'id,experiment,arm,d,n,tasks,quantity,value,role,tolerance_pct' >"$scratch/broken.csv"
bad "broken.csv:1: column 'unit' is missing" reproduce --evidence "$scratch/broken.csv"
broken "broken.csv:2: unknown experiment 'statik'; did you mean 'static'?" \
    'a,statik,single,64,4096,1,latency,us,120,fit,20,'
broken "broken.csv:2: unknown quantity 'latenzy'; did you mean 'latency'?" \
    'a,static,single,64,4096,1,latenzy,us,120,fit,20,'
broken "broken.csv:2: value is 'slow'; a number is needed" \
    'a,static,single,64,4096,1,latency,us,slow,fit,20,'
broken "broken.csv:3: id 'a' is there twice, first in line 2" \
    'a,static,single,64,4096,1,latency,us,120,fit,20,' \
    'a,static,single,64,4096,1,latency,us,120,fit,20,'
broken "broken.csv:2: the id of a decode rate names a model" \
    'llm.gpt9.split,llm,split,0,0,0,decode_rate,tok/s,18,fit,20,'
broken "broken.csv:2: an arm of a decode rate is" \
    'llm.qwen8b.split,llm,in two,0,0,0,decode_rate,tok/s,18,fit,20,'
# all of them in one go
broken "broken.csv:2: d is 'x'" 'a,static,single,x,4096,1,latency,us,120,fit,20,' \
    'b,static,single,64,4096,1,latency,us,120,fitted,20,'
expect_message "broken.csv:3: unknown role 'fitted'"

# The file that comes with the program is the published one, and names its source.
head -n 1 configs/evidence/m3_report.csv | grep -q 'Source: Eileen Yoon' || fail "no source"
[ "$(grep -c ',fit,' configs/evidence/m3_report.csv)" -eq 10 ] || fail "not ten rows to fit"

good help reproduce
for option in config set evidence only quick full threads format; do
    expect_data "  --$option"
done
good help
expect_data '  reproduce '
finish
