"""Two of everything on one home: windows, and imports that run at once.

The second window hands its file to the first and ends; when the first is killed, another one takes
its place. Two imports into one library both end, and each file has one row.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

from engine.piece.composition import Composition
from engine.piece.composition_file import save
from engine.values.score import Note, Score, Track
from tests.trust import imports
from tests.trust.trial import Findings, run
from tests.waiting import eventually

_STARTED_S, _HANDED_S = 120.0, 120.0


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Start two so many times: windows and imports in turns."""
    findings = Findings()
    files = imports.music(folder / "music", draw)
    piece = folder / "piece.segue"
    save(Composition.of(Score(tracks=(Track(notes=(Note(0, 60, 480),)),))), piece)
    for number in range(count):
        home = folder / f"home {number}"
        if number % 2:
            _two_windows(home, piece, draw, findings)
        else:
            _two_imports(folder / "music", home, findings, rows=files)
    return findings


def _two_imports(music: Path, home: Path, findings: Findings, *, rows: int) -> None:
    both = [imports.start(music, home) for _ in range(2)]
    for number, process in enumerate(both):
        imports.finish(process, findings, f"{home.name}: import {number}")
    imports.look(home, findings, home.name, rows=rows)
    findings.counts["imports at once"] += 2


def _two_windows(home: Path, piece: Path, draw: random.Random, findings: Findings) -> None:
    first = _window(home)
    try:
        _wait_until_it_listens(first)
        second = _window(home, str(piece))
        if code := _ended(second):
            findings.broken.append(f"{home.name}: the second window ended with {code}")
        findings.counts["files handed over"] += 1
        time.sleep(draw.uniform(0.0, 2.0))
        if first.poll() is not None:
            findings.broken.append(f"{home.name}: the first window ended with {first.returncode}")
    finally:
        _kill(first)
    third = _window(home)
    try:
        # It takes the dead one's place: it stays, and a fourth one hands over to it.
        _wait_until_it_listens(third)
        if code := _ended(_window(home, str(piece))):
            findings.broken.append(f"{home.name}: the fourth window ended with {code}")
        if third.poll() is not None:
            findings.broken.append(f"{home.name}: no window took the killed one's place")
        findings.counts["places of the killed taken"] += 1
    finally:
        _kill(third)
    if cried := _errors(home):
        findings.broken.append(f"{home.name}: {cried[0]}")


def _window(home: Path, *files: str) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "app", *files],
        env={
            **os.environ,
            "SEGUE_HOME": str(home),
            "SEGUE_AUDIO_BACKEND": "null",
            "QT_QPA_PLATFORM": "offscreen",
        },
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def _wait_until_it_listens(process: "subprocess.Popen[bytes]") -> None:
    """Wait until a window has started its children: it listens to others before."""
    window = psutil.Process(process.pid)
    eventually(lambda: bool(window.children()), _STARTED_S, pause_s=0.05)


def _ended(process: "subprocess.Popen[bytes]") -> int:
    try:
        return process.wait(_HANDED_S)
    except subprocess.TimeoutExpired:
        _kill(process)
        return -1


def _kill(process: "subprocess.Popen[bytes]") -> None:
    # Its children end by themselves when it is gone; only it is killed.
    process.send_signal(signal.SIGKILL)
    process.wait()


def _errors(home: Path) -> list[str]:
    logs = [each.read_text(encoding="utf-8", errors="replace") for each in home.rglob("*.log")]
    return [line for text in logs for line in text.splitlines() if "Traceback" in line]


if __name__ == "__main__":
    sys.exit(run(trial))
