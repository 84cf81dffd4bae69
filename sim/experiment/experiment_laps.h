/* The two flanks of the first lap, for those who only want these. */
#ifndef ANESIM_EXPERIMENT_EXPERIMENT_LAPS_H
#define ANESIM_EXPERIMENT_EXPERIMENT_LAPS_H

#include "sim/experiment/experiments.h"

enum laps_side { LAPS_LEFT, LAPS_RIGHT, LAPS_SIDES };

struct laps_flank {
    double ramp_us; /* |dt/dx| from |x| = 8 to 128 lines, us a line: a cliff at 0 is no ramp */
    double recovery_lines; /* the nearest |x| as fast as far away */
};

/* False when a diagnostic was added. */
bool laps_flanks(struct lab *lab, struct laps_flank flanks[LAPS_SIDES]);

#endif
