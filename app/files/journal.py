"""Encode edits as lines of a journal file and replay them; no files are touched here.

A line is a checksum and JSON. A half-written last line fails its checksum; the lines before it
hold.
"""

import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Annotated

import msgspec

from engine.gate import documents
from engine.gate.refusal import RefusedError
from engine.ground.errors import DocumentError
from engine.piece.composition import Composition, TrackSettings
from engine.piece.composition_file import MOST, checked, with_first_take
from engine.piece.kept_recording import KeptRecording
from engine.piece.takes import FirstTake, Take
from engine.values.ranges import MOST_TRACKS, FileName
from engine.values.score import Note, Score, Track, common_ends

# Hexadecimal digits of the CRC-32 before each line.
_SUM_DIGITS = 8
# Bound for a number read from a file.
MOST_TAKES = 1_000_000


class _TrackChange(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A changed track: the track without notes, the removed notes and the added ones."""

    track: Track
    removed: tuple[Note, ...] = ()
    added: tuple[Note, ...] = ()


class _Change(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One edit; None where nothing changed."""

    tracks: Annotated[int, msgspec.Meta(ge=0, le=MOST_TRACKS)]
    takes: Annotated[int, msgspec.Meta(ge=0, le=MOST_TAKES)]
    current_take: int
    ruler: Score | None = None
    settings: tuple[TrackSettings, ...] | None = None
    changed_tracks: dict[int, _TrackChange] = {}
    changed_takes: dict[int, Take] = {}
    remembered: tuple[Score, ...] | None = None
    mixed_with: FileName | None = None
    # One or none; None where nothing changed.
    recording: tuple[KeptRecording, ...] | None = None


class _FirstTakes(msgspec.Struct, frozen=True, kw_only=True):
    """The takes of an edit in the first format."""

    takes: Annotated[int, msgspec.Meta(ge=0, le=MOST_TAKES)]
    changed_takes: dict[int, FirstTake] = {}


def line_of(before: Composition, after: Composition) -> bytes:
    """Return the line for an edit, with its line end."""
    ruler = replace(after.score, tracks=())
    change = _Change(
        tracks=len(after.score.tracks),
        takes=len(after.takes),
        current_take=after.current_take,
        ruler=ruler if ruler != replace(before.score, tracks=()) else None,
        settings=after.settings if after.settings != before.settings else None,
        changed_tracks=dict(_changed_tracks(before.score.tracks, after.score.tracks)),
        changed_takes={
            index: take
            for index, take in enumerate(after.takes)
            if index >= len(before.takes) or before.takes[index] is not take
        },
        remembered=after.remembered if after.remembered != before.remembered else None,
        mixed_with=after.mixed_with if after.mixed_with != before.mixed_with else None,
        recording=_recordings(after) if after.recording != before.recording else None,
    )
    body = msgspec.json.encode(change)
    return b"%b%b\n" % (_head(body), body)


def _recordings(composition: Composition) -> tuple[KeptRecording, ...]:
    return () if composition.recording is None else (composition.recording,)


def replayed(base: Composition, lines: Iterable[bytes]) -> Composition:
    """Return the composition after the edits, up to the first invalid line."""
    kept = list(lines)
    try:
        return checked(_replayed(base, kept, check=_nothing))
    except ValueError:
        # A valid line led to an invalid composition: check after each line.
        return _replayed(base, kept, check=checked)


def _nothing(composition: Composition) -> Composition:
    return composition


def _replayed(
    base: Composition, lines: Iterable[bytes], *, check: Callable[[Composition], Composition]
) -> Composition:
    for line in lines:
        head, body = line[: _SUM_DIGITS + 1], line[_SUM_DIGITS + 1 :].removesuffix(b"\n")
        try:
            if not line.endswith(b"\n") or head != _head(body):
                return base
            base = check(_replayed_line(base, body))
        except (ValueError, IndexError, DocumentError):
            return base
    return base


def _replayed_line(base: Composition, body: bytes) -> Composition:
    try:
        return _applied(base, documents.decode(body, _Change, MOST))
    except RefusedError:
        return _of_first_format(base, body)


def _of_first_format(base: Composition, body: bytes) -> Composition:
    """Apply a line of the first format, which stores takes differently."""
    told = documents.decode(body, _FirstTakes, MOST)
    change = msgspec.json.decode(body)
    kept = min(len(base.takes), told.takes)
    rest = msgspec.convert(
        {**change, "takes": kept, "changed_takes": {}}, type=_Change, str_keys=True
    )
    made = _applied(base, rest)
    for index in sorted(told.changed_takes):
        made = with_first_take(made, told.changed_takes[index])
    if len(made.takes) != told.takes:
        raise ValueError("a step does not fit what it was made from")
    return made


def _head(body: bytes) -> bytes:
    return b"%0*x " % (_SUM_DIGITS, zlib.crc32(body))


def _changed_tracks(
    before: tuple[Track, ...], after: tuple[Track, ...]
) -> Iterator[tuple[int, _TrackChange]]:
    for index, track in enumerate(after):
        old = before[index] if index < len(before) else Track()
        if old is track:
            continue
        removed, added = _difference(old.notes, track.notes)
        bare = replace(track, notes=())
        if removed or added or index >= len(before) or bare != replace(old, notes=()):
            yield index, _TrackChange(track=bare, removed=removed, added=added)


def _difference(
    before: tuple[Note, ...], after: tuple[Note, ...]
) -> tuple[tuple[Note, ...], tuple[Note, ...]]:
    """Return the removed and the added notes of two sorted tuples."""
    if before is after:
        return (), ()
    head, tail = common_ends(before, after)
    old = Counter(before[head : len(before) - tail])
    new = Counter(after[head : len(after) - tail])
    return tuple((old - new).elements()), tuple((new - old).elements())


def _applied(base: Composition, change: _Change) -> Composition:
    tracks = [*base.score.tracks[: change.tracks]]
    tracks += [Track()] * (change.tracks - len(tracks))
    for index, each in change.changed_tracks.items():
        notes = Counter(tracks[index].notes)
        notes.subtract(each.removed)
        notes.update(each.added)
        tracks[index] = each.track.with_notes(notes.elements())
    takes = [*base.takes[: change.takes]]
    for index in sorted(change.changed_takes):
        takes[index : index + 1] = [change.changed_takes[index]]
    ruler = change.ruler if change.ruler is not None else base.score
    made = replace(
        base,
        score=replace(ruler, tracks=tuple(tracks)),
        settings=base.settings if change.settings is None else change.settings,
        takes=tuple(takes),
        current_take=change.current_take,
        remembered=base.remembered if change.remembered is None else change.remembered,
        mixed_with=base.mixed_with if change.mixed_with is None else change.mixed_with,
        recording=base.recording
        if change.recording is None
        else next(iter(change.recording), None),
    )
    if len(made.settings) != len(made.score.tracks) or len(made.takes) != change.takes:
        raise ValueError("a step does not fit what it was made from")
    return made
