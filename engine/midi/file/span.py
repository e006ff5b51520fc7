"""Limits on music before anything is expanded, and the shortening of absurd silences and notes.

A legal file of 56 bytes can last 194 days; what draws, tokenizes or plays it would fill the
memory. The limits here are on the values, which are still small. `engine.midi.file.excess` leaves
out the rest of a larger file and reports it, so that the beginning can be read.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from engine.ground.errors import LimitError
from engine.midi.file.excess import within_density, within_length, within_note_count
from engine.values.event_kinds import ON_CHANNEL, ON_RULER
from engine.values.oddities import Oddities, Oddity
from engine.values.score import Note, Score, Track
from engine.values.time import Timeline


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The most that is read from one file.

    Attributes:
        file_bytes: Size of the file; of one that is larger than all its events can be, the rest
            is text or system messages, which are passed over.
        member_bytes: Size of a file in an archive, unpacked: a bomb must not cost more.
        events: Events in all tracks that are read; 16 MB of them at the most.
        tracks: Tracks with anything in them.
        notes: Notes in all tracks.
        notes_per_bar: Notes that begin in one bar, all tracks together.
        controls: Controllers in one part, and as many of each other kind on its channel; moves of
            its notes as well.
        changes: Changes of each kind that stands on the ruler.
        seconds: Length in seconds.
        bars: Length in bars.
        note_quarters: Length of one note in quarter notes.
        silence_quarters: The length that is left of a silence that had to be shortened.
    """

    file_bytes: int = 64 << 20
    member_bytes: int = 16 << 20
    events: int = 2_000_000
    tracks: int = 1024
    notes: int = 250_000
    notes_per_bar: int = 4096
    controls: int = 100_000
    changes: int = 20_000
    seconds: float = 6 * 3600.0
    bars: int = 20_000
    note_quarters: int = 1024
    silence_quarters: int = 8


LIMITS = Limits()


def fit(score: Score, oddities: Oddities, limits: Limits = LIMITS) -> Score:
    """Return the score within the limits: absurdities shortened, then what is too much left out.

    Args:
        score: The music of the file.
        oddities: Counts notes that were shortened and left out.
        limits: The most that is taken.

    Raises:
        LimitError: It has too many tracks.
    """
    if len(score.tracks) > limits.tracks:
        raise LimitError(
            "It has {tracks:,} tracks; Segue reads up to {limits_tracks:,}.",
            tracks=len(score.tracks),
            limits_tracks=limits.tracks,
        )
    score = _without_surplus_changes(score, oddities, limits)
    score = _without_surplus_controls(score, oddities, limits)
    score = within_note_count(score, oddities, limits)
    score = _with_shorter_notes(score, oddities, limits)
    if _is_too_long(score, limits):
        score = _with_shorter_silences(score, oddities, limits)
    score = within_length(score, oddities, limits)
    return within_density(score, oddities, limits)


def _is_too_long(score: Score, limits: Limits) -> bool:
    timeline = Timeline(score)
    return timeline.duration_s > limits.seconds or timeline.bars.bars_until(score.end) > limits.bars


def _without_surplus_changes(score: Score, oddities: Oddities, limits: Limits) -> Score:
    kept: dict[str, Any] = {}
    for kind in ON_RULER:
        # `engine.midi.file.others` counts events that no row reads.
        if kind.meta is not None:
            events = kind.of(score)
            oddities.add(Oddity.TOO_MANY_CHANGES, max(0, len(events) - limits.changes))
            kept[kind.field] = events[: limits.changes]
    return replace(score, **kept)


def _without_surplus_controls(score: Score, oddities: Oddities, limits: Limits) -> Score:
    tracks = []
    for track in score.tracks:
        kept: dict[str, Any] = {}
        for kind in ON_CHANNEL:
            events = kind.of(track)
            if len(events) > limits.controls:
                oddities.add(Oddity.CONTROL_FLOOD, len(events) - limits.controls)
                kept[kind.field] = events[: limits.controls]
        moves = sum(len(note.moves) for note in track.notes)
        if moves > limits.controls:
            oddities.add(Oddity.CONTROL_FLOOD, moves - limits.controls)
            kept["notes"] = tuple(_with_fewer_moves(track.notes, limits.controls))
        tracks.append(replace(track, **kept) if kept else track)
    return replace(score, tracks=tuple(tracks))


def _with_fewer_moves(notes: Iterable[Note], most: int) -> Iterator[Note]:
    for note in notes:
        yield note if len(note.moves) <= most else replace(note, moves=note.moves[:most])
        most -= min(most, len(note.moves))


def _with_shorter_notes(score: Score, oddities: Oddities, limits: Limits) -> Score:
    longest = limits.note_quarters * score.ticks_per_quarter
    if score.end <= longest:
        return score
    tracks = []
    for track in score.tracks:
        long = sum(note.duration > longest for note in track.notes)
        oddities.add(Oddity.LONG_NOTE, long)
        tracks.append(track if not long else _with_longest(track, longest))
    return replace(score, tracks=tuple(tracks))


def _with_longest(track: Track, longest: int) -> Track:
    return track.with_notes(
        replace(note, duration=min(note.duration, longest)) for note in track.notes
    )


def _with_shorter_silences(score: Score, oddities: Oddities, limits: Limits) -> Score:
    quarter = score.ticks_per_quarter
    cuts = _Cuts(
        (note for _, note in score.notes()), keep=limits.silence_quarters * quarter, grid=quarter
    )
    oddities.add(Oddity.SILENCE, cuts.count)
    return score.at_ticks(cuts.at)


class _Cuts:
    """Where silence is taken out, as a map from old ticks to new ones.

    Args:
        notes: Everything that sounds.
        keep: Ticks that stay of each silence.
        grid: Ticks of a quarter; four of them, whole bars of 4/4, are taken out at a time.
    """

    def __init__(self, notes: Iterable[Note], *, keep: int, grid: int) -> None:
        self._starts: list[int] = []
        self._removed: list[int] = []
        total, sounded_until = 0, 0
        for note in sorted(notes):
            removed = (note.start - sounded_until - keep) // (4 * grid) * 4 * grid
            if removed > 0:
                total += removed
                self._starts.append(sounded_until)
                self._removed.append(total)
            sounded_until = max(sounded_until, note.end)

    @property
    def count(self) -> int:
        """How many silences are shortened."""
        return len(self._starts)

    def at(self, tick: int) -> int:
        """Return where an old tick is now; ticks in what was taken out fall on the cut."""
        i = bisect_right(self._starts, tick) - 1
        if i < 0:
            return tick
        return max(self._starts[i] - (self._removed[i - 1] if i else 0), tick - self._removed[i])
