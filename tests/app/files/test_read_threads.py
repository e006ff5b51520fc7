"""Reads in threads: whoever asked may be gone before the disk answers."""

import threading
import weakref

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.files.read_threads import ReadThreads


class _Clock:
    """Holds a timer that runs, as most objects of the window do."""

    def __init__(self) -> None:
        self.timer = QTimer(interval=1)
        self.timer.start()


def test_what_a_late_read_holds_ends_in_the_windows_thread(qtbot: QtBot, tmp_path) -> None:
    ended_in: list[threading.Thread] = []
    back, answers = threading.Event(), []

    def ask() -> None:
        clock = _Clock()
        weakref.finalize(clock, lambda: ended_in.append(threading.current_thread()))
        outside = ReadThreads(patience_ms=1)
        outside.read(
            tmp_path / "away",
            fetch=lambda: back.wait(20),
            make=lambda _: clock.timer.interval(),
            done=answers.append,
            failed=answers.append,
        )
        qtbot.waitUntil(lambda: len(answers) == 1)

    ask()
    assert "does not answer" in answers[0].message
    assert not ended_in
    back.set()
    qtbot.waitUntil(lambda: bool(ended_in))
    assert ended_in == [threading.main_thread()]
    # Where a timer was destroyed in another thread, Qt comes to it here once more.
    qtbot.wait(20)
    assert len(answers) == 1
