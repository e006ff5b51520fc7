"""Undo as values."""

import gc
import tracemalloc
from collections.abc import Callable
from dataclasses import replace

import pytest

from app.state import history as histories
from app.state.history import LIMIT, MOST_BYTES, History
from app.state.memory_size import extra_bytes
from engine.piece.composition import Composition
from engine.piece.composition_file import to_bytes
from engine.piece.takes import Take
from engine.request import PartNote, Request
from engine.values.score import Note, Score, Track
from tests.app.doubles import piece


def _named(title: str) -> Composition:
    return Composition.of(replace(piece(1), title=title))


def test_undo_and_redo_walk_over_named_states() -> None:
    history = History.of(_named("a"), saved=True).pushing("B", _named("b"))
    assert (history.undo_name, history.redo_name, history.dirty) == ("B", "", True)
    back = history.at(0)
    assert (back.undo_name, back.redo_name, back.dirty) == ("", "B", False)
    assert back.composition.score.title == "a"


def test_an_edit_after_undo_drops_what_was_undone() -> None:
    history = History.of(_named("a"), saved=True).pushing("B", _named("b")).at(0)
    history = history.pushing("C", _named("c"))
    assert [step.name for step in history.steps] == ["Open", "C"]


def test_at_least_two_hundred_steps_are_kept() -> None:
    history = History.of(_named("0"), saved=True)
    for number in range(LIMIT + 50):
        history = history.pushing(f"step {number}", _named(str(number)))
    assert len(history.steps) == LIMIT >= 200
    assert history.composition.score.title == str(LIMIT + 49)


def test_quick_steps_of_one_kind_become_one() -> None:
    history = History.of(_named("a"), saved=True)
    for at_s, title in ((1.0, "b"), (1.2, "c"), (1.4, "d"), (3.0, "e")):
        history = history.pushing("Volume", _named(title), merge="volume", at_s=at_s)
    assert [s.composition.score.title for s in history.steps] == ["a", "d", "e"]
    history = history.pushing("Volume", _named("f"), merge="pan", at_s=3.1)
    assert len(history.steps) == 4


def test_amending_reaches_every_state() -> None:
    history = History.of(_named("a"), saved=True).pushing("B", _named("b")).at(0)
    amended = history.amending(
        lambda c: replace(c, score=replace(c.score, title=c.score.title + "!"))
    )
    assert [s.composition.score.title for s in amended.steps] == ["a!", "b!"]
    assert amended.index == 0
    assert amended.dirty


def test_going_back_gives_the_same_bytes() -> None:
    before = _named("a")
    history = History.of(before, saved=True).pushing("B", _named("b")).at(0)
    assert to_bytes(history.composition) == to_bytes(before)


def long_track(notes: int) -> Composition:
    row = tuple(Note(10 * number, 60 + number % 12, 5) for number in range(notes))
    return Composition.of(Score(tracks=(Track(notes=row), Track(name="Other", notes=row[:10]))))


def louder(composition: Composition, index: int) -> Composition:
    track = composition.score.tracks[0]
    note = track.notes[index]
    changed = track.exchanging([note], [replace(note, velocity=note.velocity + 1)])
    return composition.with_score(composition.score.with_track(0, changed))


def all_later(composition: Composition) -> Composition:
    track = composition.score.tracks[0]
    later = track.with_notes(replace(note, start=note.start + 1) for note in track.notes)
    return composition.with_score(composition.score.with_track(0, later))


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(lambda piece: louder(piece, 4_000), marks=pytest.mark.slow),
        lambda piece: louder(louder(piece, 0), 5_999),
        lambda piece: piece.with_score(
            piece.score.with_track(
                0,
                piece.score.tracks[0].with_notes(
                    replace(note, velocity=9_000 + note.start)
                    for note in piece.score.tracks[0].notes
                ),
            )
        ),
        lambda piece: piece.with_score(replace(piece.score, title="b")),
        lambda piece: piece.offering([take(1000)]),
    ],
    ids=["a note", "the first and the last", "all notes", "the title", "a take"],
)
def test_what_a_state_takes_is_told_about_as_python_does(
    edit: Callable[[Composition], Composition],
) -> None:
    before = long_track(6_000)
    edit(before)
    gc.collect()
    # Not those of earlier tests, of which there are many: the next collection looks at this one's.
    gc.freeze()
    tracemalloc.start()
    try:
        after = edit(before)
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    told = extra_bytes(before, after)
    assert taken < 2 * told + 2000
    assert told < 2 * taken + 2000


def take(notes: int) -> Take:
    parts = tuple(PartNote(0, Note(1000 + 10 * number, 60, 500)) for number in range(notes))
    return Take(
        number=0, request=1, parent=0, end=480_000, notes=parts, model="m", seed=1, ask=Request()
    )


@pytest.mark.slow
def test_the_oldest_steps_go_before_the_memory_does() -> None:
    history = History.of(long_track(30_000), saved=True)
    for number in range(300):
        history = history.pushing(f"edit {number}", louder(history.composition, number))
    assert len(history.steps) == 301
    heavy = sum(step.size for step in history.steps)
    assert 300 * 30_000 * 8 < heavy < MOST_BYTES
    bound = heavy // 2
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(histories, "MOST_BYTES", bound)
        history = history.pushing("one more", louder(history.composition, 0))
    assert sum(step.size for step in history.steps[1:]) <= bound
    assert history.dropped + len(history.steps) == 302
    assert 100 < len(history.steps) < 200
    assert history.index == len(history.steps) - 1
    # Gone are the oldest; the newest can be gone back to, one by one.
    assert [step.name for step in history.steps][-2:] == ["edit 299", "one more"]
    assert history.at(history.index - 1).composition.score.tracks[0].notes[299].velocity == 81


def test_an_edit_can_be_undone_whatever_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(histories, "MOST_BYTES", 10)
    history = History.of(long_track(100), saved=True)
    for number in range(3):
        history = history.pushing("edit", louder(history.composition, number))
        assert len(history.steps) == 2
        assert history.undo_name == "edit"
    assert history.dropped == 2
    before = history.at(0)
    assert before.redo_name == "edit"
    assert before.composition.score.tracks[0].notes[2].velocity == 80


def test_what_every_state_gets_is_kept_once() -> None:
    history = History.of(long_track(100), saved=True)
    for number in range(5):
        history = history.pushing("edit", louder(history.composition, number))
    size = sum(step.size for step in history.steps)
    accepted = history.amending(lambda each: each.offering([take(200)]))
    accepted = accepted.pushing("keep", accepted.composition.accepting(1))
    amended = accepted.amending(lambda each: each.offering([take(200), take(300)]))
    states = [step.composition for step in amended.steps]
    assert all(state.takes is states[0].takes for state in states[:6])
    # Where a take was accepted it is another one; all that is equal is shared.
    assert states[6].takes[0] != states[0].takes[0]
    assert all(a is b for a, b in zip(states[6].takes[1:], states[0].takes[1:], strict=True))
    assert states[6].takes[0].notes is states[0].takes[0].notes
    assert sum(step.size for step in amended.steps[:6]) == size
