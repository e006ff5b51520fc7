"""Offers of which one was kept: undo brings the others back, redo puts them away again."""

from PySide6.QtCore import QObject, Signal

from app.state.document import Document
from app.state.offer import Offer


class KeptOffers(QObject):
    """Knows between which steps of a document's history something was kept.

    Args:
        document: Whose history.
        parent: Qt's owner.

    Signals:
        undone: The step that kept one of an offer was taken back (the Offer).
        redone: It was done again (the Offer).
    """

    undone = Signal(object)
    redone = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._offers: dict[int, Offer] = {}
        # Counted from the piece's first step, gone or not: an edit may drop the oldest.
        self._step = self._number
        document.replaced.connect(self._forget)

    def remember(self, offer: Offer) -> None:
        """Remember an offer whose highlighted alternative is about to be kept."""
        if not self._offers:
            # Before anything was kept no edit is of any interest.
            self._step = self._number
            self._document.history_changed.connect(self._follow)
        self._offers[offer.numbers[offer.current]] = offer

    def _forget(self) -> None:
        if self._offers:
            self._offers.clear()
            self._document.history_changed.disconnect(self._follow)

    def _follow(self) -> None:
        before, self._step = self._step, self._number
        if self._step < before and (offer := self._kept_by(self._step + 1)) is not None:
            self.undone.emit(offer)
        elif self._step > before and (offer := self._kept_by(self._step)) is not None:
            self.redone.emit(offer)

    @property
    def _number(self) -> int:
        return self._document.steps_dropped + self._document.step

    def _kept_by(self, number: int) -> Offer | None:
        """Return the offer of which a step of the history kept one, if it did that."""
        steps, step = self._document.steps, number - self._document.steps_dropped
        before, after = (steps[i].composition for i in (step - 1, step))
        offer = self._offers.get(after.current_take)
        # What was kept already is gone back to by such a step, and not kept.
        if offer is None or before.take(after.current_take).state == "accepted":
            return None
        return offer
