#include "sim/report/plot_even.h"

#include <math.h>

/* The place of a value among rising ones from `from` on, or count. */
static size_t find(const double *values, size_t count, size_t from, double value)
{
    size_t low = from, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (values[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && values[low] == value ? low : count;
}

static size_t length_of(const double *values, size_t count, size_t first, double step)
{
    size_t length = 1;
    for (size_t at = first; at < count; length++) {
        size_t next = find(values, count, at + 1, values[at] + step);
        if (next == count)
            break;
        at = next;
    }
    return length;
}

struct even even_longest(const double *values, size_t count, size_t least)
{
    struct even best = {.count = count > 0 ? 1 : 0, .first = count > 0 ? values[0] : 0};
    double step_max = count > 1 ? (values[count - 1] - values[0]) / (double)(least - 1) : 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count && values[j] - values[i] <= step_max; j++) {
            double step = values[j] - values[i];
            if (find(values, i, 0, values[i] - step) < i)
                continue; /* part of a longer one */
            size_t length = length_of(values, count, i, step);
            if (length > best.count || (length == best.count && step > best.step))
                best = (struct even){values[i], step, length};
        }
    return best;
}

bool even_has(const struct even *even, double value)
{
    double steps = (value - even->first) / even->step;
    return steps >= 0 && steps < (double)even->count && floor(steps) == steps;
}
