"""Undo as values."""

from dataclasses import replace

from app.state.history import LIMIT, History
from engine.composition import Composition
from engine.composition_file import to_bytes
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
