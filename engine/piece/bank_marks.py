"""The results of test-playing sound banks, keyed by path, size and time of change.

Segue plays a bank that it finds at once, and test-plays it in another process meanwhile. A bank
that was refused, or crashed that process, is not opened again until the file changes or the user
tries it again. If the process ended for another reason, the next start tries again.
"""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec

from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.ground.paths import Paths, user_paths
from engine.ground.saving import write_atomically

# Most results kept; the oldest are dropped, and their banks tried again.
_MOST_MARKS = 100
# After this many tries without a result, only the user can start another.
MOST_TRIES = 2

Verdict = Literal["sound", "refused", "unknown"]


class _Mark(msgspec.Struct, frozen=True):
    """The result for one bank.

    Attributes:
        size: Size of the file, in bytes.
        changed_ns: Time of its last change, in nanoseconds since 1970.
        sound: Whether all its sounds could be played.
        refused: Whether the bank itself is at fault if not.
        tries: Number of successive tries without a result.
    """

    size: int
    changed_ns: int
    sound: bool
    refused: bool = False
    tries: int = 0

    @property
    def is_sound(self) -> bool | None:
        """Whether the bank can be played; None if it has to be tried.

        Earlier versions did not save why a bank failed, so that it is tried again.
        """
        if self.sound:
            return True
        return False if self.refused or self.tries >= MOST_TRIES else None


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A bank that Segue plays only if the user chooses it.

    Attributes:
        refused: Whether the bank is at fault; if not, it could not be tried.
    """

    path: Path
    refused: bool


def is_sound(bank: Path, paths: Paths | None = None) -> bool | None:
    """Return whether a bank can be played; None if this version of the file was not tried.

    Args:
        bank: The file of the bank.
        paths: The folders; None for the user's.
    """
    mark = _mark_of(bank, _read((paths or user_paths()).tried_banks))
    return mark.is_sound if mark is not None else None


def keep(bank: Path, verdict: Verdict, *, paths: Paths | None = None) -> None:
    """Save the result for a bank; ignore a failure, after which the bank is tried again.

    Args:
        bank: The file of the bank.
        verdict: `sound`: all sounds could be played. `refused`: the bank is at fault. `unknown`:
            the process ended for another reason.
        paths: The folders; None for the user's.
    """
    file = (paths or user_paths()).tried_banks
    with contextlib.suppress(OSError):
        found, marks = bank.stat(), _read(file)
        before = _mark_of(bank, marks)
        tries = (before.tries if before is not None else 0) + 1
        mark = _Mark(
            found.st_size,
            found.st_mtime_ns,
            sound=verdict == "sound",
            refused=verdict == "refused",
            tries=tries if verdict == "unknown" else 0,
        )
        others = {key: other for key, other in marks.items() if key != _key(bank)}
        kept = dict(list(others.items())[1 - _MOST_MARKS :]) | {_key(bank): mark}
        write_atomically(file, msgspec.json.encode(kept), make_folder=True)


def passed_over(paths: Paths | None = None) -> tuple[PassedOver, ...]:
    """Return the unchanged banks that Segue plays only if the user chooses them.

    Args:
        paths: The folders; None for the user's.
    """
    marks = _read((paths or user_paths()).tried_banks)
    banks = [(Path(key), _mark_of(Path(key), marks)) for key in marks]
    return tuple(
        PassedOver(bank, mark.refused)
        for bank, mark in banks
        if mark is not None and mark.is_sound is False
    )


def _mark_of(bank: Path, marks: dict[str, _Mark]) -> _Mark | None:
    """Return the result for a bank, unless the file has changed."""
    mark = marks.get(_key(bank))
    with contextlib.suppress(OSError):
        found = bank.stat()
        if mark is not None and (mark.size, mark.changed_ns) == (found.st_size, found.st_mtime_ns):
            return mark
    return None


def _key(bank: Path) -> str:
    # A name need not be UTF-8.
    return os.fsencode(bank.absolute()).decode("utf-8", "backslashreplace")


def _read(file: Path) -> dict[str, _Mark]:
    bounds = documents.DESCRIPTION
    try:
        text = read_file(file, most=bounds.text_bytes)
        return documents.decode(text, dict[str, _Mark], bounds)
    except (RefusedError, OSError):
        return {}
