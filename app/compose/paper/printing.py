"""Print the score or save it as a PDF."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QPagedPaintDevice, QPageLayout

from app.clients.engine_link import Link
from app.compose.exporting.export import Export
from app.compose.paper.books import WIDE_MM, bound, line_width, pdf, player_names
from app.main_window import dialogs
from app.main_window.shell import Shell
from app.state import edits
from app.state.document import Document
from app.views.print_options import PrintChoice, ask_print_options
from app.views.score.line import ScoreLine
from app.views.score.sheets import Book, paint_books
from app.words.engine import translate_engine_text
from engine import messages
from engine.form.players import players
from engine.ground.errors import SegueError
from engine.ground.saving import write_atomically
from engine.values.formats import PDF

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrinter

_PDF = PDF.written[0]


class Printing(Export):
    """Lets a job draw the lines and puts them on pages; one print at a time."""

    def __init__(
        self,
        shell: Shell,
        document: Document,
        *,
        make_link: Callable[[], Link],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(
            shell,
            document,
            "print",
            part="printing",
            make_link=make_link,
            parent=parent,
        )
        self._jobs.progressed.connect(self._on_line)
        self._jobs.finished.connect(lambda _event: self._finish())
        self._jobs.ended.connect(self._on_end)
        # Called when all lines are drawn.
        self._finish: Callable[[], None] = lambda: None
        self._lines: list[list[ScoreLine]] = []

    def ask_printer(self) -> None:
        """Ask for parts and a printer, and print."""
        choice = self._ask(self.tr("Print the score"))
        printer = dialogs.ask_printer(self._shell.frame) if choice is not None else None
        if choice is None or printer is None:
            return
        wide = printer.pageLayout().paintRect(QPageLayout.Unit.Millimeter).width()
        self.draw(choice, lambda books: self._print(books, printer), wide_mm=wide)

    def ask_file(self) -> None:
        """Ask for parts and a file, and write a PDF."""
        title = self.tr("Save as PDF")
        choice = self._ask(title)
        if choice is None:
            return
        target = dialogs.ask_save(
            self._shell.frame,
            title,
            self._document.suggested_path(_PDF),
            kinds=dialogs.written_kinds((PDF,)),
        )
        if target is not None:
            self.write(target, choice)

    def write(self, target: Path, choice: PrintChoice) -> None:
        """Write a PDF file."""
        if target.suffix.lower() != _PDF:
            target = target.with_name(target.name + _PDF)
        self.draw(choice, lambda books: self._write({target: books}))

    def write_parts(self, targets: Mapping[Path, tuple[int, ...]]) -> None:
        """Write PDF files, each with the part of some tracks."""
        composer, parts = self._document.score.composer, tuple(targets.values())

        def then(books: tuple[Book, ...]) -> None:
            each = zip(targets, books, strict=True)
            self._write({target: (book,) for target, book in each})

        self._draw(parts, composer, then, wide_mm=WIDE_MM)

    def draw(
        self,
        choice: PrintChoice,
        then: Callable[[tuple[Book, ...]], None],
        *,
        wide_mm: float = WIDE_MM,
    ) -> None:
        """Draw books in a job and pass them on.

        Args:
            choice: The books and their credits.
            then: Called with the books.
            wide_mm: Printable width of the paper in millimetres.
        """
        parts = players(self._document.score.tracks)
        books = tuple(tuple(t for n in book for t in parts[n]) for book in choice.books)
        self._draw(books, choice.composer, then, wide_mm=wide_mm)

    def _draw(
        self,
        books: tuple[tuple[int, ...], ...],
        composer: str,
        then: Callable[[tuple[Book, ...]], None],
        *,
        wide_mm: float,
    ) -> None:
        if self._jobs.running:
            return
        score, title = self._document.score, self._document.title
        self._lines = [[] for _ in books]
        command = messages.DrawLines(
            score=score, books=books, widths=tuple(line_width(len(b), wide_mm) for b in books)
        )

        def finish() -> None:
            then(bound(score, score.title or title, composer, books, self._lines))

        self._finish = finish
        self._jobs.tell(self.tr("Drawing the score…"))
        self._begin(command, until=messages.LinesDrawn)

    # --- output -------------------------------------------------------------------------------

    def _print(self, books: tuple[Book, ...], printer: "QPrinter") -> None:
        if pages := self._paint(books, printer):
            self._jobs.tell(self.tr("Printed: %n pages.", "", pages))

    def _write(self, files: Mapping[Path, tuple[Book, ...]]) -> None:
        """Write PDF files; the first one that cannot be written ends it."""
        for target, books in files.items():
            data = self._pages(books)
            if data is None or not self._save(target, data):
                return
        first = next(iter(files))
        if len(files) == 1:
            self._jobs.tell_written(str(first))
        else:
            text = self.tr("Wrote %n parts to ‘%1’.", "", len(files))
            self._jobs.tell(text.replace("%1", str(first.parent)))

    def _pages(self, books: tuple[Book, ...]) -> bytes | None:
        """Return books as a PDF file; None after a reported failure."""
        try:
            return pdf(books)
        except SegueError as error:
            self._tell(error)
            return None

    def _save(self, target: Path, data: bytes) -> bool:
        """Write a file and return whether it is there; a failure is reported."""
        try:
            write_atomically(target, data)
        except OSError as error:
            reason = error.strerror or str(error)
            text = self.tr("Could not write ‘%1’ (%2).").replace("%1", str(target))
            self._jobs.tell_failure(SegueError(text.replace("%2", reason)))
            return False
        return True

    def _paint(self, books: tuple[Book, ...], device: QPagedPaintDevice) -> int:
        """Print books and return the number of pages; 0 after a reported failure."""
        try:
            return paint_books(books, device)
        except SegueError as error:
            self._tell(error)
            return 0

    def _tell(self, error: SegueError) -> None:
        self._jobs.tell_failure(SegueError(translate_engine_text(error.message)))

    # --- parts ------------------------------------------------------------------------------

    def _ask(self, title: str) -> PrintChoice | None:
        score = self._document.score
        names = player_names(score)
        choice = ask_print_options(self._shell.frame, names, score.composer, title=title)
        if choice is not None:
            # The dialog edits the composer of the piece, too.
            made = edits.with_credits(
                self._document.composition, title=score.title, composer=choice.composer
            )
            self._document.edit(self.tr("Title and composer"), made)
        return choice

    def _on_line(self, event: messages.Event) -> None:
        if isinstance(event, messages.LineDrawn):
            self._lines[event.book].append(ScoreLine(event.picture, may_turn=event.may_turn))
            share = f"{100 * event.share:.0f}"
            self._jobs.tell(self.tr("Drawing the score… %1 %").replace("%1", share, 1))

    def _on_end(self) -> None:
        self._lines = []

    def _busy(self) -> str:
        return self.tr("The score is being drawn.")
