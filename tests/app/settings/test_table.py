"""The table of settings: each row fits the field that it sets, and the widget that sets it."""

from dataclasses import fields
from typing import Any, get_args, get_origin

import msgspec
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QDoubleSpinBox, QSpinBox
from pytestqt.qtbot import QtBot

from app.settings.setting import OneOf, Pitch, Setting, Switch, Whole, value_at, with_value
from app.settings.table import DRAWING, PREFERENCES, TABLE, TRAINING, setting_of
from app.settings.values import Preferences
from app.widgets.settings.controls import control_on_page
from engine import messages
from engine.request import BEST_OF, Request


def ends(setting: Setting) -> tuple[Any, ...]:
    """Return the values at the edges of what a row takes."""
    match setting.kind:
        case OneOf(entries):
            return tuple(value for value, _ in entries)
        case Switch(on, off):
            return (on, off)
        case Pitch():
            return (0, 127)
        case Whole() as kind:
            return (kind.low, kind.high, *([0] if kind.zero else []))
        case kind:
            return (kind.low, kind.high)


def beyond(setting: Setting) -> tuple[Any, ...]:
    """Return values that a row must not take."""
    match setting.kind:
        case OneOf():
            return ("no such thing", None, 7)
        case Switch():
            return ("yes", None, 2.5)
        case Pitch():
            return (-1, 128, "C4", True)
        case Whole() as kind:
            return (kind.high + 1, -1, "5", 2.5, True)
        case kind:
            return (kind.low - 1, kind.high + 1, float("nan"), "1", True)


def named(rows: tuple[Setting, ...]) -> Any:
    return pytest.mark.parametrize("setting", rows, ids=lambda row: row.key)


@named(TABLE)
def test_a_row_takes_its_default_and_its_ends_and_nothing_beyond(setting: Setting) -> None:
    assert all(map(setting.kind.takes, (setting.default, *ends(setting))))
    assert not any(map(setting.kind.takes, beyond(setting)))


@named(PREFERENCES)
def test_the_file_of_preferences_takes_whatever_a_row_offers(setting: Setting) -> None:
    kind = next(each.type for each in fields(Preferences) if each.name == setting.key)
    for value in ends(setting):
        assert msgspec.convert(value, kind) == value
    # And a row offers all that there is to choose from.
    if get_origin(kind) is not None and isinstance(setting.kind, OneOf) and setting.key != "scale":
        assert set(ends(setting)) == set(get_args(kind))


@named(TRAINING)
def test_the_engine_takes_whatever_a_row_of_a_training_offers(setting: Setting) -> None:
    for value in ends(setting):
        made = msgspec.convert({setting.key: value}, messages.ExpertSettings)
        assert getattr(made, setting.key) == value


@pytest.mark.parametrize(
    ("rows", "holder"),
    [(PREFERENCES, Preferences()), (DRAWING, Request(best_of=BEST_OF))],
    ids=["preferences", "drawing"],
)
def test_a_value_is_written_where_it_is_read_and_nowhere_else(
    rows: tuple[Setting, ...], holder: Any
) -> None:
    for setting in rows:
        for value in ends(setting):
            made = with_value(holder, setting, value)
            assert value_at(made, setting) == value
            others = (row for row in rows if row is not setting)
            assert all(value_at(made, row) == value_at(holder, row) for row in others)


def test_a_value_that_makes_no_sense_is_refused_and_its_setting_is_named() -> None:
    with pytest.raises(ValueError, match="scale cannot be 110"):
        with_value(Preferences(), setting_of(PREFERENCES, "scale"), 110)


def set_by_hand(widget: object, setting: Setting, value: Any) -> None:
    """Set a widget to a value, as a user's click or key does."""
    match widget:
        case QComboBox():
            widget.setCurrentIndex(ends(setting).index(value))
        case QCheckBox():
            widget.setChecked(value == setting.kind.on)  # type: ignore[union-attr]
        case QSpinBox() | QDoubleSpinBox():
            is_zero = getattr(setting.kind, "zero", "") and value == 0
            widget.setValue(widget.minimum() if is_zero else value)


@named(TABLE)
def test_a_widget_shows_and_sets_every_value_that_its_row_takes(
    qtbot: QtBot, setting: Setting
) -> None:
    control = control_on_page(setting)
    qtbot.addWidget(control.widget)
    heard: list[Any] = []
    control.changed.connect(heard.append)
    values = ends(setting)
    for shown_value, value in zip(values, (*values[1:], values[0]), strict=True):
        control.show(shown_value)
        assert heard == []
        set_by_hand(control.widget, setting, value)
        assert heard == [value]
        assert setting.kind.takes(heard.pop())


@named(TABLE)
def test_a_widget_says_what_it_is_and_what_it_does(qtbot: QtBot, setting: Setting) -> None:
    widget = control_on_page(setting).widget
    qtbot.addWidget(widget)
    assert widget.accessibleName()
    assert "&" not in widget.accessibleName()
    assert widget.toolTip() == setting.explanation


@pytest.mark.parametrize(
    ("key", "value", "text"),
    [("sampling.seed", 2**63, "2147483647"), ("sampling.temperature", 9.0, "2.00")],
)
def test_what_no_widget_can_show_is_shown_as_the_nearest_and_not_changed(
    qtbot: QtBot, key: str, value: float, text: str
) -> None:
    control = control_on_page(setting_of(DRAWING, key))
    qtbot.addWidget(control.widget)
    control.changed.connect(lambda _value: pytest.fail("it was only shown"))
    control.show(value)
    assert control.widget.text() == text  # type: ignore[attr-defined]


def test_the_wheel_over_a_setting_moves_the_page_and_not_its_value(qtbot: QtBot) -> None:
    control = control_on_page(setting_of(TRAINING, "steps"))
    qtbot.addWidget(control.widget)
    control.changed.connect(lambda _value: pytest.fail("the wheel changed it"))
    place = QPointF(5, 5)
    event = QWheelEvent(
        place,
        place,
        QPoint(0, 0),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(control.widget, event)
    assert not event.isAccepted()
