#!/usr/bin/env bash
# anesim report: from an empty database to one page that needs nothing else.
set -u
. tests/cli/lib/expect.sh
. tests/cli/lib/plots.sh

db=$scratch/results.db
page=$scratch/report.html

run report --config "$tiny" --db "$db" --fill -o "$page"
expect_code 0
expect_no_data
expect_xml "$page"
for kind in $kinds; do
    expect_in "$page" "id=\"$kind\"" "aria-labelledby=\"$kind-title $kind-desc\"" \
        "anesim plot $kind --config $tiny --db $db -o $kind.svg"
done
[ "$(grep -c '<figcaption>' "$page")" -eq 8 ] || fail "not 8 figures"
expect_in "$page" 'Tiny: ' "anesim sweep --config $tiny --db $db --cin 1984:2112:4 --split 1,2" \
    "anesim report --config $tiny --db $db --fill --output $page" '67 of 67' 'Published and simulated'
expect_not_in "$page" 'id="missing"'
grep -q 'not drawn' "$err" && fail "says that figures are not drawn"

# Self-contained, without script, ids unique.
for text in http: https: '<script' '<link' 'src=' '@import' 'xlink:' 'onload'; do
    expect_not_in "$page" "$text"
done
grep -o " id=[\"'][^\"']*[\"']" "$page" | sort | uniq -d >"$scratch/twice"
[ ! -s "$scratch/twice" ] || fail "ids twice: $(head -n 3 "$scratch/twice")"
grep -o "href='#[^']*'\|url(#[^)]*)" "$page" | sed "s/.*#//; s/[')]*$//" | sort -u |
    while IFS= read -r id; do
        grep -q " id=[\"']$id[\"']" "$page" || echo "$id"
    done >"$scratch/dangling"
[ ! -s "$scratch/dangling" ] || fail "refers to nothing: $(head -n 3 "$scratch/dangling")"

# The same bytes again; without --fill as well, but for the command that it tells.
cp "$page" "$scratch/first.html"
run report --config "$tiny" --db "$db" --fill -o "$page"
cmp -s "$page" "$scratch/first.html" || fail "other bytes the second time"
good report --db "$db" -o "$scratch/second.html" 2>/dev/null
expect_in "$scratch/second.html" 'anesim plot notch --db'

# ---- what is missing is said, what is hostile is text

hostile='<script>alert("1")</script>&'
good sweep --config "$tiny" --set "ane.name=$hostile" --cin 1984:2112:8 --db "$scratch/odd.db" --quiet
sqlite3 "$scratch/odd.db" "UPDATE experiment SET arguments = '<script>alert(2)</script>'" \
    2>/dev/null || true
run report --db "$scratch/odd.db" -o "$scratch/odd.html"
expect_code 0
expect_message "4 figures not drawn; the page says what is missing; --fill provides it"
expect_xml "$scratch/odd.html"
expect_not_in "$scratch/odd.html" '<script'
expect_in "$scratch/odd.html" '&lt;script&gt;alert(' 'id="missing"' 'This would provide it' \
    "anesim sweep --config m3.ini --db $scratch/odd.db --cin 2016,2048 --cores 1:16"

# Published beside simulated, in the columns that a phone shows.
good sweep --config m3.ini --cin 2048 --db "$scratch/one.db" --quiet
run report --db "$scratch/one.db" -o "$scratch/one.html"
expect_message "8 figures not drawn"
expect_in "$scratch/one.html" '<th>measurement</th><th>published</th><th>simulated</th>' \
    '<td>table.d2048.unsplit</td><td class="n">17.3</td><td class="n">17.84</td>'

# ---- what is refused

bad "no database given" report -o "$scratch/x.html"
bad "nowhere to write to" report --db "$db"
bad "report: unexpected argument 'all'" report all --db "$db" -o "$scratch/x.html"
run report --db "$db" -o "$scratch/none/x.html"
expect_code 1
run report --db "$db" -o /dev/full
expect_code 1
expect_message "No space left"
command="no gnuplot"
PATH=/nowhere "$ANESIM" report --db "$db" -o "$scratch/x.html" 2>"$err" && fail "draws without gnuplot"
expect_message "install gnuplot-nox"
[ ! -e "$scratch/x.html" ] || fail "a page without figures"
finish
