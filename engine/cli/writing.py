"""Files that commands write, with the sentence for a disk that does not take them."""

from pathlib import Path

from engine.errors import PortError
from engine.saving import write_atomically


def write_file(path: Path, data: bytes) -> None:
    """Write a file, whole or not at all.

    Raises:
        PortError: The disk does not take it.
    """
    try:
        write_atomically(path, data)
    except OSError as error:
        raise PortError(f"Could not write ‘{path}’ ({error.strerror or error}).") from error
