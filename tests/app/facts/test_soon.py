"""Many changes in a row lead to one call."""

import pytest
from PySide6.QtCore import QObject, Signal
from pytestqt.qtbot import QtBot

from app.facts.soon import Soon


class Sender(QObject):
    moved = Signal(float)


@pytest.mark.parametrize("way", ["start", "start_once"])
def test_all_changes_of_one_turn_are_one_call(qtbot: QtBot, way: str) -> None:
    owner, calls = QObject(), list[int]()
    soon = Soon(owner, lambda: calls.append(1))
    for _ in range(3):
        getattr(soon, way)()
    assert calls == []
    qtbot.waitUntil(lambda: calls == [1])
    qtbot.wait(20)
    assert calls == [1]


def test_a_start_begins_the_time_anew_and_start_once_does_not(qtbot: QtBot) -> None:
    owner = QObject()
    soon = Soon(owner, lambda: None, 60_000)
    soon.start()
    qtbot.wait(500)
    soon.start_once()
    # Qt lets such a timer be late by a twentieth, but counts from the same start.
    left = soon.remainingTime()
    qtbot.wait(500)
    assert soon.remainingTime() < left
    soon.start()
    assert soon.remainingTime() > left


def test_a_signal_with_a_value_starts_it(qtbot: QtBot) -> None:
    sender, calls = Sender(), list[int]()
    soon = Soon(sender, lambda: calls.append(1))
    sender.moved.connect(soon.start_once)
    sender.moved.emit(2.5)
    assert soon.isActive()
    qtbot.waitUntil(lambda: calls == [1])
