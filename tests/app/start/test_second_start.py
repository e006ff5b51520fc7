"""A second start beside a window that hangs: it asks, and leaves that window's work alone."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.files.autosave import Autosave
from app.files.background import Background
from app.state.document import Document

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process is suspended here"),
]
ROOT = Path(__file__).resolve().parents[3]
# A window that is edited, and says so when the edit is kept.
_FIRST = """
import sys
from dataclasses import replace
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from app.start import session_loader, start
begin = session_loader.SessionLoader.begin
def begun(self, files):
    # Before it asks what is to become of the edit.
    self._single.asked.connect(lambda files: print("asked", *[f.name for f in files], flush=True))
    begin(self, files)
    session = self.session
    session.piece.autosave.kept.connect(lambda: print("kept", flush=True))
    def edit(*_):
        made = session.piece.document.composition
        session.piece.document.edit("Name", replace(made, score=replace(made.score, title="Mine")))
    # The first start opens no piece: it shows the start page.
    QTimer.singleShot(0, edit)
session_loader.SessionLoader.begin = begun
application = QApplication([])
sys.exit(start.run([Path(name) for name in sys.argv[1:]]))
"""
# A second start: tells what it is asked, and answers with the button that is named.
_SECOND = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from app.start import session_loader, start
begin = session_loader.SessionLoader.begin
def begun(self, files):
    begin(self, files)
    offered = [n.key for n in self.session.window.notices.notices() if "rescue" in n.key]
    print("window", len(offered), flush=True)
    QTimer.singleShot(0, self.session.window, self.session.window.close)
session_loader.SessionLoader.begin = begun
asked = []
def look():
    box = QApplication.activeModalWidget()
    if isinstance(box, QMessageBox) and not asked:
        asked.append(box)
        print(box.text(), flush=True)
        for button in box.buttons():
            if button.text() == sys.argv[1]:
                button.click()
application = QApplication([])
poll = QTimer(interval=50)
poll.timeout.connect(look)
poll.start()
print("code", start.run([Path(name) for name in sys.argv[2:]]), flush=True)
"""
Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(segue_home: Path) -> Iterator[Start]:
    started: list[subprocess.Popen[str]] = []

    def begin(code: str, *arguments: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "SEGUE_HOME": str(segue_home), "SEGUE_AUDIO_BACKEND": "null"},
        )
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()


def line(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def asked(process: "subprocess.Popen[str]") -> str:
    """Return what a window says that it was asked to open first."""
    while not (said := line(process)).startswith("asked"):
        assert process.poll() is None
    return said


@pytest.fixture
def hanging(start: Start) -> "subprocess.Popen[str]":
    """A window with an unsaved edit that does not run."""
    first = start(_FIRST)
    assert line(first) == "kept"
    os.kill(first.pid, signal.SIGSTOP)
    return first


def cards(home: Path) -> set[str]:
    return {card.name for card in (home / "data" / "autosave").glob("*.json")}


def rescued(home: Path) -> int:
    background = Background()
    try:
        folder = home / "data" / "autosave"
        return len(Autosave(Document(), background, folder=folder).rescues())
    finally:
        background.close()


@pytest.mark.timeout(300)
def test_a_second_window_beside_one_that_hangs_leaves_its_work_alone(
    start: Start, hanging: "subprocess.Popen[str]", segue_home: Path
) -> None:
    kept = cards(segue_home)
    assert kept
    second = start(_SECOND, "&Open a second window")
    assert line(second) == "Segue is already open, and its window does not answer."
    assert line(second) == "window 0"
    assert line(second) == "code 0"
    assert cards(segue_home) == kept
    # It goes on as if nothing had been; killed, its work is offered.
    os.kill(hanging.pid, signal.SIGCONT)
    assert hanging.poll() is None
    assert rescued(segue_home) == 0
    hanging.kill()
    hanging.wait()
    assert rescued(segue_home) == len(kept)


@pytest.mark.timeout(300)
def test_whoever_leaves_it_has_changed_nothing(
    start: Start, hanging: "subprocess.Popen[str]", segue_home: Path, tmp_path: Path
) -> None:
    kept = cards(segue_home)
    second = start(_SECOND, "Close", str(tmp_path / "given.mid"))
    assert line(second).startswith("Segue is already open")
    assert line(second) == "code 0"
    assert cards(segue_home) == kept
    # What was asked of it while it hung was taken back.
    os.kill(hanging.pid, signal.SIGCONT)
    third = start(_SECOND, "none", str(tmp_path / "later.mid"))
    assert asked(hanging) == "asked later.mid"
    assert line(third) == "code 0"


@pytest.mark.timeout(300)
def test_the_question_goes_away_when_the_first_window_answers(
    start: Start, hanging: "subprocess.Popen[str]", tmp_path: Path
) -> None:
    second = start(_SECOND, "none", str(tmp_path / "given.mid"))
    assert line(second).startswith("Segue is already open")
    os.kill(hanging.pid, signal.SIGCONT)
    assert line(second) == "code 0"
    assert asked(hanging) == "asked given.mid"


@pytest.mark.timeout(300)
def test_the_question_goes_away_when_the_first_window_has_ended(
    start: Start, hanging: "subprocess.Popen[str]"
) -> None:
    second = start(_SECOND, "none")
    assert line(second).startswith("Segue is already open")
    hanging.kill()
    hanging.wait()
    # Its work is offered now.
    assert line(second) == "window 1"
    assert line(second) == "code 0"
