"""Accepted offers: Undo shows such an offer again, Redo accepts it again."""

from PySide6.QtCore import QObject, Signal

from app.state.document import Document
from app.state.offer import Offer


class KeptOffers(QObject):
    """Remembers which steps of the history accepted an alternative of an offer.

    Signals:
        undone: A step that accepted an alternative was undone (the Offer).
        redone: Such a step was made or redone (the Offer).
    """

    undone = Signal(object)
    redone = Signal(object)

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._offers: dict[int, Offer] = {}
        # Counted from the first step of the piece, because an edit may drop the oldest steps.
        self._step = self._number
        document.replaced.connect(self._forget)

    def remember(self, offer: Offer) -> None:
        """Remember an offer before its highlighted alternative is accepted."""
        if not self._offers:
            # `history_changed` is not needed before the first offer.
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
        """Return the offer that a step of the history accepted, or None."""
        steps, step = self._document.steps, number - self._document.steps_dropped
        before, after = (steps[i].composition for i in (step - 1, step))
        offer = self._offers.get(after.current_take)
        # A step to a take that was accepted before only goes back to it.
        if offer is None or before.take(after.current_take).state == "accepted":
            return None
        return offer
