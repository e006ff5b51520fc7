"""Reading and writing standard MIDI files: bytes to a `Score` and back.

Reads whatever can be read of types 0, 1 and 2, RIFF-wrapped files and damaged ones. It is light
enough for the window's process. Never opens a file.

One reader in steps: `chunks` finds the tracks; `scan` finds their events with NumPy, or
`events` one by one where bytes are damaged, both as the columns of `columns`; `notes`
pairs notes; `patches` says what plays them; `moves` deals controllers out; `parts`
puts all of it together as parts.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.form.credits import composer_of, is_title, titled, without_own_text
from engine.ground.errors import EmptyMusicError, LimitError, MidiFileError
from engine.harmony.keys import is_default_key
from engine.midi.file.chunks import Division, Layout, NotMidiError, lay_out, unwrapped
from engine.midi.file.columns import RawFile, distinct
from engine.midi.file.events import SYSEX, Meta, TrackReader
from engine.midi.file.lyrics import with_words_at_their_part
from engine.midi.file.others import (
    TRACK_NAME,
    channel_others_of,
    in_bounds,
    is_reset,
    others_of,
    without_prefixes,
)
from engine.midi.file.parts import ParsedParts, name_of, parts_of
from engine.midi.file.patches import DEVICE_NAME
from engine.midi.file.scan import scan
from engine.midi.file.span import LIMITS, Limits, fit
from engine.midi.file.tuning import with_tuning
from engine.midi.file.writing import export_midi, write_midi
from engine.sentence import said
from engine.values.event_kinds import BY_META, ON_RULER, by_field
from engine.values.events import Other, Tempo, TimedEvent
from engine.values.oddities import Oddities, Oddity
from engine.values.score import Score, Track
from engine.values.texts import TEXTS, coding_of, in_utf8

__all__ = [
    "ParsedFile",
    "Reading",
    "export_midi",
    "parse_midi",
    "read_midi",
    "reading_of",
    "write_midi",
]

# Types of meta events.
_CHANNEL_PREFIX, _SMPTE_OFFSET, _KEY = 0x20, 0x54, 0x59
NOT_READABLE = "{named} is not a readable MIDI file ({error})."
"""Said of bytes that are no MIDI file; a report groups files by it."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The music of a file.

    Attributes:
        score: The music.
        warnings: One sentence for each kind of thing that was odd; empty for a sound file.
        title: The file's own title of the piece, or empty.
    """

    score: Score
    warnings: tuple[str, ...] = ()
    title: str = ""

    @property
    def entitled(self) -> Score:
        """The music under the title that the file itself gives it, if it gives one."""
        return titled(self.score, self.title) if self.title else self.score


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedFile:
    """A file that was read, before notes are made of its columns.

    Attributes:
        raw: All events.
        ruler: A score with everything but parts.
        parts: The parts as columns.
        oddities: Oddities of the file.
        format: 0, 1 or 2.
    """

    raw: RawFile
    ruler: Score
    parts: ParsedParts
    oddities: Oddities
    format: int

    def score(self, *, moves: bool = True) -> Score:
        """Return the whole music, without `moves` nothing that moves while notes sound."""
        tracks, beside = _tracks(self, moves=moves)
        title = name_of(self.raw.metas[0])
        if self.format != 0 and self.parts.parts and self.parts.parts[0].track == 0:
            # The name of a first track with notes is a part's.
            title = ""
        composer = composer_of((*beside, *(other for track in tracks for other in track.others)))
        others = without_own_text(beside, composer)
        score = replace(
            self.ruler,
            tracks=tracks,
            title=title,
            composer=composer,
            others=others,
            silent_messages=self.parts.silent if moves else (),
            coding=self.raw.coding,
        )
        return with_tuning(with_words_at_their_part(score))


def read_midi(data: bytes, *, title: str = "", limits: Limits = LIMITS) -> Reading:
    """Return the music in a MIDI file's bytes, however damaged.

    Args:
        data: The whole file.
        title: The piece's name, also in error sentences; empty takes the file's own name.
        limits: The most that is taken.

    Raises:
        MidiFileError: The bytes are no MIDI file.
        EmptyMusicError: There are no notes in it.
        LimitError: It is larger than Segue reads.
    """
    return reading_of(parse_midi(data, title=title, limits=limits), title=title, limits=limits)


def reading_of(parsed: ParsedFile, *, title: str = "", limits: Limits = LIMITS) -> Reading:
    """Return the music in a parsed file, within limits.

    Raises:
        LimitError: It has too many tracks.
    """
    read = _without_default_key(parsed.score())
    score = fit(_called(read, title), parsed.oddities, limits)
    if not score.note_count:
        raise EmptyMusicError(_no_notes(title))
    own = read.title if is_title(read.title) else ""
    return Reading(score, parsed.oddities.sentences(), own)


def _called(score: Score, title: str) -> Score:
    """Return a score with another title; a name of its file that is no title is written again."""
    if not title or title == score.title:
        return score
    if not score.title or is_title(score.title):
        return replace(score, title=title)
    name = Other(0, TRACK_NAME, score.title.encode("utf-8", "replace"))
    return replace(score, title=title, others=(name, *score.others))


def _without_default_key(score: Score) -> Score:
    """Return a score without a C major that its writer put there for want of a key."""
    if not is_default_key(score.key_signatures, score.pitched_notes()):
        return score
    return replace(score, key_signatures=())


def parse_midi(data: bytes, *, title: str = "", limits: Limits = LIMITS) -> ParsedFile:
    """Return the music in a MIDI file's bytes as columns.

    A file whose bytes are sound is scanned by NumPy, any other one event by event; everything
    after that is the same.

    Raises:
        MidiFileError, EmptyMusicError, LimitError: As `read_midi`.
    """
    named = f"‘{title}’" if title else "This"
    if len(data) > limits.file_bytes:
        raise LimitError(
            "{named} has {data:,.0f} MiB; Segue reads MIDI files up to {file_bytes} MiB.",
            named=named,
            data=len(data) / (1 << 20),
            file_bytes=limits.file_bytes >> 20,
        )
    oddities = Oddities()
    try:
        data = unwrapped(data, oddities)
        layout = lay_out(data, oddities)
    except NotMidiError as error:
        raise MidiFileError(
            NOT_READABLE, named=named, error=error, hint="Nothing was changed."
        ) from error
    raw = _read_events(data, layout, oddities, limits)
    grid = layout.division.ticks_per_quarter
    one_track = layout.format == 0
    parts = parts_of(raw, ticks_per_quarter=grid, one_track=one_track, oddities=oddities)
    if not len(parts.notes):
        raise EmptyMusicError(_no_notes(title))
    ruler = _ruler(raw, layout.division, oddities)
    return ParsedFile(raw=raw, ruler=ruler, parts=parts, oddities=oddities, format=layout.format)


def _no_notes(title: str) -> str:
    return said("‘{title}’ has no notes in it.", title=title) if title else "There are no notes."


def _read_events(data: bytes, layout: Layout, oddities: Oddities, limits: Limits) -> RawFile:
    raw = scan(data, layout, most_events=limits.events)
    if raw is None:
        raw = _read_one_by_one(data, layout, oddities, limits)
    empty = len(raw.metas) - len(
        {*distinct(raw.messages.track), *(i for i, m in enumerate(raw.metas) if m)}
    )
    if empty > limits.tracks:
        oddities.add(Oddity.EMPTY_TRACKS, empty)
    if layout.format == 2:
        raw = _one_after_the_other(raw, bar=4 * layout.division.ticks_per_quarter)
    return _in_one_coding(_without_millions(raw, oddities, limits), oddities)


def _read_one_by_one(data: bytes, layout: Layout, oddities: Oddities, limits: Limits) -> RawFile:
    budget, tracks = limits.events, []
    for span in layout.tracks:
        reader = TrackReader(data[span.start : span.end], oddities, trusted=span.trusted)
        budget -= reader.read(budget)
        tracks.append(reader.track)
    return RawFile.of(tracks)


def _one_after_the_other(raw: RawFile, *, bar: int) -> RawFile:
    """Return the patterns of a file of format 2, each from the bar line behind the last one."""
    offsets, offset = [], 0
    for end in raw.ends:
        offsets.append(offset)
        offset = -(-(end + offset) // bar) * bar
    return raw.shifted(offsets)


def _without_millions(raw: RawFile, oddities: Oddities, limits: Limits) -> RawFile:
    """Return a file up to where there are as many notes as are taken.

    `fit` would do it too, after a value was made of every one of them.
    """
    if len(raw.messages) <= 2 * limits.notes:
        return raw
    begins = np.sort(raw.messages.tick[raw.messages.note_ons])
    if len(begins) <= limits.notes:
        return raw
    last = int(begins[limits.notes])
    oddities.add(Oddity.TOO_MANY_NOTES, int(np.count_nonzero(begins > last)))
    return raw.until(last)


def _in_one_coding(raw: RawFile, oddities: Oddities) -> RawFile:
    """Return a file whose texts are UTF-8: the encoding of all of them is guessed once."""
    texts = [m.data for of_track in raw.metas for m in of_track if m.kind in TEXTS]
    if all(map(bytes.isascii, texts)):
        return raw
    coding = coding_of(texts)
    if coding is None:
        return raw
    if not coding.is_sure:
        oddities.add(Oddity.CODING, sum(not text.isascii() for text in texts))
    metas = tuple(
        tuple(
            meta._replace(data=in_utf8(meta.data, coding.encoding)) if meta.kind in TEXTS else meta
            for meta in of_track
        )
        for of_track in raw.metas
    )
    return replace(raw, metas=metas, coding=coding)


def _tracks(parsed: ParsedFile, *, moves: bool) -> tuple[tuple[Track, ...], tuple[Other, ...]]:
    """Return the tracks with what else is in theirs, and what stands beside all of them."""
    parts, metas = parsed.parts, parsed.raw.metas
    parts_in = Counter(part.track for part in parts.parts)
    first = {part.track: index for index, part in reversed(list(enumerate(parts.parts)))}
    plays = {part.cable: index for index, part in reversed(list(enumerate(parts.parts)))}
    others: dict[int, list[Other]] = {}
    beside: list[Other] = []
    owners = _owners_of_system_messages(parts)
    for number, of_track in enumerate(metas):
        found = others_of(of_track, takes_names=number in first)
        for other in found if parts_in[number] == 1 else without_prefixes(found):
            owner = first.get(number)
            if is_reset(other):
                # It is for all channels, and is written before everything else of its tick.
                owner = None
            elif other.kind == SYSEX and owner is None:
                owner = owners.get(number)
            elif other.kind == DEVICE_NAME and owner is None and parts.cables.at_first[number] >= 0:
                continue  # It is of silent channels, which keep its port.
            (others.setdefault(owner, []) if owner is not None else beside).append(other)
    for cable, found in channel_others_of(parsed.raw, parts.cables).items():
        if cable in plays:
            others.setdefault(plays[cable], []).extend(found)
    # The one name of a format 0 file is the piece's, not that of a channel.
    names = {n: "" if parsed.format == 0 else name_of(metas[n]) for n in first}
    tracks = tuple(
        replace(
            parts.track_of(part, name=names[part.track], moves=moves),
            others=in_bounds(others.get(index, ())),
        )
        for index, part in enumerate(parts.parts)
    )
    return tracks, tuple(sorted(beside, key=lambda other: other.tick))


def _owners_of_system_messages(parts: ParsedParts) -> dict[int, int]:
    """Return by track the first part on its port, in a file of several ports.

    Beside the parts, a message for one device would be for all of them.
    """
    cables = parts.cables
    if len(cables.ports) < 2:
        return {}
    on_port = {part.cable >> 4: i for i, part in reversed(list(enumerate(parts.parts)))}
    return {n: on_port[port] for n, port in enumerate(cables.at_first) if port in on_port}


def _ruler(raw: RawFile, division: Division, oddities: Oddities) -> Score:
    """Return a score with everything but tracks."""
    found: list[TimedEvent] = []
    # Backwards, so that at one tick the first track's word holds.
    for metas in reversed(raw.metas):
        for meta in metas:
            check = _CHECKS.get(meta.kind)
            if check is not None and (odd := check(meta)) is not None:
                oddities.add(odd)
            value = BY_META[meta.kind].read(meta.tick, meta.data) if meta.kind in BY_META else None
            if isinstance(value, Oddity):
                oddities.add(value)
            elif value is not None:
                found.append(value)
    if division.fixed_bpm is not None:
        found = [event for event in found if not isinstance(event, Tempo)]
        found.append(Tempo(0, division.fixed_bpm))
    ruler: dict[str, Any] = by_field(ON_RULER, found)
    return Score(ticks_per_quarter=division.ticks_per_quarter, **ruler)


def _key_mode(meta: Meta) -> Oddity | None:
    is_odd = len(meta.data) == 2 and meta.data[1] > 1 and not 7 < meta.data[0] < 0xF9
    return Oddity.KEY_MODE if is_odd else None


def _channel_prefix(meta: Meta) -> Oddity | None:
    return None if len(meta.data) == 1 and meta.data[0] < 16 else Oddity.CHANNEL_PREFIX


def _smpte_offset(meta: Meta) -> Oddity | None:
    if len(meta.data) != 5:
        return Oddity.META_LENGTH
    hours, minutes, seconds, frames, hundredths = meta.data
    fits = hours & 0x1F < 24 and minutes < 60 and seconds < 60 and frames < 30 and hundredths < 100
    return None if fits else Oddity.OFFSET


# Checks of meta events beside those that make their values, or where there are none.
_CHECKS: dict[int, Callable[[Meta], Oddity | None]] = {
    _KEY: _key_mode,
    _CHANNEL_PREFIX: _channel_prefix,
    _SMPTE_OFFSET: _smpte_offset,
}
