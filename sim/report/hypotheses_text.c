#include <string.h>

#include "sim/report/hypotheses_text.h"
#include "sim/report/table_text.h"
#include "sim/report/text.h"

/* Explanations side by side, so many as 80 columns hold. */
enum { BLOCK = 4, FIXED = 2, HEADING_BYTES = 32, CELL_BYTES = 32, LISTED_MAX = 4 };

struct block {
    const struct matrix *matrix;
    size_t first;
    size_t count;
    struct column columns[FIXED + BLOCK];
    char headings[BLOCK][HEADING_BYTES];
};

static void name_columns(struct block *block)
{
    block->columns[0] =
        (struct column){.name = "evidence", .heading = "evidence          ", .type = COLUMN_TEXT};
    block->columns[1] = (struct column){
        .name = "published", .heading = "pub-\nlished", .type = COLUMN_REAL, .decimals = 2};
    for (size_t i = 0; i < block->count; i++) {
        const char *name = block->matrix->explanations[block->first + i]->name;
        char *heading = block->headings[i];
        snprintf(heading, HEADING_BYTES, "%s", name);
        char *dash = strchr(heading, '-');
        if (dash)
            *dash = '\n';
        block->columns[FIXED + i] =
            (struct column){.name = name, .heading = heading, .type = COLUMN_TEXT};
    }
}

/* The numbers of the pieces that reject it, the strongest first; or that none
 * does. */
static void write_last(const struct matrix *matrix, size_t explanation, char text[CELL_BYTES])
{
    size_t order[PIECES_MAX];
    size_t count = matrix_rejections(matrix, explanation, order);
    size_t used = 0;
    snprintf(text, CELL_BYTES, "survives");
    for (size_t i = 0; i < count && i < LISTED_MAX; i++)
        used += (size_t)snprintf(text + used, CELL_BYTES - used, "%s%zu", used > 0 ? "," : "",
                                 order[i] + 1);
    if (count > LISTED_MAX)
        snprintf(text + used, CELL_BYTES - used, "..");
}

static void fill(const struct block *block, struct table *table)
{
    const struct matrix *matrix = block->matrix;
    char text[CELL_BYTES];
    for (size_t row = 0; row < matrix->piece_count; row++) {
        table_add_row(table);
        snprintf(text, sizeof text, "%2zu %s%s", row + 1, matrix->pieces[row]->title,
                 matrix_is_mute(matrix, row) ? " =" : "");
        table_set_text(table, "evidence", text);
        table_set_real(table, "published", matrix->published[row]->value);
        for (size_t i = 0; i < block->count; i++) {
            const struct matrix_cell *cell = &matrix->cells[row][block->first + i];
            snprintf(text, sizeof text, "%6.2f %s", cell->value, cell->passed ? "pass" : "FAIL");
            table_set_text(table, block->columns[FIXED + i].name, text);
        }
    }
    table_add_row(table);
    table_set_text(table, "evidence", "   rejected by");
    for (size_t i = 0; i < block->count; i++) {
        write_last(matrix, block->first + i, text);
        table_set_text(table, block->columns[FIXED + i].name, text);
    }
}

static bool write_block(FILE *stream, const struct matrix *matrix, size_t first)
{
    struct block block = {.matrix = matrix, .first = first};
    struct table table;
    size_t left = matrix->explanation_count - first;
    block.count = left < BLOCK ? left : BLOCK;
    name_columns(&block);
    table_init(&table, block.columns, FIXED + block.count);
    fill(&block, &table);
    bool done = !table.failed && table_write_text(stream, &table, NULL, 0);
    table_free(&table);
    fputc('\n', stream);
    return done;
}

static void write_part(FILE *stream, const char *head, const char *body)
{
    text_write_wrapped(stream, head, 0, 0);
    text_write_wrapped(stream, body, 0, 4);
}

bool hypotheses_write_text(FILE *stream, const struct matrix *matrix)
{
    bool done = true;
    bool any_mute = false;
    for (size_t i = 0; i < matrix->piece_count; i++)
        any_mute = any_mute || matrix_is_mute(matrix, i);
    for (size_t i = 0; done && i < matrix->explanation_count; i += BLOCK)
        done = write_block(stream, matrix, i);
    if (any_mute)
        fputs("= the same verdict for all: it tells no two explanations apart\n\n", stream);
    return done && hypotheses_conclusion(stream, matrix, write_part);
}
