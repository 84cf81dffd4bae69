#include "sim/report/format.h"

#include <string.h>

const struct format formats[] = {
    {"table", "for people", format_table},
    {"json", "one object: config, rows, diagnosis", format_json},
    {"csv", "a header and the rows", format_csv},
    {NULL, NULL, NULL},
};

const struct format *format_find(const char *name)
{
    for (const struct format *format = formats; format->name; format++)
        if (strcmp(format->name, name) == 0)
            return format;
    return NULL;
}
