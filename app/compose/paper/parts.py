"""Write the parts of players as files of their own: pages, or MusicXML."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject

from app.clients.engine_link import Link
from app.compose.exporting.export import Export
from app.compose.paper.books import player_names
from app.compose.paper.printing import Printing
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.state.document import Document
from app.views.parts_options import PartsChoice, ask_parts
from app.words.engine import translate_engine_text
from engine import messages
from engine.form.players import part_paths, players
from engine.values.formats import PARTS, PDF


class PartExtraction(Export):
    """Asks for parts and a folder. `Printing` writes pages; a job writes MusicXML."""

    def __init__(
        self,
        shell: Shell,
        document: Document,
        *,
        printing: Printing,
        make_link: Callable[[], Link],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(
            shell,
            document,
            "parts",
            part="parts",
            make_link=make_link,
            parent=parent,
        )
        self._printing = printing
        self._jobs.finished.connect(self._on_written)

    def ask(self) -> None:
        """Ask for parts and a folder, and write them."""
        title = self.tr("Extract parts")
        frame = self._shell.frame
        formats = tuple(dialogs.written_kinds((each,)) for each in PARTS)
        choice = ask_parts(frame, player_names(self._document.score), formats, title=title)
        if choice is None:
            return
        folder = dialogs.ask_folder(frame, title, self._document.suggested_path("").parent)
        if folder is not None:
            self.write(folder, choice)

    def write(self, folder: Path, choice: PartsChoice) -> None:
        """Write parts to a folder; files that are there are replaced once the user agrees."""
        score = self._document.titled_score
        written_as = PARTS[choice.format]
        parts, names = players(score.tracks), player_names(score)
        whole = folder / self._document.suggested_path(written_as.written[0]).name
        targets = part_paths(whole, tuple(names[number] for number in choice.parts))
        if not self._may_replace(targets):
            return
        chosen = tuple(parts[number] for number in choice.parts)
        if written_as is PDF:
            self._printing.write_parts(dict(zip(targets, chosen, strict=True)))
            return
        command = messages.ExportParts(
            score=score, parts=chosen, targets=tuple(str(path.absolute()) for path in targets)
        )
        self._jobs.tell_beginning(whole.name)
        self._begin(command, until=messages.PartsExported)

    def _may_replace(self, targets: tuple[Path, ...]) -> bool:
        there = [path.name for path in targets if path.exists()]
        if not there:
            return True
        text = self.tr("%n of the files are there already.", "", len(there))
        return dialogs.confirm(
            self._shell.frame,
            text,
            detail=self.tr("What is in them now is replaced."),
            yes=self.tr("Replace"),
        )

    def _on_written(self, event: messages.PartsExported) -> None:
        text = self.tr("Wrote %n parts to ‘%1’.", "", len(event.files))
        text = text.replace("%1", str(Path(event.files[0]).parent))
        self._jobs.tell(" ".join((text, *map(translate_engine_text, event.left_out))))
