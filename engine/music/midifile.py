"""Reading and writing standard MIDI files: bytes to a `Score` and back.

Reads whatever can be read of types 0, 1 and 2, RIFF-wrapped files and damaged ones, in pure
Python: it is light enough for the window's process. Never opens a file.
"""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Any

from engine.errors import EmptyMusicError, LimitError, MidiFileError
from engine.music.credits import composer_of, is_title, without_own_text
from engine.music.event_kinds import BY_META, ON_RULER, by_field
from engine.music.events import Other, Tempo, TimedEvent
from engine.music.score import Score, Track
from engine.music.smf_chunks import Division, Layout, NotMidiError, lay_out, unwrapped
from engine.music.smf_events import Meta, RawTrack, TrackReader
from engine.music.smf_others import others_of
from engine.music.smf_parts import NOTE_ON, name_of, parts_of
from engine.music.smf_warnings import Oddities, Oddity
from engine.music.smf_writing import write_midi
from engine.music.span import LIMITS, Limits, fit

__all__ = ["Reading", "is_impossible", "read_midi", "write_midi"]

_CHANNEL_PREFIX, _SMPTE_OFFSET = 0x20, 0x54


@dataclass(frozen=True, slots=True)
class Reading:
    """What came out of a file.

    Attributes:
        score: The music.
        warnings: One sentence for each kind of thing that was odd; empty for a sound file.
        title: What the file itself calls the piece, or empty.
    """

    score: Score
    warnings: tuple[str, ...] = ()
    title: str = ""

    @property
    def entitled(self) -> Score:
        """The music under the title that the file itself gives it, if it gives one."""
        return replace(self.score, title=self.title) if self.title else self.score


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
    named = f"‘{title}’" if title else "This"
    if len(data) > limits.file_bytes:
        raise LimitError(
            f"{named} has {len(data) / (1 << 20):,.0f} MiB; "
            f"Segue reads MIDI files up to {limits.file_bytes >> 20} MiB."
        )
    oddities = Oddities()
    try:
        data = unwrapped(data, oddities)
        layout = lay_out(data, oddities)
        raw = _read_tracks(data, layout, oddities, limits)
        read = _score(raw, layout, oddities)
        score = fit(replace(read, title=title or read.title), oddities, limits)
    except NotMidiError as error:
        raise MidiFileError(
            f"{named} is not a readable MIDI file ({error}).", hint="Nothing was changed."
        ) from error
    if not score.note_count:
        raise EmptyMusicError(f"{named} has no notes in it." if title else "There are no notes.")
    return Reading(score, oddities.sentences(), read.title if is_title(read.title) else "")


def is_impossible(meta: Meta) -> bool:
    """Return whether reading would say something about a meta event."""
    return isinstance(_value(meta), Oddity)


def _read_tracks(data: bytes, layout: Layout, oddities: Oddities, limits: Limits) -> list[RawTrack]:
    budget, tracks, offset = limits.events, [], 0
    bar = 4 * layout.division.ticks_per_quarter
    for span in layout.tracks:
        reader = TrackReader(data[span.start : span.end], oddities, trusted=span.trusted)
        budget -= reader.read(budget)
        track = reader.track
        if layout.format == 2:
            track = _shifted(track, offset)
            offset = -(-track.end // bar) * bar
        tracks.append(track)
    empty = sum(not track.messages and not track.metas for track in tracks)
    if empty > limits.tracks:
        oddities.add(Oddity.EMPTY_TRACKS, empty)
    return _without_millions(tracks, oddities, limits)


def _without_millions(tracks: list[RawTrack], oddities: Oddities, limits: Limits) -> list[RawTrack]:
    """Return tracks up to where there are as many notes as are taken.

    `fit` would do it too, after a value was made of every one of them.
    """
    if sum(len(track.messages) for track in tracks) <= 2 * limits.notes:
        return tracks
    begins = sorted(
        message.tick
        for track in tracks
        for message in track.messages
        if message.status & 0xF0 == NOTE_ON and message.second
    )
    if len(begins) <= limits.notes:
        return tracks
    last = begins[limits.notes]
    oddities.add(Oddity.TOO_MANY_NOTES, len(begins) - bisect_right(begins, last))
    for track in tracks:
        del track.messages[bisect_right(track.messages, last, key=itemgetter(0)) :]
        track.end = min(track.end, last)
    return tracks


def _shifted(track: RawTrack, offset: int) -> RawTrack:
    return RawTrack(
        messages=[message._replace(tick=message.tick + offset) for message in track.messages],
        metas=[meta._replace(tick=meta.tick + offset) for meta in track.metas],
        end=track.end + offset,
    )


def _score(raw: list[RawTrack], layout: Layout, oddities: Oddities) -> Score:
    ruler = _ruler(raw, layout.division, oddities)
    parts = parts_of(raw, ticks_per_quarter=layout.division.ticks_per_quarter, oddities=oddities)
    parts, others = _with_others(parts, raw)
    tracks = tuple(part for of_track in parts for part in of_track)
    title = name_of(raw[0])
    if layout.format == 0:
        # The one name of a format 0 file is the piece's, not that of a channel.
        tracks = tuple(replace(track, name="") for track in tracks)
    elif parts[0]:
        title = ""
    composer = composer_of((*others, *(other for track in tracks for other in track.others)))
    others = without_own_text(others, composer)
    return replace(ruler, tracks=tracks, title=title, composer=composer, others=others)


def _with_others(
    parts: tuple[tuple[Track, ...], ...], raw: list[RawTrack]
) -> tuple[tuple[tuple[Track, ...], ...], tuple[Other, ...]]:
    """Return parts with what else their tracks had in them, and what tracks without parts had."""
    found: list[tuple[Track, ...]] = []
    beside: list[Other] = []
    for of_track, each in zip(parts, raw, strict=True):
        others = others_of(each, takes_names=bool(of_track))
        if of_track:
            found.append((replace(of_track[0], others=others), *of_track[1:]))
        else:
            found.append(())
            beside += others
    return tuple(found), tuple(sorted(beside, key=lambda other: other.tick))


def _ruler(raw: list[RawTrack], division: Division, oddities: Oddities) -> Score:
    """Return a score with everything but tracks."""
    found: list[TimedEvent] = []
    # Backwards, so that at one tick the first track's word holds.
    for track in reversed(raw):
        for meta in track.metas:
            value = _value(meta)
            if isinstance(value, Oddity):
                oddities.add(value)
            elif value is not None:
                found.append(value)
    if division.fixed_bpm is not None:
        found = [event for event in found if not isinstance(event, Tempo)]
        found.append(Tempo(0, division.fixed_bpm))
    ruler: dict[str, Any] = by_field(ON_RULER, found)
    return Score(ticks_per_quarter=division.ticks_per_quarter, **ruler)


def _value(meta: Meta) -> TimedEvent | Oddity | None:
    if meta.kind in BY_META:
        return BY_META[meta.kind].read(meta.tick, meta.data)
    check = _CHECKS.get(meta.kind)
    return None if check is None else check(meta)


def _channel_prefix(meta: Meta) -> Oddity | None:
    return None if len(meta.data) == 1 and meta.data[0] < 16 else Oddity.CHANNEL_PREFIX


def _smpte_offset(meta: Meta) -> Oddity | None:
    if len(meta.data) != 5:
        return Oddity.META_LENGTH
    hours, minutes, seconds, frames, hundredths = meta.data
    fits = hours & 0x1F < 24 and minutes < 60 and seconds < 60 and frames < 30 and hundredths < 100
    return None if fits else Oddity.OFFSET


# What is looked at although nothing is made of it.
_CHECKS: dict[int, Callable[[Meta], Oddity | None]] = {
    _CHANNEL_PREFIX: _channel_prefix,
    _SMPTE_OFFSET: _smpte_offset,
}
