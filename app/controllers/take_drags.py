"""Alternatives and takes that are seen in their place or dragged out of the window."""

from PySide6.QtCore import QObject

from app.controllers.continuing import Continuing
from app.controllers.document import Document
from app.controllers.drops import Drops
from app.controllers.offer import LETTERS
from app.controllers.offer_views import OfferViews
from app.controllers.takes import Takes


class TakeDrags(QObject):
    """Between what the model made and the user's other programs."""

    def __init__(
        self,
        document: Document,
        drops: Drops,
        *,
        continuing: Continuing,
        offers: OfferViews,
        takes: Takes,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._drops = drops
        self._continuing = continuing
        offers.drag_started.connect(self._drag_alternative)
        takes.drag_started.connect(self._drag_take)

    def _drag_alternative(self, index: int) -> None:
        offer = self._continuing.offer
        if offer is not None and index < len(offer.alternatives):
            alternative = offer.alternatives[index]
            self._drops.drag_notes(
                alternative.notes,
                start=offer.start,
                name=f"{self._document.title} {LETTERS[index]}",
            )

    def _drag_take(self, number: int) -> None:
        take = self._document.composition.take(number)
        self._drops.drag_notes(
            take.notes, start=take.start, name=f"{self._document.title} take {number}"
        )
