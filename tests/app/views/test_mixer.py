"""The mixer: faders and meters on one scale, strips that say which track, the folded row."""

import math

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QSlider, QWidget
from pytestqt.qtbot import QtBot

from app.style.theme import theme
from app.views.mixer.pane import Mixer
from app.views.mixer.parts import ChoiceButton, LimiterLight
from app.views.mixer.strip import ChannelStrip
from app.views.mixer.values import LoudnessView, MasterView, MixerRow
from app.widgets.levels.decibels import level_at, level_words, place_of, typed_level
from app.widgets.levels.fader import Fader, ScaleFigures
from app.widgets.levels.level_bars import LevelBars
from app.widgets.levels.send_bar import SendBar
from engine.values.track_mix import AS_WRITTEN, TrackMix, volume_at
from tests.app.views.widgets_of import button

ROWS = (
    MixerRow(name="Guitar", colour=0, instrument="Nylon guitar", seat=82, send=40),
    MixerRow(name="Kit", colour=1, mix=TrackMix(volume=volume_at(-9.2), reverb=127, offset_s=0.02)),
)


@pytest.fixture
def mixer(qtbot: QtBot) -> Mixer:
    view = Mixer()
    qtbot.addWidget(view)
    view.resize(900, 200)
    view.show_tracks(ROWS, current=1)
    view.show()
    return view


def strips(mixer: Mixer) -> list[ChannelStrip]:
    return mixer.findChildren(ChannelStrip)


def slider(strip: QWidget, name: str) -> QSlider:
    return next(s for s in strip.findChildren(QSlider) if s.accessibleName() == name)


def wheel(widget: QWidget, turns: int) -> None:
    place = QPointF(widget.rect().center())
    none, buttons = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.NoButton
    phase = Qt.ScrollPhase.NoScrollPhase
    turned = QPoint(0, 120 * turns)
    event = QWheelEvent(place, place, QPoint(), turned, buttons, none, phase, False)
    QApplication.sendEvent(widget, event)


def double_click(widget: QWidget) -> None:
    place, left = QPointF(widget.rect().center()), Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    event = QMouseEvent(QEvent.Type.MouseButtonDblClick, place, place, left, left, none)
    QApplication.sendEvent(widget, event)


def test_the_scale_has_more_room_at_the_top_and_is_its_own_inverse() -> None:
    places = [place_of(level) for level in (9, 6, 0, -6, -12, -24, -40, -60, -90)]
    assert places == pytest.approx([0, 0, 0.2, 0.38, 0.55, 0.77, 0.93, 1, 1])
    assert [level_at(place_of(level)) for level in (6, 1.5, -9.2, -50)] == pytest.approx(
        [6, 1.5, -9.2, -50]
    )
    assert level_at(1.0) == -math.inf


@pytest.mark.parametrize(
    ("typed", "level"),
    [
        *(("-2.4", -2.4), ("−2,4 dB", -2.4), ("+3", 3.0), ("9", 6.0), ("-80", -math.inf)),
        *(("−∞", -math.inf), ("loud", None), ("nan", None), ("", None)),
    ],
)
def test_a_figure_can_be_typed(typed: str, level: float | None) -> None:
    assert typed_level(typed) == level


def test_levels_are_written_with_their_sign() -> None:
    written = [level_words(level) for level in (-2.44, 0.0, -0.04, 3, -60, -math.inf)]
    assert written == ["−2.4", "0.0", "0.0", "+3.0", "−∞", "−∞"]


def test_a_strip_shows_what_is_heard_and_no_edit_follows(mixer: Mixer) -> None:
    said: list[object] = []
    for signal in (mixer.level_changed, mixer.pan_changed, mixer.reverb_changed):
        signal.connect(lambda *values: said.append(values))
    mixer.show_tracks(ROWS, current=0)
    assert said == []
    guitar, kit = strips(mixer)
    assert slider(guitar, "Pan").accessibleDescription() == "R 29"
    assert slider(guitar, "Reverb").accessibleDescription() == "31"
    assert slider(kit, "Volume").accessibleDescription() == "−9.2 dB"
    assert slider(kit, "Pan").accessibleDescription() == "C"
    assert slider(kit, "Reverb").accessibleDescription() == "100"
    # A device has no seats of ours.
    mixer.show_master(MasterView(output="Module"))
    assert slider(guitar, "Pan").accessibleDescription() == "C"
    assert not slider(mixer.master, "Volume of everything").isEnabled()


def test_wheel_arrows_and_double_clicks(mixer: Mixer, qtbot: QtBot) -> None:
    levels: list[tuple[int, float]] = []
    others: list[tuple[int, int]] = []
    mixer.level_changed.connect(lambda *values: levels.append(values))
    mixer.pan_changed.connect(lambda *values: others.append(values))
    mixer.reverb_changed.connect(lambda *values: others.append(values))
    guitar, kit = strips(mixer)
    fader = slider(kit, "Volume")
    wheel(fader, 1)
    qtbot.keyClick(fader, Qt.Key.Key_Down)
    qtbot.keyClick(fader, Qt.Key.Key_Down)
    double_click(fader)
    assert levels == [(1, -8.7), (1, -9.2), (1, -9.7), (1, 0.0)]
    double_click(slider(guitar, "Pan"))
    double_click(slider(kit, "Reverb"))
    assert others == [(0, 64 - 82 + 64), (1, AS_WRITTEN)]


def test_the_cap_is_taken_where_it_is_and_the_groove_moves_it(mixer: Mixer, qtbot: QtBot) -> None:
    fader = slider(strips(mixer)[1], "Volume")
    left, height = Qt.MouseButton.LeftButton, fader.height() - 14
    at = round(7 + place_of(-9.2) * height)
    qtbot.mousePress(fader, left, pos=QPoint(fader.width() - 10, at + 4))
    assert fader.value() == -92
    qtbot.mouseRelease(fader, left, pos=QPoint(fader.width() - 10, at + 4))
    qtbot.mousePress(fader, left, pos=QPoint(fader.width() - 10, fader.height() - 1))
    assert fader.value() == fader.minimum()
    assert fader.accessibleDescription() == "−∞ dB"


def test_a_typed_figure_moves_the_fader(mixer: Mixer, qtbot: QtBot) -> None:
    (field,) = (
        f
        for f in strips(mixer)[1].findChildren(QLineEdit)
        if f.accessibleName() == "Volume in decibels"
    )
    said: list[tuple[int, float]] = []
    mixer.level_changed.connect(lambda *values: said.append(values))
    field.setText("-3,5")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert said == [(1, -3.5), (1, -8.7)]


def test_a_click_chooses_the_track_and_the_keyboard_does_too(mixer: Mixer, qtbot: QtBot) -> None:
    said: list[int] = []
    mixer.track_chosen.connect(said.append)
    first, second = strips(mixer)
    qtbot.mouseClick(first, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    qtbot.keyClick(second, Qt.Key.Key_Return)
    assert said == [0, 1]


def lines_of(bars: LevelBars, x: int) -> list[str]:
    picture = bars.grab().toImage()
    return [picture.pixelColor(x, y).name() for y in range(bars.height())]


def test_colours_follow_the_level(mixer: Mixer) -> None:
    bars = strips(mixer)[0].findChildren(LevelBars)[0]
    own = theme().track(0).name()
    silent = (0.0, 0.0)
    for level, shown in ((0.4, {own}), (0.9, {own, theme().loud})):
        mixer.show_levels(((level, 0.0),), (silent,), master=(silent, silent))
        assert set(lines_of(bars, 1)) & {own, theme().loud, theme().danger} == shown
    mixer.show_levels(((1.5, 0.0),), ((1.5, 0.3),), master=(silent, silent))
    assert theme().danger in lines_of(bars, 1)
    # The other side is silent, with the white line of its peak.
    assert {own, theme().loud, theme().danger}.isdisjoint(lines_of(bars, 7))
    assert lines_of(bars, 7).count(theme().text) == 2
    assert bars.accessibleDescription() == "Peak +3.5 dB"


def test_a_meter_paints_only_what_changed(mixer: Mixer, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[QRect] = []
    monkeypatch.setattr(LevelBars, "update", lambda _, *box: painted.append(QRect(*box)))
    silent = (0.0, 0.0)
    mixer.show_levels(((0.5, 0.5),), (silent,), master=(silent, silent))
    painted.clear()
    mixer.show_levels(((0.5, 0.45),), (silent,), master=(silent, silent))
    assert len(painted) == 1
    assert painted[0].width() == 5
    assert painted[0].height() < 14
    painted.clear()
    mixer.show_levels(((0.5, 0.45),), (silent,), master=(silent, silent))
    assert painted == []


def test_words_give_way_to_icons_and_then_strips_scroll(mixer: Mixer, qtbot: QtBot) -> None:
    (scale,) = mixer.findChildren(ScaleFigures)
    assert not scale.isVisible()
    wide = {f.width() for s in strips(mixer) for f in s.findChildren(Fader)}
    mixer.show_tracks(tuple(ROWS[0] for _ in range(12)), current=11)
    QApplication.processEvents()
    assert scale.isVisible()
    assert max(f.width() for s in strips(mixer) for f in s.findChildren(Fader)) < min(wide)
    assert {s.width() for s in strips(mixer)} == {103}
    assert all(bar._is_compact for s in strips(mixer) for bar in s.findChildren(SendBar))
    master = mixer.master.mapTo(mixer, QPoint(mixer.master.width(), 0)).x()
    assert master == mixer.width()
    tops = {f.mapTo(mixer, QPoint()).y() for f in mixer.findChildren(Fader)}
    assert tops == {scale.mapTo(mixer, QPoint()).y()}
    faders = mixer.findChildren(Fader)
    # The scroll bar takes its height from all of them.
    qtbot.waitUntil(lambda: {f.height() for f in faders} == {scale.height()})


def test_the_folded_row_says_its_state_and_opens_small_fields(mixer: Mixer) -> None:
    def state() -> str:
        return mixer._state.text()

    assert state() == "delay in 1 track(s)"
    fold = button(mixer, "Channel, port, delay")
    fields = [c for c in strips(mixer)[0].findChildren(ChoiceButton) if c.text() == "–"]
    assert [field.isVisible() for field in fields] == [False, False]
    before = strips(mixer)[0].findChildren(Fader)[0].height()
    fold.click()
    QApplication.processEvents()
    assert [field.isVisible() for field in fields] == [True, True]
    assert strips(mixer)[0].findChildren(Fader)[0].height() < before
    plain = MixerRow(name="A", colour=0)
    mixer.show_tracks((plain,), current=0)
    assert state() == "all as they came"
    moved = MixerRow(name="B", colour=0, mix=TrackMix(channel=3, port="X"))
    mixer.show_tracks((moved, moved), current=0)
    assert state() == "channel in 2 track(s), port in 2 track(s)"


def said_by(view: QWidget) -> str:
    return "\n".join(label.text() for label in view.findChildren(QLabel))


def test_the_master_says_loudness_limiter_and_room(mixer: Mixer) -> None:
    master = mixer.master
    assert "not played yet" in said_by(master)
    assert "at rest" in said_by(master)
    master.show_loudness(LoudnessView(whole=-14.3, recent=-12.8, range=5.2))
    master.show_held(0.84)
    mixer.show_master(MasterView(level_db=-1.5, room="hall"))
    text = said_by(master)
    assert {"−14.3", "LUFS", "now −12.8, range 5", "held back 0.8 dB"} <= set(text.split("\n"))
    assert [w.text() for w in master.findChildren(ChoiceButton)] == ["Reverb: hall, 2.0 s"]
    assert master.findChildren(LimiterLight)[0]._is_lit
    master.show_held(0.0)
    assert not master.findChildren(LimiterLight)[0]._is_lit
