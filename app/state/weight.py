"""How much memory a state of the document takes beyond another one: an estimate, and pure.

States share what an edit left as it was: what is the very same object costs nothing again. A track
that an edit touched holds its row of notes anew, eight bytes a note, however few have changed.
"""

from collections.abc import Sequence

from engine.music.event_kinds import IN_TRACK
from engine.music.score import Score, Track, common_ends
from engine.piece.composition import Composition
from engine.piece.takes import Take

# Python's objects as `sys.getsizeof` tells them, with the integers in them that are not small ones.
_PLACE, _STATE, _TRACK, _TAKE = 8, 1000, 300, 600
_EVENT, _PART = 150, 60
_NOTHING = Track()


def bytes_beyond(before: Composition, after: Composition) -> int:
    """Return about how many bytes `after` takes that `before` does not."""
    return _STATE + score_beyond(before.score, after.score) + takes_beyond(before, after)


def score_beyond(before: Score, after: Score) -> int:
    """Return about how many bytes a score takes that another one does not."""
    if before is after:
        return 0
    known = {id(track) for track in before.tracks}
    old = [*before.tracks, *[_NOTHING] * (len(after.tracks) - len(before.tracks))]
    pairs = zip(old, after.tracks, strict=False)
    return sum(_track(was, now) for was, now in pairs if id(now) not in known)


def takes_beyond(before: Composition, after: Composition) -> int:
    """Return about how many bytes takes take that those of another state do not."""
    size = 0
    if after.takes is not before.takes:
        known = {id(take) for take in before.takes}
        new = [take for take in after.takes if id(take) not in known]
        notes = {id(take.notes) for take in before.takes}
        size += _PLACE * len(after.takes) + sum(_take(take, notes) for take in new)
    if after.remembered is not before.remembered:
        others = {id(score) for score in before.remembered}
        new_scores = (score for score in after.remembered if id(score) not in others)
        size += sum(score_beyond(Score(), score) for score in new_scores)
    return size


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
