from engine.training.stopwatch import Stopwatch


class Clock:
    def __init__(self):
        self.now_s = 0.0

    def __call__(self):
        return self.now_s


def test_laps_are_added_up_and_pauses_are_not():
    clock = Clock()
    watch = Stopwatch(clock, elapsed_s=100.0)
    for _ in range(3):
        clock.now_s += 2.0
        assert watch.lap() == 2.0
        clock.now_s += 500.0
        watch.start()
    assert watch.elapsed_s == 106.0


def test_a_laptop_that_slept_in_the_middle_of_a_step_has_worked_a_step():
    clock = Clock()
    watch = Stopwatch(clock)
    for seconds in (2.0, 3.0, 8 * 3600.0, 2.0):
        clock.now_s += seconds
        watch.lap()
    assert watch.elapsed_s == 2.0 + 3.0 + 3.0 + 2.0


def test_a_slow_step_counts_in_full_and_a_clock_set_back_counts_nothing():
    clock = Clock()
    watch = Stopwatch(clock)
    for seconds in (0.1, 50.0, 900.0):
        clock.now_s += seconds
        watch.lap()
    assert watch.elapsed_s == 0.1 + 50.0 + 900.0
    clock.now_s -= 3600.0
    assert watch.lap() == 0.0
