/* Many events that disturb each other, by chance from a seed: time never runs
 * back, and two simulators in two threads do what one alone does. */
#include "sim/kernel/random.h"
#include "sim/kernel/simulator.h"

#include <pthread.h>

#include "tests/check_main.h"

enum { EVENTS = 200, SLOTS = 256, FIRINGS = 200000 };

struct world;

struct actor {
    struct event event;
    struct world *world;
    uint32_t index;
};

struct world {
    struct simulator sim;
    struct event_slot slots[SLOTS];
    struct actor actors[EVENTS];
    struct random random;
    uint64_t seed;
    uint64_t fired;
    sim_time before;
    uint64_t trace; /* hash of who fired when */
    bool good;
};

static sim_time act(struct event *event, sim_time now)
{
    struct actor *self = (struct actor *)event;
    struct world *world = self->world;
    struct random *random = &world->random;
    SIM_ASSERT(&world->sim, NULL, now >= world->before && now == world->sim.now,
               "time ran back from %ld", (long)world->before);
    world->before = now;
    world->sim.progress++;
    world->trace = (world->trace ^ (uint64_t)now ^ self->index) * UINT64_C(0x100000001b3);
    if (++world->fired >= FIRINGS)
        return SIM_NEVER;
    struct event *other = &world->actors[random_below(random, EVENTS)].event;
    sim_time then = now + (sim_time)random_below(random, 20);
    switch (random_below(random, 4)) {
    case 0:
        simulator_arm(&world->sim, other, then);
        break;
    case 1:
        simulator_arm_by(&world->sim, other, then);
        break;
    case 2:
        event_cancel(&world->sim.queue, other);
        break;
    default:
        break;
    }
    return random_below(random, 8) ? now + (sim_time)random_below(random, 30) : SIM_NEVER;
}

static void *run_world(void *argument)
{
    struct world *world = argument;
    uint64_t seed = world->seed;
    *world = (struct world){.seed = seed};
    random_seed(&world->random, seed);
    simulator_init(&world->sim, world->slots, SLOTS);
    for (uint32_t i = 0; i < EVENTS; i++) {
        struct actor *actor = &world->actors[i];
        actor->world = world;
        actor->index = i;
        simulator_add_event(&world->sim, &actor->event, act, (uint8_t)(i % 3));
        simulator_arm(&world->sim, &actor->event, (sim_time)random_below(&world->random, 5));
    }
    world->good = simulator_run(&world->sim);
    return NULL;
}

static struct world alone, threaded[2];

static void expect_same(const struct world *world)
{
    ck_assert_msg(world->good, "%s", world->sim.report);
    ck_assert_uint_eq(world->trace, alone.trace);
    ck_assert_uint_eq(world->fired, alone.fired);
    ck_assert_uint_eq(world->sim.events, alone.sim.events);
    ck_assert_int_eq(world->sim.now, alone.sim.now);
}

START_TEST(time_never_runs_back)
{
    alone.seed = 11;
    run_world(&alone);
    ck_assert_msg(alone.good, "%s", alone.sim.report);
    ck_assert_uint_ge(alone.fired, FIRINGS);
}
END_TEST

START_TEST(another_seed_gives_another_run)
{
    alone.seed = 11;
    run_world(&alone);
    threaded[0].seed = 12;
    run_world(&threaded[0]);
    ck_assert_uint_ne(threaded[0].trace, alone.trace);
}
END_TEST

START_TEST(two_threads_do_what_one_does)
{
    pthread_t threads[2];
    alone.seed = 11;
    run_world(&alone);
    for (int i = 0; i < 2; i++) {
        threaded[i].seed = 11;
        ck_assert_int_eq(pthread_create(&threads[i], NULL, run_world, &threaded[i]), 0);
    }
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < 2; i++)
        expect_same(&threaded[i]);
}
END_TEST

/* One fails, the other does not notice. */
static sim_time fails(struct event *event, sim_time now)
{
    struct actor *self = (struct actor *)event;
    SIM_ASSERT(&self->world->sim, NULL, now == 0, "meant to fail");
    return 5;
}

static void *run_failing(void *argument)
{
    struct world *world = argument;
    simulator_init(&world->sim, world->slots, SLOTS);
    world->actors[0].world = world;
    simulator_add_event(&world->sim, &world->actors[0].event, fails, 0);
    simulator_arm(&world->sim, &world->actors[0].event, 0);
    world->good = simulator_run(&world->sim);
    return NULL;
}

START_TEST(a_failure_stays_in_its_thread)
{
    pthread_t threads[2];
    alone.seed = threaded[1].seed = 13;
    run_world(&alone);
    ck_assert_int_eq(pthread_create(&threads[0], NULL, run_failing, &threaded[0]), 0);
    ck_assert_int_eq(pthread_create(&threads[1], NULL, run_world, &threaded[1]), 0);
    for (int i = 0; i < 2; i++)
        ck_assert_int_eq(pthread_join(threads[i], NULL), 0);
    ck_assert(!threaded[0].good);
    expect_same(&threaded[1]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("threads");
    TCase *tests = tcase_create("threads");
    tcase_add_test(tests, time_never_runs_back);
    tcase_add_test(tests, another_seed_gives_another_run);
    tcase_add_test(tests, two_threads_do_what_one_does);
    tcase_add_test(tests, a_failure_stays_in_its_thread);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
