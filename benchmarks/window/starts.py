"""How soon the window is there, beside a window with nothing in it, in one interleaved run."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence

# Odd, so that the median is a start.
STARTS = 7
# The least a PySide6 program can do: it tells when its window was painted.
BARE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow

class Window(QMainWindow):
    told = False

    def paintEvent(self, event):
        super().paintEvent(event)
        if not self.told:
            self.told = True
            QTimer.singleShot(0, self, self.tell)

    def tell(self):
        sys.stdout.write("shown\\n")
        sys.stdout.flush()
        application.exit(0)

application = QApplication([])
window = Window()
window.resize(1280, 800)
window.show()
application.exec()
"""


def measure_starts(*, starts: int = STARTS) -> dict[str, float]:
    """Return medians of starts in turn, from a process's beginning to its word.

    Returns:
        Seconds by the clock: `shown_s` (the window is on the screen), `ready_s` (everything is in
        it), `bare_s` (an empty window); the processor's seconds of the first and the last of
        these, which a busy machine changes less; and the ratios to the empty window.
    """
    program = [sys.executable, "-m", "app"]
    commands = {
        "shown": [*program, "--until-shown"],
        "ready": [*program, "--until-ready"],
        "bare": [sys.executable, "-c", BARE],
    }
    wall: dict[str, list[float]] = {name: [] for name in commands}
    busy: dict[str, list[float]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "SEGUE_HOME": home}
        for _ in range(starts):
            for name, command in commands.items():
                seconds, processor_s = _start(command, environment)
                wall[name].append(seconds)
                busy[name].append(processor_s)
    figures = {f"{name}_s": round(statistics.median(times), 3) for name, times in wall.items()}
    figures |= {
        f"{name}_processor_s": round(statistics.median(times), 3) for name, times in busy.items()
    }
    figures["ratio"] = round(figures["shown_s"] / figures["bare_s"], 2)
    figures["processor_ratio"] = round(
        figures["shown_processor_s"] / figures["bare_processor_s"], 2
    )
    return figures


def _start(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """Return the seconds until the program's word, and its whole processor seconds."""
    before, begin = os.times(), time.perf_counter()
    with subprocess.Popen(  # noqa: S603 - our own program, no shell
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdout is not None  # noqa: S101 - it was asked for
        process.stdout.readline()
        seconds = time.perf_counter() - begin
    after = os.times()
    children = after.children_user + after.children_system
    return seconds, children - before.children_user - before.children_system
