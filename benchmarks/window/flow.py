"""Does a piece flow: G, Enter, again and again, in the window with its own child processes.

Counts the bars that are left without an onset though no take has them so, and the turns of the
window's thread that took too long. Without a screen it draws in memory.
"""

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest

from app.start.garbage_collector import make_collector
from app.start.session import WindowSession
from benchmarks.arguments import add_out_file
from benchmarks.harness import Benchmark
from benchmarks.window.running import draw_in_memory_without_a_screen, running_window
from benchmarks.window.watchdog import Watchdog
from engine.cli.command import Arguments, positive
from engine.cli.output import Output
from engine.cli.places import piece_file
from engine.values.score import Score
from engine.values.time import BarMap

_LOOK_MS = 20
# On a machine that does other things as well.
_PATIENCE_MS = 180_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """What came of one piece.

    Attributes:
        piece: Its name.
        kept: How many takes were kept one after the other.
        dead_bars: Bars without an onset that no take left so, numbered from 1.
        rests: Bars without an onset within a take, as it was offered.
        turns: Of the window's thread.
        slow_turns: Those over 50 ms of its processor time.
        longest_ms: The longest.
    """

    piece: str
    kept: int
    dead_bars: tuple[int, ...]
    rests: int
    turns: int
    slow_turns: int
    longest_ms: float


def silent_bars(score: Score, *, start: int, end: int) -> list[int]:
    """Return the bars in [start, end) in which no note begins."""
    bars = BarMap.of(score)
    struck = {bars.bar_at(note.start) for track in score.tracks for note in track.notes}
    return [bar for bar, _ in bars.bar_starts(start, end) if bar not in struck]


def last_bar_line(score: Score) -> int:
    """Return the bar line after the last onset."""
    bars = BarMap.of(score)
    last = max((note.start for track in score.tracks for note in track.notes), default=0)
    return bars.start_of(bars.bar_at(last) + 1)


class Composer:
    """Who presses the keys.

    Args:
        session: In a window that is shown.
        watchdog: Watches its thread.
    """

    def __init__(self, session: WindowSession, watchdog: Watchdog) -> None:
        self._session, self._watchdog = session, watchdog

    def flow(self, piece: Path, times: int) -> Flow:
        """Open a piece, then go on with it and keep what comes, so many times."""
        session, dead, rests = self._session, [], 0
        opened: list[object] = []
        session.piece.files.opened.connect(opened.append)
        session.piece.files.open_demo(piece)
        self._wait(lambda: bool(opened), f"{piece.name} is open")
        self._wait(lambda: session.clients.continuing.model is not None, "the model is there")
        self._watchdog.forget()
        for number in range(times):
            self._watchdog.step = f"{piece.stem}, continuation {number + 1}"
            before = last_bar_line(session.piece.document.score)
            self._press(Qt.Key.Key_G)
            self._wait(self._is_offered, "all alternatives are there")
            offer = session.clients.continuing.offer
            assert offer is not None  # noqa: S101 - it is waited for
            take = offer.alternatives[offer.current]
            start, end, count = offer.start, take.end, len(session.piece.document.composition.takes)
            onsets = {part.note.start for part in take.notes}
            self._press(Qt.Key.Key_Return)
            self._wait(lambda: session.clients.continuing.offer is None, "it is kept")
            assert len(session.piece.document.composition.takes) >= count  # noqa: S101
            bars = session.piece.document.timeline.bars
            struck = {bars.bar_at(tick) for tick in onsets}
            for bar in silent_bars(session.piece.document.score, start=before, end=end):
                if bars.start_of(bar) >= start and bar not in struck:
                    rests += 1
                else:
                    dead.append(bar + 1)
        session.piece.files.opened.disconnect(opened.append)
        return Flow(
            piece=piece.stem,
            kept=times,
            dead_bars=tuple(dead),
            rests=rests,
            turns=self._watchdog.turns,
            slow_turns=len(self._watchdog.slow),
            longest_ms=round(self._watchdog.longest_s * 1000, 1),
        )

    def _is_offered(self) -> bool:
        offer = self._session.clients.continuing.offer
        return offer is not None and offer.is_complete

    def _press(self, key: Qt.Key) -> None:
        roll = self._session.window.compose.roll
        roll.setFocus()
        QTest.keyClick(roll, key)

    @staticmethod
    def _wait(happened: Callable[[], bool], what: str) -> None:
        waited = 0
        while not happened():
            if waited > _PATIENCE_MS:
                raise SystemExit(f"did not happen: {what}")
            # A loop that rests: what lies between two rests is a turn.
            loop = QEventLoop()
            QTimer.singleShot(_LOOK_MS, loop.quit)
            loop.exec()
            waited += _LOOK_MS


def _measured(session: WindowSession, pieces: list[Path], times: int) -> list[Flow]:
    # As the program does: what is thrown away is collected while nothing else is to be done.
    collector = make_collector(
        session.window, session.piece.document, session.clients.playing, parent=session
    )
    watchdog = Watchdog()
    flows = []
    for piece in pieces:
        flow = Composer(session, watchdog).flow(piece, times)
        flows.append(flow)
        sys.stdout.write(f"{flow}\n")
        for turn in watchdog.slow:
            sys.stdout.write(f"{turn.seconds * 1000:.0f} ms {turn.step}\n{turn.stack}")
        sys.stdout.flush()
    watchdog.end()
    collector.end()
    return flows


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("pieces", nargs="+", type=piece_file, metavar="PIECE.mid")
    parser.add_argument("--times", type=positive, default=10, help="it is gone on with (10)")
    add_out_file(parser)


def _measure(arguments: Arguments, _output: Output) -> None:
    draw_in_memory_without_a_screen()
    with running_window() as running:
        flows = _measured(running.session, arguments.pieces, arguments.times)
    if arguments.out is not None:
        text = json.dumps([asdict(flow) for flow in flows], indent=2)
        arguments.out.write_text(text + "\n", encoding="utf-8")


BENCHMARKS = {"flow": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
