#include "sim/report/table_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/report/text.h"

enum { CELL_BYTES = 40, COLUMNS_MAX = 32, FIRST_WIDTH_MIN = 16, NOTE_INDENT = 4 };

/* The visible part of a table, as texts. */
struct grid {
    const struct table *table;
    size_t column_count;
    size_t source[COLUMNS_MAX]; /* column of the table */
    size_t width[COLUMNS_MAX];
    size_t gap;
    size_t indent;
    size_t used; /* columns written in this line */
    char **texts;
};

static char *number_text(const struct column *column, const struct cell *cell)
{
    char text[CELL_BYTES] = "-";
    double real = column->as_percent ? cell->real * 100 : cell->real;
    if (cell->known && column->type == COLUMN_COUNT)
        snprintf(text, sizeof text, "%" PRId64, cell->count);
    else if (cell->known && fabs(real) < 1e15)
        snprintf(text, sizeof text, "%.*f", column->decimals, real);
    else if (cell->known)
        snprintf(text, sizeof text, "%.6g", real);
    return text_visible(text);
}

static char *cell_text(const struct column *column, const struct cell *cell)
{
    if (column->type == COLUMN_TEXT && cell->known)
        return text_visible(cell->text);
    return number_text(column, cell);
}

/* Line `line` of a heading, counted from the last; NULL when it has fewer. */
static const char *heading_line(const char *heading, size_t line, size_t *bytes)
{
    const char *end = heading + strlen(heading);
    for (;;) {
        const char *begin = end;
        while (begin > heading && begin[-1] != '\n')
            begin--;
        *bytes = (size_t)(end - begin);
        if (line-- == 0)
            return begin;
        if (begin == heading)
            return NULL;
        end = begin - 1;
    }
}

static size_t heading_width(const char *heading, size_t *lines)
{
    size_t width = 0;
    size_t bytes;
    for (*lines = 0; heading_line(heading, *lines, &bytes); (*lines)++)
        width = bytes > width ? bytes : width;
    return width;
}

static void grid_free(struct grid *grid)
{
    for (size_t i = 0; grid->texts && i < grid->table->row_count * grid->column_count; i++)
        free(grid->texts[i]);
    free(grid->texts);
}

static bool fill(struct grid *grid)
{
    const struct table *table = grid->table;
    grid->texts = calloc(table->row_count * grid->column_count + 1, sizeof *grid->texts);
    if (!grid->texts)
        return false;
    for (size_t row = 0; row < table->row_count; row++) {
        for (size_t i = 0; i < grid->column_count; i++) {
            size_t source = grid->source[i];
            char *text = cell_text(&table->columns[source], table_cell(table, row, source));
            grid->texts[row * grid->column_count + i] = text;
            if (!text)
                return false;
            size_t width = text_columns(text);
            grid->width[i] = width > grid->width[i] ? width : grid->width[i];
        }
    }
    return true;
}

static size_t total_width(const struct grid *grid)
{
    size_t total = grid->indent + grid->gap * (grid->column_count - 1);
    for (size_t i = 0; i < grid->column_count; i++)
        total += grid->width[i];
    return total;
}

/* Makes it fit: first the leading text narrower, then the gaps. */
static void fit(struct grid *grid)
{
    bool wraps = grid->table->columns[grid->source[0]].type == COLUMN_TEXT;
    size_t least = grid->width[0] < FIRST_WIDTH_MIN ? grid->width[0] : FIRST_WIDTH_MIN;
    size_t slack = wraps ? grid->width[0] - least : 0;
    if (total_width(grid) > TEXT_COLUMNS + slack)
        grid->gap = 1;
    size_t total = total_width(grid);
    if (total > TEXT_COLUMNS)
        grid->width[0] -= total - TEXT_COLUMNS < slack ? total - TEXT_COLUMNS : slack;
}

/* Writes a cell where it belongs; what is empty leaves no blanks behind. */
static void put(FILE *stream, struct grid *grid, size_t column, const char *text, size_t bytes)
{
    size_t at = grid->indent;
    for (size_t i = 0; i < column; i++)
        at += grid->width[i] + grid->gap;
    size_t columns = 0;
    bytes = text_trimmed_bytes(text, bytes);
    for (size_t i = 0; i < bytes; i++)
        columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    if (grid->table->columns[grid->source[column]].type != COLUMN_TEXT)
        at += grid->width[column] > columns ? grid->width[column] - columns : 0;
    if (columns == 0)
        return;
    text_write_spaces(stream, at > grid->used ? at - grid->used : 0);
    fprintf(stream, "%.*s", (int)bytes, text);
    grid->used = at + columns;
}

static void end_line(FILE *stream, struct grid *grid)
{
    fputc('\n', stream);
    grid->used = 0;
}

static void write_headings(FILE *stream, struct grid *grid, size_t lines)
{
    while (lines-- > 0) {
        for (size_t i = 0; i < grid->column_count; i++) {
            size_t bytes;
            const char *line =
                heading_line(grid->table->columns[grid->source[i]].heading, lines, &bytes);
            if (line)
                put(stream, grid, i, line, bytes);
        }
        end_line(stream, grid);
    }
}

static void write_row(FILE *stream, struct grid *grid, size_t row)
{
    char **texts = &grid->texts[row * grid->column_count];
    const char *rest = texts[0];
    size_t bytes = text_line_bytes(rest, grid->width[0]);
    put(stream, grid, 0, rest, bytes);
    for (size_t i = 1; i < grid->column_count; i++)
        put(stream, grid, i, texts[i], strlen(texts[i]));
    end_line(stream, grid);
    for (;;) {
        rest += bytes;
        rest += strspn(rest, " ");
        if (*rest == '\0')
            return;
        bytes = text_line_bytes(rest, grid->width[0]);
        put(stream, grid, 0, rest, bytes);
        end_line(stream, grid);
    }
}

static bool write_note(FILE *stream, const char *note, size_t indent)
{
    char *text = text_visible(note);
    if (!text)
        return false;
    text_write_wrapped(stream, text, 0, indent + NOTE_INDENT);
    free(text);
    return true;
}

/* Of equal notes in a row the last one stands for all. */
static bool is_repeated(const char *const *notes, size_t row, size_t row_count)
{
    return row + 1 < row_count && notes[row + 1] && strcmp(notes[row], notes[row + 1]) == 0;
}

bool table_write_text(FILE *stream, const struct table *table, const char *const *notes,
                      size_t indent)
{
    struct grid grid = {.table = table, .gap = 2, .indent = indent};
    size_t heading_lines = 0;
    for (size_t i = 0; i < table->column_count && grid.column_count < COLUMNS_MAX; i++) {
        if (!table->columns[i].heading)
            continue;
        size_t lines;
        grid.source[grid.column_count] = i;
        grid.width[grid.column_count++] = heading_width(table->columns[i].heading, &lines);
        heading_lines = lines > heading_lines ? lines : heading_lines;
    }
    if (grid.column_count == 0)
        return true;
    bool done = fill(&grid);
    if (done) {
        fit(&grid);
        write_headings(stream, &grid, heading_lines);
    }
    for (size_t row = 0; done && row < table->row_count; row++) {
        write_row(stream, &grid, row);
        if (notes && notes[row] && !is_repeated(notes, row, table->row_count))
            done = write_note(stream, notes[row], indent);
    }
    grid_free(&grid);
    return done;
}
