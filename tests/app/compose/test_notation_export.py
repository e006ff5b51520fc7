"""The piece as MusicXML: written in a job, and another one asked for meanwhile."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine import messages
from tests.app.house import House


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


def test_while_one_is_written_another_can_be_asked_for(
    house: House, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    names = iter((tmp_path / "a.musicxml", tmp_path / "b.musicxml"))
    monkeypatch.setattr("app.main_window.dialogs.ask_save", lambda *_, **__: next(names))
    before = len(house.jobs)
    house.act("export_musicxml")
    assert house.window.actions_table["export_musicxml"].isEnabled()
    house.act("export_musicxml")
    first, second = house.jobs[before:]
    asked = [link.last(messages.ExportNotation).target for link in (first, second)]
    assert asked == [str(tmp_path / "a.musicxml"), str(tmp_path / "b.musicxml")]
    for link, name in ((second, "b"), (first, "a")):
        link.deliver(messages.NotationExported(file=f"{name}.musicxml"))
        (notice,) = [each for each in house.window.notices.notices() if each.key == "file"]
        assert f"{name}.musicxml" in notice.happened


def test_what_failed_is_not_covered_by_what_is_written_after_it(
    house: House, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    names = iter((tmp_path / "a.musicxml", tmp_path / "b.musicxml"))
    monkeypatch.setattr("app.main_window.dialogs.ask_save", lambda *_, **__: next(names))
    before = len(house.jobs)
    house.act("export_musicxml")
    house.act("export_musicxml")
    first, second = house.jobs[before:]
    first.deliver(messages.Failed(message="Could not write ‘a.musicxml’ (Read-only file system)."))
    second.deliver(messages.NotationExported(file="b.musicxml"))
    told = {notice.happened: notice for notice in house.window.notices.notices()}
    failed = told["Could not write ‘a.musicxml’ (Read-only file system)."]
    # It stays until it is closed; what was written goes by itself.
    assert (failed.tone, failed.seconds) == ("warning", 0.0)
    assert any("b.musicxml" in text for text in told)
    assert not any(text.startswith("Writing") for text in told)
