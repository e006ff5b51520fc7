"""What is selected follows the document, and says only what is different."""

from pytestqt.qtbot import QtBot

from app.state.document import Document
from app.state.note_commands import NoteCommands
from app.state.selection import Selection
from engine.piece.composition import Composition
from engine.values.score import Note, Score, Track
from tests.app.doubles import piece


def chosen(tracks: int = 2) -> tuple[Selection, list[object]]:
    """A selection of the first two notes, and what it says from now on."""
    document = Document()
    document.begin(Composition.of(piece(tracks=tracks)))
    selection = Selection(document)
    selection.choose(document.score.tracks[0].notes[:2])
    said: list[object] = []
    selection.changed.connect(said.append)
    selection.any_changed.connect(said.append)
    selection.track_changed.connect(said.append)
    return selection, said


def test_what_is_deleted_is_not_selected_any_more() -> None:
    selection, said = chosen()
    first, second = selection.notes
    composition = selection.document.composition
    track = composition.score.tracks[0].exchanging(frozenset({first}), ())
    selection.document.edit(
        "Delete", composition.with_score(composition.score.with_track(0, track))
    )
    assert selection.notes == (second,)
    assert said == [(second,)]


def test_an_edit_of_another_track_leaves_it_alone() -> None:
    selection, said = chosen()
    composition = selection.document.composition
    track = composition.score.tracks[1].with_notes([])
    selection.document.edit("Clear", composition.with_score(composition.score.with_track(1, track)))
    assert len(selection.notes) == 2
    assert said == []


def test_the_last_track_is_worked_on_when_there_are_fewer() -> None:
    selection, said = chosen()
    selection.choose_track(1)
    said.clear()
    selection.document.edit("Remove", selection.document.composition.without_track(1))
    assert selection.current == 0
    assert said == [0]


def test_of_another_piece_the_first_track_is_worked_on() -> None:
    selection, _ = chosen()
    selection.choose_track(1)
    selection.document.begin(Composition.of(piece(tracks=3)))
    assert (selection.current, selection.notes) == (0, ())


def test_an_edit_that_changes_nothing_selects_nothing_else() -> None:
    selection, said = chosen()
    assert not selection.edit("Nothing", selection.document.composition, (Note(0, 1, 2),))
    assert len(selection.notes) == 2
    assert said == []


def test_what_was_edited_is_said_once() -> None:
    selection, said = chosen()
    NoteCommands(selection).transpose(12)
    assert [n.pitch for n in selection.notes] == [72, 73]
    assert said == [selection.notes]


def test_thousands_of_selected_notes_follow_an_undo() -> None:
    document = Document()
    document.begin(Composition.of(piece(bars=200)))
    selection = Selection(document)
    selection.choose_all()
    NoteCommands(selection).nudge(10)
    moved = selection.notes
    document.undo()
    assert selection.notes == ()
    document.redo()
    selection.choose_all()
    assert selection.notes == moved


def test_what_was_cut_is_pasted_where_one_says(qtbot: QtBot) -> None:
    selection, _ = chosen()
    commands = NoteCommands(selection)
    with qtbot.waitSignal(commands.copied):
        commands.cut()
    assert selection.notes == ()
    commands.paste(at=4000)
    assert [n.start for n in selection.notes] == [4000, 4480]
    assert selection.document.undo_name == "Paste 2 notes"


def test_what_was_copied_is_as_long_in_a_piece_of_other_ticks() -> None:
    selection, _ = chosen()
    commands = NoteCommands(selection)
    commands.copy()
    coarse = Composition.of(Score(ticks_per_quarter=96, tracks=(Track(),)))
    selection.document.show(coarse, path=None, title="b", saved=True)
    commands.paste(at=96)
    assert [(n.start, n.duration) for n in selection.notes] == [(96, 96), (192, 96)]


def test_what_the_model_made_in_another_piece_is_no_take_of_this_one() -> None:
    selection, _ = chosen()
    commands = NoteCommands(selection)
    document = selection.document
    made = document.score.tracks[0].with_notes([Note(0, 60, 480, origin=3)])
    document.begin(document.composition.with_score(document.score.with_track(0, made)))
    selection.choose_all()
    commands.copy()
    commands.paste(at=480)
    assert {note.origin for note in selection.notes} == {3}
    document.begin(Composition.of(piece()))
    commands.paste(at=0)
    assert {note.origin for note in selection.notes} == {0}


def test_without_tracks_nothing_is_done() -> None:
    document = Document()
    document.begin(Composition())
    selection = Selection(document)
    commands = NoteCommands(selection)
    commands.exchange((), (Note(0, 60, 480),), "draw")
    commands.quantise(step=120)
    commands.paste(at=0)
    selection.choose_all()
    assert document.composition == Composition()
