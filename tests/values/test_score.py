"""Scores are values; an edit is a new one."""

import random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.values.score import (
    Control,
    Note,
    PitchBend,
    Score,
    Tempo,
    TimeSignature,
    Track,
    common_ends,
)

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


def long_track(seed: int) -> Track:
    """Long enough for a few notes to be looked up one by one; some stand there twice."""
    draw = random.Random(seed)  # noqa: S311 - music, not a secret
    notes = [Note(draw.randrange(300), draw.randrange(60, 64), 10) for _ in range(150)]
    return Track().with_notes(notes)


@given(st.integers(0, 1000), st.integers(0, 12), st.integers(0, 12))
def test_exchanging_few_or_many_notes_gives_the_same_as_asking_all(
    seed: int, leaving: int, coming: int
) -> None:
    track, others = long_track(seed), long_track(seed + 1).notes
    removed = [*track.notes[:: max(1, 150 // max(1, leaving))][:leaving], others[0]]
    added = [*others[:coming], *track.notes[:1]]
    kept = [note for note in track.notes if note not in set(removed)]
    assert track.exchanging(removed, added).notes == tuple(sorted([*kept, *added]))


@pytest.mark.slow
@given(
    st.integers(0, 1000),
    st.integers(0, 9),
    st.integers(0, 300),
    st.integers(-20, 300) | st.none(),
)
def test_a_part_takes_the_place_of_what_began_there(
    seed: int, count: int, start: int, length: int | None
) -> None:
    end = None if length is None else start + length
    track, made = long_track(seed), long_track(seed + 1).notes[20 : 20 + count]
    kept = [n for n in track.notes if n.start < start or (end is not None and n.start >= end)]
    changed = track.with_part(made, start=start, end=end)
    assert changed.notes == tuple(sorted([*kept, *made]))


@given(st.lists(NOTES, max_size=40), st.data())
def test_common_ends_are_all_that_two_tracks_share(notes: list[Note], data: st.DataObject) -> None:
    before = tuple(sorted(notes))
    index = data.draw(st.integers(0, len(before)))
    after = before[:index] + tuple(data.draw(st.lists(NOTES, max_size=3))) + before[index:]
    for old, new in ((before, after), (after, before), (before, before)):
        head, tail = common_ends(old, new)
        shorter = min(len(old), len(new))
        assert old[:head] == new[:head]
        assert old[len(old) - tail :] == new[len(new) - tail :]
        assert head == shorter or old[head] != new[head]
        rest = shorter - head
        assert tail == rest or old[-1 - tail] != new[-1 - tail]


def test_what_is_worked_out_once_is_no_part_of_the_value() -> None:
    track = Track(notes=(Note(0, 60, 500),))
    same = Track(notes=(Note(0, 60, 500),))
    assert track.end == 500
    assert track == same
    assert msgspec.json.encode(track) == msgspec.json.encode(same)
    assert track.with_notes([Note(0, 60, 70)]).end == 70


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
