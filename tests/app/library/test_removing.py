"""A folder leaves the library: asked for once, told, and added again by the notice."""

import os
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.library.rows import folders_of
from app.main_window import dialogs
from engine import messages
from engine.messages import FolderCount
from tests.app.house import House

CANCELLED = messages.ImportReport(
    found=0,
    ready=0,
    warnings=0,
    duplicates=0,
    refused=0,
    seconds=0.0,
    notes=0,
    groups=(),
    took_s=0.1,
    cancelled=True,
)


@pytest.fixture
def house(qapp: QApplication, tmp_path: Path):
    house = House(qapp, tmp_path)
    yield house
    house.end()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "music"
    path.mkdir()
    return path


def described(*folders: Path) -> messages.LibraryDescribed:
    return messages.LibraryDescribed(
        folders=tuple(map(str, folders)),
        tree=tuple(FolderCount(path=os.fsencode(each), pieces=3) for each in folders),
    )


def ask(house: House, folder: Path, *others: Path) -> None:
    house.act("library")
    library = described(folder, *others)
    house.library.deliver(library)
    row = next(r for r in folders_of(library) if bytes.fromhex(r.key) == os.fsencode(folder))
    house.window.workspaces.library.remove_folder_clicked.emit(row)


def agree(monkeypatch: pytest.MonkeyPatch, *, yes: bool) -> list[str]:
    asked: list[str] = []

    def answer(_parent: object, question: str, *, detail: str, yes: str) -> bool:
        asked.extend((question, detail, yes))
        return agreed

    agreed = yes
    monkeypatch.setattr(dialogs, "confirm", answer)
    return asked


def told(house: House) -> list[str]:
    return [f"{notice.happened} {notice.did}" for notice in house.window.notices.notices()]


@pytest.mark.slow
def test_it_is_asked_told_and_can_be_added_again(
    house: House, qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    asked = agree(monkeypatch, yes=True)
    ask(house, folder)
    question, detail, _yes = asked
    assert folder.name in question
    assert detail.startswith("3 pieces")
    assert "files themselves stay" in detail
    assert house.library.of(messages.ForgetFolder) == [
        messages.ForgetFolder(path=os.fsencode(folder))
    ]
    # What is described of the time before does not count.
    house.library.deliver(described(folder))
    assert not any("no longer in the library" in text for text in told(house))
    house.library.deliver(described())
    assert any("stay where they are" in text for text in told(house))
    jobs = len(house.jobs)
    notice = next(n for n in house.window.notices.notices() if n.key == "folder")
    house.window.notices.button_clicked.emit("folder", notice.buttons[0][0])
    assert len(house.jobs) == jobs + 1
    assert house.jobs[-1].last(messages.ImportFolders).folders == (str(folder),)


def test_who_thinks_better_of_it_keeps_the_folder(
    house: House, qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    agree(monkeypatch, yes=False)
    ask(house, folder)
    assert not house.library.of(messages.ForgetFolder)


def test_what_looks_through_it_unasked_makes_way(
    house: House, qtbot: QtBot, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.begin(qtbot)
    agree(monkeypatch, yes=True)
    other = tmp_path / "other"
    other.mkdir()
    house.session.clients.importing.look_again([folder])
    job = house.jobs[-1]
    ask(house, folder, other)
    # It would add the folder once more.
    assert not house.library.of(messages.ForgetFolder)
    assert job.of(messages.StopJob)
    job.deliver(CANCELLED)
    assert house.library.of(messages.ForgetFolder)
    house.library.deliver(described(other))
    assert house.jobs[-1].last(messages.ImportFolders).folders == (str(other),)
