"""Clocks that jump by a day and more while Segue edits and imports.

The time of day is moved under the running process (libfaketime); the clock that only goes up is
not, as no machine moves that. The player knows no other clock. Needs `faketime`.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from tests.app.test_killed import EDITOR, edits_done, edits_rescued
from tests.trust import imports
from tests.trust.trial import Findings, run
from tests.waiting import eventually

POSSIBLE = shutil.which("faketime") is not None
_JUMPS_S = (-400 * 86_400, -86_400, -3600, -1, 1, 3600, 86_400, 400 * 86_400)
_STARTED_S = 300.0
# libfaketime 0.9.10 takes the moment until which Python sleeps for one of its own clock.
_SLEEP = "import select, time\ntime.sleep = lambda seconds: select.select([], [], [], seconds)\n"


class Clock:
    """The time of day as another process sees it.

    Args:
        folder: Where its file is.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._file = folder / "clock"
        (folder / "sitecustomize.py").write_text(_SLEEP, encoding="ascii")
        self.jump(0)

    def jump(self, seconds: int) -> None:
        """Be so many seconds off from now on."""
        new = self._file.with_suffix(".new")
        new.write_text(f"{seconds:+d}\n", encoding="ascii")
        new.replace(self._file)

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to see it."""
        library = subprocess.run(
            ["faketime", "-f", "+0", "printenv", "LD_PRELOAD"],
            capture_output=True,
            text=True,
            check=True,
        )
        return {
            "LD_PRELOAD": library.stdout.strip(),
            "PYTHONPATH": os.pathsep.join([str(self._file.parent), *sys.path]),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Let the clock jump under an editor that is killed and an import, in turns."""
    findings = Findings()
    application = QCoreApplication.instance() or QCoreApplication([])
    files = imports.music(folder / "music", draw)
    for number in range(count):
        place = folder / str(number)
        place.mkdir()
        clock = Clock(place)
        if number % 2:
            _import(place, clock, draw, findings, files=files)
        else:
            _edit(place, clock, draw, findings)
    del application
    return findings


def _edit(place: Path, clock: Clock, draw: random.Random, findings: Findings) -> None:
    """Edit while the clock jumps, be killed, and look what is offered."""
    room = place / "room"
    room.mkdir()
    editor = subprocess.Popen(
        [sys.executable, "-c", EDITOR, str(room), "0.05"],
        env={**os.environ, **clock.environment},
    )
    try:
        eventually((room / "done").exists, _STARTED_S)
        for _ in range(3):
            time.sleep(draw.uniform(0.3, 1.0))
            clock.jump(draw.choice(_JUMPS_S))
        time.sleep(draw.uniform(0.0, 0.5))
    finally:
        editor.send_signal(signal.SIGKILL)
        editor.wait()
    done, rescued = edits_done(room), edits_rescued(room)
    last = done[-1][0] if done else 0
    findings.counts["editors killed"] += 1
    findings.counts["edits"] += last
    findings.most("edits lost", max(0, last - rescued))
    if not done or not rescued or last - rescued > 1:
        findings.broken.append(f"{place.name}: {last} edits, {rescued} of them offered")


def _import(
    place: Path, clock: Clock, draw: random.Random, findings: Findings, *, files: int
) -> None:
    """Import while the clock jumps, and once more: a file that did not change is known."""
    home = place / "home"
    for again in range(2):
        process = imports.start(place.parent / "music", home, **clock.environment)
        while process.poll() is None and draw.random() < 0.9:
            time.sleep(draw.uniform(0.2, 1.0))
            clock.jump(draw.choice(_JUMPS_S))
        imports.finish(process, findings, f"{place.name}: import {again}")
    imports.look(home, findings, place.name, rows=files)
    findings.counts["imports"] += 2


if __name__ == "__main__":
    sys.exit(run(trial))
