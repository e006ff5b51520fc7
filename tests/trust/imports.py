"""Imports that are killed at any moment.

After each kill the catalogue is sound; the next whole run gives every file its row, bad ones with
their reason.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from engine.library.catalogue import Catalogue
from engine.library.repairing import problems_of
from engine.music.midifile import write_midi
from engine.music.score import Note, Score, Track
from tests.library.test_hostile import mutant
from tests.trust.trial import Findings, run

FILES, BAD = 30, 3
KILLS_OF_A_HOME = 5
_PATIENCE_S = 300.0
# A kill falls within the time that a whole import takes, begin and end included.
_FIRST_GUESS_S = 6.0


def music(folder: Path, draw: random.Random) -> int:
    """Fill a folder with songs, a tenth of them damaged; return how many files there are."""
    folder.mkdir()
    for number in range(FILES):
        pitches = [draw.randrange(40, 90) for _ in range(300)]
        notes = tuple(Note(240 * i, pitch, 200) for i, pitch in enumerate(pitches))
        data = write_midi(Score(title=str(number), tracks=(Track(notes=notes),)))
        bad = number % (FILES // BAD) == 0
        (folder / f"{number}.mid").write_bytes(mutant(data, draw) if bad else data)
    return FILES


def start(folder: Path, home: Path, *before: str, **environment: str) -> "subprocess.Popen[str]":
    """Start `segue import FOLDER` in a process group of its own.

    Args:
        folder: What is imported.
        home: The program's folders.
        before: A program that starts ours, with its arguments.
        environment: Set on top of this process's own.
    """
    return subprocess.Popen(
        [*before, sys.executable, "-m", "engine", "import", str(folder), "--json"],
        env={**os.environ, "SEGUE_HOME": str(home), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def finish(process: "subprocess.Popen[str]", findings: Findings, what: str) -> None:
    """Wait for an import; it must end well and say its report."""
    try:
        said, cried = process.communicate(timeout=_PATIENCE_S)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        findings.broken.append(f"{what}: it did not end")
        return
    if process.returncode or "Traceback" in cried:
        findings.broken.append(f"{what}: code {process.returncode}, {cried.strip()[-200:]!r}")
    elif json.loads(said)["found"] != FILES:
        findings.broken.append(f"{what}: it found {json.loads(said)['found']} of {FILES} files")


def look(home: Path, findings: Findings, what: str, *, rows: int | None) -> None:
    """Check every database under a home, and that each file has its row if all must have one."""
    for path in home.rglob("*.sqlite"):
        with closing(sqlite3.connect(path)) as connection:
            (answer,) = connection.execute("PRAGMA integrity_check").fetchone()
        if answer != "ok":
            findings.broken.append(f"{what}: {path.name}: {answer}")
    if damaged := [each.name for each in home.rglob("*.damaged-*")]:
        findings.broken.append(f"{what}: {damaged} was put aside")
    found = list(home.rglob("library.sqlite"))
    if not found:
        findings.counts["killed before there was a catalogue"] += 1
        return
    with Catalogue(found[0]) as catalogue:
        entries = list(catalogue.entries())
        problems = list(problems_of(catalogue))
    if problems:
        findings.broken.append(f"{what}: {problems}")
    if rows is not None and len({entry.name for entry in entries}) != rows:
        findings.broken.append(f"{what}: {len(entries)} rows of {rows}")
    if silent := [entry.name for entry in entries if entry.state != "ready" and not entry.reason]:
        findings.broken.append(f"{what}: no reason for {silent}")


def kill(process: "subprocess.Popen[str]", *, readers: bool) -> None:
    """Kill an import, with the processes that read for it or without."""
    (os.killpg if readers else os.kill)(process.pid, signal.SIGKILL)
    process.communicate()


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Kill imports so many times, five of each home; then run each home's to its end."""
    findings = Findings()
    music(folder / "music", draw)
    took_s = _FIRST_GUESS_S
    for first in range(0, count, KILLS_OF_A_HOME):
        home = folder / f"home {first}"
        for number in range(first, min(count, first + KILLS_OF_A_HOME)):
            process = start(folder / "music", home)
            time.sleep(draw.uniform(0.0, took_s))
            over = process.poll() is not None
            findings.counts["over before it was killed" if over else "killed"] += 1
            kill(process, readers=draw.random() < 0.5) if not over else process.communicate()
            look(home, findings, f"kill {number}", rows=None)
        began_s = time.monotonic()
        finish(start(folder / "music", home), findings, f"after kill {number}")
        took_s = time.monotonic() - began_s
        findings.most("seconds of a last run", took_s)
        look(home, findings, f"after kill {number}", rows=FILES)
        findings.counts["homes whole"] += 1
        shutil.rmtree(home)
    return findings


if __name__ == "__main__":
    sys.exit(run(trial))
