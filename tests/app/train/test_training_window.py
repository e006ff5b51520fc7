"""Training and models in the whole window, with lists of events in place of its processes."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from threading import Event

import msgspec
import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLineEdit,
    QMenu,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.files.moving import copy_into
from app.train.choices import STARTER
from app.views.guide_reader import GuideReader
from engine import messages
from engine.ground.paths import user_paths
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


def button(view: QWidget, name: str) -> QAbstractButton:
    found = [b for b in view.findChildren(QAbstractButton) if b.accessibleName() == name]
    return sorted(found, key=lambda b: not b.isVisible())[0]


def words_on(view: QWidget) -> list[str]:
    return [label.text() for label in view.findChildren(QLabel)]


def unfinished_run(folder: Path, name: str) -> None:
    (folder / name / "step-00003240").mkdir(parents=True)
    status = messages.RunStatus(name=name, step=3240, share=0.62, steps=5200, best_step=3200)
    (folder / name / "run.json").write_bytes(msgspec.json.encode(status))


@pytest.mark.slow
def test_a_run_of_an_earlier_day_is_offered_and_goes_on(house: House, qtbot: QtBot) -> None:
    unfinished_run(house.paths.training, "Preludes")
    house.begin(qtbot)
    notices = house.window.notices
    qtbot.waitUntil(lambda: any(n.key == "unfinished" for n in notices.notices()))
    (notice,) = [n for n in notices.notices() if n.key == "unfinished"]
    assert notice.happened == "Training ‘Preludes’ is paused at step 3,240 (62 %)."
    button(notices, "Resume").click()
    assert house.window.workspace == "train"
    assert house.jobs[-1].of(messages.TrainModel) == [
        messages.TrainModel(name="Preludes", resume=True)
    ]
    page = house.window.train
    qtbot.waitUntil(
        lambda: any(b.accessibleName() == "Pause" for b in page.findChildren(QAbstractButton))
    )
    assert button(page, "Pause").isVisible()


@pytest.mark.slow
def test_a_run_ends_in_a_model_that_is_named_and_used(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.load_model()
    unfinished_run(house.paths.training, "Mine")
    house.session.train.look_for_unfinished()
    qtbot.waitUntil(lambda: house.session.clients.training.waiting)
    house.window.show_workspace("train")
    page = house.window.train
    qtbot.waitUntil(lambda: button(page, "Stop and keep step 3,200").isVisible())
    button(page, "Stop and keep step 3,200").click()
    job = house.jobs[-1]
    assert job.of(messages.EndTraining) == [messages.EndTraining(name="Mine")]
    folder = house.paths.models / "Mine"
    folder.mkdir(parents=True)
    (folder / "model.json").write_text(json.dumps({"format": 1, "card": {"name": "Mine"}}))
    (folder / "weights.safetensors").write_bytes(b"x")
    job.deliver(
        messages.ModelMade(
            folder=str(folder), name="Mine", step=3200, validation_loss=1.8, steps=(3200, 3240)
        )
    )
    qtbot.waitUntil(page.done.isVisible)
    assert not button(page, "Stop and keep step 3,200").isVisible()
    name = page.done.findChild(QLineEdit)
    name.setText("Starter")
    name.editingFinished.emit()
    assert "already a model ‘Starter’" in house.window.notices.notices()[-1].happened
    assert name.text() == house.session.clients.training.run.made.name == "Mine"
    name.setText("Preludes")
    name.editingFinished.emit()
    assert json.loads((folder / "model.json").read_text())["card"]["name"] == "Preludes"
    assert name.text() == house.session.clients.training.run.made.name == "Preludes"
    button(page, "Use it").click()
    assert house.live.last(messages.LoadModel) == messages.LoadModel(folder=str(folder))
    button(page, "Learn again").click()
    qtbot.waitUntil(lambda: not (house.paths.training / "Mine").exists())


@pytest.mark.slow
def test_a_full_disk_pauses_with_a_sentence_and_a_way_on(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    training = house.session.clients.training
    training.start(messages.TrainModel(name="Mine"))
    job = house.jobs[-1]
    job.deliver(messages.TrainingProgress(phase="training", step=5, steps=9, validation_loss=2.0))
    reason = "The disk has 0.1 GB left and saved steps need 0.3 GB. Training is paused."
    job.deliver(messages.TrainingPaused(name="Mine", step=5, reason=reason, hint="Make room."))
    (notice,) = [n for n in house.window.notices.notices() if n.key == "paused"]
    assert notice.happened == reason
    button(house.window.notices, "Resume").click()
    assert house.jobs[-1].of(messages.TrainModel)[0].resume


def test_a_model_is_brought_in_and_a_bad_one_is_a_sentence(
    house: House, qtbot: QtBot, tmp_path: Path
) -> None:
    house.begin(qtbot)
    house.session.filing.drops.open_or_import([tmp_path / "theirs.seguemodel"])
    job = house.jobs[-1]
    assert job.of(messages.ImportModel)[0].source == str(tmp_path / "theirs.seguemodel")
    job.deliver(messages.Failed(message="This file contains executable code (pickle)."))
    assert "pickle" in house.window.notices.notices()[-1].happened
    house.session.library.models.bring_in(tmp_path / "ours.seguemodel")
    house.jobs[-1].deliver(messages.ModelImported(folder=str(house.starter), name="Ours"))
    (notice,) = [n for n in house.window.notices.notices() if n.key == "model-arrived"]
    assert notice.happened == "‘Ours’ is among your models."
    # The warning before it keeps the line until it is read.
    button(house.window.notices, "Close").click()
    button(house.window.notices, "Go on with it").click()
    assert house.live.last(messages.LoadModel) == messages.LoadModel(folder=str(house.starter))


@pytest.mark.slow
@pytest.mark.parametrize(("device", "offered"), [("CPU", True), ("NVIDIA H200", False)])
def test_without_a_graphics_card_the_page_leads_to_how_one_is_used(
    house: House, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, device: str, *, offered: bool
) -> None:
    house.begin(qtbot)
    # As if it were not built: a packaged one is opened in a browser.
    monkeypatch.setattr("app.compose.help_actions.guide", lambda _page="index": Path("no.html"))
    house.window.show_workspace("train")
    link = button(house.window.train, "Use a graphics card…")
    assert not link.isVisible()
    trying = house.session.train.setup.trying
    trying.start(STARTER)
    trial = messages.TrialMeasured(
        base=STARTER,
        tokens=60_000,
        tokens_per_second=2640.0,
        memory_bytes=900_000_000,
        disk_bytes=160_000_000,
        free_bytes=5_000_000_000,
        device=device,
        device_reason="",
        rows=8,
        presets=(),
    )
    house.jobs[-1].deliver(trial)
    qtbot.waitUntil(lambda: trying.known(STARTER) is not None)
    qtbot.waitUntil(lambda: link.isVisible() is offered)
    if offered:
        link.click()
        (reader,) = house.window.findChildren(GuideReader)
        assert reader.page == "graphics-card.md"
        reader.close()


def test_a_guide_that_is_not_there_is_the_reason_why_nothing_opens(
    house: House, qtbot: QtBot
) -> None:
    house.begin(qtbot)
    actions = house.window.actions_table
    for name in ("guide", "graphics_card"):
        assert not actions.reason(name)
    actions.allow("graphics_card", unless="It is not here.")
    house.window.show_workspace("train")
    link = button(house.window.train, "Use a graphics card…")
    assert not link.isEnabled()
    assert "It is not here." in link.toolTip()


def test_each_run_of_earlier_days_can_go_on_and_another_be_begun(
    house: House, qtbot: QtBot
) -> None:
    for name in ("First", "Second", "Third"):
        unfinished_run(house.paths.training, name)
    os.utime(house.paths.training / "First" / "run.json", (2e9, 2e9))
    house.begin(qtbot)
    training = house.session.clients.training
    qtbot.waitUntil(lambda: training.waiting)
    assert training.run.name == "First"
    house.window.show_workspace("train")
    page = house.window.train
    assert button(page, "Show the training ‘Second’").isVisible()
    button(page, "Show the training ‘Third’").click()
    assert training.run.name == "Third"
    assert button(page, "Show the training ‘First’").isVisible()
    # While it is at work no other one can take its place.
    button(page, "Resume").click()
    assert house.jobs[-1].of(messages.TrainModel)[0].name == "Third"
    assert not page.waiting.isVisible()
    house.jobs[-1].deliver(messages.TrainingPaused(name="Third", step=3300))
    qtbot.waitUntil(page.waiting.isVisible)
    button(page, "Begin another training").click()
    assert training.run is None
    qtbot.waitUntil(lambda: button(page, "Start training").isVisible())
    assert button(page, "Show the training ‘Third’").isVisible()
    assert not button(page, "Begin another training").isVisible()
    # A new one never takes a name that waits.
    page.start_clicked.emit("", "", "Second")
    chosen = messages.ChosenPiece(content=b"1" * 16, path=b"/music/1.mid")
    house.library.deliver(messages.ChosenListed(pieces=(chosen,), seconds=1500.0))
    assert training.run.name == "Second 2"
    assert house.jobs[-1].of(messages.TrainModel)[0].pieces == (chosen,)


@pytest.mark.slow
def test_a_full_disk_is_left_for_another_one_with_all_that_waits(
    house: House, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unfinished_run(house.paths.training, "Mine")
    house.begin(qtbot)
    training = house.session.clients.training
    qtbot.waitUntil(lambda: training.waiting)
    training.pause(paused=False)
    house.jobs[-1].deliver(messages.TrainingPaused(name="Mine", step=3240, reason="Full.", hint=""))
    other = tmp_path / "other disk"
    taken = other / "Mine"
    taken.mkdir(parents=True)
    monkeypatch.setattr("app.train.folder.dialogs.ask_folder", lambda *_: other)
    notices = house.window.notices
    button(notices, "Choose folder…").click()
    qtbot.waitUntil(lambda: "already has something named" in notices.notices()[-1].happened)
    assert (house.paths.training / "Mine" / "run.json").is_file()
    taken.rmdir()
    button(notices, "Choose folder…").click()
    qtbot.waitUntil(lambda: "from now on" in notices.notices()[-1].happened)
    assert (other / "Mine" / "run.json").is_file()
    assert not (house.paths.training / "Mine").exists()
    # Every process that starts from now on looks there.
    assert user_paths().training == other
    button(notices, "Resume").click()
    assert house.jobs[-1].of(messages.TrainModel) == [messages.TrainModel(name="Mine", resume=True)]


def test_no_training_goes_on_in_a_folder_that_is_being_moved(
    house: House, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unfinished_run(house.paths.training, "Mine")
    house.begin(qtbot)
    qtbot.waitUntil(lambda: house.session.clients.training.waiting)
    gate = Event()

    def slow(target: Path, entries: Sequence[Path]) -> None:
        assert gate.wait(10)
        copy_into(target, entries)

    monkeypatch.setattr("app.train.folder.copy_into", slow)
    monkeypatch.setattr("app.train.folder.dialogs.ask_folder", lambda *_: tmp_path / "other disk")
    house.window.show_workspace("train")
    page, notices = house.window.train, house.window.notices
    page.setup.folder_clicked.emit()
    page.resume_clicked.emit()
    assert "being moved" in notices.notices()[-1].happened
    assert not [job for job in house.jobs if job.of(messages.TrainModel)]
    # Nor does a save wait until all is copied.
    saved = house.session.piece.files.save(tmp_path / "piece.segue")
    qtbot.waitUntil(saved.done)
    gate.set()
    qtbot.waitUntil(lambda: "from now on" in notices.notices()[-1].happened)
    page.resume_clicked.emit()
    assert house.jobs[-1].of(messages.TrainModel)


@pytest.mark.slow
def test_who_comes_to_the_page_is_not_told_twice_that_a_model_is_ready(
    house: House, qtbot: QtBot
) -> None:
    house.begin(qtbot)
    house.session.clients.training.start(messages.TrainModel(name="Mine"))
    made = messages.ModelMade(folder="/m", name="Mine", step=9, validation_loss=1.0, steps=(9,))
    house.jobs[-1].deliver(made)
    assert any(n.key == "made" for n in house.window.notices.notices())
    house.window.show_workspace("train")
    # Its buttons stand where the notice would lie.
    assert not any(n.key == "made" for n in house.window.notices.notices())
    qtbot.waitUntil(house.window.train.done.isVisible)


def test_the_foot_says_that_a_run_is_paused(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    training = house.session.clients.training
    training.start(messages.TrainModel(name="Mine"))
    job = house.jobs[-1]
    job.deliver(messages.TrainingProgress(phase="training", step=3, steps=9, validation_loss=2.0))
    training.pause(paused=True)
    job.deliver(messages.TrainingPaused(name="Mine", step=3))

    def said() -> list[str]:
        chips = house.window.shell.status.findChildren(QAbstractButton)
        return [each.text() for each in chips if "Mine" in each.text()]

    qtbot.waitUntil(lambda: said() == ["“Mine” is paused · 33 %"])
    training.pause(paused=False)
    assert training.run.resuming


def test_a_model_in_use_is_called_by_its_new_name(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    folder = house.paths.models / "Mine"
    folder.mkdir(parents=True)
    (folder / "model.json").write_text(json.dumps({"format": 1, "card": {"name": "Mine"}}))
    (folder / "weights.safetensors").write_bytes(b"x")
    house.session.library.views.refresh()
    house.session.library.views.use(folder)
    loaded = {"parameters": 1, "notes": 200, "device": "CPU", "seconds": 0.1}
    house.live.deliver(messages.ModelLoaded(folder=str(folder), name="Mine", **loaded))
    house.session.library.models.rename(str(folder), "Preludes")
    assert house.session.clients.continuing.model.name == "Preludes"
    chips = house.window.shell.status.findChildren(QAbstractButton)
    assert "Preludes ready" in [each.text() for each in chips]


def test_the_model_that_came_with_segue_keeps_its_name_and_stays(
    house: House, qtbot: QtBot
) -> None:
    house.begin(qtbot)
    lines: dict[str, bool] = {}

    def look() -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        lines.update({action.text(): action.isEnabled() for action in menu.actions()})
        menu.close()

    panel = house.window.compose.library
    (row,) = [each for each in panel._model_rows._rows if each.name == "Starter"]
    QTimer.singleShot(0, look)
    panel._open_model_menu(row, QPoint())
    assert lines["Export…"]
    assert not lines["Rename…"]
    assert not lines["Delete…"]


def test_what_is_not_learned_from_is_told_by_name(house: House, qtbot: QtBot) -> None:
    house.begin(qtbot)
    house.session.clients.training.start(messages.TrainModel(name="Mine"))
    out = messages.LeftOutPiece(name="/m/b.mid", reason="The file was changed after it was chosen.")
    house.jobs[-1].deliver(
        messages.LearningFrom(
            pieces=("/m/a.mid", "/m/c.mid"), seconds=1500.0, left_out=(out,), further=2
        )
    )
    (notice,) = [n for n in house.window.notices.notices() if n.key == "pieces"]
    said = "‘b.mid’ is not learned from. The file was changed after it was chosen."
    assert notice.happened.startswith(said)
    assert "2 pieces were ticked after Start" in notice.happened
    house.window.show_workspace("train")
    qtbot.waitUntil(lambda: "2 chosen pieces" in words_on(house.window.train))


@pytest.mark.slow
def test_a_model_that_was_asked_for_is_used_as_soon_as_it_is_made(
    house: House, qtbot: QtBot
) -> None:
    house.begin(qtbot)
    house.load_model()
    training = house.session.clients.training
    house.window.show_workspace("train")
    for name, wanted in (("One", False), ("Two", True)):
        training.start(messages.TrainModel(name=name))
        job = house.jobs[-1]
        job.deliver(messages.TrainingProgress(phase="training", step=5, steps=9))
        if wanted:
            ahead = button(house.window.train, "Use it when it is done")
            qtbot.waitUntil(ahead.isVisible)
            ahead.click()
        folder = house.paths.models / name
        folder.mkdir(parents=True)
        (folder / "model.json").write_text(json.dumps({"format": 1, "card": {"name": name}}))
        (folder / "weights.safetensors").write_bytes(b"x")
        job.deliver(messages.ModelMade(folder=str(folder), name=name, step=5, validation_loss=1.8))
        used = [load.folder for load in house.live.of(messages.LoadModel)]
        assert (str(folder) in used) is wanted
