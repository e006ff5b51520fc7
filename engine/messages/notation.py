"""What is said about notation: pieces written as MusicXML and read from it."""

from engine.messages.base import Message
from engine.music.score import Score


class ExportNotation(Message, frozen=True, kw_only=True):
    """Write a piece as MusicXML; answered by `NotationExported`.

    Attributes:
        score: The piece.
        target: The file.
    """

    score: Score
    target: str


class NotationExported(Message, frozen=True, kw_only=True):
    """A piece was written as notation.

    Attributes:
        file: Where.
    """

    file: str


class ReadNotation(Message, frozen=True, kw_only=True):
    """Read a MusicXML file in a guarded process; answered by `NotationRead`.

    Attributes:
        file: The file, `.musicxml` or `.mxl`.
        title: The piece's name; empty takes the file's own.
        repeats: Whether repeats are unfolded.
    """

    file: str
    title: str = ""
    repeats: bool = True


class NotationRead(Message, frozen=True, kw_only=True):
    """A MusicXML file was read.

    Attributes:
        score: The music.
        warnings: What was odd, in sentences.
    """

    score: Score
    warnings: tuple[str, ...] = ()
