"""Several programs that save one piece at once, killed at any moment, one with a clock days off.

The file is whole at every moment, whoever looks; what the killed ones left is swept.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from engine.ground.saving import sweep
from engine.piece.composition_file import open_composition
from tests.trust.saving import piece
from tests.trust.trial import Findings, run
from tests.waiting import eventually

SAVER = """
import sys
from pathlib import Path
from engine.piece.composition_file import save
from tests.trust.saving import piece
number = int(sys.argv[2])
while True:
    save(piece(number), Path(sys.argv[1]))
"""
PROGRAMS = 3
_ROUND_S = 2.0


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Let three programs save, look all the while, then kill them; so many times."""
    findings = Findings()
    path = folder / "piece.segue"
    for _ in range(count):
        programs = [_start(path, number, draw) for number in range(PROGRAMS)]
        try:
            _watch(path, findings)
            for number, program in enumerate(programs):
                if program.poll() is not None:
                    findings.broken.append(f"program {number} could not save")
        finally:
            for program in draw.sample(programs, len(programs)):
                # `faketime` is a program of its own that starts ours.
                os.killpg(program.pid, signal.SIGKILL)
                program.wait()
        _read(path, findings)
        _read(path.with_name(path.name + ".bak"), findings)
        left = _left(folder)
        findings.counts["killed"] += len(programs)
        if left != ["piece.segue", "piece.segue.bak"]:
            findings.broken.append(f"left: {left}")
    return findings


def _left(folder: Path) -> list[str]:
    """Return what is left after sweeping; a killed program may take a moment to be gone."""

    def left() -> list[str]:
        sweep(folder)
        return sorted(each.name for each in folder.iterdir())

    eventually(lambda: len(left()) == 2, _ROUND_S)
    return left()


def _start(path: Path, number: int, draw: random.Random) -> "subprocess.Popen[bytes]":
    clock = shutil.which("faketime")
    jump = [clock, "-f", draw.choice(("-1d", "+1d", "-400d"))] if clock and number == 0 else []
    command = [*jump, sys.executable, "-c", SAVER, str(path), str(number)]
    return subprocess.Popen(command, start_new_session=True)


def _watch(path: Path, findings: Findings) -> None:
    assert eventually(path.exists)
    end_s = time.monotonic() + _ROUND_S
    while time.monotonic() < end_s:
        _read(path, findings)


def _read(path: Path, findings: Findings) -> None:
    try:
        number = int(open_composition(path).score.title)
        findings.counts["read whole"] += 1
        if open_composition(path).score.note_count != piece(number).score.note_count:
            findings.broken.append("a piece of two programs at once")
    except Exception as error:  # noqa: BLE001 - that is the finding
        findings.broken.append(f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    sys.exit(run(trial))
