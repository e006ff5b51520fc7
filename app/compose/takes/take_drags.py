"""Drag alternatives and takes out of the window, and play takes in their place."""

from PySide6.QtCore import QObject

from app.clients.continuing import Continuing
from app.clients.playing import Playing
from app.compose.files.drops import Drops
from app.compose.offer.offer_views import OfferViews
from app.compose.takes.takes import Takes
from app.state.document import Document
from app.state.offer import NUMBERS
from engine.piece.takes import Take
from engine.values.score import Score
from engine.values.time import BarMap


class TakeDrags(QObject):
    """Exports dragged takes as files and plays chosen takes."""

    def __init__(
        self,
        document: Document,
        drops: Drops,
        *,
        continuing: Continuing,
        playing: Playing,
        offers: OfferViews,
        takes: Takes,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._drops = drops
        self._continuing = continuing
        self._playing = playing
        self._offers = offers
        takes.chosen.connect(self._hear)
        offers.drag_started.connect(self._drag_alternative)
        takes.drag_started.connect(self._drag_take)

    def _drag_alternative(self, index: int) -> None:
        offer = self._continuing.offer
        if offer is not None and index < len(offer.alternatives):
            alternative = offer.alternatives[index]
            self._drops.drag_notes(
                alternative.notes,
                start=offer.start,
                name=f"{self._document.title} {NUMBERS[index]}",
            )

    def _drag_take(self, number: int) -> None:
        take = self._document.composition.take(number)
        self._drops.drag_notes(
            take.notes, start=take.start, name=f"{self._document.title} take {number}"
        )

    def _hear(self, take: Take, preview: Score) -> None:
        """Show and play the piece with a take in a loop, from a bar before it."""
        bars = BarMap.of(preview)
        start = bars.start_of(max(0, bars.bar_at(take.start) - 1))
        self._playing.leases.audition(
            preview,
            start,
            foreign=False,
            loop=(start, take.end),
            ended=lambda: self._offers.show_take(None),
        )
        self._offers.show_take(take)
