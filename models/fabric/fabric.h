/* Fabric: the wires between the cores and the memory controllers.
 *
 *   core --- request_latency --->  channel     one request per core per clock
 *        <-- response_latency ---
 *
 * Both latencies are constant (calibrated: with the memory's own they make up
 * the round trip of a demand line).  Requests that a channel has no room for
 * yet wait here, so a core is never blocked by another core's lines; the
 * number waiting is bounded by the cores' credits and memory.
 *
 * The way back is as wide as the rate at which KMem is drained, in order, one
 * line per clock, so it needs no limit of its own.
 *
 * Not modelled: arbitration between cores, routing, and the other clients of
 * the real fabric (CPU, GPU).
 */
#ifndef ANESIM_FABRIC_FABRIC_H
#define ANESIM_FABRIC_FABRIC_H

#include "sim/config/schema.h"
#include "sim/kernel/time.h"

struct fabric_params {
    int64_t clock_hz;
    int64_t request_latency_ps;
    int64_t response_latency_ps;
};

extern const struct config_section fabric_section;

/* One core's port: when it may next send a request. */
struct fabric_port {
    sim_time clock_ps;
    sim_time request_latency_ps;
    sim_time response_latency_ps;
    sim_time send_free;
};

void fabric_port_init(struct fabric_port *port, const struct fabric_params *params);

/* Clock period in picoseconds, rounded to the nearest. */
sim_time fabric_clock_ps(const struct fabric_params *params);

/* Takes the port for a request leaving now; returns when the channel has it. */
static inline sim_time fabric_send(struct fabric_port *port, sim_time now)
{
    port->send_free = now + port->clock_ps;
    return now + port->request_latency_ps;
}

/* Data left the memory at `sent`; returns when the core has it. */
static inline sim_time fabric_receive(const struct fabric_port *port, sim_time sent)
{
    return sent + port->response_latency_ps;
}

#endif
