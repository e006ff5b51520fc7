"""The window under watch: what took long is on paper when it is closed."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLOSED_SOON = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from benchmarks.window.watched import WatchedApplication

application = WatchedApplication(Path(sys.argv[1]))
QTimer.singleShot(50, application.quit)
sys.exit(application.exec())
"""


def test_a_report_is_written_when_the_event_loop_ends(tmp_path: Path) -> None:
    report = tmp_path / "slow.txt"
    command = [sys.executable, "-c", CLOSED_SOON, str(report)]
    subprocess.run(command, cwd=ROOT, check=True, timeout=60)
    assert " turns, longest " in report.read_text(encoding="utf-8")
