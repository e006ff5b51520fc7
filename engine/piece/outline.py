"""How many parts a piece from outside has, counted before any of them is made.

A note costs a microsecond to make, a take or a score several; the gate's count of objects does not
tell them apart.
"""

import msgspec

from engine.gate import documents
from engine.gate.documents import Bounds
from engine.gate.refusal import RefusedError
from engine.music.ranges import MOST_TRACKS

MOST_TAKES, MOST_REMEMBERED, MOST_REMEMBERED_TRACKS = 20_000, 2_000, 50_000


class _Tracks(msgspec.Struct, frozen=True):
    tracks: tuple[msgspec.Raw, ...] = ()


class _Parts(msgspec.Struct, frozen=True):
    score: _Tracks = _Tracks()
    settings: tuple[msgspec.Raw, ...] = ()
    takes: tuple[msgspec.Raw, ...] = ()
    remembered: tuple[_Tracks, ...] = ()


class _Outline(msgspec.Struct, frozen=True):
    composition: _Parts


def check(text: bytes, bounds: Bounds) -> None:
    """Refuse a piece with more parts than any has.

    Args:
        text: Its JSON.
        bounds: The most it may be.

    Raises:
        RefusedError: It has more, or is no piece at all.
    """
    parts = documents.decode(text, _Outline, bounds).composition
    refuse_more_than(MOST_TRACKS, len(parts.score.tracks), "tracks")
    refuse_more_than(MOST_TRACKS, len(parts.settings), "settings of tracks")
    refuse_more_than(MOST_TAKES, len(parts.takes), "takes")
    refuse_more_than(MOST_REMEMBERED, len(parts.remembered), "remembered pieces")
    tracks = sum(len(score.tracks) for score in parts.remembered)
    refuse_more_than(MOST_REMEMBERED_TRACKS, tracks, "tracks of remembered pieces")


def refuse_more_than(most: int, count: int, what: str) -> None:
    """Refuse a piece with more of something.

    Raises:
        RefusedError: It has.
    """
    if count > most:
        raise RefusedError(f"it holds {count:,} {what}; at most {most:,}")
