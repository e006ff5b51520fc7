"""Ticks, seconds and bars, with literal numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.values.score import Note, Score, Tempo, TimeSignature, Track
from engine.values.time import BarMap, Position, TempoMap, Timeline


def test_without_tempo_events_a_quarter_is_half_a_second() -> None:
    tempo = TempoMap((), 480)
    assert tempo.seconds_at(480) == 0.5
    assert tempo.tick_at(1.0) == 960
    assert tempo.bpm_at(5000) == 120.0


def test_tempo_changes_add_up() -> None:
    tempo = TempoMap((Tempo(0, 60.0), Tempo(480, 120.0)), 480)
    assert tempo.seconds_at(480) == 1.0
    assert tempo.seconds_at(960) == 1.5
    assert tempo.tick_at(1.25) == 720
    assert tempo.bpm_at(479) == 60.0
    assert tempo.bpm_at(480) == 120.0


def test_a_late_first_tempo_leaves_120_before_it() -> None:
    assert TempoMap((Tempo(480, 60.0),), 480).seconds_at(960) == 1.5


@given(
    st.lists(
        st.tuples(st.integers(0, 9000), st.floats(20, 300)), max_size=6, unique_by=lambda t: t[0]
    ),
    st.integers(0, 20_000),
)
def test_seconds_and_back(events: list[tuple[int, float]], tick: int) -> None:
    tempo = TempoMap(tuple(Tempo(t, b) for t, b in sorted(events)), 480)
    assert tempo.tick_at(tempo.seconds_at(tick)) == pytest.approx(tick, abs=1e-5)


def test_bars_of_common_time() -> None:
    bars = BarMap((), 480)
    assert [bars.start_of(b) for b in range(3)] == [0, 1920, 3840]
    assert bars.bar_at(1919) == 0
    assert bars.bar_at(1920) == 1
    assert bars.position_at(1920 + 480 + 7) == Position(1, 1, 7)


def test_meter_changes_and_six_eight() -> None:
    bars = BarMap((TimeSignature(0, 3, 4), TimeSignature(2880, 6, 8)), 480)
    assert bars.start_of(2) == 2880
    assert bars.start_of(3) == 2880 + 1440
    assert bars.beat_length_at(3000) == 240
    assert bars.signature_at(2879) == TimeSignature(0, 3, 4)


def test_a_change_inside_a_bar_begins_a_bar() -> None:
    bars = BarMap((TimeSignature(0, 4, 4), TimeSignature(1000, 2, 4)), 480)
    assert bars.bar_at(999) == 0
    assert bars.bar_at(1000) == 1
    assert bars.start_of(1) == 1000


def test_bars_until_holds_everything_before_a_tick() -> None:
    bars = BarMap((), 480)
    assert [bars.bars_until(t) for t in (0, 1, 1920, 1921)] == [0, 1, 1, 2]


def test_bar_starts_in_a_range() -> None:
    assert list(BarMap((), 480).bar_starts(1, 5760)) == [(1, 1920), (2, 3840)]


@given(st.integers(0, 100_000))
def test_position_and_back(tick: int) -> None:
    bars = BarMap((TimeSignature(0, 5, 8), TimeSignature(2400, 7, 4)), 480)
    assert bars.tick_of(bars.position_at(tick)) == tick


def test_a_timeline_knows_how_long_a_score_is() -> None:
    score = Score(tracks=(Track(notes=(Note(0, 60, 960),)),))
    timeline = Timeline(score)
    assert timeline.duration_s == 1.0
    assert timeline.bars.start_of(1) == 1920
