#!/bin/sh
# Every option of `run` does what it says.
set -eu
# shellcheck source=tests/cli/lib/expect.sh
. tests/cli/lib/expect.sh

# sets OPTION VALUE TEXT: the short form puts TEXT into the resolved config.
sets() {
    good run --config "$small" "--$1" "$2" --format json
    expect_data "$3"
    good run "--$1=$2" --config "$small" --format=json
    expect_data "$3"
}

sets cin 48 '"cin": 48,'
sets cout 512 '"cout": 512,'
sets kernel 9 '"kernel": 9,'
sets bits 8 '"bits": 8,'
sets groups 4 '"groups": 4,'
sets partition balanced '"partition": "balanced"'
sets split 3 '"split": 3,'
sets axis cout '"axis": "cout"'
sets pad 5 '"pad_lines": 5,'
sets pad -1 '"pad_lines": -1,'
sets cores 3 '"cores": 3'
sets hypothesis none '"hypothesis": "none"'
sets latch lap '"latch": "lap"'
sets credit-max 100 '"credit_max": 100,'
sets dram ideal '"model": "ideal"'
sets set kmem.size=32KiB '"size": "32KiB"'
sets cin 0x20 '"cin": 32,'

# --set may be repeated; of two for one key, short or long, the later one counts.
good run --config "$small" --set ring.latch=live --set kmem.size=32KiB --format json
expect_data '"latch": "live"'
expect_data '"size": "32KiB"'
good run --config "$small" --cin 32 --set workload.cin=16 --format json
expect_data '"cin": 16,'
good run --config "$small" --set workload.cin=16 --cin 32 --format json
expect_data '"cin": 32,'

# The config may be named by the options alone, wherever they stand.
good --config "$small" --format csv
cp "$out" "$scratch/first"
good --format=csv "--config=$small"
cmp "$out" "$scratch/first" || fail "differs from run --config"
good run --config "$small" --format csv
cmp "$out" "$scratch/first" || fail "differs from --config"
expect_data 'label,cin,cout,kernel,bits,cores,tasks,lines_per_core,bytes_per_core,k,x,credit_lines,time_us,throughput_gbps,dram_utilization,speedup'
expect_data '"split, in 2",64,256,1,16,16,2,16,2048,0,16,'
[ "$(wc -l <"$out")" -eq 3 ] || fail "not a header and two rows"

# A named config is found in ./configs, with or without its suffix.
good run --config m3 --cin 64 --cout 16
expect_data 'Apple M3'

# A split on the command line replaces the config's rows.
good run --config "$small" --split 4 --format csv
[ "$(wc -l <"$out")" -eq 3 ] || fail "not whole and split"
expect_data ',64,256,1,16,16,4,8,2048,'

# What is not known is no error.
good run --config "$small" --groups 2
expect_data 'whole            1      -'
expect_data 'groups'

for format in table json csv; do
    for stats in --stats --stats=full; do
        good run --config "$small" --format $format $stats
        expect_data credit
    done
    good run --config "$small" --format $format
    cp "$out" "$scratch/first"
    good run --config "$small" --format $format
    cmp "$out" "$scratch/first" || fail "differs from run to run"
done
good run --config "$small" --stats
expect_data 'What the active cores waited for'
! grep -q Channels "$out" || fail "details without =full"
good run --config "$small" --stats=full
expect_data 'Channels'
good run --config "$small" --stats --format csv
expect_data 'label,component,index,metric,value'
expect_data 'whole,channel,7,row_hits,'
good run --config "$small" --stats --format json
expect_data '"scheduler_max_lines"'

# Tables keep to 80 columns of ASCII.
for arguments in "run --config $small --stats=full" "run --config m3.ini --cin 64" params help \
    "params --config m3.ini" "help run" "help check" "help params"; do
    # shellcheck disable=SC2086 # words
    good $arguments
    awk 'length($0) > 80 || / $/ { bad = 1 } END { exit bad }' "$out" || fail "untidy lines"
    ! LC_ALL=C grep -q '[^ -~]' "$out" || fail "not plain ASCII"
done
finish
