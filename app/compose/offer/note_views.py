"""Show offered notes in their place in the piece."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.continuing import Continuing
from app.compose.offer.offer_cards import Placed, placed
from app.compose.offer.offered_chords import OfferedChords
from app.main_window.compose_page import ComposePage
from app.state.offer import ORIGINAL, Offer
from app.state.offer_change import OfferChange
from app.state.selection import Selection
from engine.piece.takes import Take

# The roll shows new notes at most 25 times a second, the views that need not be seen at once four
# times.
FRAME_MS, SLOW_FRAME_MS = 40, 250


class NoteViews(QObject):
    """Shows one alternative of the offer, or a take, in roll, drums, overview and lanes.

    Signals:
        shown: Notes are shown in the piece (the notes with track indices, start tick, end tick,
            indices of tracks that keep their notes).
        place_shown: They are in another place of the piece than those before (start and end tick).
        chords_shown: Planned chords are shown over the piece, or none (an `OfferedChords`).
    """

    shown = Signal(object, int, int, object)
    place_shown = Signal(int, int)
    chords_shown = Signal(object)

    def __init__(
        self,
        page: ComposePage,
        selection: Selection,
        *,
        continuing: Continuing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._selection = selection
        self._continuing = continuing
        self._hovered = ORIGINAL
        self._take: Take | None = None
        self._sketch = OfferedChords()
        self._place = 0, 0
        self._frame = self._timer(FRAME_MS, self._show)
        self._roll_frame = self._timer(FRAME_MS, self._show_in_roll)
        self._slow_frame = self._timer(SLOW_FRAME_MS, self._show_elsewhere)
        continuing.changed.connect(self._on_change)
        selection.track_changed.connect(lambda _track: self._show())
        page.alternatives.hovered.connect(self._on_hover)
        self._show()

    def _timer(self, interval: int, show: Callable[[], None]) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=interval)
        timer.timeout.connect(show)
        return timer

    def show_take(self, take: Take | None) -> None:
        """Show a take in its place; None shows the offer again."""
        self._take = take
        self._show()

    def show_sketch(self, chords: OfferedChords) -> None:
        """Show the chords of a sketch while there is no offer."""
        if chords != self._sketch:
            self._sketch = chords
            self.chords_shown.emit(self._offered_chords())

    def _on_hover(self, index: int) -> None:
        self._hovered = index
        self._show()

    def _on_change(self, change: OfferChange) -> None:
        """Show a change of the alternative that is shown; others are nowhere in the piece."""
        offer = self._continuing.offer
        index = ORIGINAL if offer is None else self._shown_index(offer)
        if change.other or change.current or change.making or index in change.facts:
            _begin(self._frame)
        elif index in change.grown and self._take is None:
            _begin(self._roll_frame)
            _begin(self._slow_frame)

    def _show(self) -> None:
        self._page.roll.show_making(making=self._continuing.making)
        self._show_in_roll()
        self._show_in_drums()
        self._show_elsewhere()
        self.chords_shown.emit(self._offered_chords())

    def _show_in_roll(self) -> None:
        self._roll_frame.stop()
        notes, start, end = self._hatched()
        staying = self._tracks_that_stay()
        self._page.roll.show_continuation(notes, start=start, end=end, staying=staying)
        if self._page.drums.isVisible():
            self._show_in_drums()

    def _show_in_drums(self) -> None:
        notes, start, end = self._hatched()
        staying = self._tracks_that_stay()
        self._page.drums.show_continuation(notes, start=start, end=end, staying=staying)

    def _show_elsewhere(self) -> None:
        self._slow_frame.stop()
        notes, start, end = self._hatched()
        page, current = self._page, self._selection.current
        if (start, end) != self._place:
            self._place = start, end
            self.place_shown.emit(start, end)
        self.shown.emit(notes, start, end, self._tracks_that_stay())
        page.overview.show_continuation(notes)
        page.velocity.show_continuation(tuple(n for track, n in notes if track == current))

    def _hatched(self) -> tuple[Placed, int, int]:
        """Return the notes shown in the piece without being in it, with start and end tick."""
        offer, take = self._continuing.offer, self._take
        if take is not None:
            return tuple((part.track, part.note) for part in take.notes), take.start, take.end
        if offer is None:
            return (), 0, 0
        index = self._shown_index(offer)
        end = offer.end if index == ORIGINAL else offer.end_of(index)
        return placed(offer, index), offer.start, end

    def _offered_chords(self) -> OfferedChords:
        """Return the planned chords of the alternative that is shown; a take has none."""
        offer = self._continuing.offer
        if offer is None and self._take is None and not self._continuing.making:
            return self._sketch
        if offer is None or self._take is not None:
            return OfferedChords(waits=self._continuing.making)
        return OfferedChords.of(offer, self._shown_index(offer))

    def _shown_index(self, offer: Offer) -> int:
        return self._hovered if 0 <= self._hovered < len(offer.alternatives) else offer.current

    def _tracks_that_stay(self) -> frozenset[int]:
        """Return the tracks whose notes the shown notes do not replace."""
        offer, take = self._continuing.offer, self._take
        ask = take.ask if take is not None else offer.ask if offer is not None else None
        if ask is None:
            return frozenset()
        keeps = ask.fill and ask.selected == "kept"
        return frozenset(i for i, role in enumerate(ask.roles) if keeps or role != "write")


def _begin(timer: QTimer) -> None:
    """Start a timer that does not run yet, so that frames come however often notes do."""
    if not timer.isActive():
        timer.start()
