"""A piece goes on in the pattern of meters that its last bars show."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.form.meter_pattern import (
    LONGEST_PATTERN,
    period_of,
    with_meters_of,
    with_meters_until,
)
from engine.values.score import Note, Score, TimeSignature, Track
from engine.values.time import BarMap

FIVE, SEVEN = (5, 8), (7, 8)
FOUR, THREE, TWO = (4, 4), (3, 4), (2, 4)


def _score(meters, *, notes=True) -> Score:
    """A piece with these meters, and a note in each bar that fills it."""
    tick, signatures, played = 0, [], []
    for numerator, denominator in meters:
        if not signatures or (signatures[-1].numerator, signatures[-1].denominator) != (
            numerator,
            denominator,
        ):
            signatures.append(TimeSignature(tick, numerator, denominator))
        length = 480 * 4 * numerator // denominator
        played.append(Note(tick, 60, length))
        tick += length
    track = Track(notes=tuple(played) if notes else ())
    return Score(tracks=(track,), time_signatures=tuple(signatures))


def _meters(score: Score, count: int) -> list[tuple[int, int]]:
    """The meters of the first bars, each of which is a whole one."""
    bars, found = BarMap.of(score), []
    for bar in range(count):
        tick = bars.start_of(bar)
        meter = bars.signature_at(tick)
        assert bars.start_of(bar + 1) - tick == 480 * 4 * meter.numerator // meter.denominator
        found.append((meter.numerator, meter.denominator))
    return found


@pytest.mark.parametrize(
    ("meters", "period"),
    [
        ([FIVE, SEVEN] * 2, 2),
        ([FIVE, SEVEN] * 6, 2),
        ([SEVEN] + [FIVE, SEVEN] * 2, 2),
        ([FOUR, FOUR, THREE] * 2, 3),
        ([FOUR, FOUR, THREE] * 3 + [FOUR], 3),
        ([FOUR, FOUR, FOUR, THREE] * 2, 4),
        # The inner repeat of two bars is shorter than the whole one.
        (([THREE, FOUR] * 2 + [FIVE, FIVE]) * 2 + [THREE, FOUR] * 2, 6),
        ([FOUR] * 7 + [THREE] + [FOUR] * 7 + [THREE], 8),
        ([FOUR] * 12, 0),
        ([], 0),
        ([FIVE, SEVEN], 0),
        ([FIVE, SEVEN, FIVE], 0),
        # It settles in one meter.
        ([FIVE, SEVEN] * 4 + [SEVEN] * 4, 0),
        ([FOUR] * 8 + [TWO] + [FOUR] * 3, 0),
        # Nine bars are no pattern.
        (([FOUR] * 8 + [THREE]) * 3, 0),
    ],
)
def test_a_pattern_is_seen_twice_in_the_last_bars(meters, period) -> None:
    assert period_of(meters) == period


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(
    pattern=st.lists(st.sampled_from((FIVE, SEVEN, THREE, FOUR)), min_size=2, max_size=8),
    before=st.lists(st.sampled_from((FIVE, FOUR, TWO)), max_size=6),
    times=st.integers(2, 5),
    more=st.integers(0, 7),
    bars=st.integers(1, 20),
)
def test_a_piece_goes_on_in_its_pattern(pattern, before, times, more, bars) -> None:
    whole = pattern * (times + 8)
    meters = [*before, *whole[: len(pattern) * times + min(more, len(pattern) - 1)]]
    score, done = _score(meters), len(meters)
    start = BarMap.of(score).start_of(done)
    period = period_of(meters)
    assert period <= LONGEST_PATTERN
    wanted = list(meters)
    for _ in range(bars):
        wanted.append(wanted[-period] if period else wanted[-1])
    longer = with_meters_of(score, start=start, bars=bars)
    assert _meters(longer, done + bars) == wanted
    if len(pattern) * times > 2 * len(before) + 2 * LONGEST_PATTERN and period:
        assert wanted[done:] == whole[done - len(before) :][:bars]
    # Whoever writes them in two goes, or says where they end, writes the same.
    part = random.Random(bars).randrange(bars + 1)  # noqa: S311 - not a secret
    twice = with_meters_of(score, start=start, bars=part)
    assert with_meters_of(twice, start=start, bars=bars) == longer
    end = BarMap.of(longer).start_of(done + bars)
    assert with_meters_until(score, start=start, end=end) == longer
    assert with_meters_until(longer, start=start, end=end) == longer


def test_a_piece_without_a_pattern_is_the_same_object() -> None:
    for meters in ([FOUR] * 8, [FIVE, SEVEN] * 3 + [SEVEN] * 3, [FIVE, SEVEN]):
        score = _score(meters)
        assert with_meters_of(score, start=score.end, bars=9) is score
        assert with_meters_until(score, start=score.end, end=score.end + 9999) is score
    assert with_meters_of(Score(), start=0, bars=4) == Score()


def test_bars_that_have_their_meter_keep_it() -> None:
    """Those of the piece, silent ones with a meter of their own, and those before the start."""
    score = _score([FIVE, SEVEN] * 3)
    inside = BarMap.of(score).start_of(2)
    longer = with_meters_of(score, start=inside, bars=8)
    assert _meters(longer, 10) == [FIVE, SEVEN] * 5
    silent = replace(score, time_signatures=(*score.time_signatures, TimeSignature(99_999, 4, 4)))
    assert with_meters_of(silent, start=score.end, bars=8) is silent
    # The ruler shows 7/8 in the silent bars before the start.
    later = BarMap.of(score).start_of(9)
    assert with_meters_of(score, start=later, bars=4) is score


def test_a_bar_that_is_cut_short_is_no_part_of_a_pattern() -> None:
    meters = _score([FIVE, SEVEN] * 4)
    cut = replace(
        meters,
        time_signatures=tuple(replace(m, tick=m.tick * 9 // 10) for m in meters.time_signatures),
    )
    assert with_meters_of(cut, start=cut.end, bars=4) is cut
