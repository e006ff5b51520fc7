"""How soon the window answers a key: from the press to the pixel that changed on the screen.

Edits, G, four takes, open and save are measured in the window with its own child processes. The
pixels are read back from the screen, so run it with one: `xvfb-run python -m benchmarks felt`.
"""

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEventLoop, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.start.session import WindowSession
from app.style.theme import ThemeName, apply_theme
from benchmarks.arguments import add_out_file
from benchmarks.harness import Benchmark
from benchmarks.window.running import Running, running_window
from benchmarks.window.watchdog import Watchdog
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.cli.places import piece_file

_PATIENCE_S = 180.0
_LOOK_MS = 2
# The window settles this long before each measurement.
_REST_S = 0.4
# The music of the roll that is read back: wide enough for every edit, and read in a millisecond.
_READ = QRect(0, 0, 420, 300)


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """The answers to one key or command.

    Attributes:
        deed: The key or the command, and the piece.
        times: How often it was done.
        median_ms: The middle of the times until the answer was on the screen.
        longest_ms: The longest.
    """

    deed: str
    times: int
    median_ms: float
    longest_ms: float

    @classmethod
    def of(cls, deed: str, seconds: list[float]) -> "Felt":
        """Return the answers that took so many seconds."""
        milliseconds = [1000 * each for each in seconds]
        return cls(
            deed=deed,
            times=len(seconds),
            median_ms=round(statistics.median(milliseconds), 1),
            longest_ms=round(max(milliseconds), 1),
        )


class Stopwatch:
    """Presses keys in a session and waits for what is seen.

    Args:
        session: In a window that is shown.
    """

    def __init__(self, session: WindowSession) -> None:
        self._session, self._roll = session, session.window.compose.roll

    def pixels(self) -> QImage:
        """Return a part of the roll as it is on the screen now."""
        screen = self._roll.screen()
        place = self._roll.mapToGlobal(QPoint(self._roll.width() // 4, 60))
        area = _READ.translated(place)
        grabbed = screen.grabWindow(0, area.x(), area.y(), area.width(), area.height())
        return grabbed.toImage()

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
        """Press a key while the roll has the focus."""
        self._roll.setFocus()
        QTest.keyClick(self._roll, key, modifiers)

    def until_seen(self, do: Callable[[], object], happened: Callable[[], bool]) -> float:
        """Return the seconds until something has happened and the screen shows other pixels."""
        self.rest()
        before = self.pixels()
        began = time.perf_counter()
        do()
        while not happened():
            self._turn(began)
        while self.pixels() == before:
            self._turn(began)
        return time.perf_counter() - began

    def until(self, do: Callable[[], object], happened: Callable[[], bool]) -> float:
        """Return the seconds until something has happened."""
        self.rest()
        began = time.perf_counter()
        do()
        while not happened():
            self._turn(began)
        return time.perf_counter() - began

    def rest(self) -> None:
        """Let the window settle."""
        ends = time.perf_counter() + _REST_S
        while (began := time.perf_counter()) < ends:
            self._turn(began)

    @staticmethod
    def _turn(began: float) -> None:
        if time.perf_counter() - began > _PATIENCE_S:
            raise SystemExit("it did not happen")
        # A loop that rests: what lies between two rests is a turn.
        loop = QEventLoop()
        QTimer.singleShot(_LOOK_MS, loop.quit)
        loop.exec()


def opened_and_saved(session: WindowSession, piece: Path, folder: Path, times: int) -> list[Felt]:
    """Open a piece and save it, so many times; the piece is open in the end."""
    watch, files = Stopwatch(session), session.piece.files
    seen: list[object] = []
    files.opened.connect(lambda _path: seen.append("opened"))
    files.saved.connect(lambda _path: seen.append("saved"))
    opening, saving = [], []
    for number in range(times):
        seen.clear()
        session.piece.document.new()
        opening.append(watch.until_seen(lambda: files.open_demo(piece), lambda: "opened" in seen))
        path = folder / f"{piece.stem}-{number}.segue"
        saving.append(watch.until(lambda: files.save(path), lambda: "saved" in seen))  # noqa: B023
    return [Felt.of(f"open {piece.stem}", opening), Felt.of(f"save {piece.stem}", saving)]


def edited(session: WindowSession, piece: str, times: int) -> Felt:
    """Move all notes of a track up and down by a semitone."""
    watch, none = Stopwatch(session), Qt.KeyboardModifier.NoModifier
    watch.press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    seconds = []
    for number in range(2 * times):
        key = Qt.Key.Key_Down if number % 2 else Qt.Key.Key_Up
        seconds.append(watch.until_seen(lambda: watch.press(key, none), lambda: True))  # noqa: B023
    return Felt.of(f"edit a track of {piece}", seconds)


def continued(session: WindowSession, piece: str, times: int) -> list[Felt]:
    """Press G: until the first hatched note is seen, and until four takes are whole."""
    watch, continuing = Stopwatch(session), session.clients.continuing
    none = Qt.KeyboardModifier.NoModifier
    first, whole = [], []

    def has_notes() -> bool:
        offer = continuing.offer
        return offer is not None and any(each.notes for each in offer.alternatives)

    def is_whole() -> bool:
        return continuing.offer is not None and continuing.offer.is_complete

    for _ in range(times):
        began = time.perf_counter()
        first.append(watch.until_seen(lambda: watch.press(Qt.Key.Key_G, none), has_notes))
        watch_s = first[-1]
        rest_s = time.perf_counter() - began - watch_s
        watch.until(lambda: None, is_whole)
        whole.append(time.perf_counter() - began - rest_s)
        continuing.dismiss()
    return [
        Felt.of(f"G to the first hatched note, {piece}", first),
        Felt.of(f"four takes of four bars, {piece}", whole),
    ]


def themed(application: QApplication, session: WindowSession, times: int) -> Felt:
    """Change to the light theme and back."""
    watch = Stopwatch(session)
    names: tuple[ThemeName, ...] = ("light", "dark")
    seconds = [
        watch.until_seen(partial(apply_theme, application, name, session.window), lambda: True)
        for _ in range(times)
        for name in names
    ]
    return Felt.of("another theme", seconds)


def _measured(running: Running, pieces: list[Path], times: int) -> list[Felt]:
    session = running.session
    watch = Stopwatch(session)
    watch.until(lambda: None, lambda: session.clients.continuing.model is not None)
    watchdog = Watchdog()
    found: list[Felt] = []
    for piece in pieces:
        watchdog.step = piece.stem
        found += opened_and_saved(session, piece, running.home, times)
        found.append(edited(session, piece.stem, times))
        found += continued(session, piece.stem, times)
    watchdog.step = "theme"
    found.append(themed(running.application, session, times))
    reading = [watch.until(watch.pixels, lambda: True) for _ in range(times)]
    found.append(Felt.of("of these times, reading the pixels once", reading))
    for each in found:
        sys.stdout.write(
            f"{each.deed:50} {each.median_ms:8.1f} ms, longest {each.longest_ms:8.1f}\n"
        )
    longest_ms = watchdog.longest_s * 1000
    sys.stdout.write(
        f"{len(watchdog.slow)} of {watchdog.turns} turns over 50 ms, longest {longest_ms:.0f} ms\n"
    )
    for turn in watchdog.slow:
        sys.stdout.write(f"{turn.seconds * 1000:.0f} ms {turn.step}\n{turn.stack}")
    watchdog.end()
    return found


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pieces", nargs="+", type=piece_file, metavar="PIECE.mid")
    parser.add_argument("--times", type=positive, default=5, help="each deed is done (5)")
    add_out_file(parser)


def _measure(arguments: Arguments, _output: Output) -> None:
    if not os.environ.get("DISPLAY") and sys.platform == "linux":
        raise SystemExit("There is no screen to read pixels from: xvfb-run gives one.")
    os.environ.setdefault("SEGUE_AUDIO_BACKEND", "null")
    with running_window() as running:
        found = _measured(running, arguments.pieces, arguments.times)
    if arguments.out is not None:
        text = json.dumps([asdict(each) for each in found], indent=2)
        arguments.out.write_text(text + "\n", encoding="utf-8")


BENCHMARKS = {"felt": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
