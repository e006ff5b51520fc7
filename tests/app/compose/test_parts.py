"""Parts of players as files: chosen in a dialog, drawn or written by a real job."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QDialogButtonBox, QListWidget
from pytestqt.qtbot import QtBot

from app.clients.engine_link import EngineLink, Link
from app.compose.paper.parts import PartExtraction
from app.compose.paper.printing import Printing
from app.main_window import dialogs
from app.state.document import Document
from app.views.parts_options import PartsChoice, PartsOptionsDialog
from engine import messages
from engine.notation.reading import read_musicxml
from engine.piece.composition import Composition
from engine.processes.process import child_command, child_environment
from engine.processes.watchdog import SilenceLimits
from engine.values.formats import MUSICXML, PARTS, PDF
from engine.values.score import Note, Score, Track
from tests.app.doubles import FakeLink
from tests.app.house import main_window

WAIT_MS = 120_000
AS_PAGES, AS_MUSICXML = PARTS.index(PDF), PARTS.index(MUSICXML)


def trio() -> Score:
    """A piano of two tracks and a clarinet that rests first."""
    bars = range(12)
    high, low = (tuple(Note(1920 * n, pitch, 1920) for n in bars) for pitch in (76, 43))
    late = tuple(Note(1920 * n, 70, 1920) for n in range(8, 12))
    return Score(
        tracks=(Track(notes=high), Track(notes=low), Track(program=71, name="Solo", notes=late))
    )


class Desk:
    def __init__(self, folder: Path) -> None:
        self.window = main_window()
        self.document = Document(parent=self.window)
        self.folder = folder
        self.links: list[Link] = []
        self.is_real = True
        shell = self.window.shell
        self.printing = Printing(shell, self.document, make_link=self._link, parent=self.window)
        self.parts = PartExtraction(
            shell,
            self.document,
            printing=self.printing,
            make_link=self._link,
            parent=self.window,
        )
        self.document.begin(Composition.of(trio()))

    def _link(self) -> Link:
        self.links.append(self._real() if self.is_real else FakeLink())
        return self.links[-1]

    def _real(self) -> Link:
        return EngineLink(
            "job",
            child_command("job"),
            environment=child_environment("job"),
            log=self.folder / "job.log",
            restarts=False,
            patience=SilenceLimits(asleep_s=60.0),
        )

    def told(self) -> str:
        return " ".join(notice.happened for notice in self.window.notices.notices())


@pytest.fixture
def desk(qapp: QApplication, tmp_path: Path) -> Iterator[Desk]:
    assert qapp is not None
    desk = Desk(tmp_path)
    yield desk
    desk.parts.close()
    desk.printing.close()
    desk.window.close_now()
    shiboken6.delete(desk.window)


def names_in(folder: Path, suffix: str) -> list[str]:
    return sorted(path.name.partition(" - ")[2] for path in folder.glob(f"*{suffix}"))


def test_the_dialog_has_a_box_for_each_player(qtbot: QtBot) -> None:
    dialog = PartsOptionsDialog(("Piano", "Solo"), ("PDF", "MusicXML"), None, title="Parts")
    qtbot.addWidget(dialog)
    boxes, formats = dialog.findChild(QListWidget), dialog.findChild(QComboBox)
    accept = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    formats.setCurrentIndex(1)
    assert dialog.choice() == PartsChoice(parts=(0, 1), format=1)
    boxes.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert dialog.choice().parts == (1,)
    assert accept.isEnabled()
    boxes.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert not accept.isEnabled()


@pytest.mark.slow
def test_each_player_gets_a_musicxml_file(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    desk.parts.write(tmp_path, PartsChoice(parts=(0, 1), format=AS_MUSICXML))
    qtbot.waitUntil(lambda: "Wrote 2 parts" in desk.told(), timeout=WAIT_MS)
    assert names_in(tmp_path, ".musicxml") == ["Grand piano.musicxml", "Solo.musicxml"]
    (piano,) = tmp_path.glob("* - Grand piano.musicxml")
    heard = read_musicxml(piano.read_bytes()).score
    assert [track.notes for track in heard.tracks] == [t.notes for t in trio().tracks[:2]]
    (solo,) = tmp_path.glob("* - Solo.musicxml")
    assert b"<multiple-rest>8</multiple-rest>" in solo.read_bytes()


@pytest.mark.slow
def test_each_player_gets_pages(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    desk.parts.write(tmp_path, PartsChoice(parts=(0, 1), format=AS_PAGES))
    qtbot.waitUntil(lambda: "Wrote 2 parts" in desk.told(), timeout=WAIT_MS)
    assert names_in(tmp_path, ".pdf") == ["Grand piano.pdf", "Solo.pdf"]
    assert all(path.read_bytes().startswith(b"%PDF") for path in tmp_path.glob("*.pdf"))


def test_files_that_are_there_are_replaced_only_if_the_user_agrees(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.is_real = False
    choice = PartsChoice(parts=(1,), format=AS_MUSICXML)
    desk.parts.write(tmp_path, choice)
    (target,) = desk.links[0].last(messages.ExportParts).targets
    Path(target).write_bytes(b"mine")
    asked: list[str] = []

    def refuse(_parent: object, question: str, **_words: str) -> bool:
        asked.append(question)
        return False

    monkeypatch.setattr(dialogs, "confirm", refuse)
    desk.parts.write(tmp_path, choice)
    (question,) = asked
    assert question.startswith("1 of the files")
    assert len(desk.links) == 1


@pytest.mark.slow
def test_a_folder_that_takes_nothing_is_told(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    desk.parts.write(tmp_path / "none", PartsChoice(parts=(1,), format=AS_MUSICXML))
    qtbot.waitUntil(lambda: "Could not write" in desk.told(), timeout=WAIT_MS)
    assert not (tmp_path / "none").exists()
