/* Closed form: the time of a program without simulating it, by another way.
 *
 * Of one core with latched credit c, demand lines d in flight, round trip L of
 * a demand line and credit return T, after m bursts of credit:
 *
 *   lines(t) = d t / L + c m,   m = floor(t / T) + 1       (a staircase; its slope,
 *                                                    d / L + c / T, is the rate)
 * so   m = ceil(lines / (d T / L + c))
 *      t = max((m - 1) T, (lines - c m) L / d) + L
 *
 * no faster than the fabric's port, KMem's drain, and each core's share of the
 * memory allow; the program takes dispatch + sum over tasks (overhead + t).
 *
 * L = fabric both ways + row hit + the chance of another row state.  A core
 * keeps one bank open in each channel and visits it for a few lines at a time.
 * It finds its row closed if the bank was refreshed since the last visit, and
 * another row open if one of the n - 1 other cores was there meanwhile:
 * 1 - (1 - 1/banks)^(n - 1).  It waits if it comes during a refresh, or a
 * refresh during its visit.
 * A line that meets another at its bank waits for it: tRAS + tRP, times the
 * share of its peak at which the memory runs.
 *
 * Not covered: a credit evaluated live (it is no constant then), streams that
 * stay in step, fcfs, mappings without hash.
 */
#ifndef ANESIM_ANE_CLOSED_FORM_H
#define ANESIM_ANE_CLOSED_FORM_H

#include "models/ane/chip_params.h"
#include "models/ane/program.h"

struct closed_form {
    double time_us;
    double demand_latency_ns;
    double memory_busy; /* share of the memory's peak while tasks run, 0 .. 1 */
};

/* The program must have a line in every task. */
struct closed_form closed_form_run(const struct chip_params *params, const struct program *program);

#endif
