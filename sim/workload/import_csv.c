/* CSV: a plain shape table.
 *
 *   name,cin,cout,kernel,bits,groups,count
 *   gate_proj,2048,8192,1,16,1,16
 *
 * The last four columns are optional: 1, 16, 1 and 1.  The order of the rows
 * is kept.
 */
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/config/csv.h"
#include "sim/config/file.h"
#include "sim/workload/import_decoder.h"
#include "sim/workload/import_formats.h"

enum column { NAME, CIN, COUT, KERNEL, BITS, GROUPS, COUNT, COLUMN_COUNT };

static const struct csv_column columns[COLUMN_COUNT] = {
    [NAME] = {"name", true},      [CIN] = {"cin", true},    [COUT] = {"cout", true},
    [KERNEL] = {"kernel", false}, [BITS] = {"bits", false}, [GROUPS] = {"groups", false},
    [COUNT] = {"count", false},
};

/* Is `field` one of the columns? */
static bool is_column(const char *field, size_t bytes)
{
    for (size_t i = 0; i < COLUMN_COUNT; i++)
        if (strlen(columns[i].name) == bytes && memcmp(field, columns[i].name, bytes) == 0)
            return true;
    return false;
}

static bool ends_field(char c)
{
    return c == ',' || c == '\r' || c == '\n';
}

/* The first line that is neither empty nor a comment names a column or more. */
bool import_csv_matches(struct import_source *source)
{
    const char *at = source->head, *end = at + source->head_bytes;
    if (source->head_bytes >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    while (at < end && (*at == '#' || *at == '\r' || *at == '\n')) {
        const char *line = memchr(at, '\n', (size_t)(end - at));
        at = line ? line + 1 : end;
    }
    while (at < end && *at != '\r' && *at != '\n') {
        size_t bytes = 0;
        while (at + bytes < end && !ends_field(at[bytes]))
            bytes++;
        if (is_column(at, bytes))
            return true;
        at += bytes + (at + bytes < end && at[bytes] == ',');
    }
    return false;
}

static bool read_number(const struct csv *csv, size_t row, enum column column, int64_t max,
                        int64_t *value, struct diagnostics *errors)
{
    if (!columns[column].required && !csv_text(csv, row, column)) {
        *value = column == BITS ? 16 : 1;
        return true;
    }
    return csv_count(csv, row, column, 1, max, value, errors);
}

static bool read_row(const struct csv *csv, size_t row, struct shape *shape,
                     struct diagnostics *errors)
{
    const char *name = csv_text(csv, row, NAME);
    bool good = *name != '\0' && strlen(name) < sizeof shape->name;
    if (good)
        memcpy(shape->name, name, strlen(name) + 1);
    else
        csv_complain(csv, row, errors, "name has 1 to %zu bytes, not %zu", sizeof shape->name - 1,
                     strlen(name));
    good = read_number(csv, row, CIN, SHAPE_CHANNELS_MAX, &shape->cin, errors) && good;
    good = read_number(csv, row, COUT, SHAPE_CHANNELS_MAX, &shape->cout, errors) && good;
    good = read_number(csv, row, KERNEL, SHAPE_KERNEL_MAX, &shape->kernel, errors) && good;
    good = read_number(csv, row, BITS, SHAPE_BITS_MAX, &shape->bits, errors) && good;
    good = read_number(csv, row, GROUPS, SHAPE_CHANNELS_MAX, &shape->groups, errors) && good;
    good = read_number(csv, row, COUNT, SHAPE_COUNT_MAX, &shape->count, errors) && good;
    if (good && (shape->cin % shape->groups != 0 || shape->cout % shape->groups != 0)) {
        csv_complain(csv, row, errors, "cin and cout must be multiples of groups");
        return false;
    }
    return good;
}

bool import_csv_read(struct import_source *source, struct shape_list *list,
                     struct diagnostics *errors)
{
    struct csv csv;
    if (!import_source_text(source, CONFIG_FILE_BYTES_MAX, errors))
        return false;
    char *text = config_copy_bytes(source->text, source->text_bytes);
    if (!text) {
        config_report_no_memory(errors);
        return false;
    }
    bool good =
        csv_parse(&csv, source->path, text, source->text_bytes, columns, COLUMN_COUNT, errors);
    for (size_t i = 0; i < csv.row_count; i++) {
        struct shape shape = {.cin = 0};
        bool read = read_row(&csv, i, &shape, errors);
        if (read && !shape_list_add(list, &shape)) {
            config_report_no_memory(errors);
            read = false;
        }
        good = good && read;
    }
    csv_free(&csv);
    return good;
}
