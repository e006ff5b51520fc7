"""The library's own page: folders, a table of all pieces, what is ticked and what one looks at."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QTreeWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from app.style.theme import apply_theme, contrast, selected_ground, theme
from app.views.library_panel.page import LibraryPage
from app.views.library_panel.piece_model import PieceModel
from app.views.library_panel.piece_table import columns
from app.views.library_panel.rows import FolderRow
from app.views.library_panel.thumbnails import ThumbnailView, thumbnail
from engine.values.library import FoundPiece, PieceQuery
from engine.values.thumbnail import thumbnail_of

_ONES, _ZEROS = np.ones(1, np.int64), np.zeros(1, np.int64)
PICTURE = thumbnail_of(
    start=_ZEROS, duration=_ONES * 10, pitch=_ONES * 60, part=_ZEROS, drum=_ZEROS
).packed()
PIECES = (
    FoundPiece(
        path=b"/m/groove/a.mid",
        title="Nocturne",
        seconds=133,
        number=7,
        bpm=92.4,
        tracks=2,
        music_key="E♭ major",
        composer="Chopin",
        folder="m/groove",
        meter="12/8",
        programs=(0,),
        drums=True,
        picture=PICTURE,
    ),
    FoundPiece(path=b"/m/b.mid", title="Waltz", seconds=60, number=8, used=False, folder="m"),
)
FOLDERS = (
    FolderRow(
        key="6d", name="~/m", pieces=2, folders=(FolderRow(key="6d67", name="groove", pieces=1),)
    ),
)


@pytest.fixture
def page(qtbot: QtBot) -> LibraryPage:
    made = LibraryPage()
    qtbot.addWidget(made)
    made.resize(1024, 500)
    made.show_library(total=2, ticked=1, seconds=133.0)
    made.show_folders(FOLDERS)
    made.pieces.show_found(2)
    made.pieces.show_rows(0, PIECES)
    made.show()
    qtbot.waitExposed(made)
    return made


def button(page: LibraryPage, text: str) -> QPushButton:
    return next(each for each in page.findChildren(QPushButton) if each.text() == text)


def said(page: LibraryPage, row: int) -> dict[str, str]:
    model = page.table.model()
    return {
        column.key: str(model.index(row, number).data() or "")
        for number, column in enumerate(columns())
    }


def test_the_table_is_a_sound_model(qtmodeltester: ModelTester) -> None:
    model = PieceModel(lambda row: row.title, columns=columns())
    model.show_count(2)
    model.show_rows(0, PIECES)
    qtmodeltester.check(model)


def test_a_piece_says_what_it_is_in_columns(page: LibraryPage) -> None:
    row = said(page, 0)
    assert (row["title"], row["composer"], row["key"]) == ("Nocturne", "Chopin", "E♭ major")
    assert (row["tempo"], row["meter"], row["length"]) == ("92", "12/8", "2:13")
    assert (row["folder"], row["tracks"], row["instruments"]) == ("m/groove", "2", "Pno, Dr")
    # What is not known is not made up.
    assert (said(page, 1)["tempo"], said(page, 1)["composer"]) == ("", "")


def test_what_is_ticked_is_counted_and_measured(page: LibraryPage, qtbot: QtBot) -> None:
    assert page._ticked.text() == "1 of 2 pieces ticked · 2:13"
    place = page.table.visualRect(page.table.model().index(1, 0)).center()
    with qtbot.waitSignal(page.pieces.used) as heard:
        qtbot.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert heard.args == [(8,), True]
    with qtbot.waitSignal(page.found_used) as heard:
        button(page, "Untick all shown").click()
    assert heard.args == [False]
    page.show_library(total=2, ticked=0, seconds=0.0)
    assert not button(page, "Train on these…").isEnabled()


@pytest.mark.slow
def test_a_folder_an_order_and_words_are_sought_together(page: LibraryPage, qtbot: QtBot) -> None:
    tree = next(t for t in page.findChildren(QTreeWidget) if t.accessibleName() == "Folders")
    inside = tree.topLevelItem(1).child(0)
    with qtbot.waitSignal(page.pieces.sought) as heard:
        tree.setCurrentItem(inside)
    assert heard.args == [PieceQuery(folder=b"mg")]
    header = page.table.horizontalHeader()
    composer = next(n for n, column in enumerate(columns()) if column.key == "composer")
    x = header.sectionViewportPosition(composer) + 10
    for descending in (False, True):
        with qtbot.waitSignal(page.pieces.sought) as heard:
            qtbot.mouseClick(
                header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, header.height() // 2)
            )
        wanted = PieceQuery(folder=b"mg", order="composer", descending=descending)
        assert heard.args == [wanted]
    page.focus_search()
    with qtbot.waitSignal(page.pieces.sought) as heard:
        page.pieces.field.setText("groove")
    assert heard.args[0].text == "groove"
    # A library that has grown does not move one out of the folder one is in.
    page.show_folders((replace(FOLDERS[0], pieces=3), FolderRow(key="78", name="x", pieces=1)))
    assert tree.currentItem().data(0, Qt.ItemDataRole.UserRole) == "6d67"


def test_the_piece_that_is_marked_is_seen_heard_and_opened(page: LibraryPage, qtbot: QtBot) -> None:
    (view,) = page.findChildren(ThumbnailView)
    assert view.packed == PICTURE
    assert page._facts.text() == "Chopin · E♭ major · ♩ 92 · 12/8"
    page.table.selectRow(1)
    assert view.packed == b""
    with qtbot.waitSignal(page.pieces.heard) as heard:
        button(page, "Hear").click()
    assert heard.args == ["/m/b.mid"]
    with qtbot.waitSignal(page.pieces.opened) as heard:
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert heard.args == ["/m/b.mid"]


def test_of_a_hundred_thousand_rows_those_in_sight_are_asked_for(
    page: LibraryPage, qtbot: QtBot
) -> None:
    asked: list[tuple[int, int]] = []
    page.pieces.wanted.connect(lambda first, count: asked.append((first, count)))
    page.pieces.show_found(100_000)
    qtbot.waitUntil(lambda: (0, 100) in asked)
    page.table.scrollTo(page.table.model().index(50_020, 1))
    qtbot.waitUntil(lambda: (50_000, 100) in asked)
    assert len(asked) < 10


def test_a_picture_is_painted_once_in_each_theme_and_size(page: LibraryPage) -> None:
    size = page.table.rect().size().scaled(96, 24, Qt.AspectRatioMode.IgnoreAspectRatio)
    first = thumbnail(PICTURE, size)
    assert (first.width(), first.height()) == (96, 24)
    assert thumbnail(PICTURE, size).cacheKey() == first.cacheKey()
    assert thumbnail(b"no picture", size).isNull()


@pytest.mark.parametrize("name", ["dark", "light", "contrast"])
def test_a_selected_row_can_be_told_from_its_neighbours(qapp: QApplication, name: str) -> None:
    try:
        apply_theme(qapp, name)
        ground, tokens = selected_ground(theme()), theme()
        assert contrast(ground, tokens.panel) >= 1.25
        assert contrast(tokens.text, ground) >= 4.5
        assert contrast(tokens.dim, ground) >= 3.0
        assert contrast(tokens.accent, ground) >= 1.8
    finally:
        apply_theme(qapp, "dark")


def test_every_button_of_the_page_has_a_name_and_says_what_it_does(page: LibraryPage) -> None:
    for each in page.findChildren(QPushButton):
        assert each.accessibleName()
        assert each.toolTip()
        assert each.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert page.table.accessibleName() == "Pieces"
    assert "Folders" in [tree.accessibleName() for tree in page.findChildren(QTreeWidget)]


def test_an_import_is_shown_in_place_of_the_request_for_a_folder(qtbot: QtBot) -> None:
    page = LibraryPage()
    qtbot.addWidget(page)
    page.show()

    def said_on_page() -> list[str]:
        return [each.text() for each in page.findChildren(QLabel) if each.isVisible()]

    assert "Add a folder of MIDI files. They stay where they are." in said_on_page()
    page.show_import("Reading 3 of 9…")
    assert "Reading 3 of 9…" in said_on_page()
    assert not [text for text in said_on_page() if text.startswith("Add a folder")]
    page.show_import("")
    assert "Add a folder of MIDI files. They stay where they are." in said_on_page()


def test_a_folder_that_was_added_can_be_removed_by_button_and_key(
    page: LibraryPage, qtbot: QtBot
) -> None:
    tree = next(t for t in page.findChildren(QTreeWidget) if t.accessibleName() == "Folders")
    remove = button(page, "Remove folder…")
    # All folders are none, and what lies in one goes with it.
    assert (remove.isEnabled(), remove.toolTip()) == (False, "Choose a folder in the list first")
    top = tree.topLevelItem(1)
    tree.setCurrentItem(top.child(0))
    assert not remove.isEnabled()
    assert "choose that one" in remove.toolTip()
    tree.setCurrentItem(top)
    with qtbot.waitSignal(page.remove_folder_clicked) as heard:
        remove.click()
    assert heard.args == [FOLDERS[0]]
    tree.setFocus()
    with qtbot.waitSignal(page.remove_folder_clicked):
        qtbot.keyClick(tree, Qt.Key.Key_Delete)
    page.show_import("Reading 1 of 2…")
    assert (remove.isEnabled(), remove.toolTip()) == (False, "An import is running")
    page.show_import("")
    assert remove.isEnabled()


def test_where_the_chosen_folder_is_gone_all_folders_are_shown(
    page: LibraryPage, qtbot: QtBot
) -> None:
    tree = next(t for t in page.findChildren(QTreeWidget) if t.accessibleName() == "Folders")
    tree.setCurrentItem(tree.topLevelItem(1))
    with qtbot.waitSignal(page.pieces.sought) as heard:
        page.show_folders((FolderRow(key="78", name="x", pieces=1),))
    assert heard.args[0].folder == b""
    assert tree.currentItem() is tree.topLevelItem(0)
    assert not button(page, "Remove folder…").isEnabled()
