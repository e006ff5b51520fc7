"""The messages about notation: export and import of MusicXML, drawing of scores."""

from typing import Annotated

import msgspec

from engine.messages.base import EngraveCommand, EngraveEvent, JobCommand, JobEvent
from engine.messages.changes import ScoreChange
from engine.sentence import Text
from engine.values.line_picture import LinePicture
from engine.values.ranges import Chosen, TrackNumber
from engine.values.score import Score

LineWidth = Annotated[int, msgspec.Meta(ge=600, le=20_000)]
Ink = Annotated[str, msgspec.Meta(pattern=r"^#[0-9a-fA-F]{6}$")]
Measure = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]


class ExportNotation(JobCommand, frozen=True, kw_only=True):
    """Write a piece as MusicXML; answered by `NotationExported`."""

    score: Score
    target: str


class NotationExported(JobEvent, frozen=True, kw_only=True):
    """A piece was written as notation.

    Attributes:
        file: Where.
        left_out: Parts of the piece that the file cannot hold, in sentences.
    """

    file: str
    left_out: tuple[Text, ...] = ()


class ExportParts(JobCommand, frozen=True, kw_only=True):
    """Write the parts of players, each as a file of its own; answered by `PartsExported`.

    Attributes:
        score: The piece.
        parts: The tracks of each part.
        targets: The file of each part.
    """

    score: Score
    parts: tuple[tuple[TrackNumber, ...], ...]
    targets: tuple[str, ...]


class PartsExported(JobEvent, frozen=True, kw_only=True):
    """The parts of players were written.

    Attributes:
        files: Where.
        left_out: Parts of the piece that the files cannot hold, in sentences.
    """

    files: tuple[str, ...]
    left_out: tuple[Text, ...] = ()


class ReadNotation(JobCommand, frozen=True, kw_only=True):
    """Read a file of notation in a guarded process; answered by `NotationRead`.

    Attributes:
        file: The file, `.musicxml`, `.mxl` or `.abc`, or a ZIP archive.
        title: The piece's name; empty takes the file's own.
        repeats: Whether repeats are unfolded.
        tune: Of an ABC file with many tunes, the name of one, as the library has it; of an archive,
            the path in it; else empty.
    """

    file: str
    title: str = ""
    repeats: bool = True
    tune: str = ""


class NotationRead(JobEvent, frozen=True, kw_only=True):
    """A file of notation was read.

    Attributes:
        score: The music.
        warnings: One sentence on each oddity.
        tunes: The names of the tunes of an ABC file that has more than one, where none was named
            in the command; the music is the first one's.
    """

    score: Score
    warnings: tuple[Text, ...] = ()
    tunes: tuple[str, ...] = ()


class DrawLines(JobCommand, frozen=True, kw_only=True):
    """Draw all lines of printed books; answered by a `LineDrawn` for each, then `LinesDrawn`.

    Attributes:
        score: The piece.
        books: The tracks in each printed book.
        widths: Width of the lines of each book, in tenths of a millimetre.
    """

    score: Score
    books: tuple[tuple[TrackNumber, ...], ...]
    widths: tuple[LineWidth, ...]


class LineDrawn(JobEvent, frozen=True, kw_only=True):
    """A line was drawn.

    Attributes:
        book: Index of its book, from 0; the lines of a book come in order.
        picture: The line.
        may_turn: Whether a player has the time to turn the page after it.
        share: Progress over all lines, 0 to 1.
    """

    book: int
    picture: LinePicture
    may_turn: bool = False
    share: float = 0.0


class LinesDrawn(JobEvent, frozen=True, kw_only=True):
    """All lines were drawn."""


class PageLook(msgspec.Struct, frozen=True, kw_only=True):
    """How to draw lines, and which measures are visible.

    Attributes:
        width: Of a line, in tenths of a millimetre.
        ink: The colour, `#rrggbb`.
        endless: Whether each line is as wide as its contents, to be laid side by side.
        first: First visible measure.
        last: Last visible measure.
        held: Numbers of the lines that the sender has in the last layout: the child draws of these
            only those that the change affects.
    """

    width: LineWidth = 2100
    ink: Ink = "#000000"
    endless: bool = False
    first: Measure = 0
    last: Measure = 0
    held: frozenset[Measure] = frozenset()


class Engrave(EngraveCommand, frozen=True, kw_only=True):
    """Draw the visible lines of a score; answered by `PageLaidOut`, then `Engraved`.

    The child keeps the piece, so that later requests send only a change. A newer request cancels an
    older one.

    Attributes:
        request: Number of the request.
        score: The piece, or None to keep the last one.
        change: A change to apply to it first, or None.
        look: How to draw it, and what of it.
    """

    request: Chosen
    score: Score | None = None
    change: ScoreChange | None = None
    look: PageLook = PageLook()


class PageLaidOut(EngraveEvent, frozen=True, kw_only=True):
    """The measures on each line of a score.

    Attributes:
        request: Number of the request.
        starts: The first measure of each line.
        measures: Number of all measures.
        anew: First and last line to draw again; (0, -1) for none.
        performed: Whether the piece was played freely, so that the notation is approximate.
    """

    request: int
    starts: tuple[int, ...]
    measures: int
    anew: tuple[int, int]
    performed: bool = False


class Engraved(EngraveEvent, frozen=True, kw_only=True):
    """A line of a score was drawn.

    Attributes:
        request: Number of the request.
        line: Its number, from 0.
        picture: The line.
    """

    request: int
    line: int
    picture: LinePicture
