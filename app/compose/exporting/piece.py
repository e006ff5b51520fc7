"""Export MIDI with the origin of each note, and MusicXML."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from app.clients.engine_link import Link
from app.compose.exporting.export import Export
from app.files.document_files import Files
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.state.document import Document
from engine import messages
from engine.piece.origins import score_telling_origins
from engine.values.formats import MIDI, NOTATION, Format, named_for, written_suffixes


class PieceExport(Export):
    """Asks for a file; a job writes MusicXML.

    Several exports may run at the same time.
    """

    def __init__(
        self,
        shell: Shell,
        document: Document,
        *,
        files: Files,
        make_link: Callable[[], Link],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(
            shell,
            document,
            "file",
            part="notation",
            make_link=make_link,
            parent=parent,
        )
        self._files = files
        self._jobs.finished.connect(
            lambda event: self._jobs.tell_written(event.file, *event.left_out)
        )

    def ask_origins(self) -> None:
        """Ask for a file and write MIDI with a text event for each generated note."""
        path = self._ask(self.tr("Export MIDI with origins"), (MIDI,))
        if path is not None:
            self._files.export_midi(path, score_telling_origins(self._document.composition))

    def ask_notation(self) -> None:
        """Ask for a file and write the piece as MusicXML."""
        path = self._ask(self.tr("Export MusicXML"), NOTATION)
        if path is not None:
            self.write_notation(path)

    def write_notation(self, path: Path) -> None:
        """Write the piece as MusicXML in a job."""
        path = named_for(path, NOTATION)
        command = messages.ExportNotation(
            score=self._document.titled_score, target=str(path.absolute())
        )
        self._jobs.tell_beginning(path.name)
        self._begin(command, until=messages.NotationExported)

    def _ask(self, title: str, formats: tuple[Format, ...]) -> Path | None:
        return dialogs.ask_save(
            self._shell.frame,
            title,
            self._document.suggested_path(formats[0].written[0]),
            kinds=dialogs.written_kinds(formats),
            also=written_suffixes(formats),
        )
