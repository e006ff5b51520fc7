"""A piece written as notation, in the job process: a symphony takes seconds."""

from pathlib import Path

from engine.errors import DocumentError
from engine.messages import ExportNotation, NotationExported
from engine.notation.musicxml import write
from engine.notation.notating import notate
from engine.saving import write_atomically


def export_notation(command: ExportNotation) -> NotationExported:
    """Write a piece as MusicXML.

    Raises:
        DocumentError: The file cannot be written.
    """
    target = Path(command.target)
    data = write(notate(command.score))
    try:
        write_atomically(target, data)
    except OSError as error:
        raise DocumentError(
            f"Could not write ‘{target}’ ({error.strerror or error}).",
            hint="Choose another folder.",
        ) from error
    return NotationExported(file=str(target))
