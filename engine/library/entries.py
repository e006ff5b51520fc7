"""A file as the catalogue keeps it: rows of its table as values, and values as rows."""

import sqlite3
from dataclasses import dataclass
from typing import NamedTuple

from engine.library.facts import Facts, State
from engine.library.scanning import FoundSong
from engine.library.statistics import NO_STATISTICS, Statistics
from engine.library.tasks import SongLocation, folder_of
from engine.music.smf_text import clean_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A file in the catalogue.

    Attributes:
        number: Its row, which stays when the file moves.
        place: Where it is.
        name: Its file's name as shown, without suffix.
        title: The piece's, as the file says it, or empty.
        composer: Who wrote it, as the file or its path says it, or empty.
        state: What it can be used for.
        reason: Why it is refused or of what it is a duplicate, or what is odd about it.
        statistics: Its numbers, or None when it is refused.
        original: The row of which it is a duplicate, or None.
        family: The same for songs that resemble each other: they are never divided between
            training and validation.
        tune: The same, in hexadecimal, for the same tune in any key; empty when refused.
        tags: Words of the user's.
        rights: The user's note on whose music it is.
        used: Whether the user wants models to learn from it.
        missing: Whether it was gone when its folder was last looked at.
        content: Hash of its bytes; empty when they could not be read.
    """

    number: int
    place: SongLocation
    name: str
    state: State
    reason: str
    statistics: Statistics | None
    original: int | None
    family: int
    tune: str
    tags: tuple[str, ...]
    rights: str
    used: bool
    missing: bool
    content: bytes = b""
    title: str = ""
    composer: str = ""


@dataclass(frozen=True, slots=True)
class Known:
    """What an import must know of a file to pass it over.

    Attributes:
        number: Its row.
        size: Its bytes, when it was last examined.
        changed_ns: When it was changed, then.
        taken: Whether it is usable.
        content: Hash of its bytes.
        edition: How much was asked of it then.
    """

    number: int
    size: int
    changed_ns: int
    taken: bool
    content: bytes
    edition: int = 0


class Outcome(NamedTuple):
    """What became of a file, as far as a report counts it: of 100,000 they are read in no time."""

    state: State
    reason: str
    name: str
    seconds: float
    notes: int
    path: bytes
    member: str
    programs: str = ""
    drums: int = 0
    key: str = ""
    bpm: float = 0.0

    @property
    def folder(self) -> bytes:
        """Where the file or its archive lies."""
        return folder_of(self.path)


@dataclass(frozen=True, slots=True)
class Examined:
    """A file and what was found out about it."""

    found: FoundSong
    facts: Facts


def shown_name(place: SongLocation) -> str:
    """Return a song's name: its file's, without suffix, as clean text."""
    base = place.member.rsplit("/", 1)[-1] if place.member else place.file.name
    stem = base.rpartition(".")[0] or base
    return clean_text(stem.encode("utf-8", "surrogateescape").decode("utf-8", "replace")) or "?"


def spoken_name(name: str) -> str:
    """Return a file's name as one would say it: lines between words are spaces."""
    return name.replace("_", " ")


def outcome_of(entry: Entry) -> Outcome:
    """Return what became of a file."""
    place, statistics = entry.place, entry.statistics
    if statistics is None:
        return Outcome(entry.state, entry.reason, entry.name, 0.0, 0, place.path, place.member)
    return Outcome(
        state=entry.state,
        reason=entry.reason,
        name=entry.name,
        seconds=statistics.seconds,
        notes=statistics.notes,
        path=place.path,
        member=place.member,
        programs=",".join(map(str, statistics.programs)),
        drums=int(statistics.drums),
        key=statistics.key,
        bpm=statistics.bpm,
    )


def entry_of(row: sqlite3.Row) -> Entry:
    """Return the file in a row of the table."""
    taken = row["notes"] > 0
    return Entry(
        number=row["id"],
        place=SongLocation(row["path"], row["member"]),
        name=row["name"],
        state=row["state"],
        reason=row["reason"],
        statistics=_statistics_of(row) if taken else None,
        original=row["original"],
        family=row["family"] or row["id"],
        tune=(row["tune"] or b"").hex(),
        tags=tuple(filter(None, row["tags"].split(","))),
        rights=row["rights"],
        used=bool(row["used"]),
        missing=bool(row["missing"]),
        content=row["content"] or b"",
        title=row["title"],
        composer=row["composer"],
    )


def statistics_values(statistics: Statistics | None) -> dict[str, object]:
    """Return a song's numbers by the names of their columns; all 0 or empty without them."""
    s = statistics or NO_STATISTICS
    return {
        "seconds": s.seconds,
        "bars": s.bars,
        "tracks": s.tracks,
        "programs": ",".join(map(str, s.programs)),
        "drums": int(s.drums),
        "notes": s.notes,
        "polyphony": s.polyphony,
        "bpm": s.bpm,
        "meter": s.meter,
        "music_key": s.key,
    }


def _statistics_of(row: sqlite3.Row) -> Statistics:
    return Statistics(
        seconds=row["seconds"],
        bars=row["bars"],
        tracks=row["tracks"],
        programs=tuple(int(program) for program in row["programs"].split(",") if program),
        drums=bool(row["drums"]),
        notes=row["notes"],
        polyphony=row["polyphony"],
        bpm=row["bpm"],
        meter=row["meter"],
        key=row["music_key"],
    )
