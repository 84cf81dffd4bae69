/* How many lines a second the simulator does, and how many events its queue
 * could do at best.
 *
 *   bench_lines [REPETITIONS]     (5 when left out)
 *
 * See bench/README.md for what the numbers mean. */
#include "models/ane/chip.h"
#include "sim/kernel/random.h"
#include "tests/models/section_params.h"

#include <inttypes.h>
#include <sys/resource.h>
#include <time.h>

enum { LAP_LINES = 0x4000, REPETITIONS = 5, REPETITIONS_MAX = 100 };

struct rates {
    double lines; /* a second */
    double events;
};

struct samples {
    size_t count;
    struct rates of[REPETITIONS_MAX];
};

/* Of this process alone: the machine may be shared. */
static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The most this process ever had. */
static double peak_mib(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)usage.ru_maxrss / 1024;
}

static int compare_events(const void *left, const void *right)
{
    const struct rates *a = left, *b = right;
    return a->events < b->events ? -1 : a->events > b->events;
}

static struct rates sort(struct samples *samples)
{
    qsort(samples->of, samples->count, sizeof samples->of[0], compare_events);
    return samples->of[samples->count / 2];
}

/* ---- the machine */

static struct chip_params m3_like(void)
{
    static const char *const ane[] = {"dispatch=108us", "task_overhead=2.8us"};
    static const char *const kdma[] = {"demand_lines=4", "credit_return=5.5us"};
    static const char *const fabric[] = {"request_latency=80ns", "response_latency=80ns"};
    struct chip_params params;
    memset(&params, 0, sizeof params);
    section_fill(&ane_section, &params.ane, ane, 2);
    section_fill(&ring_section, &params.core.ring, NULL, 0);
    section_fill(&kdma_section, &params.core.kdma, kdma, 2);
    section_fill(&kmem_section, &params.core.kmem, NULL, 0);
    section_fill(&fabric_section, &params.core.fabric, fabric, 2);
    section_fill(&dram_section, &params.dram, NULL, 0);
    return params;
}

/* `tasks` tasks of `lines` lines on each of 16 cores. */
static bool build(struct program *program, uint32_t tasks, uint64_t lines)
{
    if (!program_init(program, 16, tasks))
        return false;
    for (uint32_t task = 0; task < tasks; task++) {
        for (uint32_t core = 0; core < 16; core++)
            *program_transfer(program, task, core) = (struct transfer){
                .start_line = (core * (uint64_t)tasks + task) * lines, .lines = lines};
    }
    return true;
}

static bool run_once(struct chip *chip, const struct program *program, struct chip_result *result,
                     struct rates *rates)
{
    double before = cpu_seconds();
    enum chip_status status = chip_run(chip, program, NULL, result);
    double seconds = cpu_seconds() - before;
    if (status != CHIP_OK) {
        fprintf(stderr, "the chip is broken: %s\n", chip_report(chip));
        return false;
    }
    *rates = (struct rates){(double)result->lines / seconds, (double)result->events / seconds};
    return true;
}

static bool measure(struct chip *chip, const char *name, uint32_t tasks, uint64_t lines,
                    size_t repetitions)
{
    struct samples samples = {.count = repetitions};
    struct chip_result result;
    struct program program;
    bool good = build(&program, tasks, lines);
    for (size_t i = 0; good && i < repetitions; i++)
        good = run_once(chip, &program, &result, &samples.of[i]);
    program_free(&program);
    if (!good)
        return false;
    struct rates median = sort(&samples);
    printf("%-28s %8.2f  %5.2f %5.2f %5.2f  %9.2f %8.2f %9.2f\n", name, (double)result.lines / 1e6,
           samples.of[0].lines / 1e6, median.lines / 1e6, samples.of[repetitions - 1].lines / 1e6,
           median.events / 1e6, (double)result.events / (double)result.lines, peak_mib());
    fflush(stdout);
    return true;
}

static bool measure_machine(size_t repetitions)
{
    struct chip_params params = m3_like();
    struct chip *chip = chip_create(&params);
    printf("%-28s %8s  %17s  %9s %8s %9s\n", "", "", "M lines/s", "M events", "events", "peak MiB");
    printf("%-28s %8s  %5s %5s %5s  %9s %8s %9s\n", "16 cores, banked memory", "M lines", "min",
           "med", "max", "/s", "/line", "so far");
    bool good = chip != NULL &&
                measure(chip, "healthy: 32 x half a lap", 32, LAP_LINES / 2, repetitions) &&
                measure(chip, "collapsed: 16 laps", 1, 16 * LAP_LINES, repetitions) &&
                measure(chip, "16 times as long: 256 laps", 1, 256 * LAP_LINES, 1);
    chip_destroy(chip);
    return good;
}

/* ---- the event queue alone: the hold model */

enum { QUEUE_SLOTS_MAX = 1024, INCREMENTS = 4096, HOLDS = 20000000 };

static sim_time increments[INCREMENTS];

static sim_time never(struct event *event, sim_time now)
{
    (void)event, (void)now;
    return SIM_NEVER;
}

/* Takes the first event and arms it again, a random time later. */
static double hold(uint32_t events, uint32_t capacity)
{
    static struct event_slot slots[QUEUE_SLOTS_MAX];
    static struct event pool[QUEUE_SLOTS_MAX];
    struct event_queue queue;
    event_queue_init(&queue, slots, capacity);
    for (uint32_t i = 0; i < events; i++) {
        event_add(&queue, &pool[i], never, 1);
        event_arm(&queue, &pool[i], increments[i % INCREMENTS]);
    }
    double before = cpu_seconds();
    for (uint32_t i = 0; i < HOLDS; i++) {
        struct event *event = event_queue_first(&queue);
        event_arm(&queue, event, event_time(&queue, event) + increments[i % INCREMENTS]);
    }
    return HOLDS / (cpu_seconds() - before);
}

static void measure_queue(uint32_t events, uint32_t capacity, size_t repetitions)
{
    struct samples samples = {.count = repetitions};
    for (size_t i = 0; i < repetitions; i++)
        samples.of[i].events = hold(events, capacity);
    double median = sort(&samples).events;
    printf("%20" PRIu32 " events      %7.2f %7.2f %7.2f  %9.1f\n", events,
           samples.of[0].events / 1e6, median / 1e6, samples.of[repetitions - 1].events / 1e6,
           1e9 / median);
}

static void measure_queues(size_t repetitions)
{
    struct random random;
    random_seed(&random, 1);
    for (int i = 0; i < INCREMENTS; i++)
        increments[i] = 1 + (sim_time)random_below(&random, 10000);
    printf("\n%-32s %23s\n", "", "M events/s");
    printf("%-32s %7s %7s %7s  %9s\n", "event queue alone, hold model", "min", "med", "max", "ns");
    measure_queue(25, 32, repetitions);
    measure_queue(1024, 1024, repetitions);
}

int main(int argc, char **argv)
{
    char *end = NULL;
    long repetitions = argc > 1 ? strtol(argv[1], &end, 10) : REPETITIONS;
    if (argc > 2 || (end && *end) || repetitions < 1 || repetitions > REPETITIONS_MAX) {
        fprintf(stderr, "usage: bench_lines [REPETITIONS]   1 .. %d, 5 when left out\n",
                REPETITIONS_MAX);
        return 2;
    }
    if (!measure_machine((size_t)repetitions))
        return 1;
    measure_queues((size_t)repetitions);
    return 0;
}
