"""The library's own page in the window: found, ticked, opened, and on to training."""

import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.library.rows import folders_of, sources_of
from engine import messages
from engine.messages import FolderCount
from engine.music.midifile import write_midi
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
    found = messages.FoundPiece(number=5, path=os.fsencode(file), title="Waltz", seconds=65.0)
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


def test_a_piece_opened_there_is_seen_in_compose(house: House, qtbot: QtBot, file: Path) -> None:
    house.begin(qtbot)
    show_page(house, file)
    page = house.window.workspaces.library
    with qtbot.waitSignal(house.session.piece.files.opened):
        page.pieces.opened.emit(page.table.row().key)
    assert house.window.workspace == "compose"
    assert house.session.piece.document.composition.score.note_count == 4


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
