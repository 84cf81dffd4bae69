# shellcheck shell=sh disable=SC2034 # variables for those who source this
# What the tests of the command line share.  They run from the root of the
# repository, with the program in $ANESIM.

root=$(pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
out=$scratch/out
err=$scratch/err

# A layer so small that a run takes no time, in two rows.
cat >"$scratch/small.ini" <<'END'
inherits = m3.ini
[workload]
cin = 64
cout = 256
[row.whole]
label = whole
[row.split-2]
label = split, in 2
workload.split = 2
END
small=$scratch/small.ini

fail() {
    printf 'FAILED: anesim %.200s: %s\n' "$command" "$*"
    head -n 20 "$out" | cut -c 1-200 | sed 's/^/    stdout: /'
    head -n 20 "$err" | cut -c 1-200 | sed 's/^/    stderr: /'
    failures=$((failures + 1))
}

# run ARGUMENT...
run() {
    command=$*
    code=0
    "$ANESIM" "$@" >"$out" 2>"$err" </dev/null || code=$?
}

expect_code() {
    [ "$code" -eq "$1" ] || fail "exit $code, not $1"
}

# In the messages, or in the data, the text must be found.
expect_message() {
    grep -qF -e "$1" "$err" || fail "no message: $1"
}

expect_data() {
    grep -qF -e "$1" "$out" || fail "no data: $1"
}

expect_no_data() {
    [ ! -s "$out" ] || fail "writes to stdout"
}

expect_no_message() {
    [ ! -s "$err" ] || fail "writes to stderr"
}

# good ARGUMENT...: runs, exits 0 and has nothing to complain about.
good() {
    run "$@"
    expect_code 0
    expect_no_message
}

# bad MESSAGE ARGUMENT...: bad input; says so, and nothing else.
bad() {
    message=$1
    shift
    run "$@"
    expect_code 2
    expect_no_data
    expect_message "$message"
}

finish() {
    [ $failures -eq 0 ] || echo "$failures failures"
    [ $failures -eq 0 ]
    exit
}

# narrow: tables are plain ASCII of at most 80 columns, nothing trailing
narrow() {
    tr -s ' \n' ' ' <"$out" >"$scratch/squeezed"
    if LC_ALL=C grep -n '[^ -~]' "$out" >"$scratch/odd"; then
        fail "not plain ASCII: $(head -n 1 "$scratch/odd")"
    fi
    awk 'length > 80 || / $/ { exit 1 }' "$out" || fail "lines too long, or with blanks at the end"
}

# What the last narrow one shows, blanks aside.
expect_words() {
    grep -qF -e "$1" "$scratch/squeezed" || fail "no words: $1"
}
