"""The tempo of a clock from its pulses: random devices, and the public faults of other programs."""

from itertools import accumulate, pairwise
from random import Random

import pytest

from engine.playback.clocks.pulse_line import FASTEST_BPM, SLOWEST_BPM, ClockEstimate
from tests.playback.clock_senders import CURVES, DELIVERIES, SentPulse, by_usb, sent

TWO_BEATS = 48
# A packet that was late says when its pulses were sent to one pulse, which is this share of the
# quarter over which the tempo is measured. Other jitter, of up to 4 ms, does less to a quarter.
TOLERANCE = 1 / 24


def steady(bpm: float, began_s: float, count: int) -> list[float]:
    return [began_s + number * 2.5 / bpm for number in range(count)]


def estimates(arrivals: list[float]) -> list[ClockEstimate]:
    """Return what is known after each pulse."""
    return list(accumulate(arrivals, ClockEstimate.after, initial=ClockEstimate()))[1:]


def since_changes(pulses: list[SentPulse]) -> list[int]:
    """Return for each pulse how many came since a step of the tempo, a pause or the start."""
    since = [0]
    for before, pulse in pairwise(pulses):
        paused = pulse.at_s - before.at_s > 1.01 * 2.5 / before.bpm
        stepped = abs(pulse.bpm / before.bpm - 1) > 0.05
        since.append(0 if paused or stepped else since[-1] + 1)
    return since


def error_of(bpm: float, truth: list[SentPulse]) -> float:
    """Return by which share a tempo lies outside those of some pulses; infinite if not known."""
    if not bpm:
        return float("inf")
    tempos = [pulse.bpm for pulse in truth]
    return max(min(tempos) / bpm - 1, bpm / max(tempos) - 1, 0.0)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 1000, 100))
def test_of_1000_random_clocks_none_is_wrong_two_beats_after_a_change(first: int) -> None:
    judged = 0
    for seed in range(first, first + 100):
        draw = Random(seed)  # noqa: S311 - the curves are to come again
        pulses = sent(CURVES[seed % 3](draw))
        arrivals = DELIVERIES[seed // 3 % 2](pulses, draw)
        since = since_changes(pulses)
        for number, known in enumerate(estimates(arrivals)):
            assert known.bpm == 0.0 or SLOWEST_BPM <= known.bpm <= FASTEST_BPM
            if since[number] >= TWO_BEATS:
                judged += 1
                error = error_of(known.bpm, pulses[number - TWO_BEATS : number])
                assert error <= TOLERANCE, (seed, number, known.bpm)
    assert judged > 10_000


@pytest.mark.parametrize("bpm", [20.0, 61.7, 120.0, 233.0, 400.0])
def test_a_steady_clock_is_known_to_half_a_percent_and_its_pulses_to_a_frame(bpm: float) -> None:
    pulses = [SentPulse(at_s, bpm) for at_s in steady(bpm, 1.0, 480)]
    arrivals = [at_s + (0.0003, 0.0011, 0.0007)[i % 3] for i, (at_s, _) in enumerate(pulses)]
    known = estimates(arrivals)[TWO_BEATS:]
    assert all(each.bpm == pytest.approx(bpm, rel=0.005) for each in known)
    late = [each.due_s - pulse.at_s for each, pulse in zip(known, pulses[TWO_BEATS:], strict=True)]
    assert min(late) > -0.0005
    assert max(late) < 0.0015


@pytest.mark.parametrize("burst", [2, 3, 4, 6, 24])
def test_pulses_that_come_at_once_at_the_start_are_no_tempo(burst: int) -> None:
    arrivals = [1.0 + number * 1e-4 for number in range(burst)]
    arrivals += steady(120, 1.0 + burst * 2.5 / 120, 48)
    tempos = [each.bpm for each in estimates(arrivals)]
    assert all(tempo == 0.0 or 118 < tempo < 122 for tempo in tempos)
    assert tempos[-1] == pytest.approx(120, rel=0.005)


@pytest.mark.parametrize(
    ("before", "after"),
    [(240, 100), (174, 80), (170, 60), (150, 70), (60, 120), (120, 60), (20, 400), (400, 20)],
)
@pytest.mark.parametrize("pause_s", [0.0, 0.6])
def test_another_tempo_is_known_within_a_beat(before: float, after: float, pause_s: float) -> None:
    arrivals = steady(before, 1.0, 96)
    arrivals += steady(after, arrivals[-1] + 2.5 / after + pause_s, 25)
    known = estimates(arrivals)
    assert known[-1].bpm == pytest.approx(after, rel=0.005)
    assert known[-1].due_s == pytest.approx(arrivals[-1], abs=0.002)


def test_lost_pulses_and_pulses_two_by_two_do_not_change_the_tempo() -> None:
    times = steady(130, 1.0, 480)
    some_lost = [at_s for number, at_s in enumerate(times) if number % 97 not in {5, 6}]
    # A lost pulse is a pause; it is forgotten within a quarter.
    assert all(116 < each.bpm < 144 for each in estimates(some_lost)[TWO_BEATS:])
    by_two = [times[number // 2 * 2 + 1] for number in range(480)]
    known = estimates(by_two)[TWO_BEATS:]
    assert all(each.bpm == pytest.approx(130, rel=0.005) for each in known)
    late = [each.due_s - times[TWO_BEATS + number] for number, each in enumerate(known)]
    assert max(map(abs, late)) < 0.001


def test_a_stall_that_is_made_up_for_keeps_tempo_and_phase() -> None:
    times = steady(120, 1.0, 480)
    arrivals = [max(at_s, 3.0) if at_s > 2.3 else at_s for at_s in times]
    for at_s, known in list(zip(times, estimates(arrivals), strict=True))[TWO_BEATS:]:
        assert known.bpm == pytest.approx(120, rel=0.01)
        assert known.due_s == pytest.approx(at_s, abs=0.003)


@pytest.mark.parametrize("bpm", [2.0, 15.0, 500.0, 25_000.0])
def test_what_is_no_tempo_of_music_is_not_believed(bpm: float) -> None:
    lost = estimates(steady(bpm, 1.0, 96))[-1]
    assert lost.bpm == 0.0
    assert lost.is_lost
    arrivals = steady(90, 1.0, 96)
    arrivals += steady(bpm, arrivals[-1] + 2.5 / bpm, 96)
    after = estimates(arrivals)
    assert all(88 < each.bpm < 92 for each in after[TWO_BEATS:])
    assert after[-1].is_lost
    again = arrivals + steady(90, arrivals[-1] + 2.5 / 90, 25)
    assert not estimates(again)[-1].is_lost


def test_pulses_that_scatter_more_than_expected_still_give_a_tempo() -> None:
    draw = Random(1)  # noqa: S311 - the same each time
    times = steady(80, 1.0, 960)
    scattered = sorted(at_s + draw.gauss(0, 0.03) for at_s in times)
    known = estimates(scattered)
    lines = {each.line.number for each in known if each.line}
    assert max(after - before for before, after in pairwise(sorted(lines))) <= 30
    again = scattered + steady(160, scattered[-1] + 0.02, TWO_BEATS)
    assert estimates(again)[-1].bpm == pytest.approx(160, rel=0.01)


def test_a_busy_host_is_among_the_random_ones() -> None:
    pulses = [SentPulse(at_s, 120.0) for at_s in steady(120, 1.0, 4800)]
    arrivals = by_usb(pulses, Random(3))  # noqa: S311 - the same each time
    late = [at_s - pulse.at_s for at_s, pulse in zip(arrivals, pulses, strict=True)]
    assert max(late) > 0.2
    assert min(late) >= 0.0
