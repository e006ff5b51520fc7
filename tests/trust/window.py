"""Editing that is killed at a random moment: what the next start offers, and how much is lost.

Editor and next start are processes of their own, forked from one that has imported what they need
and made nothing of Qt's: importing it is most of what a kill would cost, and nothing is edited
meanwhile.
"""

import json
import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from unittest import mock

from PySide6.QtCore import QCoreApplication

from app.files.autosave import Autosave
from app.state import edits
from tests.app.test_killed import AT_MOST_S, EDITOR, edits_done, edits_rescued
from tests.trust.trial import Findings, run
from tests.waiting import eventually

# The editor imports these by itself; here they are imported before it is forked.
IMPORTED = (Autosave, edits)
_PATIENCE_S = 300.0
# Beyond what may be lost, so that losing more can be seen.
_LATEST_KILL_S = 2 * AT_MOST_S


def in_process(work: Callable[[], object]) -> int:
    """Do work in a fork; return its process number. It ends with 0 where nothing was raised."""
    if process := os.fork():
        return process
    code = 1
    try:
        work()
        code = 0
    except BaseException:  # noqa: BLE001 - nothing may return into the parent's code
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def edit(room: Path, pace_s: float) -> None:
    """Edit until killed."""
    with mock.patch.object(sys, "argv", ["-c", str(room), str(pace_s)]):
        exec(compile(EDITOR, "editor", "exec"), {"__name__": "__main__"})  # noqa: S102 - our own


def kill_while_editing(room: Path, *, after_s: float, pace_s: float) -> float:
    """Let a process edit, kill it so many seconds after its first edit; return the time of day."""
    room.mkdir()
    process = in_process(lambda: edit(room, pace_s))

    def has_begun() -> bool:
        if os.waitpid(process, os.WNOHANG)[0]:
            raise RuntimeError("the editor ended by itself")
        return (room / "done").exists() and bool((room / "done").read_bytes())

    try:
        if not eventually(has_begun, _PATIENCE_S):
            raise TimeoutError("the editor never began")
        time.sleep(after_s)
        return time.time()
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def rescued_after(room: Path) -> int:
    """Return the number of the last edit in what the next session is offered; 0 for none."""
    answer = room / "rescued"

    def start_again() -> None:
        application = QCoreApplication([])
        answer.write_text(json.dumps(edits_rescued(room)), encoding="ascii")
        del application

    _, status = os.waitpid(in_process(start_again), 0)
    return int(json.loads(answer.read_bytes())) if status == 0 else 0


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Kill an editor so many times."""
    findings = Findings()
    for number in range(count):
        room = folder / str(number)
        pace_s = draw.choice((0.005, 0.05, 0.3))
        killed_s = kill_while_editing(room, after_s=draw.uniform(0, _LATEST_KILL_S), pace_s=pace_s)
        done = edits_done(room)
        began_s = time.monotonic()
        rescued = rescued_after(room)
        findings.most("seconds until it is offered", time.monotonic() - began_s)
        lost = max(0, done[-1][0] - rescued)
        lost_s = killed_s - next((at_s for n, at_s in done if n > rescued), killed_s)
        findings.counts["edits"] += done[-1][0]
        # Before the first copy is on the disk there is nothing to offer.
        findings.counts["offered" if rescued else "killed before anything was kept"] += 1
        findings.counts["at most the last edit lost"] += lost <= 1
        findings.most("edits lost", lost)
        findings.most("seconds lost", lost_s)
        if lost > 1 and lost_s > AT_MOST_S:
            findings.broken.append(f"{number}: {lost} of {done[-1][0]} edits, {lost_s:.2f} s")
    return findings


if __name__ == "__main__":
    sys.exit(run(trial))
