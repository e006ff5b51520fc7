"""What is said about notation: MusicXML written and read, lines of a score drawn."""

from typing import Annotated

import msgspec

from engine.messages.base import EngraveCommand, EngraveEvent, JobCommand, JobEvent
from engine.messages.changes import ScoreChange
from engine.music.score import Score

LineWidth = Annotated[int, msgspec.Meta(ge=600, le=20_000)]
Ink = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{6}$")]
Measure = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class ExportNotation(JobCommand, frozen=True, kw_only=True):
    """Write a piece as MusicXML; answered by `NotationExported`.

    Attributes:
        score: The piece.
        target: The file.
    """

    score: Score
    target: str


class NotationExported(JobEvent, frozen=True, kw_only=True):
    """A piece was written as notation.

    Attributes:
        file: Where.
        left_out: What the file does not say of the piece, in sentences.
    """

    file: str
    left_out: tuple[str, ...] = ()


class ReadNotation(JobCommand, frozen=True, kw_only=True):
    """Read a MusicXML file in a guarded process; answered by `NotationRead`.

    Attributes:
        file: The file, `.musicxml`, `.mxl` or `.abc`.
        title: The piece's name; empty takes the file's own.
        repeats: Whether repeats are unfolded.
    """

    file: str
    title: str = ""
    repeats: bool = True


class NotationRead(JobEvent, frozen=True, kw_only=True):
    """A MusicXML file was read.

    Attributes:
        score: The music.
        warnings: What was odd, in sentences.
    """

    score: Score
    warnings: tuple[str, ...] = ()


class DrawLines(JobCommand, frozen=True, kw_only=True):
    """Draw all lines of a score and of parts, to be printed; answered by `LineDrawn`, `LinesDrawn`.

    Attributes:
        score: The piece.
        books: For each book that is printed the tracks that stand in it.
        widths: How wide each book's lines are, in tenths of a millimetre.
    """

    score: Score
    books: tuple[tuple[int, ...], ...]
    widths: tuple[LineWidth, ...]


class LineDrawn(JobEvent, frozen=True, kw_only=True):
    """A line was drawn.

    Attributes:
        book: In which book it stands, from 0; lines come in their order.
        svg: The picture, in SVG Tiny 1.2.
        width: Of the picture, in its own units.
        height: The same.
        share: How much of all is drawn, 0 to 1.
    """

    book: int
    svg: str
    width: int
    height: int
    share: float = 0.0


class LinesDrawn(JobEvent, frozen=True, kw_only=True):
    """All lines were drawn."""


class Engrave(EngraveCommand, frozen=True, kw_only=True):
    """Draw the lines of a score that are in sight; answered by `PageLaidOut`, then `Engraved`.

    The child keeps the piece: of one that it knows only the change is said. A newer request makes
    an older one void.

    Attributes:
        request: Its number.
        score: The piece, or None for the one it has.
        change: What to change in it first, or None.
        width: Of a line, in tenths of a millimetre.
        ink: The colour, `#rrggbb`.
        endless: Whether lines are as wide as what is in them, to stand beside each other.
        first: First measure in sight.
        last: Last one in sight.
        held: Numbers of lines that whoever asks has as the child last laid them out: of these only
            what the change touches is drawn.
    """

    request: int
    score: Score | None = None
    change: ScoreChange | None = None
    width: LineWidth = 2100
    ink: Ink = "#000000"
    endless: bool = False
    first: Measure = 0
    last: Measure = 0
    held: tuple[Measure, ...] = ()


class PageLaidOut(EngraveEvent, frozen=True, kw_only=True):
    """Which measures stand on which line of a score.

    Attributes:
        request: Whose.
        starts: The first measure of each line.
        measures: How many there are in all.
        anew: First and last line that must be drawn anew; (0, -1) for none.
        performed: Whether the piece was played freely, so that the page says it only nearly.
    """

    request: int
    starts: tuple[int, ...]
    measures: int
    anew: tuple[int, int]
    performed: bool = False


class HeadPlace(msgspec.Struct, frozen=True, kw_only=True):
    """Where a note head is.

    Attributes:
        track: The note's track.
        note: Its index in the track.
        x: Its left, in units of the picture.
        y: Its middle.
    """

    track: int
    note: int
    x: int
    y: int


class Engraved(EngraveEvent, frozen=True, kw_only=True):
    """A line of a score was drawn.

    Attributes:
        request: Whose.
        line: Its number, from 0.
        svg: The picture, in SVG Tiny 1.2; a note's element is called `nTRACK-NOTE`.
        width: Of the picture, in its own units.
        height: The same.
        heads: Where its note heads are.
        bars: Where each of its measures ends, from the left.
        top: Where its first staff begins.
    """

    request: int
    line: int
    svg: str
    width: int
    height: int
    heads: tuple[HeadPlace, ...] = ()
    bars: tuple[int, ...] = ()
    top: int = 0
