#include "sim/cli/sweep_request.h"

#include <string.h>

#include "sim/experiment/run_record.h"

enum { NAME_BYTES = 100, ASSIGNMENT_BYTES = 4096 };

/* A section.key=values, taken apart. */
struct assignment {
    char text[ASSIGNMENT_BYTES];
    char name[NAME_BYTES]; /* section.key */
    const char *values;
    char origin[2 * NAME_BYTES]; /* what to complain about */
    const struct config_part *part;
    const struct config_key *key; /* NULL when there is none */
};

static void copy_stripped(char *to, size_t size, const char *begin, const char *end)
{
    while (begin < end && strchr(" \t", *begin))
        begin++;
    while (end > begin && strchr(" \t", end[-1]))
        end--;
    snprintf(to, size, "%.*s", (int)(end - begin), begin);
}

static void find_key(struct assignment *assignment)
{
    char section[NAME_BYTES];
    char key[NAME_BYTES];
    const char *equals = strchr(assignment->text, '=');
    const char *dot = strchr(assignment->text, '.');
    if (!equals || !dot || dot > equals || equals - assignment->text >= NAME_BYTES)
        return;
    copy_stripped(section, sizeof section, assignment->text, dot);
    copy_stripped(key, sizeof key, dot + 1, equals);
    assignment->values = equals + 1;
    assignment->key = config_schema_find(&setup_schema, section, key, &assignment->part);
    if (assignment->key)
        snprintf(assignment->name, sizeof assignment->name, "%s.%s",
                 assignment->part->section->name, assignment->key->name);
}

static bool take_apart(struct assignment *assignment, const struct cli_given *given,
                       struct diagnostics *errors)
{
    const char *sets = given->option->sets;
    int bytes = snprintf(assignment->text, sizeof assignment->text, "%s%s%s", sets ? sets : "",
                         sets ? "=" : "", given->text);
    if (bytes < 0 || bytes >= ASSIGNMENT_BYTES) {
        diagnostics_bad_input(errors, "--%s: more than %d bytes", given->option->name,
                              ASSIGNMENT_BYTES);
        return false;
    }
    find_key(assignment);
    snprintf(assignment->origin, sizeof assignment->origin, "--%s%s%s", given->option->name,
             sets || !assignment->key ? "" : " ", sets ? "" : assignment->name);
    return true;
}

static bool is_repeated(const struct config *config, const struct assignment *assignment,
                        struct diagnostics *errors)
{
    if (!assignment->key ||
        !config_is_overridden(config, assignment->part->section->name, assignment->key->name))
        return false;
    diagnostics_bad_input(errors, "%s: %s is given twice", assignment->origin, assignment->name);
    return true;
}

static void add_axis(struct sweep_plan *plan, struct sweep_axis *axis,
                     const struct assignment *assignment, struct diagnostics *errors)
{
    if (!run_record_depends_on(axis->part->section->name)) {
        diagnostics_bad_input(errors, "%s: takes one value here: simulations do not depend on [%s]",
                              assignment->origin, axis->part->section->name);
    } else if (plan->axis_count == SWEEP_AXES_MAX) {
        diagnostics_bad_input(errors, "%s: more than %d options with several values",
                              assignment->origin, SWEEP_AXES_MAX);
    } else {
        plan->axes[plan->axis_count++] = *axis;
        *axis = (struct sweep_axis){.values = NULL};
    }
}

/* The first value is an override too, so that a config may leave the key out. */
static void read_values(struct sweep_request *request, const struct assignment *assignment,
                        struct diagnostics *errors)
{
    struct sweep_axis axis;
    if (sweep_axis_read(&axis, assignment->part, assignment->key, assignment->values,
                        assignment->origin, errors)) {
        char text[NAME_BYTES + SWEEP_TEXT_BYTES];
        char value[SWEEP_TEXT_BYTES];
        sweep_axis_print(&axis, 0, value);
        snprintf(text, sizeof text, "%s=%s", assignment->name, value);
        config_override(&request->config, &setup_schema, text, assignment->origin, errors);
        if (axis.count > 1)
            add_axis(&request->plan, &axis, assignment, errors);
    }
    sweep_axis_free(&axis);
}

void sweep_request_axis(struct sweep_request *request, const struct cli_given *given,
                        struct diagnostics *errors)
{
    struct assignment assignment = {.key = NULL};
    if (!take_apart(&assignment, given, errors) ||
        is_repeated(&request->config, &assignment, errors))
        return;
    if (assignment.key && assignment.key->type != CONFIG_TEXT)
        read_values(request, &assignment, errors);
    else
        config_override(&request->config, &setup_schema, assignment.text, assignment.origin,
                        errors);
}
