"""Let the model read another piece first: a file, or a piece of the library."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject

from app.clients.continuing import Continuing
from app.compose.files.file_actions import FileActions
from app.compose.model.model_views import ModelViews
from app.files.document_files import Files
from engine.values.score import Score


class Remembering(QObject):
    """Chooses the piece that the model reads first.

    Args:
        actions: The file actions, which ask for a file.
    """

    def __init__(
        self,
        actions: FileActions,
        files: Files,
        *,
        continuing: Continuing,
        views: ModelViews,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._actions = actions
        self._files = files
        self._continuing = continuing
        self._views = views
        views.remember_clicked.connect(self.ask)

    def ask(self) -> None:
        """Ask for the file of a piece."""
        path = self._actions.ask_midi(self.tr("Remember another piece first"))
        if path is not None:
            self._read(path)

    def forget(self) -> None:
        """Let the model read no other piece first."""
        self._continuing.remember(None)
        self._views.remember("")

    def _read(self, path: Path) -> None:
        self._files.read_score(path, lambda score: self.remember(path.stem, score))

    def remember(self, title: str, score: Score) -> None:
        """Let the model read a score first."""
        self._continuing.remember(replace(score, title=title))
        self._views.remember(title)
