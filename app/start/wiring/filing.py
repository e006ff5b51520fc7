"""Make the parts that open, save, drop and export the piece."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.clients.notation_reading import NotationFetching, NotationReading
from app.clients.recording import Recording
from app.compose.files.drops import Drops
from app.compose.files.file_actions import FileActions
from app.start.ports import Folders, Links, WindowParts
from app.start.wiring.clients import Clients
from app.start.wiring.exporting import Exports
from app.start.wiring.piece import PieceParts
from app.state.selection import Selection


@dataclass(frozen=True, slots=True, kw_only=True)
class FilingParts:
    """The parts that open, save, drop and export the piece.

    Attributes:
        actions: The File menu and the question about unsaved work.
        drops: Files dropped on the window, and music dragged out.
        reading: Reads notation that is opened, in a job process.
        fetching: Reads notation that is heard or inserted, in job processes.
        exports: Exports for other programs.
    """

    actions: FileActions
    drops: Drops
    reading: NotationReading
    fetching: NotationFetching
    exports: Exports

    def close(self) -> None:
        """Cancel running reads and exports."""
        self.exports.close()
        self.reading.close()
        self.fetching.close()


def make_filing(
    window: WindowParts,
    piece: PieceParts,
    clients: Clients,
    *,
    recording: Recording,
    selection: Selection,
    links: Links,
    folders: Folders,
    may_close: Callable[[], bool],
    parent: QObject,
) -> FilingParts:
    """Return the parts for files; `may_close` asks other parts about unsaved work."""
    shell, page, document = window.shell, window.page, piece.document
    reading = NotationReading(links.make_job, parent)
    actions = FileActions(
        shell,
        page,
        document,
        files=piece.files,
        notation=reading,
        fetching=piece.fetching,
        recording=recording,
        autosave=piece.autosave,
        demos=folders.demos,
        may_close=may_close,
        parent=parent,
    )
    drops = Drops(
        shell,
        page,
        document,
        files=piece.files,
        importing=clients.importing,
        selection=selection,
        cache=folders.paths.cache,
        parent=parent,
    )
    exports = Exports(shell, document, piece.files, clients.playing.audio, links)
    return FilingParts(
        actions=actions, drops=drops, reading=reading, fetching=piece.fetching, exports=exports
    )
