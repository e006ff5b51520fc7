"""Requests for the chosen bars: rewrite them, fill them, answer a track in them."""

from dataclasses import replace

from PySide6.QtCore import QObject

from app.clients.continuing import Continuing
from app.compose.offer.offer_place import BARS_JUDGED_BY
from app.compose.offer.offer_views import OfferViews
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state.document import Document
from app.views.notice_strip import NoticeText
from engine.request import Request, TrackRole
from engine.values.wishes import WISHES

Roles = tuple[TrackRole, ...]


class BarRequests(QObject):
    """Requests new notes for the bars of the selection or the loop."""

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        document: Document,
        *,
        continuing: Continuing,
        offers: OfferViews,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._panel = page.continue_panel
        self._document = document
        self._continuing = continuing
        self._offers = offers
        self._place = offers.place
        shell.actions.bind(bar_requests=self)
        offers.allowed.connect(self._show_allowed)
        continuing.model_changed.connect(lambda _model: self._show_allowed())
        self._show_allowed()

    # --- commands of the user -----------------------------------------------------------------

    def rewrite(self, *, only_current: bool = False) -> None:
        """Rewrite the chosen bars; alternatives are ranked by how well the bars after them fit.

        Args:
            only_current: Whether to write the current track only and read the others.
        """
        chosen = self._place.chosen_bars()
        if (
            self._offers.refuses(self._place.why_no_rewrite(only_current=only_current))
            or not chosen
        ):
            return
        self._ask(*chosen, self._roles(only_current=only_current), fill=False)

    def fill(self, *, only_current: bool = False) -> None:
        """Fill the chosen bars; the model reads the music on both sides first.

        Args:
            only_current: Whether to write the current track only and read the others.
        """
        roles, chosen = self._roles(only_current=only_current), self._place.chosen_bars()
        if self._offers.refuses(self._place.why_no_fill(self._continuing.model, roles)):
            return
        if chosen is not None:
            self._ask(*chosen, roles, fill=True)

    def rewrite_track(self) -> None:
        """Rewrite the chosen bars of the current track."""
        self.rewrite(only_current=True)

    def fill_track(self) -> None:
        """Fill the chosen bars of the current track."""
        self.fill(only_current=True)

    def answer(self) -> None:
        """Let the other tracks answer the current one in the chosen bars."""
        chosen = self._place.chosen_bars()
        if self._offers.refuses(self._place.why_no_answer(self._continuing.model)) or not chosen:
            return
        self._ask(*chosen, self._place.roles_of_others(), fill=True)

    def write_bars(self, first: int, count: int) -> None:
        """Fill bars if the model can, else rewrite them.

        Args:
            first: Index of the first bar.
            count: Number of bars.
        """
        model = self._continuing.model
        self._ask(
            first, count, self._document.composition.roles, fill=model is not None and model.fills
        )

    def why_no_bars(self) -> str:
        """Return why no bars can be written; empty if they can."""
        if "write" not in self._document.composition.roles:
            return self.tr("Every track is set to Context or Ignore: set one to Write.")
        return self.tr("The model is at work: Esc stops it.") if self._continuing.making else ""

    @property
    def is_model_free(self) -> bool:
        """Whether a loaded model is idle."""
        return self._continuing.model is not None and not self._continuing.making

    # --- requests -----------------------------------------------------------------------------

    def _roles(self, *, only_current: bool) -> Roles:
        return self._place.roles_of_current() if only_current else self._document.composition.roles

    def _ask(self, first: int, count: int, roles: Roles, *, fill: bool) -> None:
        ask = self._offers.request_at(self._document.timeline.bars.start_of(first))
        ask = replace(ask, bars=count, roles=roles)
        if WISHES[ask.wish].ends:
            # The piece goes on after these bars.
            ask = replace(ask, wish="none", pattern=(0, 0))
        self._offers.ask(replace(ask, fill=True) if fill else _rewriting(ask))
        one, many = (
            self.tr("Bar %1 is written anew: %3."),
            self.tr("Bars %1 to %2 are written anew: %3."),
        )
        if fill:
            one, many = self.tr("Bar %1 is filled: %3."), self.tr("Bars %1 to %2 are filled: %3.")
        text = self._place.in_bars(first, count, one, many)
        self._shell.notices.show_notice(
            NoticeText(
                key="rewrite",
                about="piece",
                happened=text.replace("%3", self._place.named(roles)),
                can=self._place.staying(roles),
                seconds=6.0,
            )
        )

    # --- enabled actions ----------------------------------------------------------------------

    def _show_allowed(self) -> None:
        actions, place, model = self._shell.actions, self._place, self._continuing.model
        roles = self._document.composition.roles
        for name, reason in (
            ("rewrite", place.why_no_rewrite()),
            ("rewrite_track", place.why_no_rewrite(only_current=True)),
            ("fill", place.why_no_fill(model, roles)),
            ("fill_track", place.why_no_fill(model, place.roles_of_current())),
            ("answer", place.why_no_answer(model)),
        ):
            actions.allow(name, unless=reason)


def _rewriting(ask: Request) -> Request:
    return replace(ask, following=BARS_JUDGED_BY)
