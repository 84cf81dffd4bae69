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

bool format_table(FILE *stream, const struct document *document)
{
    bool done = !document->heading || write_lines(stream, document->heading);
    done = done && table_write_text(stream, document->rows, document->notes, 0);
    if (document->diagnosis && *document->diagnosis != '\0') {
        fputc('\n', stream);
        done = done && write_paragraph(stream, document->diagnosis);
    }
    for (size_t row = 0; done && document->stats && row < document->rows->row_count; row++) {
        fputc('\n', stream);
        done = stats_write_text(stream, &document->stats[row], document->labels[row],
                                document->details);
    }
    return done && !ferror(stream);
}
