#!/usr/bin/env bash
# docs/DATABASE.md: its columns are those of a database, its queries work, and
# what it shows is what they answer.
#
#   tests/cli/database_page.sh --write     writes the answers into the page
set -euo pipefail
# shellcheck source=tests/cli/lib/expect.sh
. tests/cli/lib/expect.sh

if ! command -v sqlite3 >/dev/null; then
    echo "skipped: no sqlite3 here"
    exit 77
fi
page=docs/DATABASE.md
db=$scratch/m3.db

# shellcheck disable=SC2016 # for eval
# The commands of the page that make a database.
while read -r line; do
    eval "\"\$ANESIM\" ${line#anesim } --quiet" >/dev/null 2>"$err" || {
        command=$line
        : >"$out"
        fail "does not work"
    }
done < <(sed -n 's/^    \(anesim sweep .*\) --db m3.db$/\1 --db "$db"/p' "$page")
"$ANESIM" run --config m3.ini --db "$db" >/dev/null 2>&1

# ---- columns

# documented NAME: its columns as the page has them, a line each (tables: with types)
documented() {
    awk -v name="### \`$1\`" '
    /^#/ { here = $0 == name; columns = 0 }
    !here { next }
    /^\| `/ { split($0, cell, / *\| */); gsub(/`/, "", cell[2]); print cell[2], cell[3] }
    /^Columns: / { columns = 1 }
    columns { while (match($0, /`[a-z_0-9]+`/)) {
        print substr($0, RSTART + 1, RLENGTH - 2)
        $0 = substr($0, RSTART + RLENGTH)
    } }' "$page"
}

command='db (columns of docs/DATABASE.md)'
while IFS='|' read -r type name; do
    what="name || ' ' || type"
    [ "$type" = table ] || what=name
    sqlite3 "$db" "SELECT $what FROM pragma_table_info('$name')" >"$out"
    documented "$name" >"$err"
    cmp -s "$out" "$err" || fail "$type $name has other columns than the page says"
done < <(sqlite3 "$db" "SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view')")
[ "$(grep -c '^### `' "$page")" -eq \
    "$(sqlite3 "$db" "SELECT count(*) FROM sqlite_schema WHERE type IN ('table', 'view')")" ] ||
    fail "the page has tables that are not there"

# ---- queries

# The page, with the answer of each query in the text block behind it.
answered() {
    local line query='' state=plain
    while IFS= read -r line; do
        case $state/$line in
        'plain/```sql') state=sql query='' ;;
        'sql/```') state=plain ;;
        'plain/```text') [ -z "$query" ] || state=text ;;
        'text/```')
            sqlite3 -readonly -table "$db" "$query" 2>&1 || echo "failed: $query" >>"$scratch/failed"
            state=plain query=''
            ;;
        esac
        [ $state != sql ] || [ "$line" = '```sql' ] || query+=$line$'\n'
        [ $state = text ] && [ "$line" != '```text' ] || printf '%s\n' "$line"
    done <"$page"
}

answered >"$scratch/page"
command='db (queries of docs/DATABASE.md)'
: >"$out"
: >"$err"
[ ! -e "$scratch/failed" ] || fail "$(cat "$scratch/failed")"
[ "$(grep -c '^```sql' "$page")" -ge 5 ] || fail "too few queries"
if [ "${1:-}" = --write ]; then
    cp "$scratch/page" "$page"
elif ! cmp -s "$page" "$scratch/page"; then
    diff "$page" "$scratch/page" >"$out" || true
    fail "the answers are stale; write them with: ANESIM=... tests/cli/database_page.sh --write"
fi
grep -qx '+-*+' "$scratch/page" || grep -q '^| .* |$' "$scratch/page" || fail "no answers"

# ---- what else the page shows

cd "$scratch"
ANESIM_SHARE=$root
export ANESIM_SHARE
{
    command -v python3 >/dev/null || echo 'python3() { :; }' # not a need of the tests
    awk '/^```sh$/ { here = 1; next } /^```$/ { here = 0 } here' "$root/$page"
} >shell
bash -e shell >"$out" 2>"$err" || fail "the commands for other tools do not work"
[ "$(wc -l <medians.csv)" -gt 1 ] || fail "no medians"
[ "$(sqlite3 "$db" 'PRAGMA application_id')" -eq $((0x616e6573)) ] || fail "another application id"
[ "$(sqlite3 "$db" 'PRAGMA user_version')" -eq \
    "$(sed -n 's/^now \([0-9]*\)\.$/\1/p' "$root/$page")" ] || fail "another schema version"
finish
