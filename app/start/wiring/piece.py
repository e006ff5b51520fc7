"""Make the document, its files and its focus."""

from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.clients.notation_reading import NotationFetching
from app.files.autosave import Autosave
from app.files.document_files import Files
from app.files.kept_recordings import KeptRecordings
from app.settings.settings import Settings
from app.start.ports import Links
from app.start.wiring.threads import Threads
from app.state.beats.doubtful_bars import DoubtfulBars
from app.state.current_key import CurrentKey
from app.state.document import Document
from app.state.generation_settings import GenerationSettings
from app.state.selection import Selection
from engine.ground.paths import Paths
from engine.piece.kept_recording import KeptSounds


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceParts:
    """The document and its files.

    Attributes:
        document: The piece with its history.
        files: Opens and saves it.
        autosave: Writes each edit to the disk.
        fetching: Reads notation for those who hear it or insert it.
        recordings: Keeps a recording in it.
    """

    document: Document
    files: Files
    autosave: Autosave
    fetching: NotationFetching
    recordings: KeptRecordings


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus:
    """The current selection, generation settings, key and doubtful bars.

    Attributes:
        selection: The current track and the selected notes.
        generation: The settings of the next continuation.
        key: The key at the playhead.
        doubtful: The bars whose beats are doubtful.
    """

    selection: Selection
    generation: GenerationSettings
    key: CurrentKey
    doubtful: DoubtfulBars


def make_piece(
    settings: Settings, threads: Threads, links: Links, paths: Paths, *, parent: QObject
) -> PieceParts:
    """Return an empty document and its files."""
    document = Document(parent=parent)
    sounds = links.reader.sounds = KeptSounds(paths.data / "kept recordings")
    fetching = NotationFetching(links.make_job, parent)
    files = Files(
        document,
        settings,
        threads.background,
        threads.reads,
        reader=links.reader,
        notation=fetching,
        backups=paths.data / "backups",
        sounds=sounds,
        parent=parent,
    )
    autosave = Autosave(document, threads.keeping, folder=paths.autosave, parent=parent)
    recordings = KeptRecordings(document, threads.reads, links.reader, sounds, parent)
    return PieceParts(
        document=document,
        files=files,
        autosave=autosave,
        fetching=fetching,
        recordings=recordings,
    )


def make_focus(document: Document, *, parent: QObject) -> Focus:
    """Return the focus of a document."""
    return Focus(
        selection=Selection(document, parent),
        generation=GenerationSettings(parent),
        key=CurrentKey(document, parent),
        doubtful=DoubtfulBars(document, parent),
    )
