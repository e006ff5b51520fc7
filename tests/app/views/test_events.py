"""The table of events: every kind is shown, found, changed, added and removed, by keys alone."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QModelIndex, QRect, Qt
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QTableView, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from app.style.theme import apply_theme
from app.values.events import KINDS, Event, Kind, Program, events_of, kind_of
from app.views.events.cells import LENGTH, START, VALUE, WHAT, cell_text, expected
from app.views.events.model import EventsModel
from app.views.events.table import EventsTable
from app.views.events.typed import changed, fresh, parsed_key
from app.widgets.key_names import parsed_pitch
from engine.harmony.keys import Key
from engine.values.events import ChannelPressure
from engine.values.score import (
    Control,
    KeySignature,
    Marker,
    Note,
    PitchBend,
    Score,
    Tempo,
    TimeSignature,
    Track,
)
from engine.values.time import BarMap, Timeline

NOTES = (Note(0, 60, 480), Note(480, 64, 240, 90, 3), Note(1920, 67, 480, 70, -3))
TRACK = Track(
    name="Piano",
    program=4,
    notes=NOTES,
    controls=(Control(240, 64, 127), Control(960, 7, 90)),
    pitch_bends=(PitchBend(720, -200),),
    channel_pressures=(ChannelPressure(840, 50),),
)
SCORE = Score(
    tracks=(TRACK,),
    tempos=(Tempo(0, 92.5), Tempo(1920, 60)),
    time_signatures=(TimeSignature(0, 4, 4), TimeSignature(1920, 3, 4)),
    key_signatures=(KeySignature(0, -3),),
    markers=(Marker(1920, "Coda"),),
)


class Owner:
    """Owns a piece as a controller does."""

    def __init__(self, view: EventsTable) -> None:
        self.view, self.score = view, SCORE
        self.asked: list[tuple[tuple[Event, ...], tuple[Event, ...], str]] = []
        view.edit_requested.connect(self.edit)
        self.show()

    def show(self) -> None:
        self.view.show_events(self.score, self.score.tracks[0], Timeline(self.score))

    def edit(self, removed: tuple[Event, ...], added: tuple[Event, ...], what: str) -> None:
        self.asked.append((removed, added, what))
        track = self.score.tracks[0]
        notes = [n for n in (*track.notes, *added) if isinstance(n, Note) and n not in removed]
        held = [c for c in (*track.controls, *added) if isinstance(c, Control) and c not in removed]
        new = Track(
            name=track.name,
            program=track.program,
            notes=tuple(sorted(notes)),
            controls=tuple(sorted(held)),
            pitch_bends=track.pitch_bends,
        )
        self.score = self.score.with_track(0, new)
        self.show()


@pytest.fixture
def owner(qtbot: QtBot) -> Owner:
    view = EventsTable()
    qtbot.addWidget(view)
    view.resize(760, 420)
    view.show()
    qtbot.waitExposed(view)
    return Owner(view)


def table(view: EventsTable) -> QTableView:
    (found,) = view.findChildren(QTableView)
    return found


def rows(view: EventsTable) -> list[list[str]]:
    model = table(view).model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def cell(view: EventsTable, kind: Kind, column: int, *, row: int = 0) -> QModelIndex:
    view.show_kind(kind)
    return table(view).model().index(row, column)


# --- what is shown ---------------------------------------------------------------------------


def test_every_kind_of_event_has_its_rows(owner: Owner) -> None:
    assert rows(owner.view) == [
        ["1.1.000", "Instrument", "", "5 Electric piano 1", "", ""],
        ["1.1.000", "Tempo", "", "92.5", "", ""],
        ["1.1.000", "Meter", "", "4/4", "", ""],
        ["1.1.000", "Key", "", "E♭ major", "", ""],
        ["1.1.000", "Note", "C4", "80", "480", ""],
        ["1.1.240", "Controller", "64 Sustain", "127", "", ""],
        ["1.2.000", "Note", "E4", "90", "240", "take 3"],
        ["1.2.240", "Pitch bend", "", "-200", "", ""],
        ["1.2.360", "Channel pressure", "", "50", "", ""],
        ["1.3.000", "Controller", "7 Volume", "90", "", ""],
        ["2.1.000", "Tempo", "", "60", "", ""],
        ["2.1.000", "Meter", "", "3/4", "", ""],
        ["2.1.000", "Marker", "", "Coda", "", ""],
        ["2.1.000", "Note", "G4", "70", "480", "take 3, edited"],
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_rows_are_filtered_by_kind(owner: Owner, kind: Kind) -> None:
    owner.view.show_kind(kind)
    model = table(owner.view).model()
    assert isinstance(model, EventsModel)
    kinds = {kind_of(model.event_at(row)) for row in range(model.rowCount())}
    assert kinds == {kind}
    assert len(rows(owner.view)) == len(events_of(SCORE, TRACK, kind)) > 0


def test_the_table_is_a_sound_model_and_sorts_numbers_as_numbers(
    qtmodeltester: ModelTester,
) -> None:
    model = EventsModel()
    model.show_events(events_of(SCORE, TRACK, None), Timeline(SCORE))
    qtmodeltester.check(model)
    model.show_events(events_of(SCORE, TRACK, "control"), Timeline(SCORE))
    model.sort(VALUE, Qt.SortOrder.AscendingOrder)
    assert model.event_at(0) == Control(960, 7, 90)
    model.sort(WHAT, Qt.SortOrder.DescendingOrder)
    assert model.event_at(0) == Control(960, 7, 90)
    for column in range(model.columnCount()):
        model.show_events(events_of(SCORE, TRACK, None), Timeline(SCORE))
        model.sort(column, Qt.SortOrder.DescendingOrder)
        assert model.rowCount() == 14


# --- what is typed ---------------------------------------------------------------------------


def test_pitches_are_read_as_musicians_write_them() -> None:
    assert [parsed_pitch(t) for t in ("C4", "f#3", "Eb5", "60", "C♯-1")] == [60, 54, 75, 60, 1]
    assert [parsed_pitch(t) for t in ("C♭4", "B#3", "Fb2")] == [59, 60, 40]
    assert [parsed_pitch(t) for t in ("H4", "C", "200", "C10", "", "²")] == [None] * 6


def test_keys_are_read_as_musicians_write_them() -> None:
    assert parsed_key("Eb major") == parsed_key("E♭ major") == parsed_key("d#") == Key(3)
    assert parsed_key("f# minor") == parsed_key("F♯m") == Key(6, minor=True)
    assert parsed_key("H dur") is None
    assert parsed_key("") is None


@pytest.mark.parametrize(
    ("kind", "column", "typed", "expected"),
    [
        ("note", START, "2.3", Note(1920 + 960, 60, 480)),
        ("note", WHAT, "D5", Note(0, 74, 480)),
        ("note", VALUE, "300", Note(0, 60, 480, 127)),
        ("note", LENGTH, "7", Note(0, 60, 7)),
        ("control", START, "3", Control(1920 + 1440, 64, 127)),
        ("control", WHAT, "volume", Control(240, 7, 127)),
        ("control", WHAT, "11", Control(240, 11, 127)),
        ("control", VALUE, "0", Control(240, 64, 0)),
        ("bend", VALUE, "8191", PitchBend(720, 8191)),
        ("program", VALUE, "49", Program(48)),
        ("program", VALUE, "church", Program(19)),
        ("program", VALUE, "drums", Program(0, is_drum=True)),
        ("tempo", VALUE, "101,5", Tempo(0, 101.5)),
        ("meter", VALUE, "7/8", TimeSignature(0, 7, 8)),
        ("key", VALUE, "Am", KeySignature(0, 0, minor=True)),
        ("marker", VALUE, "Verse 2", Marker(1920, "Verse 2")),
        ("marker", START, "1.2.3", Marker(483, "Coda")),
    ],
)
def test_cells_are_edited(
    owner: Owner, qtbot: QtBot, *, kind: Kind, column: int, typed: str, expected: Event
) -> None:
    index = cell(owner.view, kind, column)
    model = index.model()
    assert isinstance(model, EventsModel)
    before = model.event_at(0)
    with qtbot.waitSignal(owner.view.edit_requested) as said:
        assert model.setData(index, typed)
    assert said.args[:2] == [(before,), (expected,)]


@pytest.mark.parametrize(
    ("kind", "column", "typed"),
    [
        ("note", START, "soon"),
        ("note", START, "0.1"),
        ("note", START, "9999999999999"),
        ("note", WHAT, "H9"),
        ("note", LENGTH, "0"),
        ("note", VALUE, "loud"),
        ("control", WHAT, "128"),
        ("control", WHAT, "wah"),
        ("control", VALUE, "128"),
        ("bend", VALUE, "8192"),
        ("program", VALUE, "129"),
        ("program", VALUE, "kazoo orchestra"),
        ("tempo", VALUE, "5"),
        ("tempo", VALUE, "nan"),
        ("meter", VALUE, "4/5"),
        ("meter", VALUE, "0/4"),
        ("key", VALUE, "X"),
        ("marker", VALUE, "  "),
    ],
)
def test_what_means_nothing_changes_nothing_and_is_told(
    owner: Owner, kind: Kind, column: int, typed: str
) -> None:
    index = cell(owner.view, kind, column)
    assert not index.model().setData(index, typed)
    assert owner.asked == []
    hints = [label.text() for label in owner.view.findChildren(QLabel)]
    assert any(text.startswith(("A ", "An ")) and text.endswith(".") for text in hints)


# --- adding and removing ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("note", Note(480, 60, 480)),
        ("control", Control(720, 64, 127)),
        ("bend", PitchBend(1200, -200)),
        ("tempo", Tempo(480, 92.5)),
        ("meter", TimeSignature(1920, 4, 4)),
        ("key", KeySignature(1920, -3)),
        ("marker", Marker(1920 + 480, "Coda")),
    ],
)
def test_an_event_is_put_in_behind_its_like(owner: Owner, kind: Kind, expected: Event) -> None:
    view = owner.view
    table(view).setCurrentIndex(cell(view, kind, START))
    view.insert(kind)
    ((removed, added, what),) = owner.asked
    assert (removed, added) == ((), (expected,))
    assert what.startswith("Insert: ")


def test_an_event_goes_to_the_playhead_while_no_row_is_chosen(owner: Owner) -> None:
    owner.view.show_place(2000)
    owner.view.insert("control")
    owner.view.insert("meter")
    assert [added for _, added, _ in owner.asked] == [
        (Control(2000, 11, 100),),
        (TimeSignature(1920, 3, 4),),
    ]


def test_rows_are_selected_both_ways_and_deleted(owner: Owner, qtbot: QtBot) -> None:
    view = owner.view
    said: list[object] = []
    view.selection_changed.connect(said.append)
    view.show_selection(NOTES[1:])
    assert said == []
    qtbot.keyClick(table(view), Qt.Key.Key_Delete)
    assert owner.asked == [(NOTES[1:], (), "Delete 2 notes")]
    table(view).selectRow(4)
    assert said[-1] == (NOTES[0],)
    table(view).selectRow(5)
    assert said[-1] == ()
    qtbot.keyClick(table(view), Qt.Key.Key_Delete)
    assert owner.asked[-1] == ((TRACK.controls[0],), (), "Delete event")


def test_an_instrument_is_changed_and_never_removed(owner: Owner, qtbot: QtBot) -> None:
    table(owner.view).selectRow(0)
    qtbot.keyClick(table(owner.view), Qt.Key.Key_Delete)
    assert owner.asked == []
    delete = next(b for b in owner.view.findChildren(QPushButton) if b.text() == "Delete")
    assert not delete.isEnabled()
    assert "removed" in delete.toolTip()
    table(owner.view).selectRow(1)
    assert delete.isEnabled()


def test_who_works_by_keys_stays_where_the_work_is(owner: Owner, qtbot: QtBot) -> None:
    view, shown = owner.view, table(owner.view)
    shown.setFocus()
    shown.setCurrentIndex(cell(view, "note", VALUE, row=1))
    qtbot.keyClick(shown, Qt.Key.Key_Return)
    field = shown.findChild(QLineEdit)
    assert field is not None
    field.setText("33")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(owner.asked))
    assert (shown.currentIndex().row(), shown.currentIndex().column()) == (1, VALUE)
    assert shown.currentIndex().data() == "33"
    qtbot.keyClick(shown, Qt.Key.Key_Insert)
    assert owner.asked[-1][1] == (Note(720, 64, 240, 33),)
    assert shown.currentIndex().row() == 2
    qtbot.keyClick(shown, Qt.Key.Key_Delete)
    assert owner.asked[-1][0] == (Note(720, 64, 240, 33),)
    assert shown.currentIndex().row() == 2
    # A digit is what is typed, not the key of an alternative.
    qtbot.keyClick(shown, Qt.Key.Key_5)
    assert isinstance(QApplication.focusWidget(), QLineEdit)


def test_a_note_is_named_as_its_key_has_it() -> None:
    note = Note(480, 70, 480)
    plain = Score(tracks=(Track(notes=(note,)),))
    flat = replace(plain, key_signatures=(KeySignature(0, -3),))
    assert cell_text(note, WHAT, Timeline(plain)) == "A♯4"
    assert cell_text(note, WHAT, Timeline(flat)) == "B♭4"


def ink(widget: QWidget, part: QRect) -> tuple[int, int]:
    """Return how far the words of a part stand from its left and its right edge, in pixels."""
    image = widget.grab(part).toImage()
    ground = image.pixelColor(1, 3).lightness()
    rows = range(3, image.height() - 3)
    inked = [
        x
        for x in range(image.width())
        if any(abs(image.pixelColor(x, y).lightness() - ground) > 60 for y in rows)
    ]
    return inked[0], image.width() - 1 - inked[-1]


def test_headings_stand_over_their_columns(qapp: QApplication, qtbot: QtBot) -> None:
    apply_theme(qapp, "dark")
    view = EventsTable()
    qtbot.addWidget(view)
    view.show_events(SCORE, TRACK, Timeline(SCORE))
    view.show_kind("note")
    view.resize(700, 220)
    view.show()
    (table,) = view.findChildren(QTableView)
    header, row = table.horizontalHeader(), 1
    for column in (START, WHAT, VALUE, LENGTH):
        place = header.sectionViewportPosition(column)
        head = QRect(place, 0, header.sectionSize(column), header.height())
        cell = table.visualRect(table.model().index(row, column))
        side = 1 if column == LENGTH else 0
        beside = ink(header.viewport(), head)[side] - ink(table.viewport(), cell)[side]
        # Letters differ by a pixel in how they begin.
        assert abs(beside) <= 1, (column, beside)


def test_a_kind_with_a_plain_number_needs_no_cells_of_its_own() -> None:
    bars = BarMap.of(SCORE)
    pressed = fresh("channel pressure", 480, None, length=120, bars=bars)
    assert pressed == ChannelPressure(480, 0)
    assert changed(pressed, VALUE, "99", bars) == ChannelPressure(480, 99)
    assert changed(pressed, VALUE, "128", bars) is None
    assert changed(pressed, WHAT, "1", bars) is None
    assert expected("channel pressure", VALUE) == "Channel pressure: a number from 0 to 127."
    assert cell_text(ChannelPressure(480, 99), VALUE, Timeline(SCORE)) == "99"
    assert fresh("channel pressure", 960, pressed, length=120, bars=bars) == ChannelPressure(960, 0)
