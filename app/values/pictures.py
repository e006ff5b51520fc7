"""The picture of a piece, which a file keeps and a tile shows."""

import msgspec

from engine.values.score import Note


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """The beginning of a piece.

    Attributes:
        notes: (track index, note) in order of time.
        end: End tick of the last note.
        colours: Colour index of each track.
        bars: Number of bars of the whole piece.
        title: Its title, or empty; None in a picture that an earlier version kept.
    """

    notes: tuple[tuple[int, Note], ...]
    end: int
    colours: tuple[int, ...]
    bars: int
    title: str | None = None


NO_PICTURE = Picture(notes=(), end=0, colours=(), bars=0)
