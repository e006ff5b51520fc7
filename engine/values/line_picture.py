"""A drawn line of a score (a system), and where its note heads are."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

import msgspec


class HeadPlace(msgspec.Struct, frozen=True, kw_only=True):
    """The place of a note head.

    Attributes:
        track: The note's track.
        note: Its index in the track.
        x: Its left edge, in units of the picture.
        y: Its middle.
    """

    track: int
    note: int
    x: int
    y: int


class LinePicture(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a score as it is drawn.

    Attributes:
        svg: The picture, in SVG Tiny 1.2; the element of a note is called `nTRACK-NOTE`.
        width: Of the picture, in its own units, ten of them a unit of verovio's page.
        height: Of the picture, in its own units.
        heads: The places of its note heads.
        bars: The x where each of its measures ends.
        top: The y of its first staff.
    """

    svg: str
    width: int
    height: int
    heads: tuple[HeadPlace, ...] = ()
    bars: tuple[int, ...] = ()
    top: int = 0


# Each line of a book, and whether a player has the time to turn the page after it.
BookLines: TypeAlias = Iterable[tuple[LinePicture, bool]]
# Draws books by their tracks, each with lines of a width in tenths of a millimetre.
DrawsBooks: TypeAlias = Callable[
    [tuple[tuple[int, ...], ...], tuple[int, ...]], Iterable[BookLines]
]
