"""What is in the window at first: the last piece, the page to start from, or a demo."""

from pathlib import Path

from PySide6.QtCore import QObject

from app.compose.beginning.last_piece import LastPiece
from app.compose.beginning.start_views import StartViews
from app.compose.files.file_actions import FileActions
from app.compose.score_views import ScoreViews
from app.files.background import Background
from app.files.document_files import Files
from app.files.pictures import Pictures
from app.main_window.window import MainWindow
from app.settings.settings import Settings
from app.start.parts import Folders
from app.state.document import Document
from app.talk.playing import Playing


class Beginning(QObject):
    """Chooses what a session begins with, and remembers it for the next one.

    Attributes:
        page: The page to start from.
        last: The piece that was open last.
    """

    def __init__(
        self,
        window: MainWindow,
        document: Document,
        settings: Settings,
        *,
        files: Files,
        actions: FileActions,
        views: ScoreViews,
        playing: Playing,
        background: Background,
        folders: Folders,
    ) -> None:
        super().__init__(actions)
        self._window, self._settings = window, settings
        self._actions, self._demos = actions, folders.demos
        self.last = LastPiece(
            document, files, views, playing=playing, settings=settings, parent=self
        )
        self.page = StartViews(
            window.shell,
            window.workspaces,
            document,
            files=files,
            actions=actions,
            pictures=Pictures(folders.paths.cache / "pictures", background),
            demos=folders.demos,
            parent=self,
        )
        self.last.missing.connect(self.page.show)

    def begin(self) -> None:
        """Open what is there at first; who starts Segue for the first time meets a demo."""
        if not self.last.known:
            self._actions.open_demo()
        elif self._settings.preferences.at_start == "page" or not self.last.reopen(
            self._actions, self._open_demo
        ):
            self.page.show()

    def keep(self) -> None:
        """Write down what the next session begins with: the piece, and where everything is."""
        self._settings.keep_layout(self._window.place(), self._window.compose.layout_state())
        self.last.keep()
        self._settings.flush()

    def _open_demo(self, path: Path) -> bool:
        is_demo = path.parent == self._demos and path.is_file()
        if is_demo:
            self._actions.open_demo(path.stem)
        return is_demo
