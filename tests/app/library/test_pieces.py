"""Pieces of the library in the window: dragged in, heard and opened, whatever their names."""

import os
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.values.geometry import KEYS_WIDTH
from app.views.library_panel.piece_view import PieceView
from engine import messages
from engine.midi.file.midifile import write_midi
from engine.piece.composition import Composition
from engine.values.library import FoundPiece, place_of
from engine.values.score import Score, Track
from tests.app.doubles import BAR, piece
from tests.app.house import House

NAME = b"b\xff\xfed name.mid"


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    path = tmp_path / os.fsdecode(NAME)
    path.write_bytes(write_midi(piece(1)))
    return path


def show(house: House, *found: FoundPiece) -> PieceView:
    """As the library's child answers; the first row is marked."""
    house.session.library.shelf.refresh()
    house.library.deliver(messages.Ready(role="library", seconds=0.1))
    request = house.library.last(messages.FindPieces).request
    house.library.deliver(messages.LibraryDescribed(ready=len(found)))
    house.library.deliver(messages.PiecesFound(request=request, count=len(found)))
    house.library.deliver(messages.PiecesShown(request=request, first=0, pieces=found))
    (view,) = house.window.compose.library.findChildren(PieceView)
    view.setFocus()
    view.setCurrentIndex(view.model().index(0, 0))
    return view


def found(path: Path, number: int = 1, *, member: str = "") -> FoundPiece:
    return FoundPiece(
        number=number, path=os.fsencode(path), member=member, title=str(number), seconds=9.0
    )


def dragged(view: PieceView) -> QMimeData:
    data = view.model().mimeData(view.selectedIndexes())
    assert data is not None
    return data


def test_a_row_s_key_leads_back_to_its_place(odd: Path) -> None:
    for path, member in ((odd, ""), (odd, "a/b.mid"), (Path("/x/é.zip"), "c.mid")):
        key = found(path, member=member).key
        key.encode()  # Qt's texts hold no halves of letters
        assert place_of(key) == (path, member)


@pytest.mark.slow
def test_a_piece_dropped_into_the_roll_begins_with_the_bar(
    house: House, qtbot: QtBot, odd: Path
) -> None:
    house.begin(qtbot)
    document, roll = house.session.piece.document, house.window.compose.roll
    view = show(house, found(odd))
    data = dragged(view)  # an event does not keep it
    x = KEYS_WIDTH + roll._transform.x_of(6 * BAR + 100)
    event = QDropEvent(
        QPointF(x, 50.0),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    with qtbot.waitSignal(document.changed):
        roll.dropEvent(event)
    assert document.undo_name.startswith("Insert")
    starts = [note.start for note in document.composition.score.tracks[0].notes]
    assert 6 * BAR in starts
    house.act("undo")
    assert document.composition.score.note_count == 32


def test_space_hears_a_piece_and_ends_it(house: House, qtbot: QtBot, odd: Path) -> None:
    house.begin(qtbot)
    view = show(house, found(odd))
    with qtbot.waitSignal(house.session.clients.playing.playing_changed):
        qtbot.keyClick(view, Qt.Key.Key_Space)
    assert house.player.score().note_count == 4
    assert house.player.last(messages.Play).tick == 0
    qtbot.keyClick(view, Qt.Key.Key_Space)
    assert not house.session.clients.playing.playing
    # The piece itself is there again, and it was never touched.
    document = house.session.piece.document.composition.score
    assert house.session.clients.playing.score is document
    assert not house.window.isWindowModified()


NOTATION = (
    ("session.abc", "0002 The Kesh.abc"),
    ("ode.musicxml", ""),
    ("all.zip", "a/ode.musicxml"),
)


@pytest.mark.parametrize(("name", "member"), NOTATION)
def test_space_hears_notation_that_a_guarded_process_reads(
    house: House, qtbot: QtBot, tmp_path: Path, name: str, member: str
) -> None:
    house.begin(qtbot)
    view = show(house, found(tmp_path / name, member=member))
    qtbot.keyClick(view, Qt.Key.Key_Space)
    asked = house.jobs[-1].last(messages.ReadNotation)
    assert (asked.file, asked.tune) == (str(tmp_path / name), member)
    house.jobs[-1].deliver(messages.NotationRead(score=piece(1)))
    assert house.player.score().note_count == 4
    assert house.player.last(messages.Play).tick == 0
    # The piece that is open stays.
    assert house.session.piece.document.composition.score.note_count == 32


def test_only_the_newest_of_two_pieces_of_notation_is_heard(
    house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    house.begin(qtbot)
    paths = (tmp_path / "a.abc", tmp_path / "b.abc")
    view = show(house, *(found(path, n) for n, path in enumerate(paths, 1)))
    for row in (0, 1):
        view.setCurrentIndex(view.model().index(row, 0))
        qtbot.keyClick(view, Qt.Key.Key_Space)
    first, second = house.jobs[-2:]
    assert first.closed
    first.deliver(messages.NotationRead(score=piece(2)))
    assert not house.player.of(messages.Play)
    second.deliver(messages.NotationRead(score=piece(1)))
    assert house.player.score().note_count == 4


def test_notation_that_cannot_be_read_is_told(house: House, qtbot: QtBot, tmp_path: Path) -> None:
    house.begin(qtbot)
    view = show(house, found(tmp_path / "a.abc"))
    qtbot.keyClick(view, Qt.Key.Key_Space)
    house.jobs[-1].deliver(messages.Failed(message="‘a.abc’ cannot be opened."))
    told = house.window.notices.notices()[-1].happened
    assert told == "‘a.abc’ cannot be opened."
    assert not house.session.clients.playing.playing


def test_a_piece_of_notation_in_an_archive_is_opened(
    house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    house.begin(qtbot)
    view = show(house, found(tmp_path / "all.zip", member="a/ode.musicxml"))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    house.jobs[-1].deliver(messages.NotationRead(score=piece(1)))
    document = house.session.piece.document
    assert (document.title, document.score.note_count) == ("ode", 4)


@pytest.mark.slow
def test_a_piece_with_an_odd_name_opens_under_a_name_that_can_be_sent(
    house: House, qtbot: QtBot, odd: Path
) -> None:
    house.begin(qtbot)
    view = show(house, found(odd))
    with qtbot.waitSignal(house.session.piece.files.opened):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert house.session.piece.document.composition.score.note_count == 4
    house.session.clients.playing.refresh()
    for command in house.player.sent:
        messages.encode(command)
    lost = "\N{REPLACEMENT CHARACTER}"
    assert house.session.piece.document.title == f"b{lost}{lost}d name"


def test_a_piece_in_an_archive_is_opened(house: House, qtbot: QtBot, tmp_path: Path) -> None:
    house.begin(qtbot)
    archive = tmp_path / "songs.zip"
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("disk 1/waltz.mid", write_midi(piece(1)))
    view = show(house, found(archive, member="disk 1/waltz.mid"))
    with qtbot.waitSignal(house.session.piece.files.opened):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert house.session.piece.document.composition.score.note_count == 4


def test_one_piece_is_dragged_also_where_more_are_marked(
    house: House, qtbot: QtBot, odd: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    view = show(house, found(odd), found(odd.with_name("b.mid"), 2))
    view.selectAll()
    carried: list[str] = []
    base = PieceView.__mro__[1]
    monkeypatch.setattr(
        base, "startDrag", lambda _view, _actions: carried.extend(dragged(view).formats())
    )
    view.startDrag(Qt.DropAction.CopyAction)
    assert carried == ["application/x-segue-piece"]
    assert [row.number for row in view.selected()] == [1]


def marked(house: House) -> str:
    """The key of the piece that the panel shows as open."""
    return house.window.compose.library._piece_paint.open_key


@pytest.mark.slow
def test_a_piece_is_marked_while_it_is_open(house: House, qtbot: QtBot, tmp_path: Path) -> None:
    house.begin(qtbot)
    tune, archive = tmp_path / "tune.mid", tmp_path / "songs.zip"
    tune.write_bytes(write_midi(piece(1)))
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr("waltz.mid", write_midi(piece(1)))
    view = show(house, found(tune))
    with qtbot.waitSignal(house.session.piece.files.opened):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert marked(house) == str(tune)
    view = show(house, found(archive, member="waltz.mid"))
    with qtbot.waitSignal(house.session.piece.files.opened):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert place_of(marked(house)) == (archive, "waltz.mid")
    house.act("new")
    assert marked(house) == ""


@pytest.mark.slow
def test_a_piece_that_was_not_opened_is_not_marked(
    house: House, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    tune, bad = tmp_path / "tune.mid", tmp_path / "bad.mid"
    tune.write_bytes(write_midi(piece(1)))
    bad.write_bytes(b"no music")
    view = show(house, found(tune))
    with qtbot.waitSignal(house.session.piece.files.opened):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    view = show(house, found(bad))
    with qtbot.waitSignal(house.session.piece.files.failed):
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert marked(house) == str(tune)
    document = house.session.piece.document
    document.edit("Clear", Composition.of(Score(tracks=(Track(),))))
    monkeypatch.setattr("app.compose.files.unsaved_work.dialogs.ask_to_save", lambda *_: "cancel")
    view = show(house, found(tmp_path / "other.mid"))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert marked(house) == str(tune)
    # Another piece that comes from elsewhere.
    monkeypatch.setattr("app.compose.files.unsaved_work.dialogs.ask_to_save", lambda *_: "discard")
    with qtbot.waitSignal(house.session.piece.files.opened):
        house.session.filing.actions.open_demo()
    assert marked(house) == ""
