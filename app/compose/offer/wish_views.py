"""Musical wishes for a request: busier, calmer, like these bars, an answer, an end."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QMenu

from app.clients.continuing import Continuing
from app.compose.offer.offer_place import OfferPlace
from app.main_window.compose_page import ComposePage
from app.state.generation_settings import GenerationSettings
from app.state.selection import Selection
from app.views.continue_panel.wishes import Bars, fill_wishes
from engine.values.wishes import WISHES, Wish


class WishViews(QObject):
    """Adds the wish chosen in the panel to the next request.

    A wish holds for one request.

    Args:
        selection: The selection; its bars are those that a wish refers to.
        place: Finds these bars.
        generation: The settings that get the wish.
        continuing: Reports when a request was sent.
    """

    def __init__(
        self,
        page: ComposePage,
        *,
        selection: Selection,
        place: OfferPlace,
        generation: GenerationSettings,
        continuing: Continuing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._panel = page.continue_panel
        self._document = selection.document
        self._place = place
        self._generation = generation
        # The timer joins all changes of one event-loop turn: an edit does not wait for them.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._show_bars)
        self._panel.wish_chosen.connect(self.take)
        continuing.sent.connect(lambda: self.take("none"))
        place.aim_changed.connect(self._on_aim)
        selection.bars_changed.connect(self._soon.start)
        selection.changed.connect(self._soon.start)

    def take(self, wish: Wish) -> None:
        """Add a wish about the selected bars to the next request."""
        bars, chosen = self._document.timeline.bars, self._place.chosen_bars()
        pattern = (0, 0)
        # Bars that are to be written anew cannot be their own pattern.
        if chosen is not None and wish != "none" and not self._place.aims_at_bars:
            first, count = chosen
            pattern = (bars.start_of(first), bars.start_of(first + count))
        self._show_bars()
        self._generation.replace(self._generation.settings.asking(wish=wish, pattern=pattern))

    def _on_aim(self) -> None:
        """Clear a wish that the new aim cannot have."""
        wish = self._generation.settings.request.wish
        if wish != "none" and self._place.aims_at_bars:
            self.take("none" if WISHES[wish].ends else wish)
        self._soon.start()

    def fill(self, menu: QMenu, *, then: Callable[[], object]) -> None:
        """Fill a menu with wishes.

        Args:
            menu: An empty menu.
            then: Called after the user chose one.
        """

        def choose(wish: Wish) -> None:
            self.take(wish)
            then()

        fill_wishes(menu, self._generation.settings.request, self._bars(), choose, usual=False)

    def _bars(self) -> Bars:
        chosen = None if self._place.aims_at_bars else self._place.chosen_bars()
        return None if chosen is None else (chosen[0] + 1, chosen[0] + chosen[1])

    def _show_bars(self) -> None:
        self._panel.show_chosen_bars(self._bars(), inside=self._place.aims_at_bars)
