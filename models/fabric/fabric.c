#include "models/fabric/fabric.h"

static const int64_t ps_per_s = INT64_C(1000000000000);

static const struct config_key keys[] = {
    {.name = "clock",
     .type = CONFIG_FREQUENCY,
     .offset = offsetof(struct fabric_params, clock_hz),
     .min = 100000000,
     .max = 10000000000,
     .default_text = "1GHz",
     .provenance = PROVENANCE_ASSUMED,
     .help = "a core asks for at most one line per clock"},
    {.name = "request_latency",
     .type = CONFIG_TIME,
     .offset = offsetof(struct fabric_params, request_latency_ps),
     .min = PS_PER_NS,
     .max = 100 * PS_PER_US,
     .provenance = PROVENANCE_CALIBRATED,
     .help = "time from a core's request to its arrival at the memory channel"},
    {.name = "response_latency",
     .type = CONFIG_TIME,
     .offset = offsetof(struct fabric_params, response_latency_ps),
     .min = PS_PER_NS,
     .max = 100 * PS_PER_US,
     .provenance = PROVENANCE_CALIBRATED,
     .help = "time from the end of a data burst to its arrival in the core"},
};

const struct config_section fabric_section = {
    .name = "fabric",
    .help = "The wires between the cores and the memory controllers",
    .keys = keys,
    .key_count = sizeof keys / sizeof keys[0],
};

sim_time fabric_clock_ps(const struct fabric_params *params)
{
    return (ps_per_s + params->clock_hz / 2) / params->clock_hz;
}

void fabric_port_init(struct fabric_port *port, const struct fabric_params *params)
{
    *port = (struct fabric_port){
        .clock_ps = fabric_clock_ps(params),
        .request_latency_ps = params->request_latency_ps,
        .response_latency_ps = params->response_latency_ps,
    };
}
