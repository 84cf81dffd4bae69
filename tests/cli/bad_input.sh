#!/bin/sh
# Whatever is wrong with the input: exit 2, a message that names it, no data.
set -eu
# shellcheck source=tests/cli/lib/expect.sh
. tests/cli/lib/expect.sh

run
expect_code 2
expect_no_data
expect_message 'usage: anesim COMMAND'

# commands
bad "unknown command 'rnu'; did you mean 'run'?" rnu --config "$small"
bad "unknown command 'parmas'; did you mean 'params'?" parmas
bad "unknown command 'frobnicate'" frobnicate
bad "unknown command ''" ''
bad "did you mean '--config m3.ini'?" m3.ini
bad "unknown command 'rnu'; did you mean 'run'?" help rnu
bad 'one command at a time' help run check

# options
bad "unknown option '--confg'; did you mean '--config'?" --confg m3.ini
bad "unknown option '--conf'; did you mean '--config'?" run --conf m3.ini
bad "unknown option '--c'" run --c m3.ini
bad "unknown option '--formta'; did you mean '--format'?" run --config "$small" --formta=csv
bad "unknown option '--nonsense'" run --config "$small" --nonsense
bad "unknown option '-x'" run -x
bad "unknown option '-x'" -x
bad "unknown option '-abc'" run -abc
bad "unknown option '--cin'" params --cin 3
bad '--config needs a value' run --config
bad "--config needs a value, not the option '--format'" run --config --format csv
bad '--help takes no value' run --help=yes
bad "unexpected argument 'm3.ini'; did you mean '--config m3.ini'?" run m3.ini
bad "unexpected argument 'csv'" run --config "$small" csv
bad "did you mean '--stats=full'?" run --config "$small" --stats full
bad "unexpected argument '-'" run --config "$small" -
bad "unexpected argument '--cin'" run --config "$small" -- --cin
bad "unexpected argument 'x'" params x
bad "unexpected argument 'x'" version x
bad "unexpected argument 'x'" --version x
bad 'try --config m3.ini' run
bad 'try --config m3.ini' run --cin 4
bad "not 'jsn'; did you mean 'json'?" run --config "$small" --format jsn
bad "table | json | csv, not ''" run --config "$small" --format ''
bad "table | json | csv, not 'markdown'" run --config "$small" --format markdown
bad "markdown, not 'xml'" params --format xml
bad "did you mean 'full'?" run --config "$small" --stats=ful
bad 'try anesim check m3.ini' check

# configs
bad "config 'm4.ini' not found; looked in" run --config m4.ini
bad "did you mean 'm3.ini'?" run --config m33.ini
bad 'a folder' run --config "$scratch"
bad 'name has 1 to' run --config ''
printf 'key = 1\n' >"$scratch/wrong.ini"
bad "wrong.ini:1: " run --config "$scratch/wrong.ini"
printf '[ring]\npointer_bits = 64\nhypotesis = folded\n' >"$scratch/wrong.ini"
bad 'wrong.ini:2: ' run --config "$scratch/wrong.ini" --cin x
expect_message "did you mean 'hypothesis'"
expect_message '--cin: '
printf '[workload]\ncin = 4\n' >"$scratch/wrong.ini"
bad 'credit_return' run --config "$scratch/wrong.ini"

# values: the message names the option that was used
bad '--cin: workload.cin' run --config "$small" --cin 0
bad '--cout: workload.cout' run --config "$small" --cout 9999999999999999999999
bad '--kernel: ' run --config "$small" --kernel 3x3
bad '--bits: ' run --config "$small" --bits -1
bad '--groups: ' run --config "$small" --groups ''
bad "did you mean 'balanced'?" run --config "$small" --partition balance
bad '--split: ' run --config "$small" --split 1.5
bad '--axis: ' run --config "$small" --axis up
bad '--pad: ' run --config "$small" --pad 1KiB
bad '--cores: ' run --config "$small" --cores 65
bad "did you mean 'folded'?" run --config "$small" --hypothesis folder
bad '--latch: ' run --config "$small" --latch never
bad '--credit-max: ' run --config "$small" --credit-max 5000
bad '--dram: ' run --config "$small" --dram fast
bad '--set: ' run --config "$small" --set kmem.size=64
bad 'section.key=value' run --config "$small" --set kmem.size
bad 'section.key=value' run --config "$small" --set =
bad "did you mean 'ring'?" run --config "$small" --set rnig.latch=task
bad "did you mean 'latch'?" run --config "$small" --set ring.lacth=task
bad 'workload.cores' run --config "$small" --cores 17
bad 'workload.split' run --config "$small" --split 65
bad 'power of two' run --config "$small" --set dram.channels=3
bad '--set: ' params --config "$small" --set ring.latch=never

# all of them in one go, but none twice
bad '--cin: ' run --config "$small" --cin 0 --cout 0 --set a.b=c --format xml --stats=no
expect_message '--cout: '
expect_message "unknown section 'a'"
expect_message '--format must be'
expect_message '--stats takes'
run run --config "$small" --set dram.channels=3
[ "$(wc -l <"$err")" -eq 1 ] || fail "says the same for every row"

# hostile bytes reach no terminal
esc=$(printf '\033')
for argument in "--config=${esc}[2J.ini" "--${esc}[2J" "${esc}[2J" "--format=${esc}[2J" "--cin=${esc}[2J"; do
    bad '\x1b[2J' run --config "$small" "$argument"
    ! LC_ALL=C grep -q "$esc" "$err" || fail "writes control bytes"
done
long=$(head -c 30000 /dev/zero | tr '\0' a)
for argument in "--config=$long" "--$long" "$long" "--format=$long" "--cin=$long" "--set=$long" \
    "--set=$long.$long=$long" "--stats=$long"; do
    bad '' run --config "$small" "$argument"
    [ "$(wc -c <"$err")" -lt 4000 ] || fail "a message as long as the argument"
done
finish
