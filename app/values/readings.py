"""The progress of an import."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How far an import is, or how it ended.

    Attributes:
        name: Of the folder, or of the files, that the user added.
        done: Files examined.
        total: Files found; 0 while the folder is searched.
        ready: Usable files among those examined.
        refused: Files that cannot be used.
        seconds_left: An estimate; negative when there is none.
        folder: The key of the folder (`PieceQuery.folder` in hexadecimal); empty for files.
    """

    name: str
    done: int = 0
    total: int = 0
    ready: int = 0
    refused: int = 0
    seconds_left: float = -1.0
    folder: str = ""
