"""Alternatives and takes that are dragged out of the window, and takes heard in their place."""

from PySide6.QtCore import QObject

from app.controllers.continuing import Continuing
from app.controllers.document import Document
from app.controllers.drops import Drops
from app.controllers.offer import LETTERS
from app.controllers.offer_views import OfferViews
from app.controllers.playing import Playing
from app.controllers.takes import Takes
from app.views.roll.piano_roll import PianoRoll
from engine.composition import Take
from engine.music.score import Score
from engine.music.time import BarMap


class TakeDrags(QObject):
    """Takes what the model made to the user's other programs, and to the ear."""

    def __init__(
        self,
        document: Document,
        drops: Drops,
        *,
        continuing: Continuing,
        playing: Playing,
        roll: PianoRoll,
        offers: OfferViews,
        takes: Takes,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._drops = drops
        self._continuing = continuing
        self._playing = playing
        self._roll = roll
        self._heard = False
        takes.chosen.connect(self._hear)
        playing.playing_changed.connect(self._on_playing)
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

    def _hear(self, take: Take, preview: Score) -> None:
        """Show and play the piece with a take in its place, from a bar before, until stopped."""
        self._continuing.put_away()
        bars = BarMap.of(preview)
        start = bars.start_of(max(0, bars.bar_at(take.start) - 1))
        notes = tuple((part.track, part.note) for part in take.notes)
        self._playing.preview(preview)
        self._playing.hold_loop(start, take.end)
        self._playing.play(start)
        self._roll.show_continuation(notes, start=take.start, end=take.end)
        self._heard = True

    def _on_playing(self, playing: bool) -> None:  # noqa: FBT001 - a signal's argument
        if not playing and self._heard:
            self._heard = False
            self._playing.preview(None)
            self._roll.show_continuation(())
