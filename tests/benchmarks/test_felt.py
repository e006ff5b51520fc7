"""The benchmark of what is felt: its figures, and its stopwatch in a real window."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from benchmarks.window.felt import Felt, Stopwatch
from tests.app.house import House


def test_times_are_told_in_milliseconds() -> None:
    felt = Felt.of("edit", [0.02, 0.05, 0.03])
    assert (felt.times, felt.median_ms, felt.longest_ms) == (3, 30.0, 50.0)


def test_a_key_is_pressed_in_the_roll(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> None:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    watch = Stopwatch(house.session)
    watch.press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    chosen = house.session.focus.selection.notes
    assert chosen
    seconds = watch.until(
        lambda: watch.press(Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier),
        lambda: house.session.focus.selection.notes[0].pitch == chosen[0].pitch + 1,
    )
    assert 0 <= seconds < 60
    house.end()
