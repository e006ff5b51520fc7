"""Say on the panel and show in the roll what the next request will do, before it is sent."""

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from app.clients.continuing import Continuing
from app.compose.offer.offer_place import BARS_JUDGED_BY
from app.compose.offer.offer_views import OfferViews, as_ranked
from app.compose.offer.request_waits import RequestWaits
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state.document import Document
from app.state.generation_settings import GenerationSettings
from app.values.continue_settings import BEGIN_BARS, ENDLESS
from app.views.continue_panel.values import Deed
from app.words.counting import counted
from engine.request import Request
from engine.values.time import BarMap


class NextRequest(QObject):
    """Connects the place of the next request to the main button and the roll.

    The main button fills the selected bars, or rewrites them if the model cannot fill. Without
    selected bars it continues the piece, or begins one that is empty.

    Signals:
        empty_shown: The piece is empty, and was shown again (True), or it is no longer (False).
    """

    empty_shown = Signal(bool)

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        document: Document,
        *,
        generation: GenerationSettings,
        continuing: Continuing,
        offers: OfferViews,
        waits: RequestWaits,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._document = document
        self._generation = generation
        self._continuing = continuing
        self._offers, self._waits = offers, waits
        self._place = offers.place
        self._actions = shell.actions
        page.continue_panel.deed_clicked.connect(lambda name: self._actions[name].trigger())
        # The timer joins all changes of one event-loop turn: an edit does not wait for them.
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._show)
        offers.allowed.connect(self._soon.start)
        generation.changed.connect(self._soon.start)
        document.tracks_changed.connect(self._soon.start)
        document.extent_changed.connect(self._soon.start)
        continuing.model_changed.connect(self._soon.start)
        waits.changed.connect(self._soon.start)
        self._was_empty = False
        self._show()

    def deed(self) -> Deed:
        """Return what the main button does now."""
        chosen = self._place.chosen_bars()
        if not self._place.aims_at_bars or chosen is None:
            return self._continue_deed()
        first, count = chosen
        fills = self._fills()
        one, many = self.tr("Rewrite bar %1 in %2"), self.tr("Rewrite bars %1–%3 in %2")
        if fills:
            one, many = self.tr("Fill bar %1 in %2"), self.tr("Fill bars %1–%3 in %2")
        written = len(self._written())
        tracks = counted(written, self.tr("1 track"), self.tr("%1 tracks"))
        text = (one if count == 1 else many).replace("%2", tracks)
        model, roles = self._continuing.model, self._document.composition.roles
        reason = self._place.why_no_fill(model, roles) if fills else self._place.why_no_rewrite()
        deed = Deed(
            action="fill" if fills else "rewrite",
            text=_numbered(text, first, count),
            place=self._named(first, count),
            bars=count,
            reason=reason,
            otherwise=self._continue_text(),
            no_otherwise=self._place.why_not(self._offers.boundary),
        )
        if reason and not self._place.why_no_answer(model):
            answer = self.tr("Let the others answer in bar %1")
            if count > 1:
                answer = self.tr("Let the others answer in bars %1–%3")
            text = _numbered(answer, first, count)
            deed = replace(deed, action="answer", text=text, reason="")
        return self._with_way_out(deed)

    def request(self, deed: Deed) -> Request:
        """Return the request that a deed sends, without its seed."""
        chosen = self._place.chosen_bars()
        if deed.action == "continue" or chosen is None:
            ask = self._offers.request_at(self._offers.boundary)
            return replace(ask, bars=ask.bars or BEGIN_BARS) if deed.begins else ask
        first, count = chosen
        start = self._document.timeline.bars.start_of(first)
        ask = replace(self._offers.request_at(start), bars=count, fill=deed.action != "rewrite")
        if deed.action == "rewrite":
            ask = replace(ask, following=BARS_JUDGED_BY)
        return replace(ask, roles=self._place.roles_of_others()) if deed.action == "answer" else ask

    @property
    def waits(self) -> RequestWaits:
        """The waits that are learned."""
        return self._waits

    def deed_with_wait(self) -> Deed:
        """Return what the main button does now, and how long that takes."""
        deed = self.deed()
        if deed.reason:
            return deed
        ask = self.request(deed)
        ask = replace(ask, roles=ask.roles or self._document.composition.roles)
        return replace(deed, seconds=self._waits.seconds(as_ranked(ask)))

    def _with_way_out(self, deed: Deed) -> Deed:
        """Return a deed whose second button says what can be done if the first one is refused."""
        refused = deed.reason and (deed.no_otherwise or not deed.otherwise)
        if not refused or not self._actions["accompany"].isEnabled():
            return deed
        text = self.tr("Add a track that plays along…")
        return replace(deed, otherwise=text, otherwise_action="accompany", no_otherwise="")

    def _continue_deed(self) -> Deed:
        if self._place.begins:
            return self._begin_deed()
        return self._with_way_out(
            Deed(
                text=self._continue_text(),
                place=self._after(self._offers.boundary, self._document.timeline.bars),
                reason=self._place.why_not(self._offers.boundary),
            )
        )

    def _begin_deed(self) -> Deed:
        bars = self._generation.settings.request.bars or BEGIN_BARS
        return Deed(
            text=counted(bars, self.tr("Begin 1 bar"), self.tr("Begin %1 bars")),
            begins=True,
            reason=self._place.why_not(self._offers.boundary),
        )

    def _after(self, tick: int, bars: BarMap) -> str:
        bar = bars.bar_at(tick)
        if tick > bars.start_of(bar):
            return self.tr("in bar %1").replace("%1", str(bar + 1))
        after = self.tr("after bar %1").replace("%1", str(bar))
        return after if bar else self.tr("from the beginning")

    def _named(self, first: int, count: int) -> str:
        place = self.tr("bar %1") if count == 1 else self.tr("bars %1–%3")
        return _numbered(place, first, count)

    def _continue_text(self) -> str:
        bars = self._generation.settings.request.bars
        if bars == ENDLESS:
            text = self.tr("Go on from bar %2")
        else:
            one, many = (
                self.tr("Continue 1 bar from bar %2"),
                self.tr("Continue %1 bars from bar %2"),
            )
            text = counted(bars, one, many)
        return text.replace("%2", str(self._first_bar() + 1))

    def _first_bar(self) -> int:
        return self._document.timeline.bars.bar_at(self._offers.boundary)

    def _fills(self) -> bool:
        model = self._continuing.model
        return model is None or model.fills

    def _written(self) -> frozenset[int]:
        roles = self._document.composition.roles
        return frozenset(index for index, role in enumerate(roles) if role == "write")

    def _show(self) -> None:
        going, field = (0, 0), (0, 0)
        tracks = frozenset[int]()
        if self._continuing.making:
            self._show_made()
        else:
            deed = self.deed_with_wait()
            self._page.continue_panel.show_deed(deed)
            if deed.bars and not deed.reason:
                going, tracks = self._going()
            elif not deed.reason and self._continuing.offer is None:
                start = self._offers.boundary
                request = self._generation.settings.request
                endless = BEGIN_BARS if deed.begins else 1
                ask = replace(request, start=start, bars=request.bars or endless)
                field = (start, ask.end_in(self._document.score))
        self._page.roll.show_going(*going, tracks=tracks)
        self._page.roll.show_field(*field)
        is_empty = self._place.begins
        if is_empty or self._was_empty:
            self._was_empty = is_empty
            self.empty_shown.emit(is_empty)

    def _show_made(self) -> None:
        """Show the bars of the running request, whichever are chosen for the next one."""
        offer = self._continuing.offer
        if offer is None:
            return
        bars, panel = BarMap.of(offer.piece), self._page.continue_panel
        first = bars.bar_at(offer.start)
        if offer.ask.inside:
            count = max(1, bars.bars_until(offer.end) - first)
            panel.show_made(self._named(first, count), count)
        else:
            panel.show_made(self._after(offer.start, bars), 0)

    def _going(self) -> tuple[tuple[int, int], frozenset[int]]:
        """Return the span of the notes that the request replaces, and their tracks."""
        chosen = self._place.chosen_bars()
        request = self._generation.settings.request
        if chosen is None or (self._fills() and request.selected != "replaced"):
            return (0, 0), frozenset()
        bars, (first, count) = self._document.timeline.bars, chosen
        return (bars.start_of(first), bars.start_of(first + count)), self._written()


def _numbered(text: str, first: int, count: int) -> str:
    return text.replace("%1", str(first + 1)).replace("%3", str(first + count))
