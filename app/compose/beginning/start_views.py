"""Fill the start page and connect its buttons."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QCursor

from app.clients.playing import Playing
from app.compose.beginning.continued_demos import ContinuedDemos
from app.compose.files.file_actions import FileActions
from app.compose.files.templates import TEMPLATES, translated
from app.files.document_files import Files, demo_title
from app.files.pictures import Pictures, picture_of, picture_of_midi
from app.main_window.shell import Shell
from app.main_window.workspaces import Workspaces
from app.state.document import Document
from app.values.pictures import Picture
from app.views.start_page.page import StartPage
from app.views.start_page.tiles import PieceTile
from app.words.counting import counted
from engine import messages
from engine.piece.composition_file import SUFFIX


class StartViews(QObject):
    """Connects the start page to the files and their pictures.

    Args:
        pictures: The store of pictures.
        continued: The demo pieces that Segue has continued.
        record: Records what the computer's keys play.
    """

    def __init__(
        self,
        shell: Shell,
        workspaces: Workspaces,
        document: Document,
        *,
        files: Files,
        actions: FileActions,
        pictures: Pictures,
        continued: ContinuedDemos,
        playing: Playing,
        record: Callable[[], None],
        demos: Path,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell, self._workspaces, self._document = shell, workspaces, document
        self._files, self._actions, self._pictures = files, actions, pictures
        self._continued, self._playing, self._demos = continued, playing, demos
        self._start_recording = record
        self._page: StartPage | None = None
        self._introduces = False
        self._tiles: dict[str, PieceTile] = {}
        shell.actions.bind(start=self)
        playing.ports_changed.connect(self._show_keyboard)
        document.replaced.connect(self._leave)
        files.opened.connect(self._on_opened)
        files.saved.connect(self._keep_picture)
        files.recent_changed.connect(self._show_recent)

    def show_introduction(self) -> None:
        """Show the page without the recent pieces."""
        self.show(introduction=True)

    def show(self, *, introduction: bool = False) -> None:
        """Show the page; as an introduction, without the recent pieces above it."""
        page, self._introduces = self._furnished(), introduction
        self._show_recent()
        self._show_demos()
        untouched = self._document.path is None and not self._document.score.note_count
        page.show_back("" if untouched else self._document.title)
        self._workspaces.show_workspace("start")

    def _furnished(self) -> StartPage:
        if self._page is None:
            page = self._page = self._workspaces.start
            page.show_templates([(key, translated(t.name)) for key, t in TEMPLATES.items()])
            page.new_clicked.connect(self._shell.actions["new"].trigger)
            page.open_clicked.connect(self._shell.actions["open"].trigger)
            page.folder_clicked.connect(self._shell.actions["add_folder"].trigger)
            page.record_clicked.connect(self._record)
            page.silence_clicked.connect(self._choose_output)
            page.template_chosen.connect(self._actions.begin_with)
            page.piece_chosen.connect(self._open)
            page.back_clicked.connect(self._leave)
            self._continued.connect_page(page)
            self._show_keyboard(self._playing.ports)
        return self._page

    def _open(self, key: str) -> None:
        path = Path(key)
        if path.parent == self._demos:
            self._actions.open_demo(path.stem)
        else:
            self._actions.open(path)

    def _record(self) -> None:
        """Record into an empty piece, from the keyboard that was found or the computer's keys."""
        self._actions.begin_empty(self._start_recording)

    def _choose_output(self) -> None:
        self._shell.menus.changing("output").popup(QCursor.pos())

    def _show_keyboard(self, ports: messages.PortsChanged) -> None:
        if self._page is not None:
            self._page.show_keyboard(ports.keyboards[0] if ports.keyboards else "")

    def _leave(self) -> None:
        if self._workspaces.current == "start":
            self._workspaces.show_workspace("compose")

    # --- pieces ------------------------------------------------------------------------------

    def _on_opened(self, path: Path | None) -> None:
        if path is not None and path.is_absolute() and path.parent != self._demos:
            self._keep_picture(path)

    def _keep_picture(self, path: Path) -> None:
        composition = self._document.composition
        colours = tuple(settings.colour for settings in composition.settings)
        self._pictures.keep(path, picture_of(composition.score, colours))
        self._tiles.pop(str(path), None)

    def _show_recent(self) -> None:
        if self._page is None:
            return
        paths = self._recent_paths
        self._page.show_recent([self._tile(path, title=path.stem, place=path) for path in paths])
        bare = [path for path in paths if not self._tiles[str(path)].picture.notes]
        self._pictures.find(bare, self._show_picture, read=self._picture_of, keep=True)

    def _picture_of(self, path: Path) -> Picture:
        """Draw the picture of a file that has none in the store, such as a moved file.

        Raises:
            SegueError: It cannot be read, or is no MIDI file and no piece.
        """
        if path.suffix.lower() != SUFFIX:
            return picture_of_midi(path)
        composition = self._files.piece(path)
        colours = tuple(settings.colour for settings in composition.settings)
        return picture_of(composition.score, colours)

    @property
    def _recent_paths(self) -> tuple[Path, ...]:
        return () if self._introduces else self._files.recent

    def _show_demos(self) -> None:
        self._furnished().show_demos(self._demo_tiles())
        bare = [path for path in self._demo_paths if not self._tiles[str(path)].picture.notes]
        self._pictures.find(bare, self._show_picture, read=picture_of_midi)

    def _demo_tiles(self) -> list[PieceTile]:
        return [self._tile(path, title=demo_title(path)) for path in self._demo_paths]

    @property
    def _demo_paths(self) -> list[Path]:
        """All demo pieces; those that Segue has continued are here as they were written."""
        return sorted(self._demos.glob("*.mid"))

    def _tile(self, path: Path, *, title: str, place: Path | None = None) -> PieceTile:
        key = str(path)
        if key not in self._tiles:
            shown = str(place) if place is not None else ""
            self._tiles[key] = PieceTile(key=key, title=title, place=shown)
        return self._tiles[key]

    def _show_picture(self, path: Path, picture: Picture) -> None:
        key = str(path)
        if self._page is None or key not in self._tiles:
            return
        tile = self._tiles[key]
        bars = counted(picture.bars, self.tr("1 bar"), self.tr("%1 bars"))
        # A demo is named by its file: its title names the composer, too.
        title = (picture.title or path.stem) if tile.place else tile.title
        # Two files may have one title.
        file = path.stem if tile.place and title != path.stem else ""
        self._tiles[key] = replace(
            tile,
            title=title,
            detail=", ".join(filter(None, (bars, file))),
            picture=picture,
        )
        recent = [self._tiles[str(each)] for each in self._recent_paths if str(each) in self._tiles]
        self._page.show_recent(recent)
        self._page.show_demos(self._demo_tiles())
