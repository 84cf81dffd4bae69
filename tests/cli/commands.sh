#!/bin/sh
# check, help, params, version; and docs/CONFIG.md, which params writes.
set -eu
# shellcheck source=tests/cli/lib/expect.sh
. tests/cli/lib/expect.sh

version=$(sed -n 's/^project(anesim VERSION \([^ ]*\).*/\1/p' CMakeLists.txt)
for arguments in version --version "run --version" "check --version"; do
    # shellcheck disable=SC2086 # words
    good $arguments
    [ "$(cat "$out")" = "anesim $version" ] || fail "not: anesim $version"
done

good help
cp "$out" "$scratch/help"
for arguments in --help -h; do
    good $arguments
    cmp "$out" "$scratch/help" || fail "differs from help"
done
for name in check help params run version; do
    expect_data "  $name "
    good help $name
    cp "$out" "$scratch/help"
    expect_data "usage: anesim $name"
    expect_data --help
    for option in --help -h; do
        good $name $option
        cmp "$out" "$scratch/help" || fail "differs from help $name"
    done
    good help
done
good run --confg x --help # whoever asks for help gets it
good help run
for option in config set cin cout kernel bits groups partition split axis pad cores hypothesis \
    latch credit-max dram format stats help; do
    expect_data "  --$option"
done

good check m3.ini
expect_data 'm3.ini: ok, '
good check "$small" --config m3.ini
expect_data 'configs/m3.ini: ok, '
expect_data 'small.ini: ok, 2 rows'
printf 'inherits = m3.ini\n[row.one]\nworkload.groups = 2\n' >"$scratch/grouped.ini"
good check "$scratch/grouped.ini"
expect_data 'ok, 1 row, 1 of unknown size'
printf 'inherits = m3.ini\n[row.one]\nworkload.cores = 17\n[row.two]\nworkload.split = 4096\n' \
    >"$scratch/wrong.ini"
bad 'wrong.ini:2: workload.cores = 17' check "$scratch/wrong.ini"
expect_message 'wrong.ini:4: workload.split = 4096'
for config in configs/*.ini; do
    good check "$config"
done

good params
expect_data 'ring.pointer_bits = 14'
expect_data 'kdma.credit_return (required)'
good params --config m3.ini --set ring.pointer_bits=13
expect_data 'ring.pointer_bits = 13'
expect_data 'default 14'
good params --format json
expect_data '"command": "params"'
expect_data '"key": "pointer_bits"'
good params --format csv
expect_data 'section,key,type,unit,range,default,provenance,help,value'
good params --config m3.ini --format csv
expect_data 'ring,pointer_bits,count,bits,4 .. 32 bits,14,'

good params --format markdown
expect_data '# Config reference'
cmp "$out" docs/CONFIG.md ||
    fail "docs/CONFIG.md is stale; write it with: anesim params --format markdown >docs/CONFIG.md"
finish
