"""Which sound banks were tried, each known by its place, its size and when it was changed.

A bank that nobody chose is played as soon as it is there, and tried beside that. One that was
refused, or that crashed the process that tried it, is not opened again until it is another file or
is tried again by hand. Whatever else ended that process proves nothing: the next start tries once
more.
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
from engine.paths import Paths, user_paths
from engine.saving import write_atomically

# Where more banks were tried, the first ones are tried again.
_MOST = 100
# A bank that could not be tried to the end so often is not tried again by itself.
MOST_TRIES = 2

Verdict = Literal["sound", "refused", "unknown"]


class _Mark(msgspec.Struct, frozen=True):
    """What came out.

    Attributes:
        size: The file's, in bytes.
        changed_ns: When it was changed, in nanoseconds since 1970.
        sound: Whether each of its sounds could be made.
        refused: Whether it is the bank's own fault if they could not.
        tries: How often in a row it was tried without anything coming out.
    """

    size: int
    changed_ns: int
    sound: bool
    refused: bool = False
    tries: int = 0

    @property
    def is_sound(self) -> bool | None:
        """Whether the bank can be played; None where it is to be tried.

        Marks of earlier versions do not say why a bank was not sound: it is tried once more.
        """
        if self.sound:
            return True
        return False if self.refused or self.tries >= MOST_TRIES else None


@dataclass(frozen=True, slots=True)
class PassedOver:
    """A bank that is not played unless somebody chooses it.

    Attributes:
        path: The bank's file.
        refused: Whether that is its own fault; else it could not be tried.
    """

    path: Path
    refused: bool


def is_sound(bank: Path, paths: Paths | None = None) -> bool | None:
    """Return whether a bank can be played; None where it was not tried as it is now.

    Args:
        bank: The bank's file.
        paths: The user's folders; None for where they are.
    """
    mark = _mark_of(bank, _read((paths or user_paths()).tried_banks))
    return mark.is_sound if mark is not None else None


def keep(bank: Path, verdict: Verdict, *, paths: Paths | None = None) -> None:
    """Write down what came out of trying a bank; where that cannot be, it is tried again.

    Args:
        bank: The bank's file.
        verdict: `sound`: each of its sounds could be made. `refused`: the bank is at fault.
            `unknown`: the process that tried it came to an end of which the bank may be innocent.
        paths: The user's folders; None for where they are.
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
        kept = dict(list(others.items())[1 - _MOST :]) | {_key(bank): mark}
        write_atomically(file, msgspec.json.encode(kept), make_folder=True)


def passed_over(paths: Paths | None = None) -> tuple[PassedOver, ...]:
    """Return the banks that are there as they were tried and are not played by themselves.

    Args:
        paths: The user's folders; None for where they are.
    """
    marks = _read((paths or user_paths()).tried_banks)
    banks = [(Path(key), _mark_of(Path(key), marks)) for key in marks]
    return tuple(
        PassedOver(bank, mark.refused)
        for bank, mark in banks
        if mark is not None and mark.is_sound is False
    )


def _mark_of(bank: Path, marks: dict[str, _Mark]) -> _Mark | None:
    """Return the mark of a bank, if it is the file that was tried."""
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
