#!/bin/sh
# Data goes to stdout and nowhere else; when it cannot, that is an error.
set -eu
# shellcheck source=tests/cli/lib/expect.sh
. tests/cli/lib/expect.sh

# undelivered DEVICE-DESCRIPTION: the last command's message and code
undelivered() {
    expect_code 1
    expect_message "cannot write the output: $1"
}

if [ -c /dev/full ]; then
    for arguments in version help params "help run" "run --config $small" "check $small" \
        "run --config $small --format json" "run --config $small --format csv" \
        "params --format markdown"; do
        command="$arguments >/dev/full"
        code=0
        : >"$out"
        # shellcheck disable=SC2086 # words
        "$ANESIM" $arguments >/dev/full 2>"$err" || code=$?
        undelivered 'No space left on device'
    done
fi

command='params >&-'
code=0
"$ANESIM" params >&- 2>"$err" || code=$?
undelivered 'Bad file descriptor'

# A pipe that nobody reads: opened for both ends, then the reader leaves.
command='params | nobody'
code=0
mkfifo "$scratch/pipe"
exec 3<>"$scratch/pipe"
exec 4>"$scratch/pipe"
exec 3<&-
"$ANESIM" params >&4 2>"$err" || code=$?
exec 4>&-
undelivered 'Broken pipe'

# Bad input counts as bad input, whether or not stdout works.
command='run >&-'
code=0
"$ANESIM" run >&- 2>"$err" || code=$?
expect_code 2

# Closed stdin and stderr are no trouble.
command='run <&-'
code=0
"$ANESIM" run --config "$small" --format csv >"$out" 2>"$err" <&- || code=$?
expect_code 0
expect_data 'label,cin'
"$ANESIM" run --config "$small" --format csv >"$out" 2>&- || fail 'needs a stderr'
expect_data 'label,cin'

# Nothing is written to disk.
mkdir "$scratch/empty"
cd "$scratch/empty"
ANESIM_SHARE=$root
export ANESIM_SHARE
good run --config "$small" --stats
good check m3.ini
good params --config m3
good help
bad 'did you mean' run --confg
cd "$root"
[ -z "$(ls -A "$scratch/empty")" ] || fail "leaves files behind"

# A partial failure of check keeps what was fine.
run check "$small" no-such-config.ini
expect_code 2
expect_data ': ok, 2 rows'
expect_message "no-such-config.ini' not found"
finish
