"""Track headers, continue panel, alternatives, library."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QScrollArea,
    QWidget,
)
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from app.style.theme import theme
from app.values.readings import Reading
from app.views.alternatives.card import Card
from app.views.alternatives.compact import CompactOffers
from app.views.alternatives.sketch import Sketch
from app.views.alternatives.strip import AlternativeCard, AlternativesStrip
from app.views.library_panel.panel import LibraryPanel
from app.views.library_panel.row_list import RowsModel
from app.views.library_panel.rows import ModelRow, TakeRow
from app.views.tracks.header import TrackHeader
from app.views.tracks.headers import TrackHeaders
from app.views.tracks.values import TrackRow, channels_of
from app.widgets.fields import QuietField
from engine.values.library import FoundPiece, PieceQuery
from engine.values.score import Note
from engine.values.track_mix import TrackMix
from tests.app.views.widgets_of import button

ROWS = (
    TrackRow(name="Piano", colour=0),
    TrackRow(name="Bass", colour=2, role="context", mix=TrackMix(mute=True)),
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
    (area,) = headers.findChildren(QScrollArea)
    # Before the layout all headers lie at one place, which is in sight.
    qtbot.waitUntil(lambda: area.verticalScrollBar().value() > 0 and in_sight(11))
    # Whoever scrolls stays there, whatever else of a track changes.
    area.verticalScrollBar().setValue(0)
    headers.show_tracks((*rows[:11], replace(rows[11], mix=TrackMix())), current=11)
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
    headers.mute_toggled.connect(lambda *a: said.append(a))
    headers.show_tracks(
        (TrackRow(name="X", colour=1, mix=TrackMix(volume=3, mute=True)),), current=0
    )
    assert said == []


def test_a_header_names_the_instrument_of_a_track_without_a_name(headers: TrackHeaders) -> None:
    headers.show_tracks((TrackRow(name="", colour=0, program=40),), current=0)
    (header,) = headers._headers
    assert header.accessibleName() == "Track 1: Violin"
    assert header.findChildren(QuietField)[0].placeholderText() == "Violin"
    assert button(header, "Instrument and output").toolTip() == "Violin on Built-in, channel 1"


def test_compact_headers_keep_the_instrument_and_its_name(headers: TrackHeaders) -> None:
    whole = headers.width()
    headers.show_compact(compact=True)
    assert headers.width() < whole / 2
    assert not button(headers, "Mute").isVisible()
    assert button(headers, "Instrument and output").isVisible()
    headers.show_compact(compact=False)
    assert headers.width() == whole
    assert button(headers, "Mute").isVisible()


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
        kits = families[-1].menu().actions()
        next(kit for kit in kits if kit.text() == "Brush kit").trigger()
    assert said.args == [0, 128 + 40]


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


def test_cards_show_the_tune_in_its_tracks_colour_and_say_the_chords(qtbot: QtBot) -> None:
    strip = AlternativesStrip()
    qtbot.addWidget(strip)
    strip.resize(700, 142)
    strip.show()
    plain = card(bar_lines=(0, 1920, 3840, 5760))
    tune = (Note(480, 67, 1920),)
    told = replace(plain, tune=tune, tune_track=1, chords=("C", "", "G7", "F♯dim"))
    pictures = []
    for each in (plain, told):
        strip.show_cards((each,), current=0, colours=(0, 3))
        (sketch,) = strip.findChildren(Sketch)
        pictures.append(sketch.grab().toImage())
    assert pictures[0] != pictures[1]
    seen = {pictures[1].pixelColor(x, y).name() for x in range(30, 90) for y in range(18, 82)}
    assert theme().track(3).name() in seen
    assert theme().track(0).name() not in seen
    (shown,) = strip.findChildren(Card)
    assert shown.accessibleName().endswith("C, G7, F♯dim")


def test_the_card_that_plays_fills_up(strip: AlternativesStrip) -> None:
    playing = card(state="playing", tune=(Note(0, 60, 480),))
    strip.show_cards((playing, card()), current=0, colours=(0, 1))
    first, second = strip.findChildren(Sketch)
    before = first.grab().toImage(), second.grab().toImage()
    strip.show_playhead(4000.0)
    assert first.grab().toImage() != before[0]
    assert second.grab().toImage() == before[1]
    strip.show_cards((replace(playing, state="ready"), card()), current=0, colours=(0, 1))
    assert first.grab().toImage() == before[0]


@pytest.fixture
def strip(qtbot: QtBot) -> AlternativesStrip:
    view = AlternativesStrip()
    qtbot.addWidget(view)
    view.resize(900, 142)
    view.show()
    return view


def test_the_strip_says_when_it_is_filled(strip: AlternativesStrip) -> None:
    said: list[bool] = []
    strip.filled.connect(said.append)
    strip.show_cards((card(),), current=0, colours=(0, 1))
    strip.show_cards((card(), card()), current=0, colours=(0, 1))
    strip.show_cards((), current=-1, colours=())
    assert said == [True, False]


@pytest.mark.parametrize("width", [770, 730])
@pytest.mark.parametrize("cards", [(card(),) * 4, (card(fit=1.0),) + (card(fit=0.87),) * 3])
def test_four_cards_stand_side_by_side_and_are_not_cut(
    strip: AlternativesStrip, qtbot: QtBot, cards: tuple[AlternativeCard, ...], width: int
) -> None:
    # What windows of 1280 and 1024 leave between their panels.
    strip.resize(width, 142)
    strip.show_cards(cards, current=0, colours=(0, 1))
    (area,) = strip.findChildren(QScrollArea)
    qtbot.waitUntil(lambda: strip.findChildren(Card)[3].width() > 0)
    assert area.horizontalScrollBar().maximum() == 0
    cut = [
        each.text()
        for each in strip.findChildren(QLabel)
        if each.isVisible() and each.sizeHint().width() > each.width()
    ]
    assert cut == []


def test_the_offers_in_one_line_play_and_keep(qtbot: QtBot) -> None:
    line = CompactOffers()
    qtbot.addWidget(line)
    line.show()
    line.show_cards((card(word="rises"), card(word="busier", state="playing")), current=1)
    texts = [b.text() for b in line.findChildren(QPushButton)]
    assert texts == ["Keep 2  ↵", "1  rises", "2  busier ■"]
    with qtbot.waitSignal(line.play_clicked) as said:
        button(line, "Hear 1: rises in place").click()
    assert said.args == [0]
    with qtbot.waitSignal(line.kept) as said:
        button(line, "Keep 2  ↵").click()
    assert said.args == [1]
    line.show_cards((card(state="making", progress=0.5),), current=0)
    assert not button(line, "Keep 1  ↵").isEnabled()


def part_of(part: QWidget, whole: QScrollArea) -> QRect:
    return QRect(part.mapTo(whole.viewport(), QPoint()), part.size())


def test_cards_say_what_was_done_to_them(strip: AlternativesStrip, qtbot: QtBot) -> None:
    strip.show_cards((card(), card(state="playing", starred=True)), current=1, colours=(0, 1))
    with qtbot.waitSignal(strip.play_clicked) as said:
        button(strip, "Hear 1 in place").click()
    assert said.args == [0]
    with qtbot.waitSignal(strip.kept) as said:
        button(strip, "Keep 2").click()
    assert said.args == [1]
    with qtbot.waitSignal(strip.starred) as said:
        button(strip, "Star", nth=1).click()
    assert said.args == [1, False]


def test_a_card_that_is_being_made_cannot_be_kept(strip: AlternativesStrip) -> None:
    strip.show_cards((card(state="making", progress=0.4),), current=-1, colours=())
    keep = button(strip, "Keep 1")
    assert not keep.isEnabled()
    assert keep.toolTip() == "It is still being made"
    strip.show_cards((card(),), current=-1, colours=())
    assert keep.isEnabled()


def test_cards_speak(strip: AlternativesStrip) -> None:
    strip.show_cards((card(), card(state="making", progress=0.62)), current=0, colours=())
    names = {w.accessibleName() for w in strip.findChildren(QWidget)}
    assert "Alternative 1: 4 bars" in names
    assert "Alternative 2: making… 62 %" in names


def test_hovering_previews(strip: AlternativesStrip) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QEnterEvent
    from PySide6.QtWidgets import QApplication

    strip.show_cards((card(), card()), current=0, colours=())
    said: list[int] = []
    strip.hovered.connect(said.append)
    second = next(
        w for w in strip.findChildren(QWidget) if w.accessibleName().startswith("Alternative 2")
    )
    QApplication.sendEvent(second, QEnterEvent(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5)))
    QApplication.sendEvent(second, QEvent(QEvent.Type.Leave))
    assert said == [1, -1]


# --- library ---------------------------------------------------------------------------------


PIECES = (
    FoundPiece(path=b"/a.mid", title="Nocturne", seconds=133, music_key="E♭ major"),
    FoundPiece(path=b"/b.mid", title="Waltz for two", seconds=3725),
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
    library.show_pieces(PIECES)
    view = visible_list(library)
    view.setCurrentIndex(view.model().index(1, 0))
    with qtbot.waitSignal(library.pieces.opened) as said:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert said.args == ["/b.mid"]
    with qtbot.waitSignal(library.pieces.heard):
        qtbot.keyClick(view, Qt.Key.Key_Space)
    field = next(f for f in library.findChildren(QLineEdit) if f.isVisible())
    with qtbot.waitSignal(library.pieces.sought) as said:
        field.setText("noct")
    assert said.args == [PieceQuery(text="noct")]
    library.pieces.show_found(1)
    library.pieces.show_rows(0, PIECES[:1])
    assert view.model().rowCount(QModelIndex()) == 1
    library.pieces.show_found(0)
    assert not view.isVisible()
    with qtbot.waitSignal(library.pieces.sought) as said:
        button(library, "Clear").click()
    assert said.args == [PieceQuery()]
    library.pieces.show_found(2)
    assert view.isVisible()


@pytest.mark.slow
def test_a_hundred_thousand_pieces_are_asked_for_where_one_looks(
    library: LibraryPanel, qtbot: QtBot
) -> None:
    asked: list[tuple[int, int]] = []
    library.pieces.wanted.connect(lambda first, count: asked.append((first, count)))
    library.show_library(total=100_000)
    library.pieces.show_found(100_000)
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
    library.pieces.show_rows(50_000, rows)
    assert view.model().index(50_020, 0).data().startswith("Piece 50020")


def test_a_tick_a_tag_and_filters_say_what_is_wanted(library: LibraryPanel, qtbot: QtBot) -> None:
    rows = tuple(replace(p, number=i) for i, p in enumerate(PIECES, 7))
    library.show_pieces(rows)
    view = visible_list(library)
    box = view.visualRect(view.model().index(0, 0))
    with qtbot.waitSignal(library.pieces.used) as said:
        qtbot.mouseClick(
            view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(15, box.center().y())
        )
    assert said.args == [(7,), False]
    view.selectAll()
    with qtbot.waitSignal(library.pieces.used) as said:
        qtbot.keyClick(view, Qt.Key.Key_T)
    assert said.args == [(7, 8), False]
    library.pieces.offer_filters(families=(("Pno", 0),), keys=("C major",), tags=("blue",))
    button(library, "Filter").click()
    boxes = {b.accessibleName(): b for b in library.findChildren(QComboBox) if b.isVisible()}
    assert set(boxes) == {"Instrument", "Key", "Length", "Tempo", "Tag"}
    for box in boxes.values():
        with qtbot.waitSignal(library.pieces.sought) as said:
            box.setCurrentIndex(1)
    assert said.args == [
        PieceQuery(family=0, key="C major", seconds=(0, 30), bpm=(0, 60), tag="blue")
    ]
    # What is chosen stays, also when there is nothing of it any more.
    library.pieces.offer_filters(families=(), keys=(), tags=())
    assert boxes["Tag"].currentData() == "blue"


def test_rows_are_spoken_whole(library: LibraryPanel) -> None:
    library.show_pieces(PIECES)
    index = visible_list(library).model().index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == ("Nocturne, 2:13, E♭ major")


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


def test_an_import_opens_a_group_that_follows_the_newest_until_one_scrolls(
    library: LibraryPanel, qtbot: QtBot
) -> None:
    groups, rows = library.groups, library.groups.rows
    assert not groups.isVisible()
    library.begin_reading(Reading(name="Notebooks", folder="2f78"))
    bar, added = rows.verticalScrollBar(), [replace(PIECES[0], title=f"{k}") for k in range(60)]
    library.show_read(Reading(name="Notebooks", done=40, total=99, ready=37, refused=3), added[:37])
    head = button(library, "Notebooks, 37 of 99")
    assert head.isChecked()
    assert rows.model().rowCount() == 37 + 3
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    assert rows.model().index(38, 0).data() == "comes next"
    bar.setValue(5)
    library.show_read(Reading(name="Notebooks", done=60, total=99, ready=57), added[37:])
    qtbot.waitUntil(lambda: rows.model().rowCount() == 63)
    assert bar.value() == 5
    with qtbot.waitSignal(library.pieces.opened) as said:
        rows.doubleClicked.emit(rows.model().index(0, 0))
    assert said.args == [PIECES[0].key]
    # What could not be read has one line, and nothing opens by itself.
    library.show_read(Reading(name="Notebooks", done=99, total=99, ready=96, refused=3), ())
    with qtbot.waitSignal(library.report_clicked):
        button(library, "Why files could not be read").click()
    # Afterwards the usual list shows the folder, and then all pieces again.
    end = Reading(name="Notebooks", done=99, total=99, ready=96, refused=3, folder="2f78")
    with qtbot.waitSignal(library.pieces.sought) as sought:
        library.end_reading(end)
    assert sought.args[0].folder == b"/x"
    assert not rows.isVisible()
    with qtbot.waitSignal(library.pieces.sought) as sought:
        button(library, "All pieces, 0").click()
    assert sought.args[0].folder == b""


def test_words_are_sought_in_all_pieces_while_an_import_reads(library: LibraryPanel) -> None:
    library.begin_reading(Reading(name="2 files"))
    assert library.groups.rows.isVisible()
    library.pieces.sought.emit(PieceQuery(text="waltz"))
    assert not library.groups.rows.isVisible()


def test_a_header_names_the_channel_that_the_player_uses() -> None:
    plain, drums = TrackRow(name="A", colour=0), TrackRow(name="B", colour=0, is_drum=True)
    chosen = TrackRow(name="C", colour=0, mix=TrackMix(channel=0))
    elsewhere = TrackRow(name="D", colour=0, mix=TrackMix(port="Module"))
    assert channels_of((drums, plain, chosen, plain, elsewhere)) == (10, 2, 1, 3, 1)
    assert channels_of((plain,) * 18) == (*range(1, 10), *range(11, 17), 16, 16, 16)


def test_accompany_offers_parts_before_instruments(headers: TrackHeaders, qtbot: QtBot) -> None:
    headers.show_tracks((TrackRow(name="X", colour=0, program=40),), current=0)
    menu = button(headers, "+ Accompany").menu()
    menu.aboutToShow.emit()
    names = [action.text() for action in menu.actions() if action.text()]
    assert names == [
        "Bass line",
        "Drums",
        "Chords",
        "Pad",
        "Second voice",
        "Another instrument",
    ]
    with qtbot.waitSignal(headers.accompany_chosen) as said:
        menu.actions()[1].trigger()
    assert said.args == [128]
    with qtbot.waitSignal(headers.accompany_chosen) as said:
        menu.actions()[4].trigger()
    assert said.args == [40]
