#include "sim/cli/db.h"

#include <ctype.h>
#include <string.h>

enum { DIGITS_MIN = 4, CANDIDATES = 8 };

static const struct column columns[] = {
    {.name = "id", .type = COLUMN_TEXT},
    {.name = "kind", .type = COLUMN_TEXT},
};

/* 'g' comes behind every digit, so that the range holds what begins alike. */
static const char select_ids[] =
    "SELECT id, 'run' FROM run WHERE id >= ?1 AND id < ?1 || 'g'"
    " UNION ALL SELECT id, 'experiment' FROM experiment WHERE id >= ?1 AND id < ?1 || 'g'"
    " LIMIT 9";

static bool read_prefix(const char *word, char prefix[STORE_ID_BYTES], struct diagnostics *errors)
{
    size_t length = strlen(word);
    bool good = length >= DIGITS_MIN && length < STORE_ID_BYTES;
    for (size_t i = 0; good && i < length; i++)
        good = isxdigit((unsigned char)word[i]) != 0;
    if (!good) {
        diagnostics_bad_input(errors,
                              "an id is %d to %d hexadecimal digits, not '%.40s'; `anesim db list` "
                              "and `anesim db list --runs` show those there are",
                              DIGITS_MIN, STORE_ID_BYTES - 1, word);
        return false;
    }
    for (size_t i = 0; i <= length; i++)
        prefix[i] = (char)tolower((unsigned char)word[i]);
    return true;
}

static void report_candidates(const struct store *store, const char *prefix,
                              const struct table *found, struct diagnostics *errors)
{
    char list[CANDIDATES * 50 + 8] = "";
    size_t used = 0;
    for (size_t i = 0; i < found->row_count && i < CANDIDATES; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s %.20s", i > 0 ? ", " : "",
                                 table_cell(found, i, 1)->text, table_cell(found, i, 0)->text);
    if (found->row_count == 0)
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, store_path(store), 0,
                        "nothing has an id that begins with '%s'; `anesim db list` and `anesim db "
                        "list --runs` show those there are",
                        prefix);
    else
        diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, store_path(store), 0,
                        "'%s' begins more than one id: %s%s; give more digits", prefix, list,
                        found->row_count > CANDIDATES ? ", ..." : "");
}

bool db_find_id(struct store *store, const char *word, struct db_id *id, struct diagnostics *errors)
{
    char prefix[STORE_ID_BYTES];
    struct table found;
    if (!read_prefix(word, prefix, errors))
        return false;
    table_init(&found, columns, sizeof columns / sizeof columns[0]);
    bool done = store_select(store, select_ids, (const char *[]){prefix}, 1, &found, errors);
    if (done && found.row_count != 1) {
        report_candidates(store, prefix, &found, errors);
        done = false;
    }
    if (done) {
        snprintf(id->id, sizeof id->id, "%s", table_cell(&found, 0, 0)->text);
        id->is_run = strcmp(table_cell(&found, 0, 1)->text, "run") == 0;
    }
    table_free(&found);
    return done;
}
