"""The Train page where training is not installed: what it shows, and installing it from a file."""

from pathlib import Path

import msgspec
import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from app.main_window import dialogs
from app.train import part as binder
from app.widgets.buttons import TextButton
from engine.ground import training_part
from tests.app.house import House
from tests.test_training_part import FILE, make_part


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(training_part.importlib.util, "find_spec", lambda _name: None)
    house = House(qapp, tmp_path)
    house.begin(qtbot)
    yield house
    house.end()


@pytest.fixture
def packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file of the part that belongs to this packaged Segue."""
    (tmp_path / "assets").mkdir()
    monkeypatch.setattr(training_part, "assets", lambda: tmp_path / "assets")
    offer = make_part(tmp_path / FILE)
    offer = msgspec.structs.replace(offer, installed_bytes=400_000_000)
    (tmp_path / "assets" / training_part.OFFERED).write_bytes(msgspec.json.encode(offer))
    return tmp_path / FILE


def shown(house: House) -> str:
    labels = house.window.train.part.findChildren(QLabel)
    return " ".join(label.text() for label in labels if label.isVisible())


def start_button(house: House) -> TextButton:
    buttons = house.window.train.findChildren(TextButton)
    return next(button for button in buttons if button.text() == "Start training")


def test_from_source_the_page_says_the_command_and_its_size(house: House) -> None:
    house.window.show_workspace("train")
    text = shown(house)
    assert "makes a model of your own music" in text
    assert f"{training_part.SOURCE_MB} MB to download" in text
    assert training_part.COMMAND in text
    assert not start_button(house).isEnabled()


def test_the_downloaded_file_is_installed_and_training_can_start(
    house: House, packaged: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.window.show_workspace("train")
    page = house.window.train
    assert f"‘{FILE}’" in shown(house)
    assert "400 MB on the disk" in shown(house)
    bad = packaged.with_name("half.zip")
    bad.write_bytes(packaged.read_bytes()[:-100])
    for file in (bad, packaged):
        monkeypatch.setattr(dialogs, "ask_open", lambda *_, file=file, **__: file)
        page.part.file_clicked.emit()
        if file is bad:
            qtbot.waitUntil(lambda: "is not complete" in shown(house))
            assert not start_button(house).isEnabled()
    qtbot.waitUntil(lambda: not page.part.isVisible())
    assert training_part.is_installed()
    assert "not installed" not in start_button(house).toolTip()


@pytest.mark.slow
def test_training_that_is_added_meanwhile_is_found_on_the_next_visit(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.window.show_workspace("train")
    assert house.window.train.part.isVisible()
    house.window.show_workspace("compose")
    monkeypatch.setattr(binder, "is_installed", lambda: True)
    house.window.show_workspace("train")
    assert not house.window.train.part.isVisible()
