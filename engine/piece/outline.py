"""Limits on the number of tracks and takes of a piece, checked before they are decoded.

Decoding a note takes a microsecond, a take or a score several; the count of objects in
`engine.gate.documents` does not distinguish them.
"""

import msgspec

from engine.gate import documents
from engine.gate.documents import DocumentBounds
from engine.gate.refusal import RefusedError
from engine.values.ranges import MOST_TRACKS

# Limits for damaged files.
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


def check(text: bytes, bounds: DocumentBounds) -> None:
    """Check the number of tracks, takes and remembered pieces.

    Args:
        text: The JSON of the piece.
        bounds: The limits of the document.

    Raises:
        RefusedError: The piece exceeds a limit, or the JSON is not a piece.
    """
    parts = documents.decode(text, _Outline, bounds).composition
    refuse_more_than(MOST_TRACKS, len(parts.score.tracks), "tracks")
    refuse_more_than(MOST_TRACKS, len(parts.settings), "settings of tracks")
    refuse_more_than(MOST_TAKES, len(parts.takes), "takes")
    refuse_more_than(MOST_REMEMBERED, len(parts.remembered), "remembered pieces")
    tracks = sum(len(score.tracks) for score in parts.remembered)
    refuse_more_than(MOST_REMEMBERED_TRACKS, tracks, "tracks of remembered pieces")


def refuse_more_than(most: int, count: int, what: str) -> None:
    """Check a count.

    Raises:
        RefusedError: `count` is larger than `most`.
    """
    if count > most:
        raise RefusedError(f"it holds {count:,} {what}; at most {most:,}")
