"""Columns of notes say the same as the notes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.values.note_columns import NoteColumns
from app.views.roll.scene import AllTracks
from engine.values.score import Note

notes = st.lists(
    st.builds(
        Note,
        start=st.integers(0, 5000),
        pitch=st.integers(50, 70),
        duration=st.integers(1, 2000),
        velocity=st.integers(1, 127),
    ),
    max_size=40,
).map(lambda found: tuple(sorted(found)))


@given(notes, st.integers(0, 5000), st.integers(1, 1000), st.integers(50, 70), st.integers(0, 10))
def test_within_finds_what_sounds_there(
    found: tuple[Note, ...], start: int, span: int, low: int, rows: int
) -> None:
    columns = NoteColumns.of(found)
    got = [found[i] for i in columns.within(start, start + span, low, low + rows)]
    assert got == [
        n
        for n in found
        if n.start < start + span and n.end > start and low <= n.pitch <= low + rows
    ]


@pytest.mark.slow
@given(notes, notes, st.integers(0, 40))
@settings(max_examples=60)
def test_a_change_gives_the_same_columns_as_reading_anew(
    old: tuple[Note, ...], extra: tuple[Note, ...], dropped: int
) -> None:
    new = tuple(sorted((*old[:dropped], *old[dropped + 1 :], *extra[:2])))
    changed, (start, end) = NoteColumns.of(old).changed_to(new)
    fresh = NoteColumns.of(new)
    assert changed.table.tolist() == fresh.table.tolist()
    assert changed.starts.tolist() == fresh.starts.tolist()
    assert changed.longest == fresh.longest
    for note in set(old) ^ set(new):
        assert start <= note.start
        assert note.end <= end


@given(notes, st.integers(0, 7000), st.integers(50, 70))
def test_a_hit_is_a_note_that_is_there(found: tuple[Note, ...], tick: int, pitch: int) -> None:
    index = NoteColumns.of(found).at(tick, pitch)
    there = [n for n in found if n.pitch == pitch and n.start <= tick < n.end]
    assert (found[index] in there) if there else (index == -1)


def test_of_two_neighbours_the_one_that_holds_the_tick_is_hit() -> None:
    pair = (Note(0, 60, 100), Note(100, 60, 100))
    columns = NoteColumns.of(pair)
    assert columns.at(99, 60, slack=20) == 0
    assert columns.at(100, 60, slack=20) == 1
    assert columns.at(215, 60, slack=20) == 1
    assert columns.at(240, 60, slack=20) == -1


@given(st.lists(notes, max_size=4), st.integers(0, 5000), st.integers(50, 70))
@settings(max_examples=60)
def test_all_tracks_answer_the_same_however_often_they_are_asked(
    parts: list[tuple[Note, ...]], start: int, low: int
) -> None:
    tracks = AllTracks([NoteColumns.of(part) for part in parts])
    answers = [tracks.within(start, start + 700, low, low + 8).tolist() for _ in range(12)]
    assert all(answer == answers[0] for answer in answers)
    expected = [
        [n.start, n.end, n.pitch, n.velocity, n.origin, track]
        for track, part in enumerate(parts)
        for n in part
        if n.start < start + 700 and n.end > start and low <= n.pitch <= low + 8
    ]
    assert answers[0] == sorted(expected, key=lambda row: row[0])
