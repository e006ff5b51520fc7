"""A piece written as notation, in the job process: what does it takes seconds to load."""

from pathlib import Path

from engine.errors import DocumentError
from engine.messages import ExportNotation, NotationExported
from engine.music.notation import write_musicxml
from engine.saving import write_atomically


def export_notation(command: ExportNotation) -> NotationExported:
    """Write a piece as MusicXML.

    Raises:
        NotationMissingError: The optional library is not installed.
        DocumentError: The file cannot be written.
    """
    target = Path(command.target)
    data = write_musicxml(command.score)
    try:
        write_atomically(target, data)
    except OSError as error:
        raise DocumentError(
            f"Could not write ‘{target}’ ({error.strerror or error}).",
            hint="Choose another folder.",
        ) from error
    return NotationExported(file=str(target))
