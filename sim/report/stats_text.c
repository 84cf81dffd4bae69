#include "sim/report/stats.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sim/report/table_text.h"
#include "sim/report/text.h"

enum { INDENT = 2, BAR_COLUMNS_MAX = 36 };

static void write_bar(FILE *stream, int64_t lines, int64_t lines_max)
{
    int64_t columns = lines_max > 0 ? (lines * BAR_COLUMNS_MAX + lines_max - 1) / lines_max : 0;
    fputs(columns > 0 ? "  " : "", stream);
    while (columns-- > 0)
        fputc('#', stream);
    fputc('\n', stream);
}

static void write_bars(FILE *stream, const struct table *table)
{
    int64_t lines_max = 0;
    for (size_t row = 0; row < table->row_count; row++) {
        int64_t lines = table_cell(table, row, 3)->count;
        lines_max = lines > lines_max ? lines : lines_max;
    }
    for (size_t row = 0; row < table->row_count; row++) {
        int64_t lines = table_cell(table, row, 3)->count;
        fprintf(stream, "%*s%9.1f .. %9.1f ns %10" PRId64, INDENT, "",
                table_cell(table, row, 1)->real, table_cell(table, row, 2)->real, lines);
        write_bar(stream, lines, lines_max);
    }
}

bool stats_write_text(FILE *stream, const struct stats *stats, const char *label, bool details)
{
    char *visible = text_visible(label);
    bool done = visible != NULL;
    if (done)
        fprintf(stream, "[%s]\n", visible);
    free(visible);
    for (size_t i = 0; done && i < STATS_COMPONENTS; i++) {
        const struct stats_component *component = &stats_components[i];
        const struct table *table = &stats->tables[i];
        if ((component->detail && !details) || table->row_count == 0)
            continue;
        fprintf(stream, "%s%s\n", i > 0 ? "\n" : "", component->title);
        if (component->bars)
            write_bars(stream, table);
        else
            done = table_write_text(stream, table, NULL, INDENT);
    }
    if (done && !stats->known)
        fputs("  unknown\n", stream);
    return done;
}
