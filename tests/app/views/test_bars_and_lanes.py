"""Ruler, overview, velocity lane and transport."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.values.geometry import KEYS_WIDTH, Transform
from app.views.overview import Overview
from app.views.ruler import TimeRuler
from app.views.transport.bar import MODES, TransportBar
from app.views.transport.taps import Taps
from app.views.velocity_lane import VelocityLane
from app.widgets.fields import DragNumber, QuietField
from app.widgets.levels.lamp import Lamp
from engine.harmony.keys import Key
from engine.values.score import Control, Marker, Note, Score, Tempo, TimeSignature, Track
from engine.values.time import Timeline

BAR = 1920
VIEW = Transform(pixels_per_tick=0.05)
SCORE = Score(tracks=(Track(notes=(Note(0, 60, 480), Note(480, 64, 480, 100))),))


def drag(
    widget: QWidget,
    *points: tuple[float, float],
    keys: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    kinds = [
        QEvent.Type.MouseButtonPress,
        *[QEvent.Type.MouseMove] * (len(points) - 2),
        QEvent.Type.MouseButtonRelease,
    ]
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, (x, y) in zip(kinds, points, strict=True):
        held = none if kind == QEvent.Type.MouseButtonRelease else left
        place = QPointF(x, y)
        event = QMouseEvent(
            kind,
            place,
            QPointF(widget.mapToGlobal(place.toPoint())),
            left,
            held,
            keys,
        )
        QApplication.sendEvent(widget, event)


def shown(qtbot: QtBot, view: QWidget, width: int, height: int) -> None:
    qtbot.addWidget(view)
    view.resize(width, height)
    view.show()


# --- ruler -----------------------------------------------------------------------------------


@pytest.fixture
def ruler(qtbot: QtBot) -> TimeRuler:
    view = TimeRuler()
    shown(qtbot, view, 800, 26)
    view.show_timeline(Timeline(SCORE))
    view.show_transform(VIEW)
    view.show_snap("1/4")
    return view


def x_of(tick: float) -> float:
    return VIEW.x_of(tick) + KEYS_WIDTH


def test_a_click_on_the_ruler_seeks_to_the_grid(ruler: TimeRuler, qtbot: QtBot) -> None:
    with qtbot.waitSignal(ruler.seek_requested) as asked:
        drag(ruler, (x_of(2000), 10), (x_of(2000), 10))
    assert asked.args == [1920]


def test_a_drag_on_the_ruler_selects_whole_bars_in_either_direction(
    ruler: TimeRuler, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(ruler.bars_dragged) as asked:
        drag(ruler, (x_of(3900), 10), (x_of(2500), 10), (x_of(2000), 10), (x_of(2000), 10))
    assert asked.args == [BAR, 3 * BAR]


def test_a_drag_with_alt_makes_a_loop_on_the_grid(ruler: TimeRuler, qtbot: QtBot) -> None:
    with qtbot.waitSignal(ruler.loop_dragged) as asked:
        drag(
            ruler,
            (x_of(3000), 10),
            (x_of(1900), 10),
            (x_of(1900), 10),
            keys=Qt.KeyboardModifier.AltModifier,
        )
    assert asked.args == [1920, 2880]


def test_the_name_of_a_section_is_dragged_to_another_section(
    ruler: TimeRuler, qtbot: QtBot
) -> None:
    markers = (Marker(0, "Verse"), Marker(BAR, "Chorus"))
    ruler.show_timeline(Timeline(replace(SCORE, markers=markers)))
    with qtbot.waitSignal(ruler.section_dragged) as asked:
        name = x_of(BAR) + 30
        drag(ruler, (name, 10), (x_of(BAR / 2), 10), (x_of(100), 10), (x_of(100), 10))
    assert asked.args == [BAR, 0]


def test_shift_and_arrows_select_bars(ruler: TimeRuler, qtbot: QtBot) -> None:
    asked: list[int] = []
    ruler.bars_extended.connect(asked.append)
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(ruler, Qt.Key.Key_Right, shift)
    qtbot.keyClick(ruler, Qt.Key.Key_Left, shift)
    assert asked == [1, -1]


def test_the_flag_is_dragged_to_a_bar_line(ruler: TimeRuler, qtbot: QtBot) -> None:
    ruler.show_boundary(BAR)
    with qtbot.waitSignal(ruler.boundary_dragged) as asked:
        drag(ruler, (x_of(BAR) + 8, 8), (x_of(3 * BAR + 300), 8), (x_of(3 * BAR + 300), 8))
    assert asked.args == [3 * BAR]


def test_keys_seek_by_bars(ruler: TimeRuler, qtbot: QtBot) -> None:
    ruler.show_playhead(BAR + 600)
    asked: list[int] = []
    ruler.seek_requested.connect(asked.append)
    qtbot.keyClick(ruler, Qt.Key.Key_Right)
    qtbot.keyClick(ruler, Qt.Key.Key_Left)
    assert asked == [2 * BAR, BAR]


def test_the_loop_the_memory_and_the_flag_are_painted(ruler: TimeRuler) -> None:
    def look() -> bytes:
        image = ruler.grab().toImage()
        return bytes(image.constBits())

    looks = [look()]
    ruler.show_loop(start=0, end=BAR, enabled=True)
    looks.append(look())
    ruler.show_memory(start=0, end=BAR)
    looks.append(look())
    ruler.show_boundary(BAR)
    looks.append(look())
    ruler.show_playhead(BAR * 2)
    looks.append(look())
    assert len(set(looks)) == 5


# --- overview --------------------------------------------------------------------------------


def test_dragging_in_the_overview_moves_the_window(qtbot: QtBot) -> None:
    view = Overview()
    shown(qtbot, view, 408, 30)
    long = Score(tracks=(Track(notes=(Note(0, 60, 480), Note(40_000, 70, 480))),))
    view.show_score(long, (0,))
    view.show_window(start=0, end=4000)
    asked: list[float] = []
    view.window_dragged.connect(asked.append)
    drag(view, (300, 10), (300, 10))
    # A click beside the frame centres it there.
    assert asked[-1] == pytest.approx((300 - 4) / 400 * 40_480 * 1.01 - 2000, rel=0.02)


# --- velocity lane ---------------------------------------------------------------------------


@pytest.fixture
def lane(qtbot: QtBot) -> VelocityLane:
    view = VelocityLane()
    shown(qtbot, view, 600, 112)
    view.show_notes(SCORE.tracks[0].notes, colour=0)
    view.show_transform(Transform(pixels_per_tick=0.1))
    return view


def test_dragging_over_stems_sets_velocities(lane: VelocityLane, qtbot: QtBot) -> None:
    with qtbot.waitSignal(lane.edit_requested) as asked:
        drag(lane, (KEYS_WIDTH + 1, 8), (KEYS_WIDTH + 50, 58), (KEYS_WIDTH + 50, 58))
    removed, added, what = asked.args
    assert removed == SCORE.tracks[0].notes
    assert added[0].velocity >= 125
    assert 60 <= added[1].velocity <= 70
    assert what == "Change velocity"


def test_only_the_selection_is_changed_when_there_is_one(lane: VelocityLane, qtbot: QtBot) -> None:
    first, second = SCORE.tracks[0].notes
    lane.show_notes((first, second), colour=0, selection=(second,))
    with qtbot.waitSignal(lane.edit_requested) as asked:
        drag(lane, (KEYS_WIDTH + 1, 8), (KEYS_WIDTH + 60, 8), (KEYS_WIDTH + 60, 8))
    assert asked.args[0] == (second,)


def test_a_controller_is_drawn_over_what_was_there(lane: VelocityLane, qtbot: QtBot) -> None:
    lane.show_lane(64)
    lane.show_controls((Control(100, 64, 20), Control(4000, 64, 0), Control(200, 1, 5)))
    with qtbot.waitSignal(lane.controls_edited) as asked:
        drag(lane, (KEYS_WIDTH + 5, 12), (KEYS_WIDTH + 40, 12), (KEYS_WIDTH + 40, 12))
    removed, added, what = asked.args
    assert removed == (Control(100, 64, 20),)
    assert {c.value for c in added} == {127}
    assert what == "Draw Sustain"


def test_a_lane_without_a_controller_is_empty(lane: VelocityLane) -> None:
    lane.show_lane(64)
    assert not lane.grab().isNull()


def test_each_press_begins_a_line_of_its_own(lane: VelocityLane) -> None:
    asked: list[tuple[object, ...]] = []
    lane.controls_edited.connect(lambda *edit: asked.append(edit))
    lane.show_lane(64)
    lane.show_controls((Control(1000, 64, 127), Control(2000, 64, 0)))
    for x in (60, 350):
        # The piece stays as it is: nobody shows the lane anything new.
        drag(lane, (KEYS_WIDTH + x, 12), (KEYS_WIDTH + x, 12), (KEYS_WIDTH + x, 12))
    assert [removed for removed, _, _ in asked] == [(), ()]


# --- transport -------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def transport(qtbot: QtBot) -> TransportBar:
    view = TransportBar(clock=Clock())
    shown(qtbot, view, 1280, 52)
    view.show_timeline(Timeline(Score(tempos=(Tempo(0, 92.0),))))
    return view


def test_the_clock_shows_bars_or_minutes_and_takes_both(
    transport: TransportBar,
) -> None:
    (clock,) = [f for f in transport.findChildren(QuietField) if f.accessibleName() == "Position"]
    transport.show_position(17 * BAR + 480 + 240)
    assert clock.text() == "018.2.3"
    asked: list[int] = []
    transport.seek_requested.connect(asked.append)
    for typed in ("3", "3.2", "1.1.3", "0:10", "nonsense"):
        clock.setText(typed)
        clock.editingFinished.emit()
    assert asked[:3] == [2 * BAR, 2 * BAR + 480, 240]
    assert asked[3] == pytest.approx(10 * 92 / 60 * 480, abs=1)
    assert len(asked) == 4


def test_tempo_is_typed_scrolled_and_tapped(transport: TransportBar, qtbot: QtBot) -> None:
    (tempo,) = transport.findChildren(DragNumber)
    assert tempo.text() == "92"
    asked: list[float] = []
    transport.tempo_changed.connect(asked.append)
    tempo.setText("104,5")
    tempo.editingFinished.emit()
    qtbot.keyClick(tempo, Qt.Key.Key_Up)
    assert asked == [104.5, 105.5]


def test_taps_measure_the_tempo_and_begin_anew_after_a_pause() -> None:
    clock = Clock()
    taps = Taps(clock)
    found = []
    for now in (0.0, 0.5, 1.0, 1.5, 9.0, 9.6, 10.2):
        clock.now = now
        found.append(taps.tap())
    assert found == [None, None, 120.0, 120.0, None, None, 100.0]


def test_menus_offer_every_choice_and_mark_the_one_that_holds(
    transport: TransportBar, qtbot: QtBot
) -> None:
    transport.show_inputs(("KeyStep", "Other"), chosen=("KeyStep",))
    transport.show_key(Key(3))
    menus = {b.accessibleName(): b.menu() for b in transport.findChildren(QPushButton) if b.menu()}
    menu: QMenu = menus["MIDI input: KeyStep"]
    menu.aboutToShow.emit()
    assert [a.text() for a in menu.actions()] == ["KeyStep", "Other", "", "Sound and ports…"]
    assert [a.isChecked() for a in menu.actions()] == [True, False, False, False]
    with qtbot.waitSignal(transport.input_toggled) as asked:
        menu.actions()[1].trigger()
    assert asked.args == ["Other", True]
    with qtbot.waitSignal(transport.sound_settings_clicked):
        menu.actions()[3].trigger()
    snaps = menus["Snap"]
    snaps.aboutToShow.emit()
    with qtbot.waitSignal(transport.snap_chosen) as snap:
        next(a for a in snaps.actions() if a.text() == "1/8T").trigger()
    assert snap.args == ["1/8T"]


def test_buttons_say_what_was_clicked(transport: TransportBar, qtbot: QtBot) -> None:
    buttons = {
        b.accessibleName(): b
        for kind in (QToolButton, QPushButton)
        for b in transport.findChildren(kind)
    }
    for name, signal in (
        ("To start", transport.to_start_clicked),
        ("Stop", transport.stop_clicked),
        ("Play", transport.play_clicked),
        ("Panic", transport.panic_clicked),
        ("Loop", transport.loop_toggled),
        ("Record", transport.record_toggled),
    ):
        with qtbot.waitSignal(signal):
            buttons[name].click()
    transport.show_playing(playing=True)
    assert buttons["Play"].accessibleName() == "Pause"


def test_an_external_clock_is_amber_and_cannot_be_typed(transport: TransportBar) -> None:
    (tempo,) = transport.findChildren(DragNumber)
    transport.show_external_tempo(118.3)
    transport.show_position(0)
    assert tempo.text() == "118.3"
    assert tempo.isReadOnly()
    transport.show_external_tempo(0.0)  # it fell silent
    assert tempo.isReadOnly()
    transport.show_external_tempo(None)
    assert tempo.text() == "92"
    assert not tempo.isReadOnly()


def test_nothing_sets_the_tempo_while_another_clock_does(
    transport: TransportBar, qtbot: QtBot
) -> None:
    (tempo,) = transport.findChildren(DragNumber)
    tap = next(b for b in transport.findChildren(QPushButton) if b.text() == "tap")
    asked: list[float] = []
    transport.tempo_changed.connect(asked.append)
    transport.show_external_tempo(118.3)

    def act() -> None:
        wheel(tempo, 120)
        qtbot.keyClick(tempo, Qt.Key.Key_Up)
        drag(tempo, (5, 20), (5, 10), (5, 0), (5, 0))
        for _ in range(3):
            tap.click()

    act()
    assert asked == []
    assert tempo.text() == "118.3"
    assert tap.toolTip() == "The tempo of the external clock"
    transport.show_external_tempo(None)
    act()
    assert len(asked) >= 4
    assert tap.toolTip() == "Tap in time to set the tempo"


def wheel(widget: QWidget, angle: int) -> None:
    place, none = QPointF(5, 5), Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        place,
        QPointF(widget.mapToGlobal(place.toPoint())),
        QPoint(),
        QPoint(0, angle),
        Qt.MouseButton.NoButton,
        none,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def test_a_flash_passes(transport: TransportBar, qtbot: QtBot) -> None:
    lamp = transport.findChildren(Lamp)[0]

    def look() -> bytes:
        image = lamp.grab().toImage()
        return bytes(image.constBits())

    before = look()
    transport.flash_input()
    assert look() != before
    qtbot.waitUntil(lambda: look() == before, timeout=2000)


def test_controllers_that_a_track_has_get_lanes(qtbot: QtBot) -> None:
    view = VelocityLane()
    qtbot.addWidget(view)
    usual = view.lanes()
    assert [number for number, _ in usual] == [-1, 1, 7, 11, 64]
    view.show_controls((Control(0, 10, 64), Control(0, 64, 0), Control(5, 20, 1)))
    assert view.lanes() == (*usual, (10, "Pan"), (20, "Controller 20"))


def test_in_a_narrow_window_what_is_seldom_used_gives_way(qtbot: QtBot) -> None:
    view = TransportBar()
    qtbot.addWidget(view)
    view.show()
    whole = view.minimumSizeHint().width()
    seldom = [b for b in view.findChildren(QPushButton) if b.text() in ("tap", "bars")]
    assert len(seldom) == 2
    for width, shown in ((whole + 40, 2), (whole - 5, 0), (whole - 60, 0), (whole + 40, 2)):
        view.setMinimumWidth(1)
        view.resize(width, view.height())
        QApplication.processEvents()
        assert sum(not button.isHidden() for button in seldom) == shown, width
    view.resize(whole, view.height())
    view.show_key(Key(1, minor=True))
    qtbot.waitUntil(lambda: sum(not button.isHidden() for button in seldom) < 2)


@pytest.mark.parametrize("width", [1024, 1280])
def test_the_signs_of_all_modes_fit_and_end_their_modes(
    transport: TransportBar, qtbot: QtBot, width: int
) -> None:
    transport.show_key(Key(3))
    transport.setMinimumWidth(1)
    for mode in MODES:
        transport.show_mode(mode, "Wartet auf ein Keyboard C4–E5", "It ends by a click.")
    transport.resize(width, 52)
    settle(qtbot)
    shown = [b for b in transport.findChildren(QAbstractButton) if b.isVisible()]
    places = [b.mapTo(transport, b.rect().topLeft()).x() + b.width() for b in shown]
    assert max(places) <= width
    ended: list[str] = []
    transport.mode_ended.connect(ended.append)
    for button in [b for b in shown if b.accessibleName().startswith("End:")]:
        button.click()
    assert ended == list(MODES)
    for mode in MODES:
        transport.show_mode(mode, "")
        assert not transport.shows_mode(mode)


@pytest.mark.parametrize("width", [760, 800, 900, 1024, 1280, 1600])
def test_a_narrow_transport_moves_what_is_seldom_used_into_a_menu_and_rests(
    transport: TransportBar, qtbot: QtBot, width: int
) -> None:
    transport.show_key(Key(3))
    transport.show_metronome(enabled=True, count_in_bars=4, volume=100)
    transport.show_inputs(("A keyboard with a long name",), chosen=("A keyboard with a long name",))
    transport.setMinimumWidth(1)
    transport.resize(width, 52)
    settle(qtbot)
    shown = [b for b in transport.findChildren(QPushButton) if b.isVisible()]
    assert all(b.width() >= b.minimumSizeHint().width() for b in shown)
    assert all(b.geometry().right() < b.parentWidget().width() for b in shown)
    asked_again = Asked(QEvent.Type.LayoutRequest)
    transport.installEventFilter(asked_again)
    settle(qtbot)
    assert asked_again.times == 0


def test_what_has_no_room_in_the_transport_is_in_its_last_menu(
    transport: TransportBar, qtbot: QtBot
) -> None:
    transport.show_key(Key(3))
    transport.setMinimumWidth(1)
    transport.resize(700, 52)
    settle(qtbot)
    (more,) = [b for b in transport.findChildren(QPushButton) if b.accessibleName() == "More"]
    assert more.isVisible()
    more.menu().aboutToShow.emit()
    lines = {action.text(): action for action in more.menu().actions()}
    assert "Tap tempo" in lines
    (snaps,) = [a.menu() for name, a in lines.items() if name == "Snap"]
    with qtbot.waitSignal(transport.snap_chosen) as snap:
        next(a for a in snaps.actions() if a.text() == "1/8").trigger()
    assert snap.args == ["1/8"]
    transport.resize(1600, 52)
    settle(qtbot)
    assert not more.isVisible()


class Asked(QObject):
    """Counts how often something is asked of a widget."""

    def __init__(self, kind: QEvent.Type) -> None:
        super().__init__()
        self.times, self._kind = 0, kind

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.times += event.type() == self._kind
        return False


def settle(qtbot: QtBot) -> None:
    """Let layouts come to rest: two rounds of events are enough where nothing loops."""
    for _ in range(4):
        QApplication.processEvents()
    qtbot.wait(20)


def test_no_number_looks_out_from_under_the_flag(ruler: TimeRuler) -> None:
    ruler.show_transform(Transform(left=8.0 * BAR, pixels_per_tick=36 / BAR))
    ruler.show_boundary(10 * BAR)
    # The number of bar 12 would be written over the end of the flag.
    behind = round(ruler._flag_span()[1]) + 1
    picture = ruler.grab().toImage()
    seen = {picture.pixel(x, y) for x in range(behind, behind + 10) for y in range(3, 14)}
    assert len(seen) == 1


# --- names, changes and numbers of bars --------------------------------------------------------


def restless(bars: int, *, every: int = 1) -> Score:
    """Return a piece with another meter and tempo in each bar, or in each nth one."""
    meters, tempos, tick = list[TimeSignature](), list[Tempo](), 0
    for bar in range(bars):
        if bar % every == 0:
            meters.append(TimeSignature(tick, 2 + bar % 6, 4))
            tempos.append(Tempo(tick, 100.0 + bar))
        tick += 480 * meters[-1].numerator
    return Score(tempos=tuple(tempos), time_signatures=tuple(meters), tracks=SCORE.tracks)


@pytest.mark.parametrize("pixels_per_tick", [0.2, 0.05, 0.02, 0.004])
@pytest.mark.parametrize("every", [1, 3])
def test_bars_keep_their_numbers_beside_changes(
    qtbot: QtBot, *, every: int, pixels_per_tick: float
) -> None:
    ruler, plain = TimeRuler(), TimeRuler()
    for view, score in ((ruler, restless(30, every=every)), (plain, SCORE)):
        shown(qtbot, view, 800, 50)
        view.show_timeline(Timeline(score))
        view.show_transform(Transform(pixels_per_tick=pixels_per_tick))
    numbers = [bar for bar, _ in ruler._numbers()]
    in_view = len(ruler._bars_in_view()[0])
    # As many as a piece without a change has: one in 40 pixels or so.
    assert len(numbers) >= min(in_view, 800 / 75)
    # The changes stand above them, and leave each other room.
    marks = list(ruler._marks_between(0, 800))
    assert marks
    assert all(one.right < other.left for one, other in pairwise(marks))
    assert ruler.height() > plain.height()


def test_names_of_sections_are_cut_before_the_next_and_changes_give_way(
    qtbot: QtBot, ruler: TimeRuler
) -> None:
    names = (Marker(0, "A long verse in many words"), Marker(BAR, "B"), Marker(2 * BAR, "Coda"))
    ruler.show_timeline(
        Timeline(
            replace(
                SCORE,
                markers=names,
                tempos=(Tempo(0, 120), Tempo(BAR // 2, 150), Tempo(BAR, 133)),
            )
        )
    )
    marks = list(ruler._marks_between(0, 800))
    assert [mark.text for mark in marks if mark.is_section][1:] == ["B", "Coda"]
    assert marks[0].text.endswith("…")
    # The tempo of the middle of a bar has no room behind the name; that of bar 2 stands beside B.
    assert [mark.text for mark in marks if not mark.is_section] == ["♩133"]
    assert all(one.right < other.left for one, other in pairwise(marks))
    # Bars are dragged below the names.
    with qtbot.waitSignal(ruler.bars_dragged) as asked:
        drag(ruler, (x_of(BAR) + 5, 25), (x_of(BAR) + 40, 25), (x_of(BAR) + 40, 25))
    assert asked.args == [BAR, 2 * BAR]


def test_scrolling_neither_shows_nor_hides_a_change(ruler: TimeRuler) -> None:
    ruler.show_timeline(Timeline(restless(30)))
    ruler.show_transform(Transform(pixels_per_tick=0.01))
    at_first = {mark.tick for mark in ruler._marks_between(KEYS_WIDTH + 200, 800)}
    ruler.show_transform(Transform(pixels_per_tick=0.01, left=150 / 0.01))
    later = {mark.tick for mark in ruler._marks_between(KEYS_WIDTH + 50, 650)}
    assert at_first == later
