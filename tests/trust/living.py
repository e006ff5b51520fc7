"""The live process killed or suspended while the window plays what it makes.

The sound goes on from the queue; the one that stands by takes over, and continues.
"""

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import psutil
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from app.__main__ import main as open_window
from engine import messages
from engine.piece.composition import Composition
from engine.piece.composition_file import save
from engine.values.score import Note, Score, Track
from tests.trust.driven import driven, errors_in, processes, put_dialogs_away, window
from tests.trust.trial import Findings, run

BACK_S, PATIENCE_S = 5.0, 300.0
# The window gives a process up that dies more than three times a minute.
BETWEEN_S = 21.0
BARS, BAR_S = 16, 2.0
# Reading the model takes more, and a spare that waits computes next to nothing.
LEAST_S, SETTLED_S = 0.5, 10.0
# The longest that the playhead may be told nothing of while music is queued.
SILENT_S = 1.0

Wait = tuple[str, Callable[[], bool]]


class Killer(QObject):
    """Continues, plays, kills, looks; over and over.

    Args:
        count: How many kills.
        draw: When, and which of them only suspend.
        piece: What is continued.
        findings: Where it says what came out.
    """

    def __init__(self, count: int, draw: random.Random, piece: Path, findings: Findings) -> None:
        super().__init__()
        self._count, self._draw = count, draw
        self.piece = piece
        self._findings = findings
        self._notes = 0
        self._killed_s = self._model_s = self._heard_s = 0.0
        self._tick = 0.0
        self._loudest = 0.0
        self._until = 0
        self._steps = self._all()
        self._waiting: Wait = ("a window", lambda: window() is not None)
        self._since_s = time.monotonic()
        self._look_soon = QTimer(self, interval=20)
        self._look_soon.timeout.connect(self._look)
        self._look_soon.start()

    def hear(self, event: messages.Event) -> None:
        """Note what a process says."""
        now_s = time.monotonic()
        match event:
            case messages.ModelLoaded():
                self._model_s = now_s
            case messages.NotesMade():
                self._notes += len(event.notes)
                self._until = max(self._until, event.until)
            case messages.Playhead():
                self._heard_s, self._tick = now_s, event.tick
            case messages.Levels():
                self._loudest = max(self._loudest, *event.master)

    def fell(self, said: str) -> None:
        """Note an exception that nobody caught."""
        self._findings.broken.append(said)

    def _look(self) -> None:
        what, happened = self._waiting
        if (main := window()) is not None:
            put_dialogs_away(main)
        if happened():
            self._since_s = time.monotonic()
            self._waiting = next(self._steps, ("", lambda: False))
            if not self._waiting[0]:
                self._close()
        elif time.monotonic() - self._since_s > PATIENCE_S:
            self._findings.broken.append(f"{what} did not come within {PATIENCE_S:.0f} s")
            self._close()

    def _close(self) -> None:
        self._look_soon.stop()
        if (main := window()) is not None:
            main.close()

    def _all(self) -> Iterator[Wait]:
        main = window()
        assert main is not None
        self._main = main
        yield "a model", lambda: self._model_s > 0
        for number in range(self._count):
            yield from self._stand_by()
            yield from self._once(number)

    def _stand_by(self) -> Iterator[Wait]:
        """Wait until the one that would take over has imported and read what it needs."""
        computed = [(time.monotonic(), 0.0)]

        def settled() -> bool:
            if "live standing by" not in dict(processes()):
                return False
            spare = psutil.Process(dict(processes())["live standing by"])
            times = spare.cpu_times()
            now_s, used_s = time.monotonic(), times.user + times.system
            # On a crowded machine one that has much to do may hardly be let compute.
            busy = spare.status() in {psutil.STATUS_RUNNING, psutil.STATUS_DISK_SLEEP}
            if busy or used_s > computed[0][1] + 0.2:
                computed[0] = now_s, used_s
            return used_s > LEAST_S and now_s - computed[0][0] > SETTLED_S

        begun_s = time.monotonic()
        yield "one that stands by", settled
        self._findings.most("seconds until one stands by", time.monotonic() - begun_s)
        forgotten_s = self._killed_s + BETWEEN_S
        yield "the last death forgotten", lambda: time.monotonic() > forgotten_s

    def _do(self, *names: str) -> None:
        for name in names:
            self._main.actions_table[name].trigger()

    def _once(self, number: int) -> Iterator[Wait]:
        self._do("stop", "open")
        yield from _pause(1.5)
        panel = self._main.compose.continue_panel
        settings = panel.settings()
        request = replace(settings.request, bars=BARS, alternatives=1)
        panel.show_settings(replace(settings, request=request))
        self._notes = self._until = 0
        self._do("continue")
        yield f"{number}: notes", lambda: self._notes >= 8
        self._do("stop", "to_start", "play")
        begun_s = time.monotonic()
        yield f"{number}: the playhead", lambda: self._heard_s > begun_s
        yield from _pause(self._draw.uniform(0.0, 1.5))
        live = dict(processes())["live"]
        if self._draw.random() < 0.25:
            yield from self._suspend(live)
        else:
            yield from self._kill(live, number)
        self._findings.counts["continued before"] += 1
        self._do("cancel", "stop")

    def _suspend(self, live: int) -> Iterator[Wait]:
        self._findings.counts["suspended"] += 1
        os.kill(live, signal.SIGSTOP)
        yield from self._sounds(self._draw.uniform(0.5, 4.0))
        os.kill(live, signal.SIGCONT)
        before = self._notes
        over_s = time.monotonic() + 10.0
        # It may have made all of them before.
        yield "more notes", lambda: self._notes > before or time.monotonic() > over_s
        self._findings.counts["went on after SIGCONT"] += self._notes > before

    def _kill(self, live: int, number: int) -> Iterator[Wait]:
        self._findings.counts["killed"] += 1
        killed_s = self._killed_s = time.monotonic()
        os.kill(live, signal.SIGKILL)
        yield from self._sounds(2.0)
        yield f"{number}: another live process", lambda: self._model_s > killed_s
        back_s = self._model_s - killed_s
        self._findings.counts["back within 5 s" if back_s <= BACK_S else "back later"] += 1
        self._findings.most("seconds until it is back", back_s)
        times = psutil.Process(dict(processes())["live"]).cpu_times()
        self._findings.most("of them computing", times.user + times.system)

    def _sounds(self, seconds: float) -> Iterator[Wait]:
        """Look whether the music goes on for a while, or until all that was made is played."""
        end_s, self._loudest = time.monotonic() + seconds, 0.0
        silent_s = [0.0]

        def over() -> bool:
            silent_s[0] = max(silent_s[0], time.monotonic() - self._heard_s)
            return time.monotonic() > end_s or self._tick >= self._until

        yield "an end", over
        self._findings.most("longest the playhead stood still, s", silent_s[0])
        if silent_s[0] > SILENT_S:
            self._findings.broken.append(f"the music stood still for {silent_s[0]:.1f} s")
        if not self._loudest:
            self._findings.broken.append("nothing was heard while music was queued")
        self._findings.counts["sounded on"] += self._loudest > 0


def _pause(seconds: float) -> Iterator[Wait]:
    end_s = time.monotonic() + seconds
    yield "a pause", lambda: time.monotonic() >= end_s


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Kill or suspend the live process so many times, in one window."""
    findings = Findings()
    os.environ["SEGUE_HOME"] = str(folder / "home")
    piece = folder / "piece.segue"
    # Four bars of chords: what is made begins when they are over.
    notes = tuple(Note(480 * i, pitch, 460) for i in range(16) for pitch in (60, 64, 67))
    save(Composition.of(Score(tracks=(Track(name="Piano", notes=notes),))), piece)
    application = QApplication.instance() or QApplication(sys.argv[:1])
    killer = Killer(count, draw, piece, findings)
    with driven(killer.hear, killer.fell, {"ask_open": lambda *_, **__: piece}):
        if code := open_window([]):
            findings.broken.append(f"the window ended with code {code}")
    del application
    died = [each for each in errors_in(folder) if "live process ended" not in each]
    findings.broken += died
    return findings


if __name__ == "__main__":
    sys.exit(run(trial))
