#include <stdlib.h>
#include <string.h>

#include "sim/report/format.h"
#include "sim/report/stats.h"
#include "sim/report/table_text.h"
#include "sim/report/text.h"

static bool write_paragraph(FILE *stream, const char *raw)
{
    char *text = text_visible(raw);
    if (!text)
        return false;
    text_write_wrapped(stream, text, 0, 0);
    free(text);
    return true;
}

/* Wraps each line by itself, and leaves a blank one behind. */
static bool write_lines(FILE *stream, const char *lines)
{
    bool done = true;
    while (done && *lines != '\0') {
        size_t bytes = strcspn(lines, "\n");
        char *line = strndup(lines, bytes);
        done = line && write_paragraph(stream, line);
        free(line);
        lines += bytes + (lines[bytes] == '\n');
    }
    fputc('\n', stream);
    return done;
}

static bool write_tables(FILE *stream, const struct document *document)
{
    bool done = true;
    for (size_t i = 0; done && i < document->table_count; i++) {
        const struct document_table *table = &document->tables[i];
        if (!table->heading || table->rows->row_count == 0)
            continue;
        fputc('\n', stream);
        done = (*table->heading == '\0' || write_paragraph(stream, table->heading)) &&
               table_write_text(stream, table->rows, NULL, 0);
    }
    return done;
}

static bool write_assumptions(FILE *stream, const struct document *document)
{
    bool done = true;
    if (document->assumption_count > 0)
        fputs("\nAssumed:\n", stream);
    for (size_t i = 0; done && i < document->assumption_count; i++) {
        char *text = text_visible(document->assumptions[i]);
        done = text != NULL;
        fputs("- ", stream);
        if (done)
            text_write_wrapped(stream, text, 2, 2);
        free(text);
    }
    return done;
}

bool format_table(FILE *stream, const struct document *document)
{
    bool done = !document->heading || write_lines(stream, document->heading);
    done = done && table_write_text(stream, document->rows, document->notes, 0) &&
           write_tables(stream, document);
    if (document->diagnosis && *document->diagnosis != '\0') {
        fputc('\n', stream);
        done = done && write_paragraph(stream, document->diagnosis);
    }
    for (size_t row = 0; done && document->stats && row < document->rows->row_count; row++) {
        fputc('\n', stream);
        done = stats_write_text(stream, &document->stats[row], document->labels[row],
                                document->details);
    }
    return done && write_assumptions(stream, document) && !ferror(stream);
}
