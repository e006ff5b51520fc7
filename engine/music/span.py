"""Limits on music before anything is expanded, and the shortening of absurd silences and notes.

A legal file of 56 bytes can last 194 days; what draws, tokenizes or plays it would fill the
memory. The limits here are on the values, which are still small.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeVar

from engine.errors import LimitError
from engine.music.score import Note, Score, Track
from engine.music.smf_warnings import Oddities, Oddity
from engine.music.time import Timeline


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The most that is read from one file.

    Attributes:
        file_bytes: Size of the file.
        events: Events in all tracks.
        tracks: Tracks with anything in them.
        notes: Notes in all tracks.
        notes_per_bar: Notes that begin in one bar, all tracks together.
        controls: Controllers in one part, and as many pitch bends.
        changes: Changes of tempo, of meter and of key, each.
        seconds: Length in seconds.
        bars: Length in bars.
        note_quarters: Length of one note in quarter notes.
        silence_quarters: What is left of a silence that had to be shortened.
    """

    file_bytes: int = 16 << 20
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


class _Timed(Protocol):
    @property
    def tick(self) -> int: ...


_T = TypeVar("_T", bound=_Timed)


def fit(score: Score, oddities: Oddities, limits: Limits = LIMITS) -> Score:
    """Return the score within the limits: absurdly long notes and silences shortened.

    Args:
        score: What was read.
        oddities: Collects what was shortened.
        limits: The most that is taken.

    Raises:
        LimitError: It is larger even so.
    """
    _check_counts(score, limits)
    score = _without_surplus_changes(score, oddities, limits)
    score = _without_surplus_controls(score, oddities, limits)
    score = _with_shorter_notes(score, oddities, limits)
    if _is_too_long(score, limits):
        score = _with_shorter_silences(score, oddities, limits)
    _check_length(score, limits)
    _check_density(score, limits)
    return score


def _check_counts(score: Score, limits: Limits) -> None:
    if len(score.tracks) > limits.tracks:
        raise LimitError(
            f"It has {len(score.tracks):,} tracks; Segue reads up to {limits.tracks:,}."
        )
    if score.note_count > limits.notes:
        raise LimitError(f"It has {score.note_count:,} notes; Segue reads up to {limits.notes:,}.")


def _is_too_long(score: Score, limits: Limits) -> bool:
    timeline = Timeline(score)
    return timeline.duration_s > limits.seconds or timeline.bars.bars_until(score.end) > limits.bars


def _check_length(score: Score, limits: Limits) -> None:
    timeline = Timeline(score)
    if timeline.duration_s > limits.seconds:
        raise LimitError(
            f"It lasts {timeline.duration_s / 3600:,.0f} hours; "
            f"Segue reads up to {limits.seconds / 3600:,.0f}."
        )
    bars = timeline.bars.bars_until(score.end)
    if bars > limits.bars:
        raise LimitError(f"It has {bars:,} bars; Segue reads up to {limits.bars:,}.")


def _check_density(score: Score, limits: Limits) -> None:
    """Refuse a bar with more notes than anyone can play, see or learn."""
    if score.note_count <= limits.notes_per_bar:
        return
    bars = Timeline(score).bars
    counts: dict[int, int] = {}
    for _, note in score.notes():
        bar = bars.bar_at(note.start)
        counts[bar] = counts.get(bar, 0) + 1
    most = max(counts.values())
    if most > limits.notes_per_bar:
        raise LimitError(
            f"It has {most:,} notes in one bar; Segue reads up to {limits.notes_per_bar:,}."
        )


def _without_surplus_changes(score: Score, oddities: Oddities, limits: Limits) -> Score:
    def first(changes: tuple[_T, ...]) -> tuple[_T, ...]:
        oddities.add(Oddity.TOO_MANY_CHANGES, max(0, len(changes) - limits.changes))
        return changes[: limits.changes]

    return replace(
        score,
        tempos=first(score.tempos),
        time_signatures=first(score.time_signatures),
        key_signatures=first(score.key_signatures),
        markers=first(score.markers),
    )


def _without_surplus_controls(score: Score, oddities: Oddities, limits: Limits) -> Score:
    most = limits.controls
    surplus = sum(
        max(0, len(events) - most) for t in score.tracks for events in (t.controls, t.pitch_bends)
    )
    if not surplus:
        return score
    oddities.add(Oddity.CONTROL_FLOOD, surplus)
    tracks = tuple(
        replace(t, controls=t.controls[:most], pitch_bends=t.pitch_bends[:most])
        for t in score.tracks
    )
    return replace(score, tracks=tracks)


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
    at = cuts.at
    return replace(
        score,
        tracks=tuple(
            replace(
                track,
                notes=tuple(replace(note, start=at(note.start)) for note in track.notes),
                controls=tuple(replace(c, tick=at(c.tick)) for c in track.controls),
                pitch_bends=tuple(replace(b, tick=at(b.tick)) for b in track.pitch_bends),
            )
            for track in score.tracks
        ),
        tempos=_moved(score.tempos, at, lambda t, tick: replace(t, tick=tick)),
        time_signatures=_moved(score.time_signatures, at, lambda t, tick: replace(t, tick=tick)),
        key_signatures=_moved(score.key_signatures, at, lambda t, tick: replace(t, tick=tick)),
        markers=tuple(replace(m, tick=at(m.tick)) for m in score.markers),
    )


def _moved(
    changes: Sequence[_T], at: Callable[[int], int], move: Callable[[_T, int], _T]
) -> tuple[_T, ...]:
    """Return changes at their new ticks; of those that fall together the last one holds."""
    return tuple({(tick := at(change.tick)): move(change, tick) for change in changes}.values())


class _Cuts:
    """Where silence is taken out, as a map from old ticks to new ones.

    Args:
        notes: Everything that sounds.
        keep: Ticks that stay of each silence.
        grid: What is taken out is a multiple of four of these: whole bars of 4/4.
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
