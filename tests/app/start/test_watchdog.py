"""No step of the main job keeps the window from answering, and whoever does is told of."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEventLoop, QTimer

from benchmarks.window.watchdog import Watchdog
from tests.waiting import left_s

ROOT = Path(__file__).resolve().parents[3]
# Calls of functions in a step, with the turns of the event loop and the paintings that it brings:
# 32,000 took 50 ms on the machine of CONTRIBUTING, which a hand begins to feel.
MOST_CALLS = 32_000


@pytest.mark.slow
def test_no_step_of_the_main_job_keeps_the_window_from_answering(tmp_path: Path) -> None:
    """Work is counted: a stopwatch tells of the machine, and of what else runs there."""
    folder = tmp_path / "job"
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "tests.app.watched_job", str(folder), "0"],
        cwd=ROOT,
        capture_output=True,
        timeout=left_s(100),
        check=True,
    )
    told = json.loads(done.stdout)
    assert told["errors"] == []
    assert len(told["steps"]) > 60
    assert [(step, calls) for step, calls, _ in told["steps"] if calls > MOST_CALLS] == []
    # What is first used after the start is imported by then (`app/start/imports.py`).
    assert [(step, modules) for step, _, modules in told["steps"] if modules] == []


def busy_for(seconds: float) -> None:
    begin = time.thread_time()
    while time.thread_time() - begin < seconds:
        pass


@pytest.mark.usefixtures("qapp")
def test_a_slow_turn_is_told_with_its_place(tmp_path: Path) -> None:
    watchdog = Watchdog(limit_s=0.03)
    # What other tests left to be done is no matter of this one.
    loop_turns(lambda: None)
    watchdog.forget()
    watchdog.step = "too much"
    loop_turns(lambda: busy_for(0.08))
    assert [turn.step for turn in watchdog.slow] == ["too much"]
    assert watchdog.longest_s >= 0.08
    watchdog.forget()
    # Who waits keeps nobody from anything by work; the limit is of work.
    loop_turns(lambda: time.sleep(0.05))
    assert watchdog.slow == []
    watchdog.end()
    watchdog.write(tmp_path / "slow.txt")
    assert "of" in (tmp_path / "slow.txt").read_text()


def loop_turns(do: Callable[[], object]) -> None:
    loop = QEventLoop()
    QTimer.singleShot(20, do)
    QTimer.singleShot(250, loop.quit)
    loop.exec()
