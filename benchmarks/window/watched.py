"""The window as it is, watched: what kept it from answering is written when it is closed.

Turns of its thread over a limit are told of, with their place.
"""

import argparse
import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from benchmarks.harness import Benchmark
from benchmarks.window.watchdog import LIMIT_S, Watchdog
from engine.cli.command import Arguments
from engine.cli.output import Output


class WatchedApplication(QApplication):
    """An application whose event loop is watched from its beginning to its end.

    Args:
        report: The file that is written at the end.
        limit_s: A turn that takes longer is told of.
        after_s: What is told of begins so much later, when all is open.
    """

    def __init__(self, report: Path, *, limit_s: float = LIMIT_S, after_s: float = 0.0) -> None:
        super().__init__(sys.argv[:1])
        self._report = report
        self._limit_s, self._after_s = limit_s, after_s

    def exec(self) -> int:  # type: ignore[override]  # Qt's is static
        """Run the event loop and write what took long."""
        watchdog = Watchdog(limit_s=self._limit_s)
        if self._after_s:
            QTimer.singleShot(round(1000 * self._after_s), watchdog.forget)
        code = super().exec()
        watchdog.write(self._report)
        watchdog.end()
        return code


def _define(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--limit-ms", type=float, default=1000 * LIMIT_S, help="of a turn")
    parser.add_argument("--after-s", type=float, default=0.0, help="what comes before is not told")
    parser.add_argument("report", type=Path, metavar="REPORT", help="a file that is written")
    parser.add_argument("pieces", nargs="*", type=Path, metavar="PIECE")


def _measure(arguments: Arguments, _output: Output) -> None:
    # The window takes an application that is there already.
    application = WatchedApplication(
        arguments.report, limit_s=arguments.limit_ms / 1000, after_s=arguments.after_s
    )
    from app.start.start import run

    code = run(arguments.pieces)
    del application
    if code:
        raise SystemExit(code)


BENCHMARKS = {"watched": Benchmark(define=_define, measure=_measure, lines=None, about=__doc__)}
