"""Saving that is killed at any system call, and whose every call to the disk fails once.

What is there afterwards is the old file or the new one, whole; the next save works and leaves
nothing behind.
"""

import errno
import random
import shutil
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engine.ground.paths import starter_model
from engine.ground.saving import BACKUP, sweep, write_atomically
from engine.making.model_folders import MEMBERS, export_model
from engine.piece.composition import Composition
from engine.piece.composition_file import open_composition, save, to_bytes_at_once
from engine.values.score import Note, Score, Track
from tests.trust.system_calls import ON_DISK, traced
from tests.trust.trial import Findings, run

ERRORS = (errno.ENOSPC, errno.EIO, errno.EDQUOT)


@dataclass(frozen=True, slots=True)
class Operation:
    """One way of writing a file.

    Attributes:
        name: What it is called.
        file: The file's name.
        write: Writes the old (0) or the new (1) one to a path.
        read: Returns 0 or 1 for what is there, or raises.
    """

    name: str
    file: str
    write: Callable[[Path, int], object]
    read: Callable[[Path], int]


def piece(number: int) -> Composition:
    """Return a piece that tells which one it is."""
    notes = tuple(Note(480 * i, 60 + number, 480) for i in range(400))
    return Composition.of(Score(title=str(number), tracks=(Track(notes=notes),)))


def _piece_there(path: Path) -> int:
    return int(open_composition(path).score.title)


def _model(path: Path, number: int) -> None:
    folder = path.parent / f"model {number}"
    if not folder.is_dir():
        folder.mkdir()
        described = (starter_model() / MEMBERS[0]).read_text(encoding="utf-8")
        (folder / MEMBERS[0]).write_text(described + " " * number, encoding="utf-8")
        (folder / MEMBERS[1]).write_bytes(bytes([number]) * 300_000)
    export_model(folder, path)


def _model_there(path: Path) -> int:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return archive.read(MEMBERS[1])[0]


OPERATIONS = (
    Operation("save", "piece.segue", lambda path, n: save(piece(n), path), _piece_there),
    Operation(
        "autosave",
        "1-2.segue",
        lambda path, n: write_atomically(path, to_bytes_at_once(piece(n)), private=True),
        _piece_there,
    ),
    Operation("model", "a.seguemodel", _model, _model_there),
)


def trial(count: int, draw: random.Random, folder: Path) -> Findings:
    """Kill at calls drawn from all there are; then let each call to the disk fail once."""
    findings = Findings()
    for operation in OPERATIONS:
        home = folder / operation.name
        home.mkdir()
        path = home / operation.file
        for number in (1, 0):
            operation.write(path, number)
        calls = traced(lambda o=operation, p=path: o.write(p, 1)).calls
        findings.figures[f"system calls of {operation.name}"] = calls
        for _ in range(-(-count // len(OPERATIONS))):
            operation.write(path, 0)
            ended = traced(
                lambda o=operation, p=path: o.write(p, 1), kill_at=draw.randint(1, calls)
            )
            findings.counts["killed" if ended.killed else "done"] += 1
            _look(operation, path, findings, whole={0, 1} if ended.killed else {1})
        _fail_each(operation, path, findings)
        shutil.rmtree(home)
    return findings


def _fail_each(operation: Operation, path: Path, findings: Findings) -> None:
    operation.write(path, 0)
    calls = traced(lambda: operation.write(path, 1), only=ON_DISK).calls
    findings.figures[f"calls to the disk of {operation.name}"] = calls
    for error in ERRORS:
        for number in range(1, calls + 1):
            operation.write(path, 0)
            ended = traced(
                lambda: operation.write(path, 1), fail_at=number, error=error, only=ON_DISK
            )
            said = ended.code != 0
            findings.counts["failed and said so" if said else "failed and made good"] += 1
            # One that says nothing has saved; one that says so may have renamed before.
            _look(operation, path, findings, whole={0, 1} if said else {1})


def _look(operation: Operation, path: Path, findings: Findings, *, whole: set[int]) -> None:
    try:
        there = operation.read(path)
    except Exception as error:  # noqa: BLE001 - that is the finding
        findings.broken.append(f"{operation.name}: {type(error).__name__}: {error}")
        return
    findings.counts[f"{('old', 'new')[there]} file"] += 1
    if there not in whole:
        findings.broken.append(f"{operation.name}: the old file after a save that said nothing")
    sweep(path.parent)
    left = [each.name for each in path.parent.glob(".*saving")]
    findings.counts["swept"] += not left
    kept = path.with_name(path.name + BACKUP)
    if left or (kept.exists() and operation.read(kept) not in {0, 1}):
        findings.broken.append(f"{operation.name}: left {left}")


if __name__ == "__main__":
    sys.exit(run(trial))
