"""Track headers, continue panel, alternatives, library."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QScrollArea,
    QSlider,
    QWidget,
)
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from app.views.alternatives.card import Card
from app.views.alternatives.sketch import Sketch
from app.views.alternatives.strip import AlternativeCard, AlternativesStrip
from app.views.library_panel.panel import LibraryPanel
from app.views.library_panel.row_list import RowsModel
from app.views.library_panel.rows import ModelRow, PieceFilters, PieceRow, TakeRow
from app.views.tracks.header import TrackHeader
from app.views.tracks.headers import TrackHeaders
from app.views.tracks.values import TrackRow, channels_of
from app.widgets.fields import QuietField
from engine.music.score import Note
from tests.app.views.widgets_of import button

ROWS = (
    TrackRow(name="Piano", colour=0),
    TrackRow(name="Bass", colour=2, role="context", mute=True),
)


# --- headers ---------------------------------------------------------------------------------


@pytest.fixture
def headers(qtbot: QtBot) -> TrackHeaders:
    view = TrackHeaders()
    qtbot.addWidget(view)
    view.resize(184, 400)
    view.show()
    view.show_tracks(ROWS, current=0)
    return view


def test_the_current_track_is_in_sight(headers: TrackHeaders, qtbot: QtBot) -> None:
    rows = ROWS * 6

    def in_sight(index: int) -> bool:
        (area,) = headers.findChildren(QScrollArea)
        header = headers.findChildren(TrackHeader)[index]
        return area.viewport().rect().contains(part_of(header, area))

    headers.show_tracks(rows, current=0)
    assert not in_sight(11)
    headers.show_tracks(rows, current=11)
    qtbot.waitUntil(lambda: in_sight(11))
    # Whoever scrolls stays there, whatever else of a track changes.
    (area,) = headers.findChildren(QScrollArea)
    area.verticalScrollBar().setValue(0)
    headers.show_tracks((*rows[:11], replace(rows[11], mute=False)), current=11)
    qtbot.wait(20)
    assert area.verticalScrollBar().value() == 0


def test_headers_say_which_track_was_changed(headers: TrackHeaders, qtbot: QtBot) -> None:
    with qtbot.waitSignal(headers.solo_toggled) as said:
        button(headers, "Solo", nth=1).click()
    assert said.args == [1, True]
    with qtbot.waitSignal(headers.mute_toggled) as said:
        button(headers, "Mute", nth=1).click()
    assert said.args == [1, False]
    with qtbot.waitSignal(headers.role_changed) as said:
        button(headers, "Role: Write").click()
    assert said.args == [0, "context"]
    with qtbot.waitSignal(headers.role_changed) as said:
        button(headers, "Role: Context").click()
    assert said.args == [1, "ignore"]


def test_showing_rows_says_nothing(headers: TrackHeaders) -> None:
    said: list[object] = []
    headers.volume_changed.connect(lambda *a: said.append(a))
    headers.mute_toggled.connect(lambda *a: said.append(a))
    headers.show_tracks((TrackRow(name="X", colour=1, volume=3, mute=True),), current=0)
    assert said == []
    slider = next(s for s in headers.findChildren(QSlider) if s.isVisible())
    slider.setValue(64)
    assert said == [(0, 64)]


def test_every_track_has_its_volume_whichever_is_current(headers: TrackHeaders) -> None:
    assert [s.isVisible() for s in headers.findChildren(QSlider)] == [True, True]
    headers.show_tracks(ROWS, current=1)
    assert [s.isVisible() for s in headers.findChildren(QSlider)] == [True, True]


def test_a_track_is_renamed_in_place(headers: TrackHeaders, qtbot: QtBot) -> None:
    headers.rename_current()
    field = headers.findChildren(QuietField)[0]
    with qtbot.waitSignal(headers.name_changed) as said:
        field.setText("Grand")
        field.editingFinished.emit()
    assert said.args == [0, "Grand"]


def test_the_instrument_menu_reaches_every_program(headers: TrackHeaders, qtbot: QtBot) -> None:
    menu = button(headers, "Instrument and output").menu()
    menu.aboutToShow.emit()
    families = menu.actions()[0].menu().actions()
    bass = next(a.menu() for a in families if a.text() == "Bass")
    with qtbot.waitSignal(headers.program_changed) as said:
        bass.actions()[0].trigger()
    assert said.args == [0, 32]
    with qtbot.waitSignal(headers.program_changed) as said:
        families[-1].trigger()
    assert said.args == [0, 128]


def test_headers_come_and_go(headers: TrackHeaders, qtbot: QtBot) -> None:
    headers.show_tracks((), current=0)
    qtbot.waitUntil(lambda: not headers.findChildren(TrackHeader))
    with qtbot.waitSignal(headers.add_track_clicked):
        button(headers, "+ Add track").click()


# --- alternatives ----------------------------------------------------------------------------


def card(**changes: object) -> AlternativeCard:
    values: dict[str, object] = {
        "bars": 4,
        "notes": ((0, Note(0, 60, 480)), (1, Note(480, 67, 480))),
        "start": 0,
        "end": 7680,
    }
    return AlternativeCard(**(values | changes))  # type: ignore[arg-type]


def test_cards_show_tune_rhythm_and_chords_and_say_the_chords(qtbot: QtBot) -> None:
    strip = AlternativesStrip()
    qtbot.addWidget(strip)
    strip.resize(700, 142)
    strip.show()
    plain = card(bar_lines=(0, 1920, 3840, 5760), onsets=(0, 480))
    told = replace(plain, tune=((0, 60), (480, 67)), chords=("C", "", "G7", "F♯dim"))
    pictures = []
    for each in (plain, told):
        strip.show_cards((each,), current=0, colours=(0, 1))
        (sketch,) = strip.findChildren(Sketch)
        pictures.append(sketch.grab().toImage())
    assert pictures[0] != pictures[1]
    (shown,) = strip.findChildren(Card)
    assert shown.accessibleName().endswith("C, G7, F♯dim")


@pytest.fixture
def strip(qtbot: QtBot) -> AlternativesStrip:
    view = AlternativesStrip()
    qtbot.addWidget(view)
    view.resize(900, 142)
    view.show()
    return view


def test_the_empty_strip_says_what_to_do(strip: AlternativesStrip) -> None:
    assert not button(strip, "None of these").isVisible()
    strip.show_cards((card(),), current=0, colours=(0, 1))
    assert button(strip, "None of these").isVisible()


def test_four_cards_stand_side_by_side_in_a_window_of_1280(
    strip: AlternativesStrip, qtbot: QtBot
) -> None:
    # What the window leaves of 1280 between its two panels.
    strip.resize(734, 142)
    strip.show_cards((card(),) * 4, current=0, colours=(0, 1))
    (area,) = strip.findChildren(QScrollArea)
    qtbot.waitUntil(lambda: strip.findChildren(Card)[3].width() > 0)
    assert area.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize("cards", [(card(),) * 4, (card(fit=1.0),) + (card(fit=0.87),) * 3])
def test_four_cards_stand_side_by_side_in_a_window_of_1024(
    strip: AlternativesStrip, qtbot: QtBot, cards: tuple[AlternativeCard, ...]
) -> None:
    strip.show_cards(cards, current=0, colours=(0, 1))
    qtbot.waitUntil(lambda: strip.findChildren(Card)[0].width() > 130)
    wide = strip.findChildren(Card)[0].height()
    # What the window leaves of 1024 between its two panels.
    strip.resize(505, 142)
    (area,) = strip.findChildren(QScrollArea)
    qtbot.waitUntil(lambda: area.horizontalScrollBar().maximum() == 0)
    assert strip.findChildren(Card)[3].width() < 130
    # No higher than before: what stands beside them has its line over them, and all can be read.
    none, shown = button(strip, "None of these"), strip.findChildren(Card)
    assert none.mapTo(strip, none.rect().bottomLeft()).y() < shown[0].mapTo(strip, QPoint()).y()
    assert all(area.viewport().rect().contains(part_of(each, area)) for each in shown)
    cut = [
        each.text()
        for each in strip.findChildren(QLabel)
        if each.isVisible() and each.sizeHint().width() > each.width()
    ]
    assert cut == []
    assert button(strip, "Keep A").text() == "✓ ↵"
    strip.resize(900, 142)
    qtbot.waitUntil(lambda: shown[0].height() == wide)
    assert button(strip, "Keep A").text() == "✓ keep ↵"


def part_of(part: QWidget, whole: QScrollArea) -> QRect:
    return QRect(part.mapTo(whole.viewport(), QPoint()), part.size())


def test_cards_say_what_was_done_to_them(strip: AlternativesStrip, qtbot: QtBot) -> None:
    strip.show_cards((card(), card(state="playing", starred=True)), current=1, colours=(0, 1))
    with qtbot.waitSignal(strip.play_clicked) as said:
        button(strip, "Hear A in place").click()
    assert said.args == [0]
    with qtbot.waitSignal(strip.kept) as said:
        button(strip, "Keep B").click()
    assert said.args == [1]
    with qtbot.waitSignal(strip.starred) as said:
        button(strip, "Star", nth=1).click()
    assert said.args == [1, False]
    with qtbot.waitSignal(strip.none_clicked):
        button(strip, "None of these").click()


def test_a_card_that_is_being_made_cannot_be_kept(strip: AlternativesStrip) -> None:
    strip.show_cards((card(state="making", progress=0.4),), current=-1, colours=())
    keep = button(strip, "Keep A")
    assert not keep.isEnabled()
    assert keep.toolTip() == "It is still being made"
    strip.show_cards((card(),), current=-1, colours=())
    assert keep.isEnabled()


def test_cards_speak(strip: AlternativesStrip) -> None:
    strip.show_cards((card(), card(state="making", progress=0.62)), current=0, colours=())
    names = {w.accessibleName() for w in strip.findChildren(QWidget)}
    assert "Alternative A: 4 bars, 2 notes" in names
    assert "Alternative B: making… 62 %, 2 notes" in names


def test_hovering_previews(strip: AlternativesStrip) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QEnterEvent
    from PySide6.QtWidgets import QApplication

    strip.show_cards((card(), card()), current=0, colours=())
    said: list[int] = []
    strip.hovered.connect(said.append)
    second = next(
        w for w in strip.findChildren(QWidget) if w.accessibleName().startswith("Alternative B")
    )
    QApplication.sendEvent(second, QEnterEvent(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5)))
    QApplication.sendEvent(second, QEvent(QEvent.Type.Leave))
    assert said == [1, -1]


# --- library ---------------------------------------------------------------------------------


PIECES = (
    PieceRow(key="/a.mid", title="Nocturne", seconds=133, trained=True, music_key="E♭ major"),
    PieceRow(key="/b.mid", title="Waltz for two", seconds=3725),
)


@pytest.fixture
def library(qtbot: QtBot) -> LibraryPanel:
    view = LibraryPanel()
    qtbot.addWidget(view)
    view.resize(248, 500)
    view.show()
    return view


def visible_list(library: LibraryPanel) -> QListView:
    return next(v for v in library.findChildren(QListView) if v.isVisible())


def test_rows_are_a_sound_model(qtmodeltester: ModelTester) -> None:
    model = RowsModel(lambda row: row.title, lambda row: row.key)
    model.show_rows(PIECES)
    qtmodeltester.check(model)
    data = model.mimeData([model.index(1)])
    assert bytes(data.data("application/x-segue-piece").data()) == b"/b.mid"


def test_pieces_open_sound_and_are_searched(library: LibraryPanel, qtbot: QtBot) -> None:
    library.show_pieces(PIECES, folders="~/Music", not_used=3)
    view = visible_list(library)
    view.setCurrentIndex(view.model().index(1, 0))
    with qtbot.waitSignal(library.piece_opened) as said:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert said.args == ["/b.mid"]
    with qtbot.waitSignal(library.piece_auditioned):
        qtbot.keyClick(view, Qt.Key.Key_Space)
    field = next(f for f in library.findChildren(QLineEdit) if f.isVisible())
    with qtbot.waitSignal(library.pieces_sought) as said:
        field.setText("noct")
    assert said.args == [PieceFilters(text="noct")]
    library.show_found(1)
    library.show_rows(0, PIECES[:1])
    assert view.model().rowCount(QModelIndex()) == 1
    library.show_found(0)
    assert not view.isVisible()
    with qtbot.waitSignal(library.pieces_sought) as said:
        button(library, "Clear").click()
    assert said.args == [PieceFilters()]
    library.show_found(2)
    assert view.isVisible()
    with qtbot.waitSignal(library.report_clicked):
        button(library, "Import report").click()


def test_a_hundred_thousand_pieces_are_asked_for_where_one_looks(
    library: LibraryPanel, qtbot: QtBot
) -> None:
    asked: list[tuple[int, int]] = []
    library.pieces_wanted.connect(lambda first, count: asked.append((first, count)))
    library.show_library(total=100_000, folders="~/Music")
    library.show_found(100_000)
    qtbot.waitUntil(lambda: (0, 100) in asked)
    view = visible_list(library)
    bar = view.verticalScrollBar()
    # Dragging the bar passes all pages; few are read.
    for place in range(0, bar.maximum(), bar.maximum() // 300):
        bar.setValue(place)
        view.viewport().repaint()
    view.scrollTo(view.model().index(50_020, 0))
    qtbot.waitUntil(lambda: (50_000, 100) in asked)
    assert len(asked) < 30
    rows = tuple(replace(PIECES[0], title=f"Piece {i}", number=i) for i in range(50_000, 50_100))
    library.show_rows(50_000, rows)
    assert view.model().index(50_020, 0).data().startswith("Piece 50020")


def test_a_tick_a_tag_and_filters_say_what_is_wanted(library: LibraryPanel, qtbot: QtBot) -> None:
    rows = tuple(replace(p, number=i) for i, p in enumerate(PIECES, 7))
    library.show_pieces(rows, folders="~/Music")
    view = visible_list(library)
    box = view.visualRect(view.model().index(0, 0))
    with qtbot.waitSignal(library.pieces_used) as said:
        qtbot.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(15, box.center().y())
        )
    assert said.args == [(7,), False]
    view.selectAll()
    with qtbot.waitSignal(library.pieces_used) as said:
        qtbot.keyClick(view, Qt.Key.Key_T)
    assert said.args == [(7, 8), False]
    library.offer_filters(families=(("Pno", 0),), keys=("C major",), tags=("blue",))
    button(library, "Filter").click()
    boxes = {b.accessibleName(): b for b in library.findChildren(QComboBox) if b.isVisible()}
    assert set(boxes) == {"Instrument", "Key", "Length", "Tempo", "Tag"}
    for box in boxes.values():
        with qtbot.waitSignal(library.pieces_sought) as said:
            box.setCurrentIndex(1)
    assert said.args == [
        PieceFilters(family=0, key="C major", seconds=(0, 30), bpm=(0, 60), tag="blue")
    ]
    # What is chosen stays, also when there is nothing of it any more.
    library.offer_filters(families=(), keys=(), tags=())
    assert boxes["Tag"].currentData() == "blue"


def test_rows_are_spoken_whole(library: LibraryPanel) -> None:
    library.show_pieces(PIECES)
    index = visible_list(library).model().index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == (
        "Nocturne, 2:13, E♭ major, learned from"
    )


def test_empty_tabs_say_what_to_do(library: LibraryPanel, qtbot: QtBot) -> None:
    with qtbot.waitSignal(library.add_folder_clicked):
        button(library, "Add folder…").click()
    with qtbot.waitSignal(library.tab_chosen) as said:
        button(library, "Models").click()
    assert said.args == ["models"]
    with qtbot.waitSignal(library.train_clicked):
        button(library, "Train a model…").click()


def test_models_and_takes_say_which(library: LibraryPanel, qtbot: QtBot) -> None:
    library.show_models((ModelRow(key="m", name="Mine", detail="12 M", default=True),))
    library.show_takes((TakeRow(number=4, bars=(5, 4), note_count=9),))
    library.show_tab("models")
    view = visible_list(library)
    view.setCurrentIndex(view.model().index(0, 0))
    with qtbot.waitSignal(library.model_chosen) as said:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert said.args == ["m"]
    library.show_tab("takes")
    view = visible_list(library)
    with qtbot.waitSignal(library.take_chosen) as chosen:
        view.setCurrentIndex(view.model().index(0, 0))
    assert chosen.args == [4]
    with qtbot.waitSignal(library.take_kept):
        qtbot.keyClick(view, Qt.Key.Key_Return)


def test_an_import_is_shown_at_the_foot(library: LibraryPanel) -> None:
    from PySide6.QtWidgets import QProgressBar

    library.show_import("Reading 3 of 9…", done=3, total=9)
    (bar,) = library.findChildren(QProgressBar)
    assert bar.isVisible()
    assert (bar.value(), bar.maximum()) == (3, 9)
    library.show_library(total=0, folders="~/Music")
    assert label(library, "~/Music") is None
    assert label(library, "Reading 3 of 9…") is not None
    library.show_import("")
    assert not bar.isVisible()
    assert label(library, "~/Music") is not None


def label(view: QWidget, text: str) -> QLabel | None:
    shown = (each for each in view.findChildren(QLabel) if each.isVisible())
    return next((each for each in shown if each.text() == text), None)


def test_a_header_names_the_channel_that_the_player_uses() -> None:
    plain, drums = TrackRow(name="A", colour=0), TrackRow(name="B", colour=0, is_drum=True)
    chosen = TrackRow(name="C", colour=0, channel=0)
    elsewhere = TrackRow(name="D", colour=0, port="Module")
    assert channels_of((drums, plain, chosen, plain, elsewhere)) == (10, 2, 1, 3, 1)
    assert channels_of((plain,) * 18) == (*range(1, 10), *range(11, 17), 16, 16, 16)
