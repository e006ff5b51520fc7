"""The rows of the catalogue as values."""

import sqlite3
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from engine.library.facts import Facts, State
from engine.library.location import SongLocation, folder_of
from engine.library.scanning import FoundSong
from engine.library.statistics import NO_STATISTICS, Statistics
from engine.sentence import read_again
from engine.values.library import FoundPiece, PieceFigures
from engine.values.texts import clean_text


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A file in the catalogue.

    Attributes:
        number: Its row, which stays when the file moves.
        name: The displayed name of the file, without suffix.
        title: The title in the file, or empty.
        composer: From the file or its path, or empty.
        state: Whether it is usable.
        reason: Why it is refused, its original if it is a duplicate, or its oddities.
        statistics: Its numbers, or None if it is refused.
        original: The row of the file of which it is a duplicate, or None.
        family: Equal for songs that resemble each other: they are never divided between training
            and validation.
        tune: A hexadecimal hash, equal for the same tune in any key; empty if it is refused.
        rights: The user's note on the owner of the music.
        used: Whether the user wants models to learn from it.
        missing: Whether the last scan of its folder did not find it.
        content: Hash of its bytes; empty if they could not be read.
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
    """The data by which an import recognizes an unchanged file.

    Attributes:
        number: Its row.
        size: Its size in bytes when it was last examined.
        changed_ns: The time of its last change then.
        taken: Whether it is usable.
        content: Hash of its bytes.
        edition: The `EDITION` of that examination.
    """

    number: int
    size: int
    changed_ns: int
    taken: bool
    content: bytes
    edition: int = 0


class Outcome(NamedTuple):
    """The columns of a file that a report counts; fast to read for 100,000 files."""

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
        """The folder of the file or its archive."""
        return folder_of(self.path)


@dataclass(frozen=True, slots=True)
class Examined:
    """A file and its facts."""

    found: FoundSong
    facts: Facts


def shown_name(place: SongLocation) -> str:
    """Return the displayed name of a song: its file name, without suffix, as clean text."""
    base = place.member.rsplit("/", 1)[-1] if place.member else place.file.name
    stem = base.rpartition(".")[0] or base
    return clean_text(stem.encode("utf-8", "surrogateescape").decode("utf-8", "replace")) or "?"


def spoken_name(name: str) -> str:
    """Return a file name with spaces for the underscores and hyphens between words."""
    return name.replace("_", " ")


def piece_of(examined: Examined) -> FoundPiece:
    """Return a usable file as a piece that can be opened, before it has a row in the catalogue."""
    place, facts = examined.found.place, examined.facts
    statistics = facts.statistics or NO_STATISTICS
    return FoundPiece(
        path=place.path,
        member=place.member.encode("utf-8", "replace").decode(),
        title=facts.credits.title or spoken_name(shown_name(place)),
        composer=facts.credits.composer,
        picture=facts.thumbnail,
        music_key=statistics.key,
        warning=facts.reason,
        **figures_of(statistics),
    )


def figures_of(statistics: Statistics) -> dict[str, Any]:
    """Return the figures that lists show, by their names."""
    return {each.name: getattr(statistics, each.name) for each in fields(PieceFigures)}


def outcome_of(entry: Entry) -> Outcome:
    """Return the outcome of a file."""
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
        reason=read_again(row["reason"]),
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
    """Return the statistics by column name; 0 or empty values for None."""
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
