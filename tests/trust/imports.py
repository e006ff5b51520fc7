"""Imports that are killed at any moment.

After each kill the catalogue is sound; the next whole run gives every file its row, bad ones with
their reason. An import that is killed is forked from a process that has imported what it needs:
that was a third of what a kill cost, and nothing is written meanwhile. A kill falls by what the
import has computed, not by the clock: on a crowded machine all would fall on its first moments.
"""

import json
import os
import random
import runpy
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import traceback
from contextlib import closing, suppress
from pathlib import Path
from unittest import mock

import psutil

from engine.cli import main as cli
from engine.library import user_library as library_import
from engine.library.catalogue import Catalogue
from engine.library.repairing import problems_of
from engine.midi.file.midifile import write_midi
from engine.values.score import Note, Score, Track
from tests.library.test_hostile import mutant
from tests.trust.trial import Findings, run
from tests.waiting import eventually

# The command imports these by itself; here they are imported before it is forked.
IMPORTED = (cli, library_import)
FILES, BAD = 30, 3
KILLS_OF_A_HOME = 5
_PATIENCE_S = 300.0
# A kill falls within what a whole import computes, begin and end included.
_FIRST_GUESS_S = 2.0


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


class Forked:
    """`segue import FOLDER` in a fork, with a process group of its own.

    Args:
        folder: What is imported.
        home: The program's folders.
        said: A folder of the trial, where what it says is kept.

    Attributes:
        pid: Its process number.
        returncode: What it ended with; None while it runs.
        used_s: Seconds of processor that it took, without the processes that read for it, when it
            was last looked at.
    """

    def __init__(self, folder: Path, home: Path, said: Path) -> None:
        self._said = [said / "out", said / "err"]
        self.returncode: int | None = None
        self.used_s = 0.0
        self.pid = os.fork()
        if not self.pid:
            self._be(folder, home)
        # Here and there, so that it is so whichever of both comes first.
        with suppress(OSError):
            os.setpgid(self.pid, self.pid)

    def _be(self, folder: Path, home: Path) -> None:
        code: object = 1
        try:
            os.setpgid(0, 0)
            for number, path in enumerate(self._said, 1):
                os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
            sys.stdout, sys.stderr = (os.fdopen(number, "w") for number in (1, 2))
            os.environ["SEGUE_HOME"] = str(home)
            sys.modules.pop("engine.__main__", None)  # a test may have imported it
            with mock.patch.object(sys, "argv", ["segue", "import", str(folder), "--json"]):
                runpy.run_module("engine", run_name="__main__", alter_sys=True)
        except SystemExit as end:
            code = end.code
        except BaseException:  # noqa: BLE001 - nothing may return into the parent's code
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code if isinstance(code, int) else code is not None)

    def poll(self) -> int | None:
        """Return what it ended with; None while it runs."""
        if self.returncode is None:
            with suppress(psutil.Error):  # it may be over
                times = psutil.Process(self.pid).cpu_times()
                self.used_s = times.user + times.system
            process, status = os.waitpid(self.pid, os.WNOHANG)
            self.returncode = os.waitstatus_to_exitcode(status) if process else None
        return self.returncode

    def communicate(self, timeout: float = _PATIENCE_S) -> tuple[str, str]:
        """Wait for its end; return what it said on both ways.

        Raises:
            TimeoutExpired: It did not end.
        """
        if not eventually(lambda: self.poll() is not None, timeout):
            raise subprocess.TimeoutExpired("segue import", timeout)
        out, err = (path.read_text(encoding="utf-8") for path in self._said)
        return out, err


def finish(process: "subprocess.Popen[str] | Forked", findings: Findings, what: str) -> None:
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


def kill(process: "subprocess.Popen[str] | Forked", *, readers: bool) -> None:
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
            process = Forked(folder / "music", home, folder)
            until_s = draw.uniform(0.0, took_s)
            while not (over := process.poll() is not None) and process.used_s < until_s:
                time.sleep(0.005)
            findings.counts["over before it was killed" if over else "killed"] += 1
            kill(process, readers=draw.random() < 0.5) if not over else process.communicate()
            look(home, findings, f"kill {number}", rows=None)
        began_s = time.monotonic()
        last = Forked(folder / "music", home, folder)
        finish(last, findings, f"after kill {number}")
        took_s = last.used_s
        findings.most("seconds of a last run", time.monotonic() - began_s)
        findings.most("of them computing", took_s)
        look(home, findings, f"after kill {number}", rows=FILES)
        findings.counts["homes whole"] += 1
        shutil.rmtree(home)
    return findings


if __name__ == "__main__":
    sys.exit(run(trial))
