#include "sim/report/trace_format.h"

#include <errno.h>
#include <stdarg.h>

#include "sim/config/config.h"

void trace_print(struct trace_file *file, const char *format, ...)
{
    va_list arguments;
    if (file->error != 0)
        return;
    va_start(arguments, format);
    errno = 0;
    int bytes = vfprintf(file->stream, format, arguments);
    va_end(arguments);
    if (bytes < 0)
        file->error = errno != 0 ? errno : EIO;
    else
        file->bytes += (uint64_t)bytes;
}

static void begin(struct trace_sink *sink, const struct trace *trace, sim_time time)
{
    struct trace_output *output = (struct trace_output *)sink;
    output->format->begin(&output->file, trace, time);
}

static void end(struct trace_sink *sink, const struct trace *trace, sim_time time)
{
    struct trace_output *output = (struct trace_output *)sink;
    output->format->end(&output->file, trace, time);
}

static void step(struct trace_sink *sink, const struct trace *trace, sim_time time,
                 const uint16_t *changed, size_t count)
{
    struct trace_output *output = (struct trace_output *)sink;
    uint64_t needed = output->file.bytes + count * TRACE_CHANGE_BYTES_MAX + TRACE_TAIL_BYTES_MAX;
    if (output->file.error != 0) {
        sink->stopped = true;
    } else if (needed > output->file.limit) {
        output->stopped = time;
        sink->stopped = true;
        end(sink, trace, time);
    } else {
        output->format->step(&output->file, trace, time, changed, count);
    }
}

void trace_output_init(struct trace_output *output, const struct trace_format *format, FILE *stream,
                       uint64_t limit)
{
    *output = (struct trace_output){
        .sink = {.begin = begin, .step = step, .end = end},
        .format = format,
        .file = {.stream = stream, .limit = limit},
        .stopped = SIM_NEVER,
    };
}

void trace_each_key(struct trace_file *file, const struct setup *setup,
                    void (*line)(struct trace_file *file, const char *key, const char *value))
{
    for (size_t i = 0; i < setup_schema.part_count; i++) {
        const struct config_part *part = &setup_schema.parts[i];
        for (size_t j = 0; j < part->section->key_count; j++) {
            const struct config_key *key = &part->section->keys[j];
            char name[80];
            char value[CONFIG_TEXT_BYTES];
            snprintf(name, sizeof name, "%s.%s", part->section->name, key->name);
            config_value_print(key, (const char *)setup + part->offset + key->offset, value,
                               sizeof value);
            line(file, name, value);
        }
    }
}
