"""The report of an import: numbers, refusals grouped by reason, a CSV file, and imbalances."""

import csv
import io
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator

from engine.library.duplicates import Sameness
from engine.library.entries import Entry, Outcome, outcome_of
from engine.library.location import SongLocation
from engine.library.makeup import Makeup
from engine.messages import ImportReport
from engine.midi.file.midifile import NOT_READABLE
from engine.sentence import Sentence, said
from engine.values.library import RefusalGroup

CSV_COLUMNS = ("path", "state", "reason", "notes", "seconds", "tracks")
# Bounds the size of the report's message.
_MOST_FILES_IN_GROUP = 10_000
_NUMBER = re.compile(r"(?<!\w)\d+(?:[.,]\d+)*")
_NAME = re.compile(r"‘.*?’")
# The table of all files has the exact place of a fault; the report has a sentence for musicians.
_DAMAGED = "It is damaged at its beginning."
_PLAINLY = {
    "it is empty": "There is nothing in it.",
    "it is ": "It is a file of another kind, whatever its name says.",
    "no MIDI header": "It is no MIDI file, whatever its name says.",
    "cut short": "It breaks off before any music.",
    "there is no": "There is no music in it.",
}
# Spreadsheets treat cells that begin with these as formulas.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
# Share of the music from which `concerns` warns.
_DRUMS_WARNED_FROM = 0.5
# Share of the songs from one source from which `concerns` warns.
_ONE_WARNED_FROM = 0.8
# A dash between spaces, or between the underscores that stand for them.
_DASH = re.compile(r"(?<=[\s_])[-\u2013\u2014](?=[\s_])")
_PIECES_WARNED_FROM = 10


def report_of(entries: Iterable[Entry]) -> ImportReport:
    """Return the report on some files of the catalogue."""
    return report_on(map(outcome_of, entries))


def report_on(
    outcomes: Iterable[Outcome],
    *,
    took_s: float = 0.0,
    cancelled: bool = False,
    fresh: int = 0,
    waiting: int = 0,
    lopsided: tuple[str, ...] = (),
) -> ImportReport:
    """Return the report on some files.

    Args:
        outcomes: The files of the import.
        took_s: Its duration.
        cancelled: Whether the user stopped it.
        fresh: Usable files whose music was not in the library yet.
        waiting: Those of them that are not ticked.
        lopsided: The result of `concerns`.
    """
    states: Counter[str] = Counter()
    groups: dict[str, list[str]] = {}
    seconds, notes, makeup = 0.0, 0, Makeup()
    for found in outcomes:
        states[found.state] += 1
        if found.state in {"refused", "duplicate"}:
            place = SongLocation(found.path, found.member)
            groups.setdefault(grouped_reason(found.reason), []).append(place.shown)
        else:
            seconds += found.seconds
            notes += found.notes
            makeup.add(found)
    return ImportReport(
        found=states.total(),
        ready=states["ready"] + states["warning"],
        warnings=states["warning"],
        duplicates=states["duplicate"],
        refused=states["refused"],
        seconds=seconds,
        notes=notes,
        groups=tuple(
            RefusalGroup(reason=reason, count=len(files), files=tuple(files[:_MOST_FILES_IN_GROUP]))
            for reason, files in sorted(groups.items(), key=lambda g: (-len(g[1]), g[0]))
        ),
        took_s=took_s,
        cancelled=cancelled,
        fresh=fresh,
        waiting=waiting,
        music=makeup.counts,
        concerns=lopsided,
    )


def grouped_reason(reason: str) -> str:
    """Return a reason without names and numbers, which differ from file to file."""
    if not isinstance(reason, Sentence) or not reason.values:
        # An earlier version of Segue stored texts only.
        return _NUMBER.sub("…", _NAME.sub("‘…’", reason))
    for same in Sameness:
        if reason.template == same.of_one:
            return same.of_any
    if reason.template == NOT_READABLE:
        why = str(reason.values["error"])
        return next((text for begin, text in _PLAINLY.items() if why.startswith(begin)), _DAMAGED)
    return said(reason.template, **dict.fromkeys(reason.values, "…"))


def csv_of(entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the lines of a CSV file on some files, with a heading and line ends."""
    yield _line(CSV_COLUMNS)
    for entry in entries:
        s = entry.statistics
        yield _line(
            (
                _no_formula(entry.place.shown),
                entry.state,
                _no_formula(entry.reason),
                s.notes if s else 0,
                f"{s.seconds:.3f}" if s else "0.000",
                s.tracks if s else 0,
            )
        )


def _line(values: Iterable[object]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\n").writerow(values)
    return buffer.getvalue()


def _no_formula(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA) else text


def concerns(outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    """Return sentences on imbalances of the usable songs."""
    songs = [song for song in outcomes if song.state in {"ready", "warning"} and song.notes]
    if len(songs) < _PIECES_WARNED_FROM:
        return ()
    # Files rarely name their composer; their folders and names often do.
    return (*_drums_alone(songs), *_one_folder(songs), *_one_name(songs))


def _drums_alone(songs: list[Outcome]) -> Iterator[str]:
    total_s = sum(song.seconds for song in songs) or 1.0
    drums_s = sum(song.seconds for song in songs if song.drums and not song.programs)
    if drums_s > _DRUMS_WARNED_FROM * total_s:
        yield said(
            "{drums:,.1f} of {all:,.1f} hours are drums alone.",
            drums=drums_s / 3600,
            all=total_s / 3600,
        )


def _one_folder(songs: list[Outcome]) -> Iterator[str]:
    folders = Counter(song.folder for song in songs)
    by_name: Counter[str] = Counter()
    for folder, count in folders.items():
        by_name[os.path.basename(folder).decode("utf-8", "replace")] += count  # noqa: PTH119 - bytes
    folder_name, count = by_name.most_common(1)[0]
    if len(folders) > 1 and count > _ONE_WARNED_FROM * len(songs):
        yield said(
            "{count:.0f} % is from one folder, ‘{folder_name}’.",
            count=100 * count / len(songs),
            folder_name=folder_name,
        )


def _one_name(songs: list[Outcome]) -> Iterator[str]:
    names = Counter(name.casefold() for song in songs if (name := _first_name(song.name)))
    name, count = names.most_common(1)[0] if names else ("", 0)
    if count > _ONE_WARNED_FROM * len(songs):
        firsts = (_first_name(song.name) for song in songs)
        written = next(first for first in firsts if first.casefold() == name)
        yield said(
            "{count:.0f} % has a name that begins with ‘{written}’.",
            count=100 * count / len(songs),
            written=written,
        )


def _first_name(title: str) -> str:
    """Return the text before a dash, as in ‘Composer - Title’, or ""."""
    first, dash, rest = _DASH.sub("\n", title, count=1).partition("\n")
    return first.strip(" _") if dash and rest.strip(" _") else ""
