"""Decide where the roll looks: at the work, at the playhead, or where the user's hand put it."""

from collections.abc import Callable
from time import monotonic

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from app.clients.continuing import Continuing
from app.clients.playing import Playing
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state.changes import changed_span
from app.state.document import Document
from app.state.offer import Offer
from engine.values.score import Score

# Bars of the piece that stay in view before an offer, and bars in view of one without an end.
BARS_BEFORE, BARS_OF_ENDLESS = 4, 4
# After the user has scrolled or zoomed, nothing else moves the roll for so long.
QUIET_S = 1.0
# Interval of looking whether the user's hand is off.
_AGAIN_MS = 100
# Actions that put the playhead at another place.
_PLACES = ("to_start", "to_end", "previous_bar", "next_bar")


def _button_is_down() -> bool:
    return QApplication.mouseButtons() != Qt.MouseButton.NoButton


class WorkInSight(QObject):
    """Moves the roll to what the user asks for, and tells it when to follow the playhead.

    The newest wish counts. An offer, an accepted alternative, Undo and Redo move the roll to their
    bars. The roll follows the playhead again once it is in these bars, or when the user starts
    playback or puts the playhead somewhere. A scroll ends both. While a mouse button is down, and
    for `QUIET_S` after a scroll or a zoom, the roll stays; the wish waits, and a later scroll
    cancels it.

    Args:
        clock: Returns seconds, monotonic.
        hand_is_down: Whether the user drags something.

    Signals:
        follow_stopped: The user scrolled while the roll followed the playhead.
    """

    follow_stopped = Signal()

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        *,
        document: Document,
        playing: Playing,
        continuing: Continuing,
        clock: Callable[[], float] = monotonic,
        hand_is_down: Callable[[], bool] = _button_is_down,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._roll = page.roll
        self._document = document
        self._playing = playing
        self._continuing = continuing
        self._clock = clock
        self._hand_is_down = hand_is_down
        self._hand_s = -QUIET_S
        self._follows = False
        # The request whose offer was shown last.
        self._request = 0
        # The bars of the work, while they count more than the playhead.
        self._work: tuple[int, int] | None = None
        self._waiting: Callable[[], None] | None = None
        self._later = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._later.timeout.connect(self._move_if_free)
        self._connect_hand(page)
        self._connect_work()
        self._connect_playhead(shell, page)

    def _connect_hand(self, page: ComposePage) -> None:
        page.roll.moved_by_hand.connect(self._on_hand)
        page.ruler.transform_changed.connect(lambda _transform: self._on_hand(in_time=False))
        page.overview.window_dragged.connect(lambda _tick: self._on_hand(in_time=False))

    def _connect_work(self) -> None:
        continuing, document = self._continuing, self._document
        continuing.replaced.connect(self._on_offer)
        continuing.kept.connect(self._on_kept)
        document.travelled.connect(self._on_travel)
        document.replaced.connect(self._forget)
        document.regridded.connect(lambda _regridding: self._forget())

    def _connect_playhead(self, shell: Shell, page: ComposePage) -> None:
        playing = self._playing
        playing.moved.connect(self._on_moved)
        playing.playing_changed.connect(self._on_playing)
        for name in _PLACES:
            shell.actions[name].triggered.connect(lambda _checked=False: self._show_playhead())
        shell.transport.to_start_clicked.connect(self._show_playhead)
        shell.transport.seek_requested.connect(lambda _tick: self._show_playhead())
        for view in (page.ruler, page.roll, page.events):
            view.seek_requested.connect(lambda _tick: self._forget())

    # --- the playhead -------------------------------------------------------------------------

    def follow(self, *, on: bool) -> None:
        """Let the roll follow the playhead, or not."""
        self._follows = on
        self._forget()

    def _forget(self) -> None:
        """Let the playhead count again."""
        self._work = None
        self._tell_roll()

    def _tell_roll(self) -> None:
        self._roll.show_follow(enabled=self._follows and self._work is None)

    def _on_moved(self, tick: float) -> None:
        if self._work is not None and self._work[0] <= tick < self._work[1]:
            self._forget()

    def _on_playing(self, playing: bool) -> None:  # noqa: FBT001 - a signal's argument
        offer = self._continuing.offer
        if playing:
            self._forget()
        elif offer is not None:
            # The playhead returns to where playback began; the offer stays in view.
            self._hold(*self._bars_of(offer))

    def _show_playhead(self) -> None:
        """Show where the user has put the playhead."""
        self._forget()
        self._look_from(round(self._playing.tick))

    # --- the work -----------------------------------------------------------------------------

    def _on_offer(self) -> None:
        offer = self._continuing.offer
        if offer is None or offer.request == self._request:
            return
        self._request = offer.request
        before, end = self._bars_of(offer)
        self._hold(before, end)
        self._move(lambda: self._roll.show_range(start=offer.start, end=end, before=before))

    def _bars_of(self, offer: Offer) -> tuple[int, int]:
        """Return the first and the last tick to have in view for an offer."""
        bars = self._document.timeline.bars
        first = bars.bar_at(offer.start)
        end = offer.end or bars.start_of(first + BARS_OF_ENDLESS)
        return bars.start_of(max(0, first - BARS_BEFORE)), end

    def _on_kept(self, offer: Offer) -> None:
        self._look_at(offer.start, offer.alternatives[offer.current].end)

    def _on_travel(self, before: Score) -> None:
        start, end = changed_span(before, self._document.score)
        if end > start:
            self._look_at(start, end)

    def _look_at(self, start: int, end: int) -> None:
        """Show a change, if it is out of view."""
        if not self._roll.sees(start, end):
            self._hold(start, end)
            self._look_from(start)

    def _look_from(self, tick: int) -> None:
        if not self._roll.sees(tick, tick + 1):
            self._move(lambda: self._roll.show_from(tick))

    def _hold(self, start: int, end: int) -> None:
        self._work = start, end
        self._tell_roll()

    # --- the user's hand ----------------------------------------------------------------------

    def _on_hand(self, in_time: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._hand_s, self._waiting = self._clock(), None
        if in_time:
            self._work = None
            if self._follows:
                self._follows = False
                self.follow_stopped.emit()

    def _move(self, move: Callable[[], None]) -> None:
        self._waiting = move
        self._move_if_free()

    def _move_if_free(self) -> None:
        if self._waiting is None:
            return
        if self._hand_is_down() or self._clock() < self._hand_s + QUIET_S:
            self._later.start()
            return
        move, self._waiting = self._waiting, None
        move()
