"""Make the parts of the library: pieces, models, folders."""

from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.clients.library import Library
from app.library.models_shelf import ModelsShelf
from app.library.page import LibraryPlace
from app.library.pieces import Pieces
from app.library.removing import FolderRemoving
from app.library.shelf import LibraryShelf
from app.library.views import LibraryViews
from app.settings.settings import Settings
from app.start.ports import Folders, Links, WindowParts
from app.start.wiring.clients import Clients
from app.start.wiring.piece import PieceParts


@dataclass(frozen=True, slots=True, kw_only=True)
class LibraryParts:
    """The parts of the library.

    Attributes:
        shelf: The library's pieces and watched folders.
        views: Imports folders and lists the models.
        models: Imports, renames, plays and deletes models.
        pieces: Plays, opens and inserts pieces.
        place: The library page.
    """

    shelf: LibraryShelf
    views: LibraryViews
    models: ModelsShelf
    pieces: Pieces
    place: LibraryPlace

    def close(self) -> None:
        """Stop playback and the library process."""
        self.models.close()
        self.shelf.close()


def make_library(
    window: WindowParts,
    piece: PieceParts,
    clients: Clients,
    *,
    links: Links,
    folders: Folders,
    settings: Settings,
    parent: QObject,
) -> LibraryParts:
    """Return the library's parts; its process is not started."""
    shell, workspaces = window.shell, window.workspaces
    shelf = LibraryShelf(window.page.library, Library(links.library, parent), parent)
    views = LibraryViews(
        shell,
        workspaces,
        importing=clients.importing,
        shelf=shelf,
        continuing=clients.continuing,
        settings=settings,
        starter=folders.starter,
        models=folders.paths.models,
        parent=parent,
    )
    models = ModelsShelf(
        shell,
        window.page,
        views,
        files=piece.files,
        playing=clients.playing,
        make_link=links.make_job,
        parent=parent,
    )
    pieces = Pieces(
        workspaces, piece.document, files=piece.files, playing=clients.playing, parent=parent
    )
    place = LibraryPlace(
        shell,
        workspaces,
        views,
        pieces=pieces,
        removing=FolderRemoving(shell, shelf, clients.importing, parent),
        parent=parent,
    )
    return LibraryParts(shelf=shelf, views=views, models=models, pieces=pieces, place=place)
