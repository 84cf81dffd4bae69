#include "sim/config/csv.h"

#include <stdlib.h>
#include <string.h>

#include "sim/config/assignments.h"
#include "sim/config/file.h"
#include "sim/config/suggest.h"
#include "sim/config/utf8.h"

struct reader {
    struct csv *csv;
    char *at;
    char *end; /* a NUL lies there */
    long line;
    long row_line; /* where the row being read begins */
    struct diagnostics *errors;
    size_t mistakes;
    char *row[CSV_COLUMNS_MAX]; /* fields of the row being read */
    size_t field_count;
    size_t wanted[CSV_COLUMNS_MAX]; /* column of the file -> the caller's */
    size_t file_columns;            /* 0 before the header */
};

#define complain(reader, ...)                                                                      \
    ((reader)->mistakes++, diagnostics_add((reader)->errors, DIAGNOSTIC_BAD_INPUT,                 \
                                           (reader)->csv->path, (reader)->row_line, __VA_ARGS__))

static bool at_line_end(const struct reader *reader)
{
    return reader->at == reader->end || *reader->at == '\n' ||
           (*reader->at == '\r' && reader->at[1] == '\n');
}

static void skip_line(struct reader *reader)
{
    while (reader->at < reader->end && *reader->at != '\n')
        reader->at++;
    if (reader->at < reader->end)
        reader->at++;
    reader->line++;
}

/* Takes the quotes off a field where it lies; false when they do not fit. */
static bool read_quoted(struct reader *reader, char **last)
{
    char *to = reader->at++;
    for (;; reader->at++) {
        if (reader->at == reader->end) {
            complain(reader, "a quote is opened and never closed");
            return false;
        }
        if (*reader->at == '"' && *++reader->at != '"')
            break;
        reader->line += *reader->at == '\n';
        *to++ = *reader->at;
    }
    *last = to;
    if (*reader->at == ',' || at_line_end(reader))
        return true;
    complain(reader, "text after a closing quote; double a quote that belongs to the text");
    return false;
}

static bool read_plain(struct reader *reader, char **last)
{
    for (; *reader->at != ',' && !at_line_end(reader); reader->at++) {
        if (*reader->at != '"')
            continue;
        complain(reader, "a quote amid a field; put the whole field in quotes and double it");
        return false;
    }
    *last = reader->at;
    return true;
}

/* The first fault of a field; the end of a line, in quotes, is none. */
static enum utf8_fault fault_of(const char *field, size_t size)
{
    for (;;) {
        size_t at;
        enum utf8_fault fault = utf8_check(field, size, &at);
        if (fault != UTF8_CONTROL || (field[at] != '\n' && field[at] != '\r'))
            return fault;
        field += at + 1;
        size -= at + 1;
    }
}

static bool check_field(struct reader *reader, const char *field, size_t size)
{
    enum utf8_fault fault = fault_of(field, size);
    if (size > CSV_FIELD_BYTES_MAX)
        complain(reader, "field %zu is longer than %d bytes", reader->field_count,
                 CSV_FIELD_BYTES_MAX);
    else if (fault != UTF8_GOOD)
        complain(reader, "field %zu has %s", reader->field_count,
                 fault == UTF8_CONTROL ? "a control byte" : "bytes that are no UTF-8");
    else
        return true;
    return false;
}

/* Reads a row's fields, each closed by a NUL.  False: it is no good. */
static bool read_row(struct reader *reader)
{
    reader->row_line = reader->line;
    reader->field_count = 0;
    for (;;) {
        char *field = reader->at;
        char *last = field;
        if (!(*field == '"' ? read_quoted(reader, &last) : read_plain(reader, &last)))
            return false;
        if (reader->field_count == CSV_COLUMNS_MAX) {
            complain(reader, "more than %d fields", CSV_COLUMNS_MAX);
            return false;
        }
        reader->row[reader->field_count++] = field;
        bool more = *reader->at == ',';
        if (!check_field(reader, field, (size_t)(last - field)))
            return false;
        if (more)
            reader->at++;
        else
            skip_line(reader);
        *last = '\0';
        if (!more)
            return true;
    }
}

static void complain_column(struct reader *reader, const char *name)
{
    const char *names[CSV_COLUMNS_MAX];
    for (size_t i = 0; i < reader->csv->column_count; i++)
        names[i] = reader->csv->columns[i].name;
    const char *nearest = suggest(name, names, reader->csv->column_count);
    if (nearest)
        complain(reader, "unknown column '%.100s'; did you mean '%s'?", name, nearest);
    else
        complain(reader, "unknown column '%.100s'", name);
}

static void take_header(struct reader *reader)
{
    const struct csv *csv = reader->csv;
    bool seen[CSV_COLUMNS_MAX] = {false};
    reader->file_columns = reader->field_count;
    for (size_t i = 0; i < reader->field_count; i++) {
        size_t column = 0;
        while (column < csv->column_count && strcmp(csv->columns[column].name, reader->row[i]) != 0)
            column++;
        reader->wanted[i] = column;
        if (column == csv->column_count)
            complain_column(reader, reader->row[i]);
        else if (seen[column])
            complain(reader, "column '%s' is there twice", reader->row[i]);
        else
            seen[column] = true;
    }
    for (size_t i = 0; i < csv->column_count; i++)
        if (csv->columns[i].required && !seen[i])
            complain(reader, "column '%s' is missing", csv->columns[i].name);
}

static bool make_room(struct csv *csv)
{
    if (csv->row_count < csv->row_capacity)
        return true;
    size_t capacity = csv->row_capacity > 0 ? csv->row_capacity * 2 : 64;
    char **fields = realloc(csv->fields, (capacity * csv->column_count + 1) * sizeof *fields);
    if (fields)
        csv->fields = fields;
    long *lines = realloc(csv->lines, capacity * sizeof *lines);
    if (lines)
        csv->lines = lines;
    if (!fields || !lines)
        return false;
    csv->row_capacity = capacity;
    return true;
}

static bool take_row(struct reader *reader)
{
    struct csv *csv = reader->csv;
    if (reader->field_count != reader->file_columns) {
        complain(reader, "%zu fields; the header has %zu", reader->field_count,
                 reader->file_columns);
        return true;
    }
    if (csv->row_count == CSV_ROWS_MAX) {
        complain(reader, "more than %d rows", CSV_ROWS_MAX);
        return false;
    }
    if (!make_room(csv)) {
        config_report_no_memory(reader->errors);
        return false;
    }
    char **fields = &csv->fields[csv->row_count * csv->column_count];
    memset(fields, 0, csv->column_count * sizeof *fields);
    for (size_t i = 0; i < reader->field_count; i++)
        if (reader->wanted[i] < csv->column_count)
            fields[reader->wanted[i]] = reader->row[i];
    csv->lines[csv->row_count++] = reader->row_line;
    return true;
}

static void skip_mark(struct reader *reader)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* U+FEFF, as spreadsheets write it */
    if ((size_t)(reader->end - reader->at) >= 3 && memcmp(reader->at, mark, 3) == 0)
        reader->at += 3;
}

static void read_all(struct reader *reader)
{
    skip_mark(reader);
    while (reader->at < reader->end && reader->mistakes < CSV_MISTAKES_MAX) {
        if (*reader->at == '#' || at_line_end(reader)) {
            skip_line(reader);
        } else if (!read_row(reader)) {
            if (reader->file_columns == 0)
                return; /* without a header nothing else makes sense */
            skip_line(reader);
        } else if (reader->file_columns == 0) {
            take_header(reader);
            if (reader->mistakes > 0)
                return;
        } else if (!take_row(reader)) {
            return;
        }
    }
    if (reader->file_columns == 0)
        diagnostics_add(reader->errors, DIAGNOSTIC_BAD_INPUT, reader->csv->path, 0,
                        "nothing in it: a header that names the columns is needed");
}

bool csv_parse(struct csv *csv, const char *path, char *text, size_t size,
               const struct csv_column *columns, size_t column_count, struct diagnostics *errors)
{
    size_t before = errors->count + errors->lost;
    *csv = (struct csv){.columns = columns, .column_count = column_count};
    csv->text = config_copy_bytes(text, size);
    csv->path = config_copy_text(path);
    free(text);
    if (!csv->text || !csv->path) {
        config_report_no_memory(errors);
        return false;
    }
    struct reader reader = {
        .csv = csv, .at = csv->text, .end = csv->text + size, .line = 1, .errors = errors};
    read_all(&reader);
    return errors->count + errors->lost == before;
}

bool csv_read(struct csv *csv, const char *path, const struct csv_column *columns,
              size_t column_count, struct diagnostics *errors)
{
    char *text;
    size_t size;
    *csv = (struct csv){.columns = columns, .column_count = column_count};
    return config_file_read(path, &text, &size, errors) &&
           csv_parse(csv, path, text, size, columns, column_count, errors);
}

void csv_free(struct csv *csv)
{
    free(csv->fields);
    free(csv->lines);
    free(csv->text);
    free(csv->path);
    *csv = (struct csv){0};
}
