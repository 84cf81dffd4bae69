#include "sim/workload/import_json.h"

#include <inttypes.h>
#include <string.h>

#include "sim/config/assignments.h"

static json_t *complain(const struct import_source *source, const char *text, size_t at,
                        uint64_t text_offset, const char *what, struct diagnostics *errors)
{
    long line = 1, column = 1;
    if (text_offset > 0) {
        import_complain(source, errors, "byte %" PRIu64 ": %s", text_offset + at, what);
        return NULL;
    }
    for (size_t i = 0; i < at; i++) {
        column = text[i] == '\n' ? 1 : column + 1;
        line += text[i] == '\n';
    }
    diagnostics_add(errors, DIAGNOSTIC_BAD_INPUT, source->path, line, "column %ld: %s", column,
                    what);
    return NULL;
}

/* Looks at the size of the document before any of it is built.  NULL: it may
 * be parsed; else what is too much, at *at. */
static const char *check_size(const char *text, size_t bytes, size_t *at)
{
    bool quoted = false;
    size_t depth = 0, values = 1;
    for (*at = 0; *at < bytes; ++*at) {
        char c = text[*at];
        if (quoted) {
            *at += c == '\\';
            quoted = c != '"';
            continue;
        }
        quoted = c == '"';
        depth += c == '[' || c == '{';
        values += c == '[' || c == '{' || c == ',';
        depth -= (c == ']' || c == '}') && depth > 0;
        if (depth > IMPORT_JSON_DEPTH_MAX)
            return "nested too deep";
        if (values > IMPORT_JSON_VALUES_MAX)
            return "too many values";
    }
    return NULL;
}

json_t *import_json_parse(const struct import_source *source, const char *text, size_t bytes,
                          uint64_t text_offset, struct diagnostics *errors)
{
    json_error_t error;
    size_t at;
    if (text_offset == 0 && bytes >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        bytes -= 3;
    }
    const char *too_much = check_size(text, bytes, &at);
    if (too_much)
        return complain(source, text, at, text_offset, too_much, errors);
    json_t *document = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, &error);
    /* Short of memory, jansson 2.14 fails without a text. */
    if (!document && error.text[0] == '\0') {
        config_report_no_memory(errors);
        return NULL;
    }
    if (!document) {
        at = error.position > 0 ? (size_t)error.position - 1 : 0;
        return complain(source, text, at < bytes ? at : bytes, text_offset, error.text, errors);
    }
    if (json_is_object(document))
        return document;
    json_decref(document);
    return complain(source, text, 0, text_offset, "an object, { ... }, is needed", errors);
}

const char *import_json_type(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a string";
    case JSON_INTEGER:
        return "an integer";
    case JSON_REAL:
        return "a real number";
    case JSON_TRUE:
    case JSON_FALSE:
        return "true or false";
    default:
        return "null";
    }
}
