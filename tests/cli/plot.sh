#!/usr/bin/env bash
# anesim plot: every kind in every format, with the series it should hold; what
# is missing, what is hostile, and gnuplots that do not work.
set -u
. tests/cli/lib/expect.sh
. tests/cli/lib/plots.sh

db=$scratch/results.db

# drawn ARGUMENT...: exits 0; only notes on what was left out on stderr.
drawn() {
    run "$@"
    expect_code 0
    grep -v -e 'left out$' "$err" >"$scratch/rest"
    [ ! -s "$scratch/rest" ] || fail "says: $(head -n 1 "$scratch/rest")"
}

# ---- filled by the kinds' own sweeps, each of which runs once

fill() {
    run plot "$@" --config "$tiny" --fill --db "$db"
    expect_code 0
}
for kind in notch hypotheses roofline cores split; do
    fill $kind -o "$scratch/$kind.svg"
done
fill hypotheses -o "$scratch/again.svg"
grep -q "132 runs (132 were there" "$err" || fail "runs again what is stored"
cmp -s "$scratch/hypotheses.svg" "$scratch/again.svg" || fail "another picture of the same runs"
good sweep --config "$tiny" --db "$db" --cin 256:8192:128,2016 --rounds 5 --noise --quiet
good sweep --config "$tiny" --db "$db" --cin 2016:2080:8,4064:4128:8 --quiet

# Keys that are set reach the sweeps; where a lap lies elsewhere, that is said.
run plot cores --config "$tiny" --set workload.bits=4 --set ane.name=Other --fill \
    --db "$scratch/set.db" -o "$scratch/set.svg"
expect_code 0
expect_in "$scratch/set.svg" 'Other: ' '4 bits' 'D = 2048 (x = '
bad "a lap of the ring is D = " plot notch --config "$tiny" --set workload.bits=4 \
    --set ane.name=Other --db "$scratch/set.db" -o "$scratch/x.svg"
expect_message "goes around multiples of 2048"

run plot notch --config "$tiny" --db "$scratch/empty.db" -o "$scratch/x.svg"
expect_code 2
cp "$db" "$scratch/copy.db"
good sweep --config "$tiny" --cin 64 --db "$scratch/one.db" --quiet
bad "too little for \`notch\`: no run that fits" \
    plot notch --config "$tiny" --db "$scratch/one.db" -o "$scratch/x.svg"
expect_message "add --fill, or run: anesim sweep --config $tiny --db $scratch/one.db --cin 1984:2112:4"
for kind in $kinds; do
    bad "too little for \`$kind\`" plot "$kind" --db "$scratch/one.db" -o "$scratch/x.svg"
    expect_message "anesim sweep --config m3.ini --db $scratch/one.db --cin"
done
[ ! -e "$scratch/x.svg" ] || fail "a picture of nothing"

# ---- all kinds, all formats

for format in svg png pdf; do
    drawn plot all --keep --db "$db" --format $format -o "$scratch/$format"
    for kind in $kinds; do
        [ -s "$scratch/$format/$kind.$format" ] || fail "no $kind.$format"
        expect_data "$scratch/$format/$kind.$format:"
    done
done

for kind in $kinds; do
    expect_xml "$scratch/svg/$kind.svg"
    svg=$scratch/svg/$kind.svg
    case $kind in
    cores) expect_in "$svg" 'D = 2016 (x = -4)' 'D = 2048 (x = 0)' 'active cores' 'time (µs)' ;;
    fft) expect_in "$svg" median 'middle half of the samples' spectrum harmonics 'power over' ;;
    floor) expect_in "$svg" unsplit 'at multiples' 'best split there' 'throughput (GB/s)' ;;
    hypotheses) expect_in "$svg" folded modulo epoch none ;;
    laps) expect_in "$svg" 'k = 1' 'k = 2' fitted 'time (ms)' ;;
    notch) expect_in "$svg" unsplit 'split in 2' 'lines of 64 bytes' 'throughput (GB/s)' ;;
    roofline) expect_in "$svg" simulated latency 'memory, 102 GB/s' KMem credit 'waits for' ;;
    split) expect_in "$svg" unsplit split 'tasks of the split' ;;
    esac
    expect_in "$svg" 'Tiny: '
    png=$scratch/png/$kind.png
    [ "$(od -An -tx1 -N8 "$png" | tr -d ' ')" = 89504e470d0a1a0a ] || fail "$png: no PNG"
    [ "$(od -An -tu1 -j16 -N4 "$png" | tr -s ' ')" = " 0 0 3 32" ] || fail "$png: not 800 wide"
    pdf=$scratch/pdf/$kind.pdf
    [ "$(head -c 5 "$pdf")" = %PDF- ] || fail "$pdf: no PDF"
    gnuplot -d "$scratch/svg/$kind.gp" 2>&1 | cmp -s - "$svg" || fail "$kind.gp: other bytes"
    gnuplot -d "$scratch/png/$kind.gp" 2>&1 | cmp -s - "$png" || fail "$kind.gp: other bytes (png)"
done
expect_in "$scratch/svg/notch.gp" '1 0 ' '$tasks2 << EOD'

# ---- published points, where there are such layers

good sweep --config m3.ini --db "$scratch/m3.db" --cin 2016,2048 --split 1,2 --quiet
drawn plot split --db "$scratch/m3.db" -o "$scratch/m3.svg"
expect_in "$scratch/m3.svg" 17.3 43.5 published
good sweep --config m3.ini --db "$scratch/m3.db" --cin 2032:2064:8 --quiet
drawn plot laps --db "$scratch/m3.db" -o "$scratch/m3.svg"
expect_in "$scratch/m3.svg" 'published: 3.18'
expect_not_in "$scratch/svg/laps.svg" published
printf 'id,experiment,arm,d,n,tasks,quantity,unit,value,role,tolerance_pct\n%s\n' \
    'mine,split_table,mine,2048,4096,1,throughput,GB/s,12.34,fit,5' >"$scratch/mine.csv"
drawn plot split --db "$scratch/m3.db" --evidence "$scratch/mine.csv" -o "$scratch/m3.svg"
expect_in "$scratch/m3.svg" 12.3
expect_not_in "$scratch/m3.svg" 17.3

# What was published of one layer is not of another.
good sweep --config m3.ini --db "$scratch/other.db" --cin 64:2048:64 \
    --cout 1024 --quiet
drawn plot fft --db "$scratch/other.db" -o "$scratch/other.svg"
grep -q Published "$out" && fail "says what was published of another layer"

# Sizes of seven digits are told apart.
good sweep --config m3.ini --db "$scratch/large.db" --cin 1048575,1048576 --cores 1,2 \
    --set workload.cout=16 --quiet
drawn plot cores --db "$scratch/large.db" -o "$scratch/large.svg"
expect_in "$scratch/large.svg" 'D = 1048575' 'D = 1048576'
good sweep --config m3.ini --db "$scratch/large.db" --cin 1048575 --set workload.cout=16 \
    --set ring.hypothesis=epoch --set ring.credit_max=16,32,64,128 --quiet
drawn plot roofline --db "$scratch/large.db" -o "$scratch/large.svg"
expect_data 'At a credit of'
expect_in "$scratch/large.svg" 'D = 1048575 of'

# ---- more than one chip in a database

good sweep --config "$tiny" --set ane.name='<script>]]>&"x`_^{@' --db "$scratch/copy.db" \
    --cin 1984:2112:2 --quiet
run plot notch --db "$scratch/copy.db" -o "$scratch/two.svg"
expect_code 0
expect_message "left out"
run plot notch --db "$scratch/copy.db" --config "$tiny" --set 'ane.name=<script>]]>&"x`_^{@' \
    -o "$scratch/two.svg"
expect_code 0
expect_xml "$scratch/two.svg"
expect_in "$scratch/two.svg" '&lt;script>] ]>&amp;' '_^{@'
long=$(printf '%0.0s∞' $(seq 30)) # 90 bytes; 36 are shown
good sweep --config "$tiny" --set ane.name="$long" --db "$scratch/long.db" --cin 1984:2112:4 \
    --set ring.hypothesis=folded,none --quiet
for kind in notch hypotheses; do
    run plot $kind --db "$scratch/long.db" -o "$scratch/long.svg"
    expect_xml "$scratch/long.svg"
    expect_in "$scratch/long.svg" "∞∞∞...: X"
    expect_not_in "$scratch/long.svg" "$long"
done
bad "no run of that chip and layer" \
    plot notch --db "$scratch/copy.db" --config "$tiny" --set ane.name=nobody -o "$scratch/x.svg"

# ---- what is refused

bad "no plot 'noch'; did you mean 'notch'?" plot noch --db "$db" -o "$scratch/x.svg"
bad "which plot?" plot --db "$db" -o "$scratch/x.svg"
bad "one KIND at a time" plot notch fft --db "$db" -o "$scratch/x.svg"
bad "no database given" plot notch -o "$scratch/x.svg"
bad "nowhere to write to" plot notch --db "$db"
bad "-o needs a value" plot notch --db "$db" -o
bad "must end in .svg, .png or .pdf" plot notch --db "$db" -o "$scratch/x.gif"
bad "must end in .svg, .png or .pdf" plot notch --db "$db" -o "$scratch.d/svg"
bad "--format must be one of svg | png | pdf, not 'pgn'; did you mean 'png'?" \
    plot notch --db "$db" -o "$scratch/x" --format pgn
bad "nothere.db" plot notch --db "$scratch/nothere.db" -o "$scratch/x.svg"
bad "unknown option '-o'" run --config "$small" -o x
for path in "$scratch/none/x.svg" "$scratch/svg"; do
    run plot notch --db "$db" -o "$path" --format svg
    expect_code 1
    expect_message "cannot write $path"
done
run plot notch --db "$db" -o /dev/full --format png
expect_code 1
expect_message "No space left"
run plot notch --config "$tiny" --fill --db "$scratch/new.db" -o "$scratch/none/x.svg"
expect_code 1
[ ! -e "$scratch/new.db" ] || fail "simulates before it knows where to write to"

# What is read is not written over.
cp "$db" "$scratch/precious.db"
ln -s precious.db "$scratch/alias.db"
for path in precious.db alias.db ./precious.db; do
    bad "is the database" plot notch --db "$scratch/precious.db" -o "$scratch/$path" --format svg
    bad "is the database" report --db "$scratch/precious.db" -o "$scratch/$path"
done
bad "is the database" report --fill --db "$scratch/same" -o "$scratch/same"
mv "$scratch/precious.db" "$scratch/notch.gp"
bad "is the database" plot notch --keep --db "$scratch/notch.gp" -o "$scratch/notch.png"
cmp -s "$db" "$scratch/notch.gp" || fail "the database is lost"
bad "--keep writes its script to" plot notch --keep --db "$db" -o "$scratch/x.gp" --format svg
bad "is what is read" plot notch --db "$db" --config "$tiny" -o "$tiny" --format svg
bad "is what is read" report --db "$db" --evidence "$scratch/mine.csv" -o "$scratch/mine.csv"
bad "plot all needs a folder" plot all --db "$db" -o -

# ---- names that are no words

odd=$scratch/"it's \\ \"\$x\"
-o"
drawn plot notch --db "$db" -o "$odd.svg" --keep
cmp -s "$odd.svg" "$scratch/svg/notch.svg" || fail "another picture under an odd name"
[ -s "$odd.gp" ] || fail "no script under an odd name"
(cd "$scratch" && ANESIM_SHARE=$root "$ANESIM" plot notch --db "$db" -o -dash.SVG \
    --evidence "$root/configs/evidence/m3_report.csv" --config "$tiny" >"$out" 2>"$err") ||
    fail "a name with a dash"
[ -s "$scratch/-dash.SVG" ] || fail "no file with a dash"
run plot notch --db "$db" -o - --format svg
cmp -s "$out" "$scratch/svg/notch.svg" || fail "standard output is another picture"
run plot notch --db "$db" -o /dev/stdout --format svg
cmp -s "$out" "$scratch/svg/notch.svg" || fail "/dev/stdout gets more than the picture"
ln -s "$scratch/linked.svg" "$scratch/link.svg"
: >"$scratch/linked.svg"
drawn plot notch --db "$db" -o "$scratch/link.svg"
[ -L "$scratch/link.svg" ] && [ -s "$scratch/linked.svg" ] || fail "a link is replaced"

# ---- gnuplot: not there, fake, of other opinions

with() {
    command="$1 plot notch"
    code=0
    env "$@" "$ANESIM" plot notch --db "$db" -o "$scratch/fake.svg" >"$out" 2>"$err" || code=$?
}
fake() {
    mkdir -p "$scratch/bin"
    printf '#!/bin/sh\n%s\n' "$1" >"$scratch/bin/gnuplot"
    chmod +x "$scratch/bin/gnuplot"
    with "PATH=$scratch/bin:$PATH"
    expect_code 1
    expect_message "$2"
    [ ! -e "$scratch/fake.svg" ] || fail "a picture by a fake"
}
with PATH=/nowhere
expect_code 1
expect_message "apt-get install gnuplot-nox (Debian, Ubuntu), dnf install gnuplot (Fedora), brew"
fake 'exit 0' "gnuplot gave no whole svg: it says nothing"
fake 'echo "line 3: unknown thing" >&2; exit 1' "line 3: unknown thing"
fake 'echo "<?xml cut off"' "gnuplot gave no whole svg"
fake 'kill -9 $$' "gnuplot gave no whole svg"
fake 'head -c 100 >/dev/null; exec 0<&-; exit 3' "gnuplot gave no whole svg"
printf 'exit\n' >"$scratch/.gnuplot"
with "HOME=$scratch" GNUTERM=dumb LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8
expect_code 0
cmp -s "$scratch/fake.svg" "$scratch/svg/notch.svg" || fail "the surroundings change the picture"

ls "$scratch" | grep -q '\.svg\.' && fail "leaves a temporary file"
finish
