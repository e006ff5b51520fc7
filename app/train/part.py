"""Binds the part of the program that trains: whether it is there, and installing it from a file."""

from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths, Signal

from app.files.background import Background
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.views.train.page import TrainPage
from app.views.train.values import PartNeeded
from app.words.engine import translate_engine_text
from app.words.figures import number
from engine.ground.errors import SegueError
from engine.ground.paths import user_paths
from engine.ground.training_part import (
    COMMAND,
    SOURCE_INSTALLED_MB,
    SOURCE_MB,
    install,
    is_installed,
    offered,
)
from engine.sentence import sentences


class TrainingPart(QObject):
    """Shows on the page that training is not installed, and installs it.

    Args:
        shell: Shows the dialog that asks for the file.
        background: Unpacks the file, which takes some seconds.
        parent: Qt's owner.

    Signals:
        changed(): Training was installed, or is being installed.
    """

    changed = Signal()

    def __init__(self, shell: Shell, background: Background, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shell = shell
        self._background = background
        self._page: TrainPage | None = None
        self._missing = self._installing = False
        self._problem = ""

    @property
    def reason(self) -> str:
        """Why no training can start; empty where the part is installed."""
        if self._installing:
            return self.tr("The training part is being installed")
        return self.tr("Training is not installed") if self._missing else ""

    def connect_page(self, page: TrainPage) -> None:
        """Serve the page from now on."""
        self._page = page
        page.part.file_clicked.connect(self.ask)
        self.look()

    def look(self) -> None:
        """Look again whether training is installed."""
        self._missing = not is_installed()
        if self._page is not None:
            self._page.part.show_part(self._needed() if self._missing else None)

    def ask(self) -> None:
        """Ask for the downloaded file, and install it."""
        downloads = QStandardPaths.writableLocation(
            QStandardPaths.StandardLocation.DownloadLocation
        )
        file = dialogs.ask_open(
            self._shell.frame,
            self.tr("The training part that you have downloaded"),
            Path(downloads),
            kinds=self.tr("Training part (*.zip)"),
        )
        if file is not None:
            self.install(file)

    def install(self, file: Path) -> None:
        """Install a file in the background."""
        if self._installing:
            return
        self._installing, self._problem = True, ""
        self._tell()
        self._background.run(
            lambda: install(file, user_paths()), lambda _done: self._end(""), self._on_refusal
        )

    def _on_refusal(self, error: SegueError) -> None:
        self._end(translate_engine_text(sentences((error.message, error.hint))))

    def _end(self, problem: str) -> None:
        self._installing, self._problem = False, problem
        self._tell()

    def _tell(self) -> None:
        self.look()
        self.changed.emit()

    def _needed(self) -> PartNeeded:
        offer = offered()
        if offer is None:
            text = self.tr(
                "It needs PyTorch and MidiTok: %1 MB to download, %2 MB on the disk. "
                "Run this in Segue's folder: %3"
            )
            text = text.replace("%1", number(SOURCE_MB)).replace("%3", COMMAND)
            text = text.replace("%2", number(SOURCE_INSTALLED_MB))
        else:
            text = self.tr(
                "It needs a part of its own, ‘%1’: %2 MB to download, %3 MB on the disk. "
                "Download it where you got Segue, then choose it here."
            )
            text = text.replace("%1", offer.file)
            text = text.replace("%2", number(round(offer.bytes / 1e6)))
            text = text.replace("%3", number(round(offer.installed_bytes / 1e6)))
        return PartNeeded(
            needs=text,
            from_file=offer is not None,
            installing=self._installing,
            problem=self._problem,
        )
