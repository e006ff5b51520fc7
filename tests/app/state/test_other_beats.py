"""A piece that gets other beats: everything that stands at a tick moves in the same step."""

from dataclasses import replace

import pytest

from app.state.document import Document
from app.state.earlier_takes import at_take
from app.state.selection import Selection
from engine.piece.composition import Composition
from engine.piece.takes import Take
from engine.request import PartNote, Request
from engine.values.score import Note, Score
from engine.values.time import TempoMap
from tests.app.doubles import BAR, other_beats, piece

pytestmark = pytest.mark.usefixtures("qapp")
END = 4 * BAR


def seconds_of(take: Take, score: Score) -> list[float]:
    time = TempoMap.of(score)
    return [time.seconds_at(part.note.start) for part in take.notes]


def a_take(number: int = 0, *, start: int = END) -> Take:
    notes = tuple(PartNote(0, Note(start + 240 * i, 70 + i, 200)) for i in range(8))
    return Take(
        number=number,
        request=1,
        parent=0,
        end=start + BAR,
        notes=notes,
        model="M",
        seed=1,
        ask=Request(start=start, bars=1, roles=("write",)),
    )


@pytest.fixture
def document() -> Document:
    document = Document()
    document.begin(Composition.of(piece()))
    return document


def test_kept_takes_move_in_the_same_step_and_undo_brings_them_back(document: Document) -> None:
    document.offer((a_take(),))
    document.edit("Keep", document.composition.accepting(1))
    before = document.composition
    change = other_beats(document.score)
    assert document.regrid("Find the beats", change)
    after = document.composition
    there = seconds_of(after.take(1), after.score)
    here = seconds_of(before.take(1), before.score)
    assert there == pytest.approx([at + 0.13 for at in here], abs=0.005)
    # A kept take's notes are the notes of the piece, as they were.
    notes = set(after.score.tracks[0].notes)
    assert all(part.note in notes for part in after.take(1).notes)
    document.undo()
    assert document.composition is before
    document.redo()
    assert document.composition is after


def test_a_take_that_is_offered_later_has_the_old_beats_in_the_steps_before(
    document: Document,
) -> None:
    old = document.score
    document.regrid("Find the beats", other_beats(old))
    take = a_take(start=5760)
    document.offer((take,))
    new = document.score
    heard = seconds_of(take, new)
    document.undo()
    assert document.score is old
    earlier = document.composition.take(1)
    assert seconds_of(earlier, old) == pytest.approx([at - 0.13 for at in heard], abs=0.005)
    document.redo()
    assert seconds_of(document.composition.take(1), new) == heard


def test_a_take_that_is_offered_after_an_undo_has_the_new_beats_in_the_step_undone(
    document: Document,
) -> None:
    old = document.score
    document.regrid("Find the beats", other_beats(old))
    new = document.score
    document.undo()
    document.offer((a_take(),))
    document.redo()
    heard = seconds_of(document.composition.take(1), new)
    assert heard == pytest.approx([at + 0.13 for at in seconds_of(a_take(), old)], abs=0.005)


def test_takes_that_are_no_change_leave_the_saved_step_saved_with_its_beats() -> None:
    document = Document()
    document.show(Composition.of(piece()), path=None, title="a", saved=True)
    document.regrid("Find the beats", other_beats(document.score))
    document.offer((a_take(),), unsaved=False)
    assert document.dirty
    document.undo()
    assert document.composition.takes
    assert not document.dirty
    document.offer((a_take(),))
    assert document.dirty


def test_going_back_to_an_earlier_take_keeps_the_beats_that_were_found(document: Document) -> None:
    document.offer((a_take(),))
    document.edit("Keep", document.composition.accepting(1))
    document.regrid("Find the beats", other_beats(document.score))
    new = document.score
    back = at_take(0, document.composition, earlier=document.earlier())
    assert (back.score.tempos, back.score.time_signatures) == (new.tempos, new.time_signatures)
    assert back.score.tracks[0].notes == new.tracks[0].notes[: len(piece().tracks[0].notes)]
    assert back.takes[0].notes == document.composition.takes[0].notes


def test_selected_notes_and_bars_stay_selected_there_and_back(document: Document) -> None:
    selection = Selection(document)
    chosen = document.score.tracks[0].notes[3:9]
    selection.choose(chosen)
    document.regrid("Find the beats", other_beats(document.score))
    assert selection.notes == document.score.tracks[0].notes[3:9]
    document.undo()
    assert selection.notes == chosen
    document.redo()
    assert selection.notes == document.score.tracks[0].notes[3:9]
    document.undo()
    selection.choose_bars(BAR, 2 * BAR)
    change = other_beats(document.score)
    document.regrid("Find the beats", change)
    start, end = selection.bars
    lines = document.timeline.bars
    # Whole bars of the new beats that hold the music of the old ones.
    assert start <= change.at(BAR) < lines.start_of(lines.bar_at(start) + 1)
    assert lines.start_of(lines.bars_until(end) - 1) < change.at(2 * BAR) <= end


def test_several_steps_at_once_are_one_change(document: Document) -> None:
    moved: list[object] = []
    document.regridded.connect(moved.append)
    document.regrid("Find the beats", other_beats(document.score))
    document.edit("Title", document.composition.with_score(replace(document.score, title="a")))
    document.regrid("Drag", other_beats(document.score, seed=2, shift_s=0.0))
    document.go_to(0)
    assert len(moved) == 3
    document.go_to(1)
    document.go_to(2)
    assert len(moved) == 4
