"""What is said to a process that opens pieces from outside, and what it answers."""

import msgspec

from engine.messages.base import ReaderCommand, ReaderEvent
from engine.music.score import Score


class ReadPiece(ReaderCommand, frozen=True, kw_only=True):
    """Open a piece; answered by `PieceRead` or `Failed`.

    Attributes:
        name: The file's, for sentences about it.
        data: The file's bytes.
    """

    name: str
    data: bytes


class PieceRead(ReaderEvent, frozen=True, kw_only=True):
    """A piece was opened, and holds together.

    Attributes:
        document: Its JSON, written anew.
    """

    document: msgspec.Raw


class FindBars(ReaderCommand, frozen=True, kw_only=True):
    """Find out whether the bars of a piece fit its notes; answered by `BarsFound` or `Failed`.

    Attributes:
        score: The piece.
    """

    score: Score


class RightBars(msgspec.Struct, frozen=True, kw_only=True):
    """The edit that puts the bars of a piece right whose own do not fit its notes.

    Attributes:
        score: The piece with its bars where the music has them; every note is there.
        later: Ticks by which everything came later; negative where it came earlier.
        beats: Quarter notes of most bars.
    """

    score: Score
    later: int
    beats: int


class CheckBank(ReaderCommand, frozen=True, kw_only=True):
    """Make every sound of a bank once; answered by `BankChecked` or `Failed`.

    Attributes:
        path: The bank's file.
    """

    path: str


class FindUntriedBank(ReaderCommand, frozen=True, kw_only=True):
    """Say which bank plays where nobody chose one, if it was not tried; by `UntriedBankFound`."""


class UntriedBankFound(ReaderEvent, frozen=True, kw_only=True):
    """The bank that is to be tried is known.

    Attributes:
        path: The bank's file; empty where there is none.
    """

    path: str


class BankChecked(ReaderEvent, frozen=True, kw_only=True):
    """A bank holds together, and each of its sounds was made.

    Attributes:
        title: What it calls itself.
    """

    title: str


class BarsFound(ReaderEvent, frozen=True, kw_only=True):
    """It was found out.

    Attributes:
        right: What puts them right; None where they fit, or there is no telling.
    """

    right: RightBars | None
