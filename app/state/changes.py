"""What is different between two states of the document: pure, and quick where they share much."""

from dataclasses import dataclass

from engine.music.event_kinds import NOTE, ON_CHANNEL, ON_RULER
from engine.music.score import Score, Track
from engine.piece.composition import Composition


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What changed, so that only those who show it are told.

    Attributes:
        notes: Indices of the tracks whose notes, or whatever else their channels are told, are
            others.
        tracks: Whether there are other tracks, or one has another name, instrument or setting.
        ruler: Whether tempo, meter, key, markers, chords or the grid's ticks are others.
        extent: Whether some track begins or ends elsewhere.
        takes: Whether there are other takes, or another one is where the piece is.
        credits: Whether it is called otherwise, or somebody else wrote it.
    """

    notes: frozenset[int] = frozenset()
    tracks: bool = False
    ruler: bool = False
    extent: bool = False
    takes: bool = False
    credits: bool = False


def difference(before: Composition, after: Composition) -> Change:
    """Return what is different in `after`.

    Values that both share are not looked into; equal ones that are not shared count as others.
    """
    old, new = before.score, after.score
    takes = before.takes is not after.takes or before.current_take != after.current_take
    if old is new:
        return Change(tracks=before.settings != after.settings, takes=takes)
    pairs = tuple(zip(old.tracks, new.tracks, strict=False))
    changed = frozenset(i for i, (a, b) in enumerate(pairs) if a is not b)
    others = frozenset(range(len(pairs), max(len(old.tracks), len(new.tracks))))
    return Change(
        notes=frozenset(i for i in changed if _plays_otherwise(*pairs[i])) | others,
        tracks=bool(others)
        or before.settings != after.settings
        or any(_is_called_otherwise(*pairs[i]) for i in changed),
        ruler=_is_ruled_otherwise(old, new),
        extent=bool(others) or any(_extent(pairs[i][0]) != _extent(pairs[i][1]) for i in changed),
        takes=takes,
        credits=(old.title, old.composer) != (new.title, new.composer),
    )


def reordered(before: Score, after: Score) -> bool:
    """Return whether some track stands where another one stood.

    Whoever knows tracks by their numbers means others then.
    """
    pairs = zip(before.tracks, after.tracks, strict=False)
    return any(
        new is not old and any(new is other for other in before.tracks) for old, new in pairs
    )


def _plays_otherwise(old: Track, new: Track) -> bool:
    fields = (NOTE.field, *(kind.field for kind in ON_CHANNEL))
    return any(getattr(old, field) is not getattr(new, field) for field in fields)


def _is_called_otherwise(old: Track, new: Track) -> bool:
    return (old.name, old.program, old.is_drum) != (new.name, new.program, new.is_drum)


def _is_ruled_otherwise(old: Score, new: Score) -> bool:
    return old.ticks_per_quarter != new.ticks_per_quarter or any(
        getattr(old, kind.field) is not getattr(new, kind.field) for kind in ON_RULER
    )


def _extent(track: Track) -> tuple[int, int]:
    """Return where the first note begins and the last one ends; -1 where there is none."""
    return track.notes[0].start if track.notes else -1, track.end
