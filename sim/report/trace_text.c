#include "sim/report/trace_text.h"

#include <inttypes.h>
#include <string.h>

#include "sim/report/text.h"

/*   us 8 | cell 34 | cell 34   */
enum { CELL_COLUMNS = 33, BAR_COLUMNS = 11, INDENT = 2, NAME_BYTES = 32 };

static void name_column(const struct trace_column *column, char name[NAME_BYTES])
{
    int64_t split = column->side->setup->workload.split;
    if (split == 1)
        snprintf(name, NAME_BYTES, "one task");
    else
        snprintf(name, NAME_BYTES, "split in %" PRId64, split);
}

static int64_t in_flight(const struct trace_row *row)
{
    return row->demand + row->speculative;
}

static int64_t most_in_flight(const struct trace_column columns[2])
{
    int64_t most = 1;
    for (int i = 0; i < 2; i++) {
        const struct trace_side *side = columns[i].side;
        for (size_t j = 0; side && j < side->row_count; j++)
            most = in_flight(&side->rows[j]) > most ? in_flight(&side->rows[j]) : most;
    }
    return most;
}

/* One line of the timeline; a cell without text is left out. */
static void write_line(FILE *out, const char *time, const char *left, const char *right)
{
    char line[TEXT_COLUMNS * 2];
    int bytes = snprintf(line, sizeof line, "%8.8s  %-*.*s | %.*s", time, CELL_COLUMNS,
                         CELL_COLUMNS, left, CELL_COLUMNS, right);
    fprintf(out, "%.*s\n", (int)text_trimmed_bytes(line, (size_t)bytes), line);
}

static void print_numbers(const struct trace_row *row, int64_t most, char cell[CELL_COLUMNS + 1])
{
    char bar[BAR_COLUMNS + 1];
    int64_t length = (in_flight(row) * BAR_COLUMNS + most - 1) / most;
    memset(bar, '#', sizeof bar);
    bar[length < BAR_COLUMNS ? length : BAR_COLUMNS] = '\0';
    snprintf(cell, CELL_COLUMNS + 1, "%-*s %4" PRId64 " + %-4" PRId64 " %8" PRId64, BAR_COLUMNS,
             bar, row->demand, row->speculative, row->arrived);
}

/* Takes the next line of an annotation. */
static void take_line(const char **text, char cell[CELL_COLUMNS + 1])
{
    size_t bytes = text_line_bytes(*text, CELL_COLUMNS - INDENT);
    snprintf(cell, CELL_COLUMNS + 1, "%*s%.*s", *text[0] != '\0' ? INDENT : 0, "", (int)bytes,
             *text);
    *text += bytes;
    *text += strspn(*text, " ");
}

static void write_moment(FILE *out, sim_time time, const struct trace_row *rows[2], int64_t most)
{
    char cells[2][CELL_COLUMNS + 1] = {"", ""};
    const char *texts[2] = {"", ""};
    char clock[32];
    snprintf(clock, sizeof clock, "%4" PRId64 ".%03" PRId64, time / PS_PER_US,
             time % PS_PER_US / PS_PER_NS);
    for (int i = 0; i < 2; i++) {
        if (!rows[i])
            continue;
        print_numbers(rows[i], most, cells[i]);
        texts[i] = rows[i]->text;
    }
    write_line(out, clock, cells[0], cells[1]);
    while (*texts[0] != '\0' || *texts[1] != '\0') {
        take_line(&texts[0], cells[0]);
        take_line(&texts[1], cells[1]);
        write_line(out, "", cells[0], cells[1]);
    }
}

/* The rows of both sides, merged by time. */
static void write_rows(FILE *out, const struct trace_column columns[2], sim_time origin)
{
    int64_t most = most_in_flight(columns);
    size_t next[2] = {0, 0};
    for (;;) {
        sim_time time = SIM_NEVER;
        const struct trace_row *rows[2] = {NULL, NULL};
        for (int i = 0; i < 2; i++)
            if (columns[i].side && next[i] < columns[i].side->row_count)
                time = sim_time_min(time, columns[i].side->rows[next[i]].time);
        if (time == SIM_NEVER)
            return;
        for (int i = 0; i < 2; i++)
            if (columns[i].side && next[i] < columns[i].side->row_count &&
                columns[i].side->rows[next[i]].time == time)
                rows[i] = &columns[i].side->rows[next[i]++];
        write_moment(out, time - origin, rows, most);
    }
}

static void write_heading(FILE *out, const struct trace_column columns[2], sim_time origin)
{
    char names[2][NAME_BYTES] = {"", ""};
    char text[400];
    const struct trace_side *side = columns[0].side;
    snprintf(text, sizeof text,
             "Core %" PRIu32 ", from the beginning of its first task on, %" PRId64 ".%03" PRId64
             " us after the dispatch.  Bars and d + s: demand and speculative lines in flight; "
             "arrived: lines so far.",
             side->core, origin / PS_PER_US, origin % PS_PER_US / PS_PER_NS);
    text_write_wrapped(out, text, 0, 0);
    fputc('\n', out);
    for (int i = 0; i < 2; i++)
        if (columns[i].side)
            name_column(&columns[i], names[i]);
    write_line(out, "", names[0], names[1]);
    static const char titles[] = "in flight      d + s     arrived";
    write_line(out, "us", titles, columns[1].side ? titles : "");
}

static int64_t arrived(const struct trace_column *column)
{
    return column->side->arrived_to - column->side->arrived_from;
}

static double microseconds(sim_time time)
{
    return (double)time / PS_PER_US;
}

/* The time each line takes follows from how many are in flight and how many
 * come (Little); at the window's edges it is not exact. */
static void write_share(FILE *out, const struct trace_column *column)
{
    const struct trace_side *side = column->side;
    sim_time window = side->to - side->from;
    char name[NAME_BYTES];
    name_column(column, name);
    fprintf(out, "  %-12s %6" PRId64 " lines arrived, %6.1f in flight on average", name,
            arrived(column), (double)side->in_flight_ps / (double)window);
    if (arrived(column) > 0)
        fprintf(out, ", ~%.0f ns each",
                (double)side->in_flight_ps / (double)arrived(column) / PS_PER_NS);
    fputc('\n', out);
}

static void write_conclusion(FILE *out, const struct trace_column columns[2])
{
    const struct trace_column *left = &columns[0], *right = &columns[1];
    char names[2][NAME_BYTES];
    name_column(left, names[0]);
    fprintf(out, "\nIn these %.3f us:\n", microseconds(left->side->to - left->side->from));
    write_share(out, left);
    if (right->side) {
        name_column(right, names[1]);
        write_share(out, right);
        fprintf(out, "The whole layer takes %.1f us with %s, %.1f us with %s.\n",
                microseconds(left->time), names[0], microseconds(right->time), names[1]);
    } else {
        fprintf(out, "The whole layer takes %.1f us with %s.\n", microseconds(left->time),
                names[0]);
    }
}

void trace_text_write(FILE *out, const struct trace_column columns[2], sim_time origin)
{
    write_heading(out, columns, origin);
    write_rows(out, columns, origin);
    write_conclusion(out, columns);
}
