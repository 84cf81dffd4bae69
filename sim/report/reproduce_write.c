#include "sim/report/reproduce_write.h"

#include <string.h>

#include "sim/report/table_text.h"
#include "sim/report/text.h"

const char *reproduce_effort(enum lab_effort effort)
{
    switch (effort) {
    case LAB_QUICK:
        return "Quick: long sweeps are thinned out, so their rows differ a little from those of a "
               "whole run.";
    case LAB_FULL:
        return "Full: as many rounds as were published, and all cores in the long sweeps.";
    case LAB_NORMAL:
        break;
    }
    return "";
}

void reproduce_summary(const struct reproduction *reproduction, char text[REPRODUCE_SUMMARY_BYTES])
{
    static const char *const meaning[] = {"used for calibration", "never used for calibration"};
    size_t used = 0;
    text[0] = '\0';
    for (int role = 0; role < EVIDENCE_ROLES; role++) {
        const struct reproduce_count *count = &reproduction->counts[role];
        if (count->rows == 0)
            continue;
        used += (size_t)snprintf(
            text + used, REPRODUCE_SUMMARY_BYTES - used,
            "%s%s (%s): %zu of %zu rows pass; error, absolute: mean %.1f %%, median %.1f %%.",
            used > 0 ? "\n" : "", evidence_role_names[role], meaning[role], count->passed,
            count->rows, count->mean_error_pct, count->median_error_pct);
    }
}

static void write_lines(FILE *stream, const char *text, size_t indent)
{
    while (*text != '\0') {
        char line[REPRODUCE_SUMMARY_BYTES];
        size_t bytes = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)bytes, text);
        text_write_wrapped(stream, line, 0, indent);
        text += bytes + (text[bytes] == '\n');
    }
}

static bool write_trial(FILE *stream, const struct reproduction *reproduction, size_t index)
{
    const struct trial *trial = &reproduction->trials[index];
    struct table table;
    int used = fprintf(stream, "%s: ", trial->experiment->name);
    text_write_wrapped(stream, trial->experiment->title, (size_t)used, 0);
    bool done =
        reproduce_rows(reproduction, index, 1, &table) && table_write_text(stream, &table, NULL, 0);
    table_free(&table);
    for (size_t i = 0; i < trial->finding_count; i++)
        text_write_wrapped(stream, trial->findings[i].text, 0, 4);
    fputc('\n', stream);
    return done;
}

static bool write_text(FILE *stream, const struct reproduce_report *report)
{
    char summary[REPRODUCE_SUMMARY_BYTES];
    bool done = true;
    for (size_t i = 0; done && i < report->reproduction->trial_count; i++)
        done = write_trial(stream, report->reproduction, i);
    write_lines(stream, reproduce_effort(report->effort), 0);
    reproduce_summary(report->reproduction, summary);
    write_lines(stream, summary, 0);
    return done && !ferror(stream);
}

static bool write_flat(FILE *stream, const struct format *format,
                       const struct reproduce_report *report)
{
    enum { SUMMARY, FINDINGS, TABLES };
    struct table rows, tables[TABLES];
    const struct document_table beside[] = {
        {.name = "summary", .rows = &tables[SUMMARY]},
        {.name = "findings", .rows = &tables[FINDINGS]},
    };
    const struct document document = {
        .command = "reproduce",
        .schema = &setup_schema,
        .params = report->setup,
        .rows = &rows,
        .tables = beside,
        .table_count = TABLES,
    };
    bool done = reproduce_rows(report->reproduction, 0, report->reproduction->trial_count, &rows);
    done = reproduce_summary_rows(report->reproduction, &tables[SUMMARY]) && done;
    done = reproduce_finding_rows(report->reproduction, &tables[FINDINGS]) && done;
    done = done && format->write(stream, &document);
    table_free(&rows);
    table_free(&tables[SUMMARY]);
    table_free(&tables[FINDINGS]);
    return done;
}

/* It needs more than a document holds. */
static bool refuse(FILE *stream, const struct document *document)
{
    (void)stream;
    (void)document;
    return false;
}

const struct format reproduce_markdown = {"markdown", "docs/RESULTS.md", refuse};

bool reproduce_write(FILE *stream, const struct format *format,
                     const struct reproduce_report *report)
{
    if (format == &reproduce_markdown)
        return reproduce_write_markdown(stream, report);
    if (format == &formats[0])
        return write_text(stream, report);
    return write_flat(stream, format, report);
}
