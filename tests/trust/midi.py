"""Malformed MIDI: mutants of odd and broken files through the real guarded readers of an import.

`SEGUE_TEST_DATA` names the folder of the files; `tests/library/test_hostile.py` has them all.
"""

import os
import random
import sys
from pathlib import Path

from engine.library import tasks
from engine.library.guard import Guard
from engine.library.location import SongLocation
from tests.library.test_hostile import mutant
from tests.trust.trial import Findings, peak_mb, run

SMALLEST, LARGEST = 30, 100_000
_WAITING = 256


def seeds(data: Path) -> list[bytes]:
    """Return the files that are damaged further."""
    found = sorted(path for path in (data / "hostile").rglob("*.mid") if path.is_file())
    return [p.read_bytes() for p in found if SMALLEST < p.stat().st_size < LARGEST]


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Read so many mutants."""
    findings = Findings()
    whole = seeds(Path(os.environ["SEGUE_TEST_DATA"]))
    findings.figures["files damaged"] = len(whole)
    names: dict[int, Path] = {}
    with Guard(tasks.do, workers=1) as guard:
        made = 0
        while made < count or guard.pending:
            while made < count and guard.pending < _WAITING:
                path = folder / f"{made}.mid"
                path.write_bytes(mutant(draw.choice(whole), draw))
                names[guard.submit(tasks.task(SongLocation.of(path)))] = path
                made += 1
            for answer in guard.answers(0.2):
                path = names.pop(answer.number)
                _hear(path, answer.data, answer.problem, findings)
                path.unlink()
    findings.most("peak MB of the parent", peak_mb())
    return findings


def _hear(path: Path, data: bytes | None, problem: str, findings: Findings) -> None:
    if data is None:
        findings.broken.append(f"{path.name}: {problem}")
        return
    facts = tasks.facts_in(data)
    findings.counts[facts.state] += 1
    if facts.state == "refused" and not facts.reason:
        findings.broken.append(f"{path.name}: refused without a reason")


if __name__ == "__main__":
    sys.exit(run(trial))
