"""A part of a scroll area stays in sight through layouts, until somebody scrolls."""

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.in_sight import InSight


def area_of(qtbot: QtBot, layout: type[QVBoxLayout] | type[QHBoxLayout]) -> QScrollArea:
    inside = QWidget()
    layout(inside)
    area = QScrollArea()
    qtbot.addWidget(area)
    area.setWidget(inside)
    area.setWidgetResizable(True)
    area.resize(200, 200)
    area.show()
    return area


def add_parts(area: QScrollArea, count: int = 12) -> list[QLabel]:
    parts = [QLabel(str(index)) for index in range(count)]
    for part in parts:
        part.setFixedSize(60, 60)
        layout = area.widget().layout()
        assert layout is not None
        layout.addWidget(part)
    return parts


def sees(area: QScrollArea, part: QWidget) -> bool:
    if area.verticalScrollBar().maximum() == area.horizontalScrollBar().maximum() == 0:
        return False  # not laid out yet: each part stands at (0, 0)
    place = QRect(part.mapTo(area.viewport(), QPoint()), part.size())
    return area.viewport().rect().contains(place)


@pytest.mark.parametrize("layout", [QVBoxLayout, QHBoxLayout])
def test_a_part_without_a_place_is_scrolled_to_after_the_layout(
    layout: type[QVBoxLayout] | type[QHBoxLayout], qtbot: QtBot
) -> None:
    area = area_of(qtbot, layout)
    parts = add_parts(area)
    InSight(area).show_part(parts[-1])
    assert area.verticalScrollBar().maximum() == area.horizontalScrollBar().maximum() == 0
    qtbot.waitUntil(lambda: sees(area, parts[-1]))


def test_a_later_layout_leaves_the_part_in_sight(qtbot: QtBot) -> None:
    area = area_of(qtbot, QVBoxLayout)
    parts = add_parts(area)
    InSight(area).show_part(parts[-1])
    qtbot.waitUntil(lambda: sees(area, parts[-1]))
    maximum = area.verticalScrollBar().maximum()
    parts[0].setFixedHeight(300)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > maximum)
    assert sees(area, parts[-1])


def test_whoever_scrolls_stays_there(qtbot: QtBot) -> None:
    area = area_of(qtbot, QVBoxLayout)
    parts = add_parts(area)
    InSight(area).show_part(parts[-1])
    qtbot.waitUntil(lambda: sees(area, parts[-1]))
    area.verticalScrollBar().setValue(0)
    maximum = area.verticalScrollBar().maximum()
    parts[1].setFixedHeight(300)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > maximum)
    assert area.verticalScrollBar().value() == 0


def test_a_part_that_is_gone_is_left(qtbot: QtBot) -> None:
    area = area_of(qtbot, QVBoxLayout)
    parts = add_parts(area)
    InSight(area).show_part(parts[-1])
    qtbot.waitUntil(lambda: sees(area, parts[-1]))
    with qtbot.waitSignal(parts[-1].destroyed):
        parts[-1].deleteLater()
    maximum = area.verticalScrollBar().maximum()
    add_parts(area)
    qtbot.waitUntil(lambda: area.verticalScrollBar().maximum() > maximum)
