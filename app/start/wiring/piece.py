"""The piece that is open: the document, its files, and what of it is worked on."""

from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.files.autosave import Autosave
from app.files.document_files import Files
from app.settings.settings import Settings
from app.start.wiring.threads import Threads
from app.state.current_key import CurrentKey
from app.state.document import Document
from app.state.generation_settings import GenerationSettings
from app.state.selection import Selection
from engine.paths import Paths
from engine.piece.opening import PieceReader


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceParts:
    """The document and where it is kept.

    Attributes:
        document: The piece with its history.
        files: Opens and saves it.
        autosave: Keeps each of its edits on the disk.
    """

    document: Document
    files: Files
    autosave: Autosave


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus:
    """What of the piece is worked on.

    Attributes:
        selection: The track and the notes that are chosen.
        generation: What is asked of the model.
        key: The key at the playhead.
    """

    selection: Selection
    generation: GenerationSettings
    key: CurrentKey


def make_piece(
    settings: Settings, threads: Threads, reader: PieceReader, paths: Paths, *, parent: QObject
) -> PieceParts:
    """Return an empty document, and what opens, saves and keeps it."""
    document = Document(parent=parent)
    files = Files(
        document,
        settings,
        threads.background,
        threads.outside,
        reader=reader,
        backups=paths.data / "backups",
        parent=parent,
    )
    autosave = Autosave(document, threads.keeping, folder=paths.autosave, parent=parent)
    return PieceParts(document=document, files=files, autosave=autosave)


def make_focus(document: Document, *, parent: QObject) -> Focus:
    """Return what follows the document's tracks, notes and keys."""
    return Focus(
        selection=Selection(document, parent),
        generation=GenerationSettings(parent),
        key=CurrentKey(document, parent),
    )
