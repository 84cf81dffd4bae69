#!/bin/sh
# The whole reproduction: docs/RESULTS.md is up to date, every row is within its
# tolerance, the errors are within their bars, and one explanation survives.
# Takes a minute or two, so it runs in plain builds only.
set -eu
# shellcheck source=tests/cli/lib/expect.sh
. tests/cli/lib/expect.sh

good reproduce --config m3.ini --format markdown
cmp "$out" docs/RESULTS.md ||
    fail "docs/RESULTS.md is stale; write it with: anesim reproduce --format markdown >docs/RESULTS.md"

# | role | rows | pass | mean error % | median error % |
awk -F '|' '
$2 ~ /^ fit / { fit++; if ($3 != $4 || $5 > 2.5) bad = 1 }
$2 ~ /^ predict / { predict++; if ($3 != $4 || $6 > 5) bad = 1 }
END { exit bad || fit != 1 || predict != 1 }' "$out" || fail "beyond the bars"

good hypotheses --quick --format csv
awk -F ',' '
NR > 1 && /,FAIL,/ { failed[$1]++ }
NR > 1 { names[$1] = 1 }
END {
    for (name in names)
        if ((name == "folded") != !failed[name])
            exit 1
}' "$out" || fail "not folded alone survives"
finish
