"""What is chosen before a training, on the page of the whole window."""

import json
import shutil
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDoubleSpinBox
from pytestqt.qtbot import QtBot

from app.files.models import list_models, read_model
from app.main_window import dialogs
from app.train.choices import SCRATCH, STARTER, USUAL
from engine import messages
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


def preset(name: str, *, minutes: float) -> messages.PresetTime:
    return messages.PresetTime(
        preset=name,
        seconds=60 * minutes,
        slowest_seconds=60 * minutes,
        steps=300,
        passes=1.0,
        defaults=msgspec.structs.replace(USUAL, minutes=minutes, steps=round(20 * minutes)),
    )


def measured() -> messages.TrialMeasured:
    return messages.TrialMeasured(
        base=STARTER,
        tokens=60_000,
        tokens_per_second=2640.0,
        memory_bytes=900_000_000,
        disk_bytes=160_000_000,
        free_bytes=5_000_000_000,
        device="CPU",
        device_reason="",
        rows=8,
        presets=(
            preset("taste", minutes=15.0),
            preset("evening", minutes=120.0),
            preset("overnight", minutes=480.0),
        ),
    )


def time_of(house: House) -> QDoubleSpinBox:
    """The field of the expert page that says how long a training takes at most."""
    return next(
        box
        for box in house.window.train.expert.findChildren(QDoubleSpinBox)
        if box.accessibleName() == "Time" and box.isVisible()
    )


@pytest.mark.parametrize("trial", [None, measured()], ids=["usual", "measured"])
def test_settings_by_hand_begin_with_those_of_the_chosen_time(
    house: House, qtbot: QtBot, trial: messages.TrialMeasured | None
) -> None:
    house.begin(qtbot)
    house.window.show_workspace("train")
    page, setup = house.window.train, house.session.train.setup
    if trial is not None:
        setup.trying.start(STARTER)
        house.jobs[-1].deliver(trial)
    page.setup.expert_clicked.emit(True)
    page.setup.preset_chosen.emit("overnight")
    assert time_of(house).value() == 480.0
    assert "480.0 min" in time_of(house).toolTip()
    time_of(house).setValue(15.0)
    asked = setup.command(goal="", preset="overnight", name="Mine")
    assert asked.expert == messages.ExpertSettings(minutes=15.0)


def test_a_style_is_a_time_that_takes_no_settings(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.window.show_workspace("train")
    page, setup = house.window.train, house.session.train.setup
    page.setup.expert_clicked.emit(True)
    page.setup.preset_chosen.emit("style")
    assert page.setup.preset == "style"
    assert not page.expert.isVisible()
    asked = setup.command(goal="", preset="", name="Waltzes")
    assert (asked.preset, asked.expert) == ("style", None)
    # A model from nothing has nothing to begin a style with.
    page.setup.goal_chosen.emit(SCRATCH)
    assert page.setup.preset == "taste"
    assert setup.command(goal="", preset="", name="New").preset == "taste"


@pytest.mark.slow
@pytest.mark.parametrize(("chosen", "said"), [("style", "no saved steps"), ("taste", "resumed")])
def test_a_window_that_closes_says_what_is_kept(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, chosen: str, said: str
) -> None:
    house.begin(qtbot)
    house.window.show_workspace("train")
    train = house.session.train
    train._training.start(train.setup.command(goal="", preset=chosen, name="Mine"))
    told: list[str] = []
    monkeypatch.setattr(dialogs, "confirm", lambda *_, detail, **__: told.append(detail) or False)
    assert not train.may_close()
    assert said in told[0]


def test_a_style_is_listed_with_the_model_that_it_belongs_to(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    folder = house.paths.models / "Waltzes"
    folder.mkdir(parents=True)
    card = {"name": "Waltzes", "preset": "style", "base": "Starter", "pieces": 3}
    (folder / "model.json").write_text(json.dumps({"format": 2, "card": card}))
    (folder / "style.safetensors").write_bytes(b"x")
    (found,) = [
        info for info in list_models(house.starter, house.paths.models) if info.card == card
    ]
    assert not found.problem
    assert found.detail == "Starter with the style of 3 pieces"
    (folder / "style.safetensors").unlink()
    assert read_model(folder).problem == "Its file style.safetensors is missing."


def a_model(house: House, name: str) -> str:
    folder = house.paths.models / name
    folder.mkdir(parents=True)
    (folder / "model.json").write_text(json.dumps({"format": 1, "card": {"name": name}}))
    (folder / "weights.safetensors").write_bytes(b"x")
    house.session.library.views.refresh()
    return str(folder)


def marked(house: House) -> list[str]:
    """The titles of the goals that are marked."""
    boxes = house.window.train.findChildren(QAbstractButton)
    goals = ("Sound like my pieces", "Only my pieces", "Go on with")
    return [
        box.accessibleName()
        for box in boxes
        if box.isVisible() and box.isChecked() and box.accessibleName().startswith(goals)
    ]


@pytest.mark.slow
def test_a_model_that_has_gone_is_no_goal_any_more(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.window.show_workspace("train")
    setup, mine = house.session.train.setup, a_model(house, "Mine")
    house.window.train.setup.goal_chosen.emit(mine)
    assert setup.command(goal="", preset="", name="New").base == mine
    qtbot.waitUntil(lambda: marked(house) == ["Go on with “Mine”"])
    shutil.rmtree(mine)
    house.session.library.views.refresh()
    qtbot.waitUntil(lambda: marked(house) == ["Sound like my pieces"])
    assert setup.command(goal="", preset="", name="New").base == STARTER


@pytest.mark.slow
def test_the_model_that_came_with_segue_is_trained_further_under_its_own_goal(
    house: House, qtbot: QtBot
) -> None:
    house.begin(qtbot)
    setup = house.session.train.setup
    house.window.compose.library.model_trained_from.emit(str(house.starter))
    assert house.window.workspace == "train"
    qtbot.waitUntil(lambda: marked(house) == ["Sound like my pieces"])
    assert setup.command(goal="", preset="", name="New").base == STARTER


def test_who_chooses_a_time_with_the_keys_stays_at_it(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.window.show_workspace("train")

    def nights() -> list[QAbstractButton]:
        buttons = house.window.train.findChildren(QAbstractButton)
        return [b for b in buttons if b.text().startswith("Night") and b.isVisible()]

    def night() -> QAbstractButton:
        (button,) = nights()
        return button

    qtbot.waitUntil(lambda: [each.text() for each in nights()] == ["Night\n8 h"])
    house.window.activateWindow()
    night().setFocus()
    qtbot.keyClick(night(), Qt.Key.Key_Return)
    assert QApplication.focusWidget() is night()
    assert night().isChecked()
    trying = house.session.train.setup.trying
    trying.start(STARTER)
    house.jobs[-1].deliver(
        msgspec.structs.replace(
            measured(), presets=(preset("taste", minutes=15.0), preset("overnight", minutes=300.0))
        )
    )
    qtbot.waitUntil(lambda: night().text() == "Night\n5 h")
    assert QApplication.focusWidget() is night()
    assert night().accessibleName() == night().toolTip() == "Time: Night 5 h"
