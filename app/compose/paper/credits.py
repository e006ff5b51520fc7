"""Edit and show the title and the composer of the piece."""

from PySide6.QtCore import QObject

from app.main_window.actions import Actions
from app.state import edits
from app.state.document import Document
from app.views.credits_dialog import CreditLines, ask_credits
from app.views.score.page import ScorePage


class PieceCredits(QObject):
    """Connects title and composer to the heading of the score."""

    def __init__(
        self, view: ScorePage, actions: Actions, document: Document, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._view = view
        self._document = document
        actions.bind(credits=self)
        view.heading_chosen.connect(self.ask)
        document.credits_changed.connect(self._show)
        self._show()

    def ask(self) -> None:
        """Ask for title and composer."""
        known = self._known()
        typed = ask_credits(self._view.window(), known, self._document.title)
        if typed is not None:
            self.take(typed)

    def take(self, typed: CreditLines) -> None:
        """Set title, composer and encoding as one undo step, if they changed."""
        known, made = self._known(), self._document.composition
        if typed.encoding and typed.encoding != known.encoding:
            made = edits.with_encoding(made, typed.encoding)
        # A line that the user left as it was is read in the new encoding, too.
        score = made.score
        title = score.title if typed.title == known.title else typed.title
        composer = score.composer if typed.composer == known.composer else typed.composer
        made = edits.with_credits(made, title=title, composer=composer)
        self._document.edit(self.tr("Title and composer"), made)

    def _known(self) -> CreditLines:
        score = self._document.score
        encoding = score.coding.encoding if score.coding is not None else ""
        return CreditLines(title=score.title, composer=score.composer, encoding=encoding)

    def _show(self) -> None:
        self._view.show_heading(self._document.score.title, self._document.score.composer)
