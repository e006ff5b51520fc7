"""The window as it is, watched: what kept it from answering is written when it is closed.

python -m benchmarks.window.watched REPORT [PIECE ...]
"""

import argparse
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from benchmarks.window.watchdog import Watchdog


class WatchedApplication(QApplication):
    """An application whose event loop is watched from its beginning to its end.

    Args:
        report: The file that is written at the end.
    """

    def __init__(self, report: Path) -> None:
        super().__init__(sys.argv[:1])
        self._report = report

    def exec(self) -> int:  # type: ignore[override]  # Qt's is static
        """Run the event loop and write what took long."""
        watchdog = Watchdog()
        code = super().exec()
        watchdog.write(self._report)
        watchdog.end()
        return code


def main() -> int:
    """Show the window and return its exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("report", type=Path)
    parser.add_argument("pieces", nargs="*", type=Path)
    arguments = parser.parse_args()
    # The window takes an application that is there already.
    application = WatchedApplication(arguments.report)
    from app.start.start import run

    code = run(arguments.pieces)
    del application
    return code


if __name__ == "__main__":
    sys.exit(main())
