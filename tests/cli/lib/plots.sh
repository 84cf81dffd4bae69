# shellcheck shell=sh disable=SC2154 # variables of expect.sh
# What the tests of plots and reports share; after expect.sh.

for program in gnuplot xmllint; do
    command -v $program >/dev/null || {
        echo "no $program here; skipped"
        exit 77
    }
done

# A chip on which the sweeps of the plots take no time: a lap is 256 lines, and
# that is D = 2048 all the same.
cat >"$scratch/tiny.ini" <<'END'
inherits = m3.ini
[ane]
name = Tiny
[ring]
pointer_bits = 8
credit_max = 4
[workload]
cout = 64
END
tiny=$scratch/tiny.ini

kinds="cores fft floor hypotheses laps notch roofline split"

# expect_xml FILE: well-formed.
expect_xml() {
    xmllint --noout "$1" 2>"$scratch/xml" || fail "$1: $(head -n 1 "$scratch/xml")"
}

# expect_in FILE TEXT...
expect_in() {
    file=$1
    shift
    for text in "$@"; do
        grep -qF -e "$text" "$file" || fail "$file holds no: $text"
    done
}

expect_not_in() {
    if grep -qF -e "$2" "$1"; then
        fail "$1 holds: $2"
    fi
}
