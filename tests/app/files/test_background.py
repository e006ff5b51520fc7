"""Work in a thread: it never lets go of an object of Qt's last."""

import threading
import weakref

from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from app.files.background import Background


class _Clock:
    """Holds a timer that runs, as most objects of the window do."""

    def __init__(self, tell, go: threading.Event) -> None:
        self._go = go
        self.timer = QTimer(interval=1)
        self.timer.start()
        weakref.finalize(self, lambda: tell(threading.current_thread()))

    def work(self) -> int:
        self._go.wait(20)
        return self.timer.interval()


def _break_down() -> None:
    raise RuntimeError("after all")


def test_what_a_job_holds_ends_in_the_windows_thread(qtbot: QtBot) -> None:
    ended_in: list[threading.Thread] = []
    answers: list[object] = []
    go, let_go = threading.Event(), threading.Event()
    background = Background()
    # The thread goes on to let go of its job only when the answer has been taken.
    future = background.run(_Clock(ended_in.append, go).work, answers.append, answers.append)
    future.add_done_callback(lambda _: let_go.wait(20))
    go.set()
    qtbot.waitUntil(lambda: len(answers) == 1)
    assert answers == [1]
    assert ended_in == [threading.main_thread()]
    let_go.set()
    background.close()


def test_what_goes_wrong_is_told_in_the_windows_thread(qtbot: QtBot) -> None:
    answers: list[object] = []
    background = Background()
    background.run(_break_down, answers.append, answers.append)
    qtbot.waitUntil(lambda: len(answers) == 1)
    assert "Something went wrong (after all)" in answers[0].message
    background.close()
