"""A piece counts otherwise, and everything in it sounds when it did."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.state.beats import edits as beat_edits
from engine.form.regridding import Regridding
from engine.values.event_kinds import ON_RULER
from engine.values.events import Control, KeySignature, Marker, Note, Tempo, TimeSignature
from engine.values.score import Score, Track
from engine.values.time import BarMap, TempoMap
from tests.app.doubles import other_beats, piece

QUARTER = 480
BAR = 4 * QUARTER


@st.composite
def scores(draw: st.DrawFn) -> Score:
    ticks = st.integers(0, 16 * BAR)
    notes = draw(st.lists(st.builds(Note, ticks, st.integers(0, 127), st.integers(1, BAR))))
    bpms = st.floats(20, 300)
    tempos = draw(st.lists(st.builds(Tempo, ticks, bpms), unique_by=lambda t: t.tick))
    lengths = draw(st.lists(st.tuples(st.integers(1, 5), st.sampled_from((2, 3, 4))), max_size=4))
    meters, tick = [], 0
    for bars, beats in lengths:
        meters.append(TimeSignature(tick, beats, 4))
        tick += bars * beats * QUARTER
    track = Track(controls=tuple(sorted(draw(st.lists(st.builds(Control, ticks))))))
    return Score(
        tracks=(track.with_notes(notes),),
        tempos=tuple(sorted(tempos)),
        time_signatures=tuple(meters),
        key_signatures=(KeySignature(0, 3),),
        markers=(Marker(draw(ticks), "here"),),
    )


def without_meters(score: Score) -> Score:
    return replace(score, time_signatures=())


def bar_lines(score: Score, *, end: int = 24 * BAR) -> list[int]:
    return [tick for _, tick in BarMap.of(score).bar_starts(0, end)]


def seconds(score: Score) -> list[float]:
    """Return the second of each event, and of the end of each note."""
    time = TempoMap.of(score)
    ticks = [tick for _, note in score.notes() for tick in (note.start, note.end)]
    ticks += [event.tick for track in score.tracks for event in track.channel_events]
    # A tempo that holds from the beginning may be written where none was.
    ruler = (kind.of(score) for kind in ON_RULER if kind.field != "tempos")
    ticks += [event.tick for events in ruler for event in events]
    return [time.seconds_at(tick) for tick in ticks]


@pytest.mark.slow
@settings(deadline=None)
@given(scores())
def test_counting_otherwise_keeps_every_second_and_every_event(score: Score) -> None:
    for change, factor in ((beat_edits.twice_as_fast, 2.0), (beat_edits.half_as_fast, 0.5)):
        new = change(score)
        assert seconds(new) == pytest.approx(seconds(score), abs=0.001)
        assert new.tracks == score.tracks
        assert new.time_signatures == score.time_signatures
        assert TempoMap.of(new).bpm_at(0) == TempoMap.of(score).bpm_at(0) * factor
        assert new.ticks_per_quarter * factor == QUARTER


@pytest.mark.slow
@settings(deadline=None)
@given(scores())
def test_half_of_twice_as_fast_is_as_before(score: Score) -> None:
    again = beat_edits.half_as_fast(beat_edits.twice_as_fast(score))
    assert again.ticks_per_quarter == score.ticks_per_quarter
    assert bar_lines(again) == bar_lines(score)
    assert seconds(again) == pytest.approx(seconds(score), abs=1e-9)


def test_twice_as_fast_has_twice_as_many_bars_in_the_same_meter() -> None:
    score = Score(time_signatures=(TimeSignature(0, 3, 4),))
    fast = beat_edits.twice_as_fast(score)
    assert bar_lines(fast, end=4 * 1440) == [720 * bar for bar in range(8)]
    assert bar_lines(beat_edits.half_as_fast(score), end=4 * 1440) == [0, 2880]


def test_what_midi_cannot_write_is_refused() -> None:
    for score in (
        Score(ticks_per_quarter=25),
        Score(ticks_per_quarter=30),
        Score(tempos=(Tempo(0, 1500.0),)),
    ):
        assert not beat_edits.can_count_twice_as_fast(score)
        with pytest.raises(ValueError, match="twice"):
            beat_edits.twice_as_fast(score)
    for score in (Score(ticks_per_quarter=20_000), Score(tempos=(Tempo(0, 7.0),))):
        assert not beat_edits.can_count_half_as_fast(score)
        with pytest.raises(ValueError, match="half"):
            beat_edits.half_as_fast(score)


@pytest.mark.slow
@settings(deadline=None)
@given(scores(), st.integers(0, 20 * BAR))
def test_beat_one_is_a_bar_line_and_all_later_ones_move_with_it(score: Score, tick: int) -> None:
    new = beat_edits.with_beat_one(score, tick)
    beat = beat_edits.nearest_beat(score, tick)
    assert abs(beat - tick) <= QUARTER // 2
    assert beat_edits.begins_bar(new, beat)
    assert without_meters(new) == without_meters(score)
    before, after = bar_lines(score), bar_lines(new)
    assert [line for line in before if line < beat] == [line for line in after if line < beat]
    line = min(before, key=lambda line: (abs(line - beat), line))
    moved = [later + beat - line for later in before if later >= line]
    assert [later for later in after if later >= beat][: len(moved) - 4] == moved[:-4]
    assert beat_edits.with_beat_one(new, beat) is new


def test_beat_one_after_the_beginning_leaves_an_upbeat() -> None:
    new = beat_edits.with_beat_one(Score(time_signatures=(TimeSignature(0, 3, 4),)), 500)
    assert bar_lines(new, end=5000) == [0, 480, 1920, 3360, 4800]
    assert beat_edits.beats_in_bar(new, 0) == 3


@pytest.mark.slow
@settings(deadline=None)
@given(scores(), st.integers(0, 20 * BAR), st.sampled_from((2, 3, 4, 6)))
def test_all_bars_from_one_on_have_so_many_beats(score: Score, tick: int, beats: int) -> None:
    new = beat_edits.with_beats_in_bar(score, tick, beats)
    bars = BarMap.of(score)
    start = bars.start_of(bars.bar_at(tick))
    assert without_meters(new) == without_meters(score)
    lines = bar_lines(new)
    assert [line for line in lines if line < start] == [b for b in bar_lines(score) if b < start]
    later = [line for line in lines if line >= start]
    assert later == list(range(start, 24 * BAR, beats * QUARTER))
    assert beat_edits.beats_in_bar(new, 23 * BAR) == beats


def test_beats_of_three_eighths_stay_as_long_as_they_are() -> None:
    score = Score(time_signatures=(TimeSignature(0, 6, 8),))
    assert beat_edits.beats_in_bar(score, 0) == 2
    new = beat_edits.with_beats_in_bar(score, 0, 4)
    assert new.time_signatures == (TimeSignature(0, 12, 8),)


@pytest.mark.parametrize("seed", range(20))
def test_a_moved_bar_line_moves_alone_and_notes_keep_their_seconds(seed: int) -> None:
    random = np.random.default_rng(seed)
    score = other_beats(piece(bars=12), seed=seed).score(piece(bars=12))
    time, bars = TempoMap.of(score), BarMap.of(score)
    bar = int(random.integers(1, 8))
    before, line, after = (bars.start_of(bar + by) for by in (-1, 0, 1))
    to = int(random.integers(before + 90, after - 90))
    changed = beat_edits.with_bar_line_at(score, line, to)
    new = TempoMap.of(changed)
    assert new.seconds_at(line) == pytest.approx(time.seconds_at(to))
    for other in range(16):
        if other != bar:
            tick = bars.start_of(other)
            assert new.seconds_at(tick) == pytest.approx(time.seconds_at(tick))
    # Beats between them keep their proportions.
    share = (time.seconds_at(before + 480) - time.seconds_at(before)) / (
        time.seconds_at(line) - time.seconds_at(before)
    )
    first_s, line_s = new.seconds_at(before), new.seconds_at(line)
    assert (new.seconds_at(before + 480) - first_s) / (line_s - first_s) == pytest.approx(share)
    moved = Regridding.between(score, changed).score(score)
    heard = [time.seconds_at(note.start) for _, note in score.notes()]
    hears = [new.seconds_at(note.start) for _, note in moved.notes()]
    assert hears == pytest.approx(heard, abs=0.003)


def test_a_bar_line_stays_between_its_neighbours_and_in_tempos_of_midi() -> None:
    score = piece()
    for line, to in ((0, 100), (BAR, 0), (BAR, 2 * BAR), (BAR + 1, BAR), (BAR, 3 * BAR)):
        with pytest.raises(ValueError, match="cannot be at"):
            beat_edits.with_bar_line_at(score, line, to)
    with pytest.raises(ValueError, match="MIDI cannot write"):
        beat_edits.with_bar_line_at(score, BAR, 1)


@given(scores(), st.integers(0, 12 * BAR), st.integers(1, 20))
@settings(max_examples=60)
def test_a_fixed_bar_line_stays_where_another_beat_becomes_the_first(
    score: Score, tick: int, bar: int
) -> None:
    fixed = BarMap.of(score).start_of(bar)
    beat = beat_edits.nearest_beat(score, tick)
    moves = not beat_edits.begins_bar(score, beat) and beat_edits.moved_line(score, beat) == fixed
    changed = beat_edits.with_beat_one(score, tick, fixed=(fixed,))
    assert beat_edits.begins_bar(changed, beat)
    assert moves or beat_edits.begins_bar(changed, fixed)
    # What is said of the bars before it changes none after it.
    if not moves and beat < fixed:
        after = [line for line in bar_lines(score) if line >= fixed]
        assert [line for line in bar_lines(changed) if line >= fixed] == after


@given(scores(), st.lists(st.integers(0, 12 * BAR), max_size=4))
def test_kept_lines_are_bar_lines_and_no_event_moves(score: Score, ticks: list[int]) -> None:
    changed = beat_edits.with_lines_kept(score, ticks)
    assert all(beat_edits.begins_bar(changed, tick) for tick in ticks)
    assert seconds(without_meters(changed)) == seconds(without_meters(score))
