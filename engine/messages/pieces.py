"""The messages between the window and the process that opens untrusted files."""

import msgspec

from engine.messages.base import ReaderCommand, ReaderEvent
from engine.values.beats import NOTHING_SAID, SaidBeats
from engine.values.hearing import Seconds, SoundPath
from engine.values.score import Score


class ReadPiece(ReaderCommand, frozen=True, kw_only=True):
    """Open a piece; answered by `PieceRead` or `Failed`.

    Attributes:
        name: The file name, for error messages.
        data: The contents of the file.
    """

    name: str
    data: bytes


class PieceRead(ReaderEvent, frozen=True, kw_only=True):
    """A piece was opened and is consistent.

    Attributes:
        document: Its JSON, encoded again by the child.
        sound: The sound of the recording that it keeps, decoded once to its end; empty without,
            or if it is damaged.
    """

    document: msgspec.Raw
    sound: bytes = b""


class KeepSound(ReaderCommand, frozen=True, kw_only=True):
    """Make a recording small enough for a piece; answered by `SoundKept` or `Failed`.

    Attributes:
        file: The path of a WAV, FLAC, OGG or MP3 file.
    """

    file: SoundPath


class SoundKept(ReaderEvent, frozen=True, kw_only=True):
    """A recording as a piece keeps it.

    Attributes:
        sound: OGG Vorbis.
        seconds: Its length.
    """

    sound: bytes
    seconds: Seconds


class FindBars(ReaderCommand, frozen=True, kw_only=True):
    """Check whether the bars of a piece fit its notes; answered by `BarsFound` or `Failed`.

    Attributes:
        score: The piece.
        said: The beats and bar lines that a person is sure of; the others follow them.
    """

    score: Score
    said: SaidBeats = NOTHING_SAID


class RightBars(msgspec.Struct, frozen=True, kw_only=True):
    """The edit that corrects the beats and bars of a piece.

    Attributes:
        score: The piece with the bars of its music; its notes keep their times in seconds, but
            for a common shift that puts the bar of the first note at the beginning.
        shift_s: Seconds by which all of it comes earlier than before.
        beats: Beats of most bars.
        bars: How many bars were found.
        doubtful: Ticks in `score` where bars begin of which the tracker is not certain.
        bpm: Beats a minute.
        played: Whether it was played without a click.
    """

    score: Score
    shift_s: float
    beats: int
    bars: int
    doubtful: tuple[int, ...]
    bpm: float
    played: bool


class CheckBank(ReaderCommand, frozen=True, kw_only=True):
    """Test-play every sound of a bank; answered by `BankChecked` or `Failed`."""

    path: str


class BankChecked(ReaderEvent, frozen=True, kw_only=True):
    """All sounds of a bank could be played.

    Attributes:
        title: The name inside the bank.
    """

    title: str


class BarsFound(ReaderEvent, frozen=True, kw_only=True):
    """The result of `FindBars`.

    Attributes:
        right: The correction; None if the bars fit, or cannot be determined.
        fit: Whether the bars fit already.
    """

    right: RightBars | None
    fit: bool = False
