#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/report/format.h"
#include "sim/report/stats.h"
#include "sim/report/text.h"

/* RFC 4180: quoted where needed, a quote doubled.  Lines end in LF. */
static bool write_field(FILE *stream, const char *raw)
{
    char *text = text_utf8(raw);
    if (!text)
        return false;
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    fputs(quoted ? "\"" : "", stream);
    for (const char *at = text; *at != '\0'; at++) {
        if (*at == '"')
            fputc('"', stream);
        fputc(*at, stream);
    }
    fputs(quoted ? "\"" : "", stream);
    free(text);
    return true;
}

static bool write_cell(FILE *stream, const struct column *column, const struct cell *cell)
{
    if (!cell->known)
        return true;
    if (column->type == COLUMN_TEXT)
        return write_field(stream, cell->text);
    if (column->type == COLUMN_COUNT)
        fprintf(stream, "%" PRId64, cell->count);
    else
        fprintf(stream, "%.*g", FORMAT_REAL_DIGITS, cell->real);
    return true;
}

static bool write_table(FILE *stream, const struct table *table)
{
    bool done = true;
    for (size_t i = 0; i < table->column_count; i++)
        fprintf(stream, "%s%s", i > 0 ? "," : "", table->columns[i].name);
    fputc('\n', stream);
    for (size_t row = 0; row < table->row_count; row++) {
        for (size_t i = 0; i < table->column_count; i++) {
            fputs(i > 0 ? "," : "", stream);
            done = write_cell(stream, &table->columns[i], table_cell(table, row, i)) && done;
        }
        fputc('\n', stream);
    }
    return done;
}

/* Writes one line of a table in long form, from column `first` on; texts and
 * what is not known are left out. */
static bool write_long(FILE *stream, const char *label, const char *component, const char *key,
                       const struct table *table, size_t row, size_t first)
{
    bool done = true;
    for (size_t i = first; i < table->column_count; i++) {
        const struct cell *cell = table_cell(table, row, i);
        if (!cell->known || table->columns[i].type == COLUMN_TEXT)
            continue;
        done = write_field(stream, label) && done;
        fprintf(stream, ",%s,%s,%s,", component, key, table->columns[i].name);
        done = write_cell(stream, &table->columns[i], cell) && done;
        fputc('\n', stream);
    }
    return done;
}

static bool write_stats(FILE *stream, const struct stats *stats, const char *label)
{
    bool done = true;
    for (size_t i = 0; i < STATS_COMPONENTS; i++) {
        const struct table *table = &stats->tables[i];
        for (size_t row = 0; row < table->row_count; row++) {
            char key[64];
            stats_key(stats, i, row, key, sizeof key);
            done = write_long(stream, label, stats_components[i].name, key, table, row,
                              stats_components[i].keyed ? 1 : 0) &&
                   done;
        }
    }
    return done;
}

bool format_csv(FILE *stream, const struct document *document)
{
    if (!document->stats)
        return write_table(stream, document->rows) && !ferror(stream);
    bool done = true;
    fputs("label,component,index,metric,value\n", stream);
    for (size_t row = 0; row < document->rows->row_count; row++) {
        const char *label = document->labels[row];
        done = write_long(stream, label, "row", "", document->rows, row, 0) && done;
        done = write_stats(stream, &document->stats[row], label) && done;
    }
    return done && !ferror(stream);
}
