"""What is different between two states of the document."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.state import edits
from app.state.changes import Change, difference
from app.state.document import Document
from engine.piece.composition import Composition
from engine.tunings.known_tunings import KNOWN_TUNINGS
from engine.values.score import Note
from tests.app.doubles import piece

BEFORE = Composition.of(piece(tracks=2))


def changed(change: Callable[[Composition], Composition]) -> Change:
    return difference(BEFORE, change(BEFORE))


def moved(composition: Composition, index: int, *, ticks: int) -> Composition:
    """The composition with a note of the first track elsewhere."""
    note = composition.score.tracks[0].notes[index]
    other = replace(note, start=note.start + ticks)
    return edits.exchange(composition, 0, removed=(note,), added=(other,))[0]


def test_the_same_is_no_change() -> None:
    assert difference(BEFORE, BEFORE) == Change()


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda c: moved(c, 5, ticks=10), Change(notes=frozenset({0}))),
        (lambda c: moved(c, -1, ticks=10), Change(notes=frozenset({0}), extent=True)),
        (lambda c: edits.with_track_named(c, 1, "Viola"), Change(tracks=True)),
        (
            lambda c: edits.with_settings(c, 1, replace(c.settings[1], role="ignore")),
            Change(tracks=True),
        ),
        (lambda c: c.with_score(edits.with_tempo(c.score, 0, 99.0)), Change(ruler=True)),
        (lambda c: c.with_score(edits.with_marker(c.score, 0, "A")), Change(ruler=True)),
        (
            lambda c: c.without_track(1),
            Change(notes=frozenset({1}), tracks=True, extent=True),
        ),
        (lambda c: replace(c, current_take=1), Change(takes=True)),
        (
            lambda c: edits.with_credits(c, title="Evening", composer="A. Lark"),
            Change(credits=True),
        ),
        (lambda c: edits.with_tuning(c, KNOWN_TUNINGS[0]), Change(tuning=True)),
    ],
)
def test_only_what_is_different_is_said(
    change: Callable[[Composition], Composition], expected: Change
) -> None:
    assert changed(change) == expected


def test_each_part_is_told_to_who_listens_for_it() -> None:
    document = Document()
    document.begin(BEFORE)
    said: list[str] = []
    for name in (
        "notes_changed",
        "tracks_changed",
        "ruler_changed",
        "extent_changed",
        "takes_changed",
        "undo_changed",
        "dirty_changed",
    ):
        getattr(document, name).connect(lambda *_args, name=name: said.append(name))
    document.edit("Move", moved(BEFORE, 5, ticks=10))
    assert said == ["notes_changed", "undo_changed", "dirty_changed"]
    said.clear()
    document.edit("Move", moved(document.composition, 5, ticks=10))
    assert said == ["notes_changed"]
    said.clear()
    document.begin(Composition.of(piece()))
    assert said[:5] == [
        "notes_changed",
        "tracks_changed",
        "ruler_changed",
        "extent_changed",
        "takes_changed",
    ]


def test_a_first_note_gives_a_track_an_extent() -> None:
    empty = Composition.of(piece(bars=0))
    drawn = edits.exchange(empty, 0, removed=(), added=(Note(0, 60, 480),))[0]
    assert difference(empty, drawn) == Change(notes=frozenset({0}), extent=True)
