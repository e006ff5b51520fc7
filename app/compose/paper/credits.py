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
        score = self._document.score
        known = CreditLines(title=score.title, composer=score.composer)
        typed = ask_credits(self._view.window(), known, self._document.title)
        if typed is not None:
            self.take(typed)

    def take(self, typed: CreditLines) -> None:
        """Set title and composer as one undo step, if they changed."""
        made = edits.with_credits(
            self._document.composition, title=typed.title, composer=typed.composer
        )
        self._document.edit(self.tr("Title and composer"), made)

    def _show(self) -> None:
        self._view.show_heading(self._document.score.title, self._document.score.composer)
