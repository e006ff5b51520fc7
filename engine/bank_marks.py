"""Which sound banks were tried, each known by its place, its size and when it was changed.

A bank that nobody chose is played as soon as it is there, and tried beside that; one that failed is
not opened again until it is another file.
"""

import contextlib
import os
from pathlib import Path

import msgspec

from engine.gate import documents
from engine.gate.files import read_file
from engine.gate.refusal import RefusedError
from engine.paths import Paths, user_paths
from engine.saving import write_atomically

# Where more banks were tried, the first ones are tried again.
_MOST = 100


class _Mark(msgspec.Struct, frozen=True):
    """What came out.

    Attributes:
        size: The file's, in bytes.
        changed_ns: When it was changed, in nanoseconds since 1970.
        sound: Whether each of its sounds could be made.
    """

    size: int
    changed_ns: int
    sound: bool


def is_sound(bank: Path, paths: Paths | None = None) -> bool | None:
    """Return whether a bank can be played; None where it was not tried as it is now.

    Args:
        bank: The bank's file.
        paths: The user's folders; None for where they are.
    """
    mark = _read((paths or user_paths()).tried_banks).get(_key(bank))
    with contextlib.suppress(OSError):
        found = bank.stat()
        if mark is not None and (mark.size, mark.changed_ns) == (found.st_size, found.st_mtime_ns):
            return mark.sound
    return None


def keep(bank: Path, *, sound: bool, paths: Paths | None = None) -> None:
    """Write down what came out of trying a bank; where that cannot be, it is tried again.

    Args:
        bank: The bank's file.
        sound: Whether each of its sounds could be made.
        paths: The user's folders; None for where they are.
    """
    file = (paths or user_paths()).tried_banks
    with contextlib.suppress(OSError):
        found = bank.stat()
        others = {key: mark for key, mark in _read(file).items() if key != _key(bank)}
        kept = dict(list(others.items())[1 - _MOST :])
        kept[_key(bank)] = _Mark(found.st_size, found.st_mtime_ns, sound)
        write_atomically(file, msgspec.json.encode(kept), make_folder=True)


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
