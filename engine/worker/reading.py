"""The reader role: opens pieces and banks from outside, isolated from the other processes."""

from pathlib import Path

import msgspec

from engine.ground.errors import DocumentError, ProcessError, SoundError
from engine.ground.host import limit_memory
from engine.messages import (
    BankChecked,
    BarsFound,
    CheckBank,
    Command,
    FindBars,
    KeepSound,
    PieceRead,
    ReadPiece,
    SoundKept,
)
from engine.piece.composition_file import from_bytes, sound_in, to_document
from engine.worker.door import Border, CommandRole, Emit, Inbox

# The largest allowed file takes 800 MB while it is unpacked, read and written again.
MEMORY_LIMIT_BYTES = 1_500_000_000
# Memory for the largest bank and three copies of one preset: in the bank, alone, and playing.
BANK_LIMIT_BYTES = 5_000_000_000


class ReaderRole(CommandRole):
    """Opens pieces and banks, within the memory that a piece needs."""

    def __init__(self, inbox: Inbox, emit: Emit, *, border: Border) -> None:
        super().__init__(inbox, emit, border=border)
        limit_memory(MEMORY_LIMIT_BYTES, at_most=BANK_LIMIT_BYTES)

    def _obey(self, command: Command) -> None:
        match command:
            case ReadPiece():
                self._emit(_read(command))
            case FindBars(score=score, said=said):
                # Imported late, because it needs NumPy: a piece is shown before that is loaded.
                from engine.library.normalizing import bars_fit, right_bars  # noqa: PLC0415

                right = right_bars(score, said=said)
                fit = right is None and not said.taps and bars_fit(score)
                self._emit(BarsFound(right=right, fit=fit))
            case KeepSound(file=file):
                # Imported late, because it needs NumPy.
                from engine.playback.files.kept_sound import kept_sound  # noqa: PLC0415

                sound, seconds = kept_sound(Path(file))
                self._emit(SoundKept(sound=sound, seconds=seconds))
            case CheckBank(path=path):
                self._emit(BankChecked(title=_tried(Path(path))))
            case _:
                name = type(command).__name__
                raise ProcessError(
                    "The reader process does not know the command {name}.", name=name
                )


def _tried(path: Path) -> str:
    # Imported late, because it needs the synthesizer, and pieces do not.
    from engine.playback.sound.bank_check import tried_bank  # noqa: PLC0415

    limit_memory(BANK_LIMIT_BYTES)
    try:
        return tried_bank(path)
    except MemoryError as error:
        raise SoundError(
            "The sound bank ‘{name}’ takes more memory than it may.", name=path.name
        ) from error


def _read(command: ReadPiece) -> PieceRead:
    try:
        piece = from_bytes(command.data, name=command.name)
        sound = sound_in(command.data, piece)
        document = msgspec.Raw(to_document(piece))
        return PieceRead(document=document, sound=sound if sound and _is_sound(sound) else b"")
    except MemoryError as error:
        raise DocumentError(
            "‘{name}’ is larger than any piece Segue writes.", name=command.name
        ) from error


def _is_sound(sound: bytes) -> bool:
    # Imported late, because it needs NumPy: other pieces are shown before that is loaded.
    from engine.playback.files.kept_sound import is_sound  # noqa: PLC0415

    return is_sound(sound)
