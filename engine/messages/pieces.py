"""What is said to a process that opens pieces from outside, and what it answers."""

import msgspec

from engine.messages.base import ReaderCommand, ReaderEvent


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
