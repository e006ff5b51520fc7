"""The library's own page in the window: found, ticked, opened, and on to training."""

import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from app.library.rows import folders_of, sources_of, style_name
from app.views.library_panel.page import LibraryPage
from engine import messages
from engine.messages import FolderCount
from engine.midi.file.midifile import write_midi
from engine.values.library import FoundPiece, PieceQuery
from tests.app.doubles import piece
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "music" / "waltz.mid"
    path.parent.mkdir()
    path.write_bytes(write_midi(piece(1)))
    return path


def answer(house: House, file: Path) -> None:
    """As the library's child: one piece, for whoever searched last."""
    request = house.library.last(messages.FindPieces).request
    found = FoundPiece(number=5, path=os.fsencode(file), title="Waltz", seconds=65.0)
    house.library.deliver(messages.PiecesFound(request=request, count=1))
    house.library.deliver(messages.PiecesShown(request=request, first=0, pieces=(found,)))


def show_page(house: House, file: Path) -> None:
    house.act("library")
    house.library.deliver(messages.Ready(role="library", seconds=0.1))
    tree = (FolderCount(path=bytes(file.parent), pieces=1),)
    folders = (str(file.parent),)
    house.library.deliver(
        messages.LibraryDescribed(folders=folders, ready=1, used=1, used_s=65.0, tree=tree)
    )
    answer(house, file)


@pytest.mark.slow
def test_the_page_and_the_panel_search_each_for_itself(
    house: House, qtbot: QtBot, file: Path
) -> None:
    house.begin(qtbot)
    show_page(house, file)
    page, panel = house.window.workspaces.library, house.window.compose.library
    assert house.window.workspace == "library"
    assert page._ticked.text() == "1 of 1 pieces ticked · 1:05"
    assert page.table.row().title == "Waltz"
    # The answer was the page's: the panel waits for its own.
    assert panel.pieces._model.rowCount() == 0
    page.pieces.show_only(bytes(file.parent).hex())
    asked = house.library.last(messages.FindPieces)
    assert asked.query.folder == bytes(file.parent)
    panel.pieces.field.setText("waltz")
    panel.pieces._search()
    assert house.library.last(messages.FindPieces).query.folder == b""
    page.found_used.emit(False)
    assert house.library.last(messages.UseFound) == messages.UseFound(
        request=asked.request, used=False
    )


def button(page: LibraryPage, text: str) -> QPushButton:
    return next(each for each in page.findChildren(QPushButton) if each.text() == text)


def ask_for_a_style(house: House, file: Path) -> PieceQuery:
    """Show the folder of a file, and press *Make a style*; return what the library is asked."""
    show_page(house, file)
    page = house.window.workspaces.library
    page.pieces.show_only(bytes(file.parent).hex())
    answer(house, file)
    button(page, "Make a style").click()
    query = house.library.last(messages.ListChosen).query
    assert query is not None
    return query


def listed(query: PieceQuery, *, seconds: float, count: int = 1) -> messages.ChosenListed:
    piece = messages.ChosenPiece(content=b"1" * 16, path=b"/music/1.mid")
    return messages.ChosenListed(pieces=(piece,) * count, seconds=seconds, query=query)


@pytest.mark.slow
def test_a_folder_becomes_a_style_that_is_called_as_it(
    house: House, qtbot: QtBot, file: Path
) -> None:
    house.begin(qtbot)
    house.load_model()
    query = ask_for_a_style(house, file)
    assert query.folder == bytes(file.parent)
    assert house.window.workspace == "train"
    assert not house.jobs
    house.library.deliver(listed(query, seconds=180.0))
    command = house.jobs[-1].of(messages.TrainModel)[0]
    assert (command.name, command.preset, command.base) == ("music", "style", "starter")
    assert command.pieces == listed(query, seconds=180.0).pieces
    # Another one waits until it is made.
    house.act("library")
    button(house.window.workspaces.library, "Make a style").click()
    assert house.window.notices.notices()[-1].happened == "‘music’ is still being trained."
    assert len(house.library.of(messages.ListChosen)) == 1
    made = messages.ModelMade(folder="/m", name="music", step=9, validation_loss=1.0)
    house.jobs[-1].deliver(made)
    house.library.sent.clear()
    button(house.window.workspaces.library, "Make a style").click()
    house.library.deliver(listed(query, seconds=180.0))
    assert len(house.jobs) == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "None of these pieces is ticked."),
        (2, "The 2 ticked ones of these pieces are less than a minute of music."),
    ],
)
def test_too_little_music_becomes_no_style(
    house: House, qtbot: QtBot, file: Path, count: int, said: str
) -> None:
    house.begin(qtbot)
    query = ask_for_a_style(house, file)
    house.library.deliver(listed(query, seconds=59.0 * bool(count), count=count))
    assert house.window.notices.notices()[-1].happened == said
    assert not house.jobs


@pytest.mark.parametrize(
    ("query", "name"),
    [
        (PieceQuery(folder=b"/music/My Waltzes"), "My Waltzes"),
        (PieceQuery(folder=b"/music/waltzes", text="Chopin"), "Chopin"),
        (PieceQuery(folder=b"/music/waltzes", tag="slow"), "slow"),
        (PieceQuery(text="AC/DC"), "AC-DC"),
        (PieceQuery(key="C major"), ""),
    ],
)
def test_a_style_is_called_as_what_is_shown(query: PieceQuery, name: str) -> None:
    assert style_name(query) == name


@pytest.mark.slow
def test_a_piece_opened_there_is_seen_in_compose(house: House, qtbot: QtBot, file: Path) -> None:
    house.begin(qtbot)
    show_page(house, file)
    page = house.window.workspaces.library
    with qtbot.waitSignal(house.session.piece.files.opened):
        page.pieces.opened.emit(page.table.row().key)
    assert house.window.workspace == "compose"
    assert house.session.piece.document.composition.score.note_count == 4


@pytest.mark.slow
def test_choosing_pieces_for_training_goes_there_and_back(
    house: House, qtbot: QtBot, file: Path
) -> None:
    house.begin(qtbot)
    house.act("train")
    house.window.train.setup.sources_clicked.emit()
    assert house.window.workspace == "library"
    show_page(house, file)
    house.window.workspaces.library.train_clicked.emit()
    assert house.window.workspace == "train"
    house.act("library")
    assert house.window.actions_table["library"].isChecked()
    assert not house.window.actions_table["train"].isChecked()


def test_folders_are_a_tree_that_counts_what_is_below(tmp_path: Path) -> None:
    top = tmp_path / "midi"

    def count(path: Path, pieces: int) -> FolderCount:
        return FolderCount(path=bytes(path), pieces=pieces)

    described = messages.LibraryDescribed(
        folders=(str(top),),
        tree=(
            count(top / "a" / "deep", 3),
            count(top / "b", 2),
            count(tmp_path / "elsewhere", 1),
        ),
    )
    elsewhere, midi = folders_of(described)
    assert (elsewhere.pieces, elsewhere.folders) == (1, ())
    assert (midi.pieces, [row.name for row in midi.folders]) == (5, ["a", "b"])
    (deep,) = midi.folders[0].folders
    assert (deep.name, deep.pieces, bytes.fromhex(deep.key)) == (
        "deep",
        3,
        bytes(top / "a" / "deep"),
    )


def test_what_there_is_to_learn_from_counts_pieces_and_not_files() -> None:
    sources = sources_of(messages.LibraryDescribed(files=9, ready=7, used=5, used_s=60.0))
    assert (sources.pieces, sources.total) == (5, 7)
