"""The fold under the sliders: a row for every number of a request that has no slider."""

from dataclasses import fields

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QDoubleSpinBox, QSpinBox
from pytestqt.qtbot import QtBot

from app.settings.table import DRAWING
from app.values.continue_settings import ContinueSettings
from app.views.continue_panel.advanced import AdvancedSettings
from engine.request import BEST_OF, DrawingLimits, Request
from engine.values.config import SamplingConfig

# What has a slider, a chip or a place of its own.
ELSEWHERE = {"sampling.echo", "limits.pitch_classes", "limits.max_voices"}


@pytest.fixture
def view(qtbot: QtBot) -> AdvancedSettings:
    view = AdvancedSettings()
    qtbot.addWidget(view)
    return view


def box(view: AdvancedSettings, name: str) -> QSpinBox | QDoubleSpinBox:
    boxes = view.findChildren(QAbstractSpinBox)
    return next(b for b in boxes if b.accessibleName() == name)  # type: ignore[return-value]


def test_every_number_of_a_request_can_be_set_somewhere() -> None:
    numbers = {f"sampling.{each.name}" for each in fields(SamplingConfig)}
    numbers |= {f"limits.{each.name}" for each in fields(DrawingLimits)}
    assert {row.key for row in DRAWING} - {"best_of"} == numbers - ELSEWHERE


def test_what_is_set_is_in_the_request_and_nothing_else_changes(view: AdvancedSettings) -> None:
    request = Request(sampling=SamplingConfig(min_p=0.125, seed=7))
    view.show_settings(ContinueSettings(request=request))
    said: list[ContinueSettings] = []
    view.settings_changed.connect(said.append)
    box(view, "Typical-p").setValue(0.9)
    box(view, "Top-k").setValue(40)
    box(view, "Longest copy").setValue(20)
    box(view, "Seed").setValue(4071)
    assert said[-1].request == Request(
        # What a box can only show rounded is not rounded by being shown.
        sampling=SamplingConfig(min_p=0.125, typical_p=0.9, top_k=40, seed=4071),
        limits=DrawingLimits(longest_copy=20),
    )
    box(view, "Longest copy").setValue(0)
    assert said[-1].request.limits.longest_copy == 0


def test_a_range_is_never_empty(view: AdvancedSettings) -> None:
    view.show_settings(ContinueSettings())
    said: list[ContinueSettings] = []
    view.settings_changed.connect(said.append)
    box(view, "Highest pitch").setValue(60)
    box(view, "Lowest pitch").setValue(72)
    limits = said[-1].request.limits
    assert (limits.lowest, limits.highest) == (72, 72)
    assert box(view, "Highest pitch").value() == 72


def test_choosing_from_many_is_on_and_can_be_switched_off(view: AdvancedSettings) -> None:
    view.show_settings(ContinueSettings())
    said: list[ContinueSettings] = []
    view.settings_changed.connect(said.append)
    (choice,) = view.findChildren(QCheckBox)
    assert choice.isChecked()
    choice.click()
    assert said[-1].request.best_of == 0
    choice.click()
    assert said[-1].request.best_of == BEST_OF


@pytest.mark.parametrize(
    ("typed", "pitch"),
    [("C3", 48), ("c3", 48), ("F#3", 54), ("Eb3", 51), ("48", 48), ("C-1", 0)],
)
def test_a_pitch_is_typed_as_musicians_write_it(
    view: AdvancedSettings, qtbot: QtBot, typed: str, pitch: int
) -> None:
    view.show_settings(ContinueSettings(request=Request(limits=DrawingLimits(lowest=60))))
    said: list[int] = []
    view.settings_changed.connect(lambda s: said.append(s.request.limits.lowest))
    lowest = box(view, "Lowest pitch")
    write(qtbot, lowest, typed)
    assert lowest.value() == pitch
    # Not the pitches on the way to it: the 4 of 48 would take the highest along.
    assert set(said) == {pitch}


@pytest.mark.parametrize("typed", ["A", "H3", "200", ""])
def test_what_is_no_pitch_leaves_the_one_that_was(
    view: AdvancedSettings, qtbot: QtBot, typed: str
) -> None:
    view.show_settings(ContinueSettings(request=Request(limits=DrawingLimits(lowest=60))))
    lowest = box(view, "Lowest pitch")
    write(qtbot, lowest, typed)
    assert (lowest.value(), lowest.text()) == (60, "C4")


def write(qtbot: QtBot, field: QSpinBox | QDoubleSpinBox, text: str) -> None:
    field.selectAll()
    qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
