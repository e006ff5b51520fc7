"""What an edit changed in a score: a child that knows the score before need not hear it all.

Of 50,000 notes, one that moved is two notes to say, and not four megabytes.
"""

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from engine.music.score import Note, Score, common_ends


class TrackChange(msgspec.Struct, frozen=True, kw_only=True):
    """One stretch of a track's notes became another.

    Attributes:
        track: Index.
        first: Index of the first note that went, or before which the others came.
        gone: Notes that went.
        notes: Those that came.
    """

    track: int
    first: int
    gone: int
    notes: tuple[Note, ...]


def changes_between(before: Score, after: Score) -> tuple[TrackChange, ...] | None:
    """Return what leads from one score to another; None where more than notes changed."""
    if _without_notes(before) != _without_notes(after):
        return None
    changes = []
    for index, (old, new) in enumerate(zip(before.tracks, after.tracks, strict=True)):
        if old.notes is not new.notes:
            head, tail = common_ends(old.notes, new.notes)
            gone, notes = len(old.notes) - tail - head, new.notes[head : len(new.notes) - tail]
            changes.append(TrackChange(track=index, first=head, gone=gone, notes=notes))
    return tuple(changes)


def changed(score: Score, changes: Sequence[TrackChange]) -> Score:
    """Return a score with its changes made.

    Raises:
        ValueError: They are not of this score.
    """
    tracks = list(score.tracks)
    for change in changes:
        if not 0 <= change.track < len(tracks):
            raise ValueError(f"a change of track {change.track} of {len(tracks)}")
        known, last = tracks[change.track].notes, change.first + change.gone
        if not 0 <= change.first <= last <= len(known):
            raise ValueError(f"a change of notes {change.first} to {last} of {len(known)}")
        notes = (*known[: change.first], *change.notes, *known[last:])
        tracks[change.track] = replace(tracks[change.track], notes=notes)
    return replace(score, tracks=tuple(tracks))


def _without_notes(score: Score) -> Score:
    return replace(score, tracks=tuple(replace(track, notes=()) for track in score.tracks))
