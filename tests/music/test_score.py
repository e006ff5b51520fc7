"""Scores are values; an edit is a new one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.music.score import Control, Note, PitchBend, Score, Tempo, TimeSignature, Track

NOTES = st.builds(
    Note,
    start=st.integers(0, 10_000),
    pitch=st.integers(0, 127),
    duration=st.integers(1, 2000),
    velocity=st.integers(1, 127),
)


def test_notes_sort_by_time_then_pitch() -> None:
    late, high, low = Note(10, 60, 5), Note(0, 72, 5), Note(0, 48, 5)
    assert Track().with_notes([late, high, low]).notes == (low, high, late)


def test_adding_keeps_what_was_there() -> None:
    track = Track(notes=(Note(0, 60, 5),))
    assert track.adding([Note(5, 62, 5)]).notes == (Note(0, 60, 5), Note(5, 62, 5))
    assert track.notes == (Note(0, 60, 5),)


def test_between_takes_what_begins_inside_and_cuts_at_the_end() -> None:
    track = Track(
        notes=(Note(0, 60, 100), Note(10, 61, 100), Note(50, 62, 1)),
        controls=(Control(9, 64, 127), Control(10, 64, 0)),
        pitch_bends=(PitchBend(50, 1),),
    )
    part = track.between(10, 50)
    assert part.notes == (Note(10, 61, 40),)
    assert part.controls == (Control(10, 64, 0),)
    assert part.pitch_bends == ()


def test_end_is_where_the_last_note_ends() -> None:
    score = Score(tracks=(Track(notes=(Note(0, 60, 500), Note(100, 60, 10))), Track()))
    assert score.end == 500
    assert score.note_count == 2
    assert list(score.notes()) == [(0, Note(0, 60, 500)), (0, Note(100, 60, 10))]


def test_resampling_rounds_half_up_and_keeps_every_note() -> None:
    score = Score(
        ticks_per_quarter=480,
        tracks=(Track(notes=(Note(20, 60, 1), Note(60, 62, 480))),),
        tempos=(Tempo(960, 90.0),),
        time_signatures=(TimeSignature(0, 3, 4),),
    )
    coarse = score.resampled(12)
    assert coarse.tracks[0].notes == (Note(1, 60, 1), Note(2, 62, 12))
    assert coarse.tempos == (Tempo(24, 90.0),)
    assert score.resampled(480) is score


@given(st.lists(NOTES, max_size=30))
def test_a_finer_grid_and_back_is_the_same_score(notes: list[Note]) -> None:
    score = Score(ticks_per_quarter=96, tracks=(Track().with_notes(notes),))
    assert score.resampled(96 * 4).resampled(96) == score


def test_another_track_at_an_index() -> None:
    score = Score(tracks=(Track(name="a"), Track(name="b")))
    assert [t.name for t in score.with_track(1, Track(name="c")).tracks] == ["a", "c"]
    with pytest.raises(IndexError):
        score.with_track(2, Track())


def test_between_of_a_score_keeps_its_ruler() -> None:
    score = Score(tracks=(Track(notes=(Note(0, 60, 9),)),), tempos=(Tempo(0, 90.0),))
    assert score.between(5, 9).tempos == score.tempos
    assert score.between(5, 9).note_count == 0
