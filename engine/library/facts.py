"""Everything the catalogue keeps about one file's bytes: what a guarded worker finds out."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from engine.errors import SegueError
from engine.library.fingerprints import Fingerprint, fingerprint, windows_of
from engine.library.reading import read_table
from engine.library.statistics import Statistics, statistics_of

State = Literal["ready", "warning", "refused", "duplicate"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known about a file.

    Attributes:
        state: Usable, usable with something odd, or not usable.
        reason: Why it is refused or what was odd, in sentences; empty for a sound file.
        content: Hash of its bytes; empty when they could not be read.
        statistics: Its numbers, or None when it is refused.
        fingerprint: Its hashes, or None when it is refused.
        windows: Its windows of 16 notes, packed, by which copies are found; empty when refused.
    """

    state: State
    reason: str = ""
    content: bytes = b""
    statistics: Statistics | None = None
    fingerprint: Fingerprint | None = None
    windows: bytes = b""


def refused(reason: str, *, content: bytes = b"") -> Facts:
    """Return the facts of a file that cannot be used."""
    return Facts(state="refused", reason=reason, content=content)


def examine(data: bytes) -> Facts:
    """Return what is to be known about a file's bytes; never raises for what is in them."""
    content = blake2b(data, digest_size=16).digest()
    try:
        table, warnings = read_table(data)
    except SegueError as error:
        return refused(error.message, content=content)
    return Facts(
        state="warning" if warnings else "ready",
        reason=" ".join(warnings),
        content=content,
        statistics=statistics_of(table),
        fingerprint=fingerprint(table),
        windows=windows_of(table).packed(),
    )
