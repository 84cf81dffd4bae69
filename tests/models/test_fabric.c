#include "models/fabric/fabric.h"

#include "tests/check_main.h"

static struct fabric_port port_of(int64_t clock_hz, int64_t request_ps, int64_t response_ps)
{
    struct fabric_params params = {clock_hz, request_ps, response_ps};
    struct fabric_port port;
    fabric_port_init(&port, &params);
    return port;
}

START_TEST(the_clock_is_rounded_to_the_nearest_picosecond)
{
    static const struct {
        int64_t hz;
        sim_time ps;
    } clocks[] = {
        {1000000000, 1000}, {100000000, 10000}, {10000000000, 100}, {800000000, 1250},
        {1500000000, 667},  {3000000000, 333},  {6000000000, 167},
    };
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        struct fabric_params params = {.clock_hz = clocks[i].hz};
        ck_assert_int_eq(fabric_clock_ps(&params), clocks[i].ps);
    }
}
END_TEST

START_TEST(each_way_has_its_own_latency)
{
    struct fabric_port port = port_of(1000000000, 80000, 33000);
    ck_assert_int_eq(fabric_send(&port, 5000), 85000);
    ck_assert_int_eq(fabric_receive(&port, 200000), 233000);
}
END_TEST

START_TEST(a_request_takes_the_port_for_one_clock)
{
    struct fabric_port port = port_of(800000000, 80000, 33000);
    ck_assert_int_eq(port.send_free, 0);
    fabric_send(&port, 5000);
    ck_assert_int_eq(port.send_free, 6250);
    fabric_receive(&port, 9000); /* the way back does not */
    ck_assert_int_eq(port.send_free, 6250);
    fabric_send(&port, 10000);
    ck_assert_int_eq(port.send_free, 11250);
}
END_TEST

START_TEST(ports_are_independent)
{
    struct fabric_port a = port_of(1000000000, 80000, 80000), b = a;
    fabric_send(&a, 3000);
    ck_assert_int_eq(b.send_free, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("fabric");
    TCase *tests = tcase_create("fabric");
    tcase_add_test(tests, the_clock_is_rounded_to_the_nearest_picosecond);
    tcase_add_test(tests, each_way_has_its_own_latency);
    tcase_add_test(tests, a_request_takes_the_port_for_one_clock);
    tcase_add_test(tests, ports_are_independent);
    suite_add_tcase(suite, tests);
    return check_main(suite);
}
