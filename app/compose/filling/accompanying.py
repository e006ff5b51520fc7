"""Add a track that the model writes to accompany the others."""

from dataclasses import replace

from PySide6.QtCore import QObject
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu

from app.clients.continuing import Continuing
from app.compose.offer.offer_views import OfferViews
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state.selection import Selection
from app.views.notice_strip import NoticeText
from app.widgets.instrument_menu import DRUM_PROGRAM, fill_parts
from app.words.instruments import instrument_words
from engine.values.score import Score, Track


class Accompanying(QObject):
    """Asks for an instrument, adds a track and requests its notes."""

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        selection: Selection,
        *,
        continuing: Continuing,
        offers: OfferViews,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._page = page
        self._selection = selection
        self._document = selection.document
        self._continuing = continuing
        self._offers = offers
        # The score just after the track was added, until notes arrive.
        self._added: Score | None = None
        self._shown: tuple[str, str] | None = None
        shell.actions.bind(accompanying=self)
        page.headers.accompany_chosen.connect(self.accompany)
        offers.allowed.connect(self._show_allowed)
        continuing.failed.connect(lambda _event: self._take_back())
        continuing.offered.connect(lambda _numbers, _piece: self._keep_track())
        continuing.model_changed.connect(lambda _model: self._show_allowed())
        self._show_allowed()

    def accompany(self, program: int) -> None:
        """Add a track and request its notes in the chosen bars, else in the whole piece.

        Args:
            program: General MIDI program; from `DRUM_PROGRAM` on, a drum kit.
        """
        if self._offers.refuses(self.why_not()):
            return
        first, count = self._bars()
        is_drum = program >= DRUM_PROGRAM
        name = instrument_words(program % DRUM_PROGRAM, is_drum=is_drum)
        heard = self._offers.place.roles_heard()
        track = Track(name=name, program=program % DRUM_PROGRAM, is_drum=is_drum)
        composition = self._document.composition.adding_track(track)
        self._document.edit(self.tr("Add track"), composition)
        self._added = composition.score
        self._selection.choose_track(len(heard))
        ask = self._offers.request_at(self._document.timeline.bars.start_of(first))
        ask = replace(ask, bars=count, roles=(*heard, "write"), fill=True, selected="replaced")
        self._offers.ask(ask)
        one, many = (
            self.tr("%3 plays along in bar %1."),
            self.tr("%3 plays along in bars %1 to %2."),
        )
        text = self._offers.place.in_bars(first, count, one, many).replace("%3", name)
        self._shell.notices.show_notice(
            NoticeText(key="rewrite", about="piece", happened=text, seconds=6.0)
        )

    def _keep_track(self) -> None:
        self._added = None

    def _take_back(self) -> None:
        """Undo the added track after a failure, unless the user has edited since."""
        added, self._added = self._added, None
        if added is not None and self._document.composition.score is added:
            self._document.undo()

    def why_not(self) -> str:
        """Return why no track can be added; empty if one can."""
        model, composition = self._continuing.model, self._document.composition
        if model is not None and not model.fills:
            return self.tr("This model has not learned to fill gaps, so it cannot play along.")
        pairs = zip(composition.score.tracks, composition.roles, strict=True)
        if not any(track.notes and role != "ignore" for track, role in pairs):
            return self.tr("There is nothing to play along with yet: write a few bars first.")
        return ""

    def _bars(self) -> tuple[int, int]:
        bars = self._document.timeline.bars
        chosen = self._offers.place.chosen_bars()
        return chosen or (0, max(1, bars.bars_until(self._document.score.end)))

    def ask_instrument(self) -> None:
        """Open the menu of instruments beside the tracks."""
        menu = QMenu(self._shell.frame)
        track = self._selection.track
        current = 0 if track is None or track.is_drum else track.program
        fill_parts(menu, self.accompany, current=current)
        headers = self._page.headers
        visible = headers.isVisible()
        menu.exec(headers.mapToGlobal(headers.rect().center()) if visible else QCursor.pos())
        menu.deleteLater()

    def _show_allowed(self) -> None:
        reason = self.why_not()
        self._shell.actions.allow("accompany", unless=reason)
        tooltip = self._shell.actions["accompany"].toolTip()
        if (tooltip, reason) != self._shown:
            self._shown = tooltip, reason
            self._page.headers.show_accompany(tooltip=tooltip, reason=reason)
