"""Every part that can be used has a name, a tooltip and room for a finger."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, Qt, QTranslator
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QScrollArea,
    QScrollBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.main_window.scroll_accessible import ScrollAccessible, guard_scroll_areas
from app.style.theme import apply_theme
from app.views.alternatives.strip import AlternativeCard, AlternativesStrip
from app.views.chord_lane import ChordLane
from app.views.continue_panel.panel import ContinuePanel
from app.views.events.table import EventsTable
from app.views.jam.page import JamPage
from app.views.keyboard_dialog import KeyboardDialog
from app.views.library_panel.import_report import ImportReport
from app.views.library_panel.panel import LibraryPanel
from app.views.licences_dialog import LicenceGroup, LicenceRow, LicencesDialog
from app.views.mixer.pane import Mixer
from app.views.mixer.values import MixerRow
from app.views.notice_strip import NoticeStrip, NoticeText
from app.views.overview import Overview
from app.views.palette import CommandPalette
from app.views.preferences.values import KeyRow, StorageFolder
from app.views.preferences.window import PreferencesWindow
from app.views.roll.piano_roll import PianoRoll
from app.views.ruler import TimeRuler
from app.views.shortcut_sheet import ShortcutSheet
from app.views.sound_settings.page import SoundSettings
from app.views.sound_settings.values import ClockView, InputRow, LearnRow, OutputRow, SoundView
from app.views.start_page.page import StartPage
from app.views.status_strip import StatusStrip
from app.views.take_tree import TakeTree
from app.views.tracks.headers import TrackHeaders
from app.views.tracks.values import TrackRow
from app.views.train.page import TrainPage
from app.views.train.values import SetupOption
from app.views.transport.bar import TransportBar
from app.views.velocity_lane import VelocityLane
from engine.values.score import Note
from engine.values.sound import KeyboardShape, Sound
from tests.app.views.widgets_of import button

NAME = QAccessible.Text.Name
GERMAN = Path(__file__).resolve().parents[3] / "assets" / "translations" / "segue_de.qm"
CONTROLS = (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QAbstractItemView,
)


def headers() -> QWidget:
    view = TrackHeaders()
    view.show_tracks((TrackRow(name="A", colour=0), TrackRow(name="B", colour=1)), current=0)
    return view


def alternatives() -> QWidget:
    view = AlternativesStrip()
    view.show_cards((AlternativeCard(bars=4, notes=(), start=0, end=1),), current=0, colours=())
    return view


def mixer() -> QWidget:
    view = Mixer()
    view.show_tracks((MixerRow(name="A", colour=0),), current=0)
    button(view, "Channel, port, delay").click()
    return view


def notices() -> QWidget:
    view = NoticeStrip()
    view.show_notice(NoticeText(key="a", happened="A.", buttons=(("b", "B"),), details="c"))
    return view


def status() -> QWidget:
    view = StatusStrip()
    view.show_chip("output", "Out: Built-in", tone="good")
    return view


def train() -> QWidget:
    view = TrainPage()
    view.setup.show_goals((SetupOption(key="a", title="A"),), chosen="a")
    view.setup.show_presets((SetupOption(key="a", title="A"),), chosen="a")
    return view


def sound() -> QWidget:
    view = SoundSettings()
    view.show_sound(SoundView(outputs=(("", "Built-in"),), choices=Sound(bank="a.sf2")))
    view.show_inputs((InputRow(name="Keys", on=True),))
    view.show_clock(ClockView(outputs=(OutputRow(name="Synth", clock=True),)))
    view.show_controls((LearnRow(name="panic", title="Panic", control="Control 1, channel 1"),))
    return view


def keyboard() -> QWidget:
    return KeyboardDialog("Keys", KeyboardShape(split=60))


def licences() -> QWidget:
    rows = (LicenceRow(key=0, name="libfine 1.0", licence="MIT"),)
    return LicencesDialog((LicenceGroup(title="Works", rows=rows),), lambda _key: "A text.")


def preferences() -> QWidget:
    view = PreferencesWindow(sound=sound())
    view.folders.show_folders((StorageFolder(key="a", title="Library", path="/a"),))
    view.keys.show_keys((KeyRow(name="play", text="Play", menu="Play", keys=("Space",)),))
    return view


MAKERS: tuple[Callable[[], QWidget], ...] = (
    headers,
    alternatives,
    mixer,
    notices,
    status,
    train,
    sound,
    keyboard,
    licences,
    preferences,
    ChordLane,
    ContinuePanel,
    EventsTable,
    ImportReport,
    LibraryPanel,
    Overview,
    CommandPalette,
    PianoRoll,
    TimeRuler,
    ShortcutSheet,
    TakeTree,
    TransportBar,
    VelocityLane,
    StartPage,
    JamPage,
)


# Roles that say nothing; screen readers may pass them over.
EMPTY = (QAccessible.Role.NoRole, QAccessible.Role.Client)


def parts_of(part: QAccessibleInterface | None) -> Iterator[QAccessibleInterface]:
    """What a screen reader finds in a view that is shown, the view first."""
    if part is None or not part.isValid() or part.state().invisible:
        return
    yield part
    for index in range(part.childCount()):
        yield from parts_of(part.child(index))


def tabbed(view: QWidget) -> list[str]:
    """The names of what Tab goes to, from the first to the last."""
    names, field = [], view.nextInFocusChain()
    while field is not view:
        if field.focusPolicy() & Qt.FocusPolicy.TabFocus and field.isEnabled():
            names.append(field.accessibleName())
        field = field.nextInFocusChain()
    return names


def controls(view: QWidget) -> list[QWidget]:
    found = [w for w in view.findChildren(QWidget) if isinstance(w, CONTROLS)]
    # Parts of a control belong to it: a spin box's field, a list's scroll bars.
    return [
        w
        for w in found
        if not isinstance(w, QScrollBar | QHeaderView)
        and not isinstance(w.parentWidget(), QAbstractSpinBox | QLineEdit | QComboBox)
        and not w.objectName().startswith("qt_")
        and type(w).__name__ not in ("QTableCornerButton", "QComboBoxListView")
        and not isinstance(w.parentWidget(), QAbstractItemView)
        and "Private" not in type(w.parentWidget()).__name__
        and w.parentWidget().metaObject().className() != "QComboBoxPrivateContainer"
    ]


@pytest.fixture(params=MAKERS, ids=lambda make: make.__name__)
def view(request: pytest.FixtureRequest, qtbot: QtBot) -> QWidget:
    made: QWidget = request.param()
    qtbot.addWidget(made)
    made.resize(max(made.sizeHint().width(), 300), max(made.sizeHint().height(), 60))
    made.show()
    return made


@pytest.fixture
def heard() -> Iterator[None]:
    """A screen reader runs."""
    guard_scroll_areas()
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


def label_of(field: QWidget) -> str:
    """The label that a screen reader finds for a field."""
    relations = QAccessible.queryAccessibleInterface(field).relations(
        QAccessible.RelationFlag.Label
    )
    return relations[0][0].text(NAME) if relations else ""


def test_controls_have_names_tooltips_room_and_are_reached_by_tab(view: QWidget) -> None:
    nameless = [
        f"{type(w).__name__} {getattr(w, 'text', str)()!r}"
        for w in controls(view)
        if not w.accessibleName()
    ]
    assert nameless == []
    mute = [
        w.accessibleName()
        for w in controls(view)
        if not w.toolTip() and not isinstance(w, QAbstractItemView)
    ]
    assert mute == []

    small = [
        (w.accessibleName(), w.width(), w.height())
        for w in controls(view)
        if w.isVisible() and isinstance(w, QAbstractButton) and w.height() < 24
    ]
    assert small == []
    unreachable = [
        w.accessibleName()
        for w in controls(view)
        if isinstance(w, QAbstractButton)
        and not w.focusPolicy() & Qt.FocusPolicy.TabFocus
        # Qt moves the focus among the buttons of an exclusive group by arrows.
        and not w.autoExclusive()
        and not (w.group() and w.group().exclusive())
    ]
    assert unreachable == []


@pytest.mark.usefixtures("heard")
def test_what_takes_the_focus_has_a_name_and_a_role_for_screen_readers(view: QWidget) -> None:
    parts = list(parts_of(QAccessible.queryAccessibleInterface(view)))
    focusable = [part for part in parts if part.state().focusable and not part.state().disabled]
    assert [part.role().name for part in focusable if not part.text(NAME)] == []
    assert [part.text(NAME) for part in focusable if part.role() in EMPTY] == []


@pytest.mark.usefixtures("heard")
def test_combo_boxes_have_labels(view: QWidget) -> None:
    """On Linux, Qt gives a combo box its chosen entry as name: only a label says what it is."""
    unlabelled = [box.accessibleName() for box in view.findChildren(QComboBox) if not label_of(box)]
    assert unlabelled == []


@pytest.mark.usefixtures("heard")
def test_each_page_of_the_preferences_is_heard_in_german(qapp: QApplication, qtbot: QtBot) -> None:
    translator = QTranslator()
    assert translator.load(str(GERMAN))
    QCoreApplication.installTranslator(translator)
    try:
        view = preferences()
        qtbot.addWidget(view)
        view.show()
        assert isinstance(view, PreferencesWindow)
        heard: set[str] = set()
        for number in range(6):
            view.show_page(number)
            qapp.processEvents()
            parts = list(parts_of(QAccessible.queryAccessibleInterface(view)))
            focusable = [part for part in parts if part.state().focusable]
            assert [part.role().name for part in focusable if not part.text(NAME)] == []
            heard |= {part.text(NAME) for part in focusable}
        heard |= {label_of(box) for box in view.findChildren(QComboBox)}
    finally:
        QCoreApplication.removeTranslator(translator)
    assert {"Seiten", "Schließen", "Klang über", "Audiogerät", "Farben", "Sprache"} <= heard


def test_tab_comes_to_a_keyboard_that_is_plugged_in_where_it_is_shown(qtbot: QtBot) -> None:
    view = SoundSettings()
    qtbot.addWidget(view)
    view.show_controls((LearnRow(name="panic", title="Panic"),))
    view.show_inputs((InputRow(name="Keys", on=True),))
    names = tabbed(view)
    order = ("Count in", "Listen to Keys", "Follow the clock of", "Learn a control for Panic")
    assert [name for name in names if name in order] == list(order)


def test_tab_goes_through_the_folders_before_the_button_that_closes_them(qtbot: QtBot) -> None:
    view = preferences()
    qtbot.addWidget(view)
    order = [name for name in tabbed(view) if name in ("Pages", "Move Library", "Close")]
    assert order == ["Pages", "Move Library", "Close"]


@pytest.mark.slow
def test_a_view_takes_on_another_theme(qtbot: QtBot) -> None:
    view = ContinuePanel()
    qtbot.addWidget(view)
    view.show()
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    before = view.grab().toImage()
    try:
        apply_theme(app, "light")
        assert view.grab().toImage() != before
    finally:
        apply_theme(app, "dark")


def test_the_highlighted_alternative_is_spoken_once(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(
        "app.views.alternatives.strip.announce", lambda _widget, text: spoken.append(text)
    )
    view = AlternativesStrip()
    qtbot.addWidget(view)
    note = Note(start=0, pitch=60, duration=480)
    cards = tuple(
        AlternativeCard(bars=4, notes=((0, note),), start=0, end=1, ending=name)
        for name in ("G", "B♭")
    )
    for current in (0, 0, 1):
        view.show_cards(cards, current=current, colours=(0,))
    assert [text.split(",")[0] for text in spoken] == ["Alternative 1 of 2", "Alternative 2 of 2"]
    assert spoken[1].endswith(", ends on B♭")


def test_an_alternative_is_spoken_again_once_it_is_whole(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(
        "app.views.alternatives.strip.announce", lambda _widget, text: spoken.append(text)
    )
    view = AlternativesStrip()
    qtbot.addWidget(view)
    note = (0, Note(start=0, pitch=60, duration=480))
    made = AlternativeCard(bars=4, notes=(note,) * 9, start=0, end=1, ending="G")
    begun = replace(made, notes=(), state="making", progress=0.0, ending="")
    for card in (begun, replace(begun, progress=0.5), made, replace(made, state="playing")):
        view.show_cards((card,), current=0, colours=(0,))
    assert spoken[0] == "Alternative 1 of 1 is being made"
    assert len(spoken) == 2
    assert spoken[1] == "Alternative 1 of 1, 4 bars, ends on G"


def test_a_screen_reader_may_ask_for_a_child_that_is_gone(qtbot: QtBot) -> None:
    guard_scroll_areas()
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setAccessibleName("Cards")
    inside = QWidget()
    inside.setFixedSize(2000, 2000)
    area.setWidget(inside)
    area.resize(200, 200)
    area.show()
    found = QAccessible.queryAccessibleInterface(area)
    assert isinstance(found, ScrollAccessible)
    assert found.text(QAccessible.Text.Name) == "Cards"
    assert found.child(0) is not None
    # Qt's own interface crashes the process here.
    assert found.child(99) is None
    assert found.child(-1) is None
