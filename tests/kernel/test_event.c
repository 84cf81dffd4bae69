#include "sim/kernel/event.h"

#include "sim/kernel/random.h"
#include "tests/check_main.h"

enum { EVENTS_MAX = 1024, MOVES = 20000 };

static struct event_slot slots[EVENTS_MAX];
static struct event events[EVENTS_MAX];

/* What the queue should know, kept the plain way. */
struct expected {
    const struct event *event;
    sim_time time;
    uint64_t sequence;
};

static struct expected expected[EVENTS_MAX];
static uint64_t arms;

static sim_time never_fired(struct event *event, sim_time now)
{
    (void)event;
    ck_abort_msg("the queue alone fired an event at %ld", (long)now);
    return SIM_NEVER;
}

/* A few priorities and few times, so that ties of every kind are common. */
static uint8_t priority_of(uint32_t i)
{
    return (uint8_t)(i * 7 % 4 == 3 ? 255 : i * 7 % 4);
}

static void fill(struct event_queue *queue, uint32_t capacity, uint32_t count)
{
    event_queue_init(queue, slots, capacity);
    for (uint32_t i = 0; i < count; i++) {
        if (!event_add(queue, &events[i], never_fired, priority_of(i)))
            ck_abort_msg("event %u of %u did not fit", i, capacity);
        expected[i] = (struct expected){.event = &events[i], .time = SIM_NEVER};
    }
}

static void arm(struct event_queue *queue, uint32_t i, sim_time time)
{
    event_arm(queue, &events[i], time);
    expected[i].time = time;
    expected[i].sequence = ++arms;
}

/* By (time, priority, sequence); what is not armed goes last. */
static int compare(const void *left, const void *right)
{
    const struct expected *a = left, *b = right;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->event->priority != b->event->priority)
        return a->event->priority < b->event->priority ? -1 : 1;
    return a->sequence < b->sequence ? -1 : a->sequence > b->sequence;
}

static const struct event *expected_first(uint32_t count)
{
    const struct expected *first = &expected[0];
    for (uint32_t i = 1; i < count; i++) {
        if (compare(&expected[i], first) < 0)
            first = &expected[i];
    }
    return first->time == SIM_NEVER ? NULL : first->event;
}

/* Takes all events out, in order, against a sorted list of them. */
static void drain(struct event_queue *queue, uint32_t count)
{
    static struct expected sorted[EVENTS_MAX];
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = expected[i];
    qsort(sorted, count, sizeof sorted[0], compare);
    for (uint32_t i = 0; i < count && sorted[i].time != SIM_NEVER; i++) {
        struct event *first = event_queue_first(queue);
        if (first != sorted[i].event)
            ck_abort_msg("place %u of %u: not the event due at %ld", i, count,
                         (long)sorted[i].time);
        if (event_time(queue, first) != sorted[i].time)
            ck_abort_msg("place %u of %u: due at another time", i, count);
        event_cancel(queue, first);
    }
    for (uint32_t i = 0; i < count; i++)
        expected[i].time = SIM_NEVER;
    if (event_queue_first(queue))
        ck_abort_msg("an event is left that was never armed");
}

static void check_mix(uint32_t capacity, uint32_t count, uint64_t seed)
{
    struct event_queue queue;
    struct random random;
    random_seed(&random, seed);
    fill(&queue, capacity, count);
    for (int move = 0; move < MOVES; move++) {
        uint32_t i = (uint32_t)random_below(&random, count);
        uint64_t what = random_below(&random, 16);
        if (what < 12)
            arm(&queue, i, (sim_time)random_below(&random, 40));
        else if (what < 13)
            arm(&queue, i, SIM_NEVER - 1 - (sim_time)random_below(&random, 2));
        else
            arm(&queue, i, SIM_NEVER);
        if (event_time(&queue, &events[i]) != expected[i].time)
            ck_abort_msg("move %d: event %u is due at another time", move, i);
        if (event_queue_first(&queue) != expected_first(count))
            ck_abort_msg("move %d of %u events: another is first", move, count);
        if (move % 1000 == 999)
            drain(&queue, count);
    }
}

static const uint32_t sizes[][2] = {/* capacity, events */
                                    {2, 1},   {2, 2},   {4, 3},     {8, 8},       {32, 17},
                                    {32, 25}, {32, 32}, {256, 200}, {1024, 1023}, {1024, 1024}};

START_TEST(a_random_mix_keeps_the_order)
{
    for (uint64_t seed = 1; seed <= 2; seed++)
        check_mix(sizes[_i][0], sizes[_i][1], seed + 100 * (uint64_t)_i);
}
END_TEST

START_TEST(time_goes_before_priority_and_priority_before_sequence)
{
    struct event_queue queue;
    event_queue_init(&queue, slots, 4);
    static const uint8_t priorities[] = {3, 0, 3, 1};
    for (uint32_t i = 0; i < 4; i++)
        event_add(&queue, &events[i], never_fired, priorities[i]);
    event_arm(&queue, &events[2], 10);
    event_arm(&queue, &events[1], 11);
    event_arm(&queue, &events[0], 10);
    event_arm(&queue, &events[3], 10);
    static const uint32_t order[] = {3, 2, 0, 1};
    for (uint32_t i = 0; i < 4; i++) {
        ck_assert_ptr_eq(event_queue_first(&queue), &events[order[i]]);
        event_cancel(&queue, &events[order[i]]);
    }
    ck_assert_ptr_null(event_queue_first(&queue));
}
END_TEST

/* Armed anew for the same time, an event goes behind its equals. */
START_TEST(arming_again_takes_a_new_number)
{
    struct event_queue queue;
    event_queue_init(&queue, slots, 2);
    event_add(&queue, &events[0], never_fired, 1);
    event_add(&queue, &events[1], never_fired, 1);
    event_arm(&queue, &events[0], 5);
    event_arm(&queue, &events[1], 5);
    ck_assert_ptr_eq(event_queue_first(&queue), &events[0]);
    event_arm(&queue, &events[0], 5);
    ck_assert_ptr_eq(event_queue_first(&queue), &events[1]);
}
END_TEST

START_TEST(an_event_is_not_armed_until_it_is)
{
    struct event_queue queue;
    fill(&queue, 8, 5);
    ck_assert_ptr_null(event_queue_first(&queue));
    for (uint32_t i = 0; i < 5; i++)
        ck_assert_int_eq(event_time(&queue, &events[i]), SIM_NEVER);
    event_arm(&queue, &events[4], SIM_NEVER);
    ck_assert_ptr_null(event_queue_first(&queue));
    event_arm(&queue, &events[4], SIM_NEVER - 1);
    ck_assert_ptr_eq(event_queue_first(&queue), &events[4]);
    event_cancel(&queue, &events[4]);
    ck_assert_ptr_null(event_queue_first(&queue));
    ck_assert_int_eq(event_time(&queue, &events[4]), SIM_NEVER);
}
END_TEST

START_TEST(a_full_queue_says_so)
{
    static const uint32_t capacities[] = {2, 32, 1024};
    struct event_queue queue;
    struct event one_more = {0};
    uint32_t capacity = capacities[_i];
    fill(&queue, capacity, capacity);
    event_arm(&queue, &events[capacity - 1], 7);
    ck_assert(!event_add(&queue, &one_more, never_fired, 0));
    ck_assert_uint_eq(queue.count, capacity);
    ck_assert(!one_more.fire);
    ck_assert_ptr_eq(event_queue_first(&queue), &events[capacity - 1]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("event");
    TCase *tests = tcase_create("event");
    tcase_add_loop_test(tests, a_random_mix_keeps_the_order, 0, sizeof sizes / sizeof sizes[0]);
    tcase_add_test(tests, time_goes_before_priority_and_priority_before_sequence);
    tcase_add_test(tests, arming_again_takes_a_new_number);
    tcase_add_test(tests, an_event_is_not_armed_until_it_is);
    tcase_add_loop_test(tests, a_full_queue_says_so, 0, 3);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
