"""The reader role: pieces from outside, opened where nothing else can come to harm."""

import msgspec

from engine.composition_file import from_bytes, to_document
from engine.errors import DocumentError, ProcessError
from engine.host import limit_memory
from engine.messages import BarsFound, Command, FindBars, PieceRead, ReadPiece
from engine.worker.door import Border, Emit, Inbox, OneByOne

# The largest file there may be, unpacked, made and written anew, takes 800 MB.
MEMORY_LIMIT_BYTES = 1_500_000_000


class ReaderRole(OneByOne):
    """Opens pieces; takes no more memory than any piece needs."""

    def __init__(self, inbox: Inbox, emit: Emit, *, border: Border) -> None:
        super().__init__(inbox, emit, border=border)
        limit_memory(MEMORY_LIMIT_BYTES)

    def _obey(self, command: Command) -> None:
        match command:
            case ReadPiece():
                self._emit(PieceRead(document=msgspec.Raw(_document(command))))
            case FindBars(score=score):
                # Here, for it takes arrays: a piece is open before they are loaded.
                from engine.library.normalizing import right_bars  # noqa: PLC0415

                self._emit(BarsFound(right=right_bars(score)))
            case _:
                name = type(command).__name__
                raise ProcessError(f"The reader process does not know the command {name}.")


def _document(command: ReadPiece) -> bytes:
    try:
        return to_document(from_bytes(command.data, name=command.name))
    except MemoryError as error:
        raise DocumentError(f"‘{command.name}’ is larger than any piece Segue writes.") from error
