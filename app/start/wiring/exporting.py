"""Make the exports of the piece to other programs."""

from app.clients.sound import Sound
from app.compose.exporting.audio import AudioExport
from app.compose.exporting.piece import PieceExport
from app.compose.paper.parts import PartExtraction
from app.compose.paper.printing import Printing
from app.files.document_files import Files
from app.main_window.shell import Shell
from app.start.ports import Links
from app.state.document import Document


class Exports:
    """Notation, print and audio, each written by a child; the document is Qt's owner."""

    def __init__(
        self, shell: Shell, document: Document, files: Files, sound: Sound, links: Links
    ) -> None:
        self._notation = PieceExport(
            shell, document, files=files, make_link=links.make_job, parent=document
        )
        self._printing = Printing(shell, document, make_link=links.make_job, parent=document)
        self._parts = PartExtraction(
            shell, document, printing=self._printing, make_link=links.make_job, parent=document
        )
        self._audio = AudioExport(
            shell, document, sound=sound, make_link=links.make_render, parent=document
        )

    def close(self) -> None:
        """Cancel running exports; no unfinished file remains."""
        self._notation.close()
        self._printing.close()
        self._parts.close()
        self._audio.close()
