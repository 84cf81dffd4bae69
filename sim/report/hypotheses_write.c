#include "sim/report/hypotheses_write.h"

#include "sim/report/hypotheses_text.h"

static const struct column columns[] = {
    {.name = "explanation", .type = COLUMN_TEXT},
    {.name = "evidence", .type = COLUMN_TEXT},
    {.name = "row", .type = COLUMN_TEXT, .help = "id of the evidence"},
    {.name = "published", .type = COLUMN_REAL},
    {.name = "simulated", .type = COLUMN_REAL},
    {.name = "unit", .type = COLUMN_TEXT},
    {.name = "error_pct", .type = COLUMN_REAL},
    {.name = "tolerance_pct", .type = COLUMN_REAL},
    {.name = "verdict", .type = COLUMN_TEXT},
    {.name = "tells_apart", .type = COLUMN_TEXT, .help = "no: the same verdict for all"},
};

static void add_cell(const struct matrix *matrix, size_t row, size_t column, struct table *table)
{
    const struct matrix_cell *cell = &matrix->cells[row][column];
    table_add_row(table);
    table_set_text(table, "explanation", matrix->explanations[column]->name);
    table_set_text(table, "evidence", matrix->pieces[row]->title);
    table_set_text(table, "row", matrix->published[row]->id);
    table_set_real(table, "published", matrix->published[row]->value);
    table_set_real(table, "simulated", cell->value);
    table_set_text(table, "unit", matrix->published[row]->unit);
    table_set_real(table, "error_pct", cell->error_pct);
    table_set_real(table, "tolerance_pct", piece_tolerance_pct(matrix, row));
    table_set_text(table, "verdict", cell->passed ? "pass" : "FAIL");
    table_set_text(table, "tells_apart", matrix_is_mute(matrix, row) ? "no" : "yes");
}

static bool write_flat(FILE *stream, const struct format *format, const struct setup *setup,
                       const struct matrix *matrix)
{
    struct table table;
    table_init(&table, columns, sizeof columns / sizeof columns[0]);
    for (size_t column = 0; column < matrix->explanation_count; column++)
        for (size_t row = 0; row < matrix->piece_count; row++)
            add_cell(matrix, row, column, &table);
    const struct document document = {
        .command = "hypotheses", .schema = &setup_schema, .params = setup, .rows = &table};
    bool done = !table.failed && format->write(stream, &document);
    table_free(&table);
    return done;
}

/* It needs more than a document holds. */
static bool refuse(FILE *stream, const struct document *document)
{
    (void)stream;
    (void)document;
    return false;
}

const struct format hypotheses_markdown = {"markdown", "the matrix as a page", refuse};

bool hypotheses_write(FILE *stream, const struct format *format, const struct setup *setup,
                      const struct matrix *matrix)
{
    if (format == &hypotheses_markdown)
        return hypotheses_write_markdown(stream, matrix);
    if (format == &formats[0])
        return hypotheses_write_text(stream, matrix);
    return write_flat(stream, format, setup, matrix);
}
