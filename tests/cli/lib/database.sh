# shellcheck shell=sh disable=SC2154 # variables of expect.sh
# What the tests of stored sweeps share; after expect.sh.

command -v sqlite3 >/dev/null || {
    echo "no sqlite3 here; skipped"
    exit 77
}

# dump DATABASE: all it holds, as text; whatever the order it was put in.
dump() {
    sqlite3 "$1" .dump
}

# expect_same DATABASE DATABASE
expect_same() {
    dump "$1" >"$scratch/dump-1"
    dump "$2" >"$scratch/dump-2"
    cmp -s "$scratch/dump-1" "$scratch/dump-2" || {
        diff "$scratch/dump-1" "$scratch/dump-2" | head -n 6 | cut -c 1-150
        fail "$1 and $2 differ"
    }
}

# expect_rows DATABASE NUMBER SQL
expect_rows() {
    rows=$(sqlite3 "$1" "$3" 2>&1)
    [ "$rows" = "$2" ] || fail "$rows, not $2: $3"
}

# expect_sound DATABASE: undamaged, and every row complete.
expect_sound() {
    expect_rows "$1" ok "PRAGMA integrity_check; PRAGMA foreign_key_check"
    [ "$(sqlite3 "$1" "SELECT count(*) FROM sqlite_schema")" = 0 ] ||
        expect_rows "$1" 0 "SELECT
            (SELECT count(*) FROM run WHERE id NOT IN (SELECT run_id FROM point)) +
            (SELECT count(*) FROM config WHERE id NOT IN (SELECT config_id FROM run)) +
            (SELECT count(*) FROM point p JOIN run r ON r.id = p.run_id
             JOIN experiment e ON e.id = p.experiment_id
             WHERE (SELECT count(*) FROM sample s WHERE s.experiment_id = p.experiment_id
                    AND s.position = p.position) <> iif(r.message IS NULL, e.rounds, 0))"
}
