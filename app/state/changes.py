"""Compare two states of the document. Fast, because unchanged parts are the same objects."""

from dataclasses import dataclass, replace
from itertools import zip_longest

from engine.piece.composition import Composition
from engine.values.event_kinds import NOTE, ON_CHANNEL, ON_RULER
from engine.values.score import Score, Track


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The parts of the document that an edit changed; a view updates only for its parts.

    Attributes:
        notes: Indices of tracks with changed notes or channel events.
        tracks: Whether a track was added or removed, or has another name, instrument or setting.
        ruler: Whether tempo, meter, key, markers, chords or ticks per quarter changed.
        extent: Whether the start or the end of some track changed.
        takes: Whether the takes or the current take changed.
        credits: Whether title or composer changed.
        tuning: Whether the tuning changed.
        recording: Whether the piece keeps another recording, or the same in another way.
    """

    notes: frozenset[int] = frozenset()
    tracks: bool = False
    ruler: bool = False
    extent: bool = False
    takes: bool = False
    credits: bool = False
    tuning: bool = False
    recording: bool = False


def difference(before: Composition, after: Composition) -> Change:
    """Return what changed from `before` to `after`.

    Most parts are compared by identity: equal values in different objects count as changed.
    """
    settings = before.settings != after.settings
    takes = before.takes is not after.takes or before.current_take != after.current_take
    recording = before.recording != after.recording
    if before.score is after.score:
        return Change(tracks=settings, takes=takes, recording=recording)
    change = _score_difference(before.score, after.score)
    return replace(change, tracks=change.tracks or settings, takes=takes, recording=recording)


def _score_difference(before: Score, after: Score) -> Change:
    pairs = enumerate(zip(before.tracks, after.tracks, strict=False))
    changed = {index: (old, new) for index, (old, new) in pairs if old is not new}
    counts = len(before.tracks), len(after.tracks)
    added_or_removed = frozenset(range(min(counts), max(counts)))
    notes = frozenset(index for index, pair in changed.items() if _notes_differ(*pair))
    descriptions = any(_descriptions_differ(*pair) for pair in changed.values())
    extents = any(_extent(old) != _extent(new) for old, new in changed.values())
    return Change(
        notes=notes | added_or_removed,
        tracks=bool(added_or_removed) or descriptions,
        ruler=_rulers_differ(before, after),
        extent=bool(added_or_removed) or extents,
        credits=(before.title, before.composer) != (after.title, after.composer),
        tuning=before.tuning != after.tuning,
    )


def changed_span(before: Score, after: Score) -> tuple[int, int]:
    """Return the ticks [start, end) in which notes differ; (0, 0) if none do."""
    pairs = zip_longest(before.tracks, after.tracks, fillvalue=Track())
    notes = [
        note
        for old, new in pairs
        if old.notes is not new.notes
        for note in frozenset(old.notes) ^ frozenset(new.notes)
    ]
    if not notes:
        return 0, 0
    return min(note.start for note in notes), max(note.end for note in notes)


def reordered(before: Score, after: Score) -> bool:
    """Return whether a track of `before` has another index in `after`.

    Code that refers to tracks by index must then forget its indices.
    """
    pairs = zip(before.tracks, after.tracks, strict=False)
    return any(
        new is not old and any(new is other for other in before.tracks) for old, new in pairs
    )


def _notes_differ(old: Track, new: Track) -> bool:
    fields = (NOTE.field, *(kind.field for kind in ON_CHANNEL))
    return any(getattr(old, field) is not getattr(new, field) for field in fields)


def _descriptions_differ(old: Track, new: Track) -> bool:
    return (old.name, old.program, old.is_drum) != (new.name, new.program, new.is_drum)


def _rulers_differ(old: Score, new: Score) -> bool:
    return old.ticks_per_quarter != new.ticks_per_quarter or any(
        getattr(old, kind.field) is not getattr(new, kind.field) for kind in ON_RULER
    )


def _extent(track: Track) -> tuple[int, int]:
    """Return where the first note begins and the last one ends; -1 where there is none."""
    return track.notes[0].start if track.notes else -1, track.end
