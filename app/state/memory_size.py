"""Estimate how much memory one state of the document takes beyond another one.

States share unchanged objects, which cost nothing again. An edited track has a new tuple of
notes, eight bytes a note, however few have changed.
"""

from collections.abc import Sequence

from engine.piece.composition import Composition
from engine.piece.takes import Take
from engine.values.event_kinds import IN_TRACK
from engine.values.score import Score, Track, common_ends

# Sizes in bytes by `sys.getsizeof`, with the integers in them that Python does not share.
_PLACE, _STATE, _TRACK, _TAKE = 8, 1000, 300, 600
_EVENT, _PART = 150, 60
_NOTHING = Track()


def extra_bytes(before: Composition, after: Composition) -> int:
    """Return the estimated bytes of `after` that `before` does not share."""
    return (
        _STATE
        + extra_bytes_of_score(before.score, after.score)
        + extra_bytes_of_takes(before, after)
    )


def extra_bytes_of_score(before: Score, after: Score) -> int:
    """Return the estimated bytes of a score that another one does not share."""
    if before is after:
        return 0
    known = {id(track) for track in before.tracks}
    old = [*before.tracks, *[_NOTHING] * (len(after.tracks) - len(before.tracks))]
    pairs = zip(old, after.tracks, strict=False)
    return sum(_track(was, now) for was, now in pairs if id(now) not in known)


def extra_bytes_of_takes(before: Composition, after: Composition) -> int:
    """Return the estimated bytes of takes and remembered pieces that `before` does not share."""
    return _takes(before.takes, after.takes) + _remembered(before.remembered, after.remembered)


def _takes(before: Sequence[Take], after: Sequence[Take]) -> int:
    if after is before:
        return 0
    known = {id(take) for take in before}
    known_notes = {id(take.notes) for take in before}
    new = (take for take in after if id(take) not in known)
    return _PLACE * len(after) + sum(_take(take, known_notes) for take in new)


def _remembered(before: Sequence[Score], after: Sequence[Score]) -> int:
    if after is before:
        return 0
    known = {id(score) for score in before}
    return sum(extra_bytes_of_score(Score(), score) for score in after if id(score) not in known)


def _track(before: Track, after: Track) -> int:
    rest = ((getattr(before, kind.field), getattr(after, kind.field)) for kind in IN_TRACK)
    size = _TRACK + sum(_row(was, now) for was, now in rest if was is not now)
    if before.notes is after.notes:
        return size
    head, tail = common_ends(before.notes, after.notes)
    old, new = len(before.notes) - tail, len(after.notes) - tail
    return size + _PLACE * (head + tail) + _row(before.notes[head:old], after.notes[head:new])


def _row(before: Sequence[object], after: Sequence[object]) -> int:
    known = {id(event) for event in before}
    new = sum(id(event) not in known for event in after)
    return _PLACE * len(after) + _EVENT * new


def _take(take: Take, known: set[int]) -> int:
    return _TAKE + (0 if id(take.notes) in known else (_PLACE + _PART + _EVENT) * len(take.notes))
