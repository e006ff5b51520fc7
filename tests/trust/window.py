"""Editing that is killed at a random moment: what the next start offers, and how much is lost."""

import random
import sys
import time
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from tests.app.test_killed import AT_MOST_S, edits_done, edits_rescued, kill_while_editing
from tests.trust.trial import Findings, run


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Kill an editor so many times."""
    application = QCoreApplication.instance() or QCoreApplication([])
    findings = Findings()
    for number in range(count):
        room = folder / str(number)
        pace_s = draw.choice((0.005, 0.05, 0.3))
        kill_while_editing(room, after_s=draw.uniform(0, 5), pace_s=pace_s)
        done = edits_done(room)
        began_s = time.monotonic()
        rescued = edits_rescued(room)
        findings.most("seconds until it is offered", time.monotonic() - began_s)
        lost = max(0, done[-1][0] - rescued)
        first_lost_s = next((at_s for n, at_s in done if n > rescued), done[-1][1])
        lost_s = done[-1][1] - first_lost_s
        findings.counts["edits"] += done[-1][0]
        findings.counts["offered"] += rescued > 0
        findings.counts["at most the last edit lost"] += lost <= 1
        findings.most("edits lost", lost)
        if not rescued or (lost > 1 and lost_s > AT_MOST_S):
            findings.broken.append(f"{number}: {lost} of {done[-1][0]} edits, {lost_s:.2f} s")
    del application
    return findings


if __name__ == "__main__":
    sys.exit(run(trial))
