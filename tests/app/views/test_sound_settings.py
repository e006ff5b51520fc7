"""The page for sound and ports: what it shows and what it says was done."""

from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QSpinBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.views.keyboard_dialog import KeyboardDialog
from app.views.sound_settings.page import SoundSettings
from app.views.sound_settings.values import ClockView, InputRow, LearnRow, OutputRow, SoundView
from engine.values.sound import KeyboardShape, Sound

Kind = TypeVar("Kind", QAbstractButton, QCheckBox, QComboBox, QSpinBox)


@pytest.fixture
def page(qtbot: QtBot) -> SoundSettings:
    page = SoundSettings()
    qtbot.addWidget(page)
    page.show()
    return page


def _named(page: SoundSettings, kind: type[Kind], name: str) -> Kind:
    return next(w for w in page.findChildren(kind) if w.accessibleName() == name)


def test_choices_are_shown_and_said(page: SoundSettings, qtbot: QtBot) -> None:
    view = SoundView(
        choices=Sound(device="Card", bank="a.sf2"),
        outputs=(("", "Built-in sound"), ("Synth", "Synth")),
        devices=(("", "The system's own"), ("Card", "Card")),
        buffers=(("5", "5 ms"), ("10", "10 ms")),
        bank="a.sf2",
        count_in="always",
        state="It sounds.",
    )
    page.show_sound(view)
    assert _named(page, QComboBox, "Audio device").currentText() == "Card"
    assert _named(page, QComboBox, "Buffer").currentText() == "10 ms"
    assert _named(page, QComboBox, "Count in").currentData() == "always"
    assert "It sounds." in [label.text() for label in page.findChildren(QLabel)]
    for name, signal, index, said in (
        ("Sound through", page.output_chosen, 1, ["Synth"]),
        ("Audio device", page.chosen, 0, ["device", ""]),
        ("Buffer", page.chosen, 0, ["buffer_ms", 5]),
        ("Count in", page.chosen, 0, ["count_in_when", "record"]),
    ):
        with qtbot.waitSignal(signal) as asked:
            _named(page, QComboBox, name).activated.emit(index)
        assert asked.args == said
    with qtbot.waitSignal(page.chosen) as cleared:
        _named(page, QAbstractButton, "Use the sound bank that comes with Segue").click()
    assert cleared.args == ["bank", ""]


def test_the_wheel_is_left_to_the_page_and_changes_nothing_under_it(
    page: SoundSettings, qtbot: QtBot
) -> None:
    page.show_clock(
        ClockView(inputs=(("", "Segue"), ("Keys", "Keys")), choices=Sound(clock_in="Keys"))
    )
    page.show_inputs((InputRow(name="Keys", on=True, there=True, offset_ms=20),))
    for kind in (QComboBox, QSpinBox):
        for field in page.findChildren(kind):
            before = _held(field)
            with qtbot.assertNotEmitted(page.chosen):
                # What nobody accepts goes on to what a field lies on.
                assert not scroll(field, -120).isAccepted()
            assert _held(field) == before


def _held(field: QComboBox | QSpinBox) -> int:
    return field.currentIndex() if isinstance(field, QComboBox) else field.value()


def scroll(field: QWidget, by: int) -> QWheelEvent:
    """Turn the mouse's wheel over a field, as the window system tells it."""
    place = QPointF(field.rect().center())
    event = QWheelEvent(
        place,
        field.mapToGlobal(place),
        QPoint(),
        QPoint(0, by),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(field, event)
    return event


def test_a_port_has_no_device(page: SoundSettings) -> None:
    page.show_sound(SoundView(choices=Sound(output_kind="port")))
    assert not _named(page, QComboBox, "Audio device").isEnabled()
    assert not _named(page, QComboBox, "Buffer").isEnabled()


def test_inputs_have_an_offset_and_stay_while_one_types(page: SoundSettings, qtbot: QtBot) -> None:
    rows = (
        InputRow(name="Keys", on=True, offset_ms=-20),
        InputRow(name="Gone", on=True, there=False),
    )
    page.show_inputs(rows)
    offset = _named(page, QSpinBox, "Input offset of Keys")
    assert offset.value() == -20
    page.show_inputs(rows)
    assert _named(page, QSpinBox, "Input offset of Keys") is offset
    with qtbot.waitSignal(page.chosen_of) as moved:
        offset.setValue(15)
    assert moved.args == ["offsets_ms", "Keys", 15]
    box = _named(page, QCheckBox, "Listen to Gone")
    assert box.text() == "Gone (not connected)"
    with qtbot.waitSignal(page.chosen_one) as toggled:
        box.click()
    assert toggled.args == ["inputs", "Gone", False]


def test_without_devices_it_says_so(page: SoundSettings, qtbot: QtBot) -> None:
    text = "No MIDI devices found. Plug one in; it appears by itself."

    def said() -> bool:
        labels = page.findChildren(QLabel)
        return any(label.text() == text and label.isVisible() for label in labels)

    qtbot.waitUntil(said)
    page.show_inputs((InputRow(name="Keys", on=True),))
    qtbot.waitUntil(lambda: not said())
    page.show_inputs(())
    qtbot.waitUntil(said)


def test_clock_is_sent_and_followed(page: SoundSettings, qtbot: QtBot) -> None:
    page.show_clock(
        ClockView(outputs=(OutputRow(name="Synth"),), inputs=(("", "Nobody"), ("Keys", "Keys")))
    )
    with qtbot.waitSignal(page.chosen_one) as sent:
        _named(page, QCheckBox, "Send clock to Synth").click()
    assert sent.args == ["clock_out", "Synth", True]
    with qtbot.waitSignal(page.chosen_one) as coded:
        _named(page, QCheckBox, "Send time code to Synth").click()
    assert coded.args == ["time_code_out", "Synth", True]
    with qtbot.waitSignal(page.chosen_of) as later:
        _named(page, QSpinBox, "Latency of Synth").setValue(12)
    assert later.args == ["latencies_ms", "Synth", 12]
    with qtbot.waitSignal(page.chosen) as runs:
        _named(page, QCheckBox, "The clock also runs while the music is stopped").click()
    assert runs.args == ["clock_runs", True]
    with qtbot.waitSignal(page.chosen) as followed:
        _named(page, QComboBox, "Follow the clock of").activated.emit(1)
    assert followed.args == ["clock_in", "Keys"]


def test_controls_are_learned_and_forgotten(page: SoundSettings, qtbot: QtBot) -> None:
    page.show_controls(
        (
            LearnRow(name="panic", title="Panic", control="Control 66, channel 1"),
            LearnRow(name="play", title="Play", waiting=True),
        )
    )
    said = [label.text() for label in page.findChildren(QLabel)]
    assert "Control 66, channel 1" in said
    assert "Move a control now…" in said
    with qtbot.waitSignal(page.forget_clicked) as forgotten:
        _named(page, QAbstractButton, "Forget the control for Panic").click()
    assert forgotten.args == ["panic"]
    with qtbot.waitSignal(page.learn_clicked) as learned:
        _named(page, QAbstractButton, "Learn a control for Play").click()
    assert learned.args == ["play"]


def test_what_is_chosen_for_a_keyboard_holds_at_once(qtbot: QtBot) -> None:
    dialog = KeyboardDialog("Keys", KeyboardShape())
    qtbot.addWidget(dialog)
    chosen: list[KeyboardShape] = []
    dialog.changed.connect(chosen.append)
    fields = {w.accessibleName(): w for w in dialog.findChildren(QComboBox)}
    assert not fields["Lower part plays"].isEnabled()
    split = fields["Split below"]
    split.setCurrentIndex(split.findData(60))
    assert chosen[-1].split == 60
    assert fields["Lower part plays"].isEnabled()
    spins = {w.accessibleName(): w for w in dialog.findChildren(QSpinBox)}
    spins["Transpose"].setValue(-12)
    assert chosen[-1] == KeyboardShape(split=60, transpose=-12)
