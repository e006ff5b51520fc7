"""The sliders of one's own model are as its base's until they are measured."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.widgets.slider import NamedSlider
from engine import messages
from engine.values.config import STEERS
from tests.app.house import House
from tests.app.views.widgets_of import button


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot) -> Iterator[House]:
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    yield house
    house.end()


def own_model(house: House) -> str:
    """A model of the user's whose sliders are not measured yet."""
    folder = str(house.paths.models / "Mine")
    house.session.clients.continuing.use_model(Path(folder))
    house.live.deliver(
        messages.ModelLoaded(
            folder=folder,
            name="Mine",
            parameters=3_000_000,
            notes=200,
            device="CPU",
            seconds=1.0,
            steers=("busy",),
            steers_of="Starter",
        )
    )
    return folder


def may_be_moved(house: House) -> set[str]:
    panel = house.window.compose.continue_panel
    named = {slider.slider.accessibleName(): slider for slider in panel.findChildren(NamedSlider)}
    return {
        name for name in ("Busy", "Register", "Loudness", "Note length") if named[name].isEnabled()
    }


@pytest.mark.slow
def test_they_are_measured_by_a_job_and_moved_from_then_on(house: House) -> None:
    folder = own_model(house)
    panel = house.window.compose.continue_panel
    assert may_be_moved(house) == {"Busy"}
    button(panel, "Measure sliders").click()
    job = house.jobs[-1]
    assert job.last(messages.MeasureSteers).folder == folder
    job.deliver(messages.TrainingProgress(phase="sampling", step=3, steps=12))
    assert house.window.isVisible()
    job.deliver(
        messages.SteersMeasured(folder=folder, steers=("register", "busy"), measured=STEERS)
    )
    assert may_be_moved(house) == {"Busy", "Register"}
    assert button(panel, "Measure sliders").parentWidget().isHidden()


def test_leaving_off_asks_the_job_to_keep_what_it_has(house: House) -> None:
    own_model(house)
    panel = house.window.compose.continue_panel
    button(panel, "Measure sliders").click()
    button(panel, "Cancel").click()
    assert not house.jobs[-1].last(messages.StopJob).discard
    assert len(house.jobs) == 1


@pytest.mark.slow
def test_a_measurement_that_fails_says_so_and_can_be_asked_for_again(house: House) -> None:
    own_model(house)
    panel = house.window.compose.continue_panel
    button(panel, "Measure sliders").click()
    house.jobs[-1].deliver(messages.Failed(message="The disk is full."))
    assert any("disk is full" in each.happened for each in house.window.notices.notices())
    button(panel, "Measure sliders").click()
    assert len(house.jobs) == 2


def test_the_starter_has_nothing_to_measure(house: House) -> None:
    house.load_model()
    panel = house.window.compose.continue_panel
    assert button(panel, "Measure sliders").parentWidget().isHidden()
