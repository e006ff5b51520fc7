"""Show the model: its name, memory, speed and failures."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.clients.continuing import Continuing
from app.compose.failures import notice_of
from app.main_window.compose_page import ComposePage
from app.main_window.shell import Shell
from app.state.document import Document
from app.state.offer import Offer
from app.views.continue_panel.values import MemoryView
from app.views.notice_strip import NoticeText
from app.words.counting import counted
from engine import messages
from engine.form.regridding import Regridding


class ModelViews(QObject):
    """Connects the live process's model to the views.

    Signals:
        remember_clicked: The user wants the model to read another piece first.
    """

    remember_clicked = Signal()

    def __init__(
        self,
        shell: Shell,
        page: ComposePage,
        document: Document,
        *,
        continuing: Continuing,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._shell = shell
        self._page = page
        self._document = document
        self._continuing = continuing
        self._primed: messages.Primed | None = None
        self._borrowed = ""
        self._forgotten = 0
        self._told: tuple[str, str, str, str] | None = None
        panel = self._page.continue_panel
        panel.forget_clicked.connect(self.forget)
        panel.rebuild_clicked.connect(self.rebuild)
        panel.remember_clicked.connect(self.remember_clicked)
        document.extent_changed.connect(self._show_hearing)
        shell.actions.bind(model=self)
        document.replaced.connect(self._on_replaced)
        document.regridded.connect(self._on_regridded)
        continuing.model_changed.connect(self._show_model)
        continuing.primed.connect(self._on_primed)
        continuing.finished.connect(self._on_finished)
        continuing.failed.connect(self._on_failure)
        continuing.noticed.connect(self._on_word)
        continuing.died.connect(self._on_death)
        self._show_model(None)
        self._show_memory()

    def forget(self) -> None:
        """Let the model forget the bars before the boundary."""
        boundary = max(0, self._page.ruler.boundary())
        self._continuing.forget(before=boundary)
        self._primed, self._borrowed = None, ""
        self._forgotten = self._document.timeline.bars.bar_at(boundary)
        self._show_memory()
        text = self.tr("The model has forgotten the bars before %1. Rebuild brings them back.")
        self._shell.status.show_reason(text.replace("%1", str(self._forgotten + 1)))

    def rebuild(self) -> None:
        """Let the model read the whole piece with the next request."""
        self._continuing.forget()
        self._primed, self._forgotten = None, 0
        self._show_memory()
        self._shell.status.show_reason(self.tr("The model reads the piece anew next time."))

    def remember(self, title: str) -> None:
        """Show which piece the model reads first; empty for none."""
        self._borrowed = title
        self._show_memory()
        if not title:
            return
        text = self.tr("The model reads ‘%1’ before this piece from now on.")
        self._shell.status.show_reason(text.replace("%1", title))

    def _on_replaced(self) -> None:
        self._primed, self._borrowed, self._forgotten = None, "", 0
        self._show_memory()
        self._show_hearing()

    def _show_model(self, model: messages.ModelLoaded | None) -> None:
        panel, status = self._page.continue_panel, self._shell.status
        if model is None:
            self._tell_panel(
                self.tr("Loading…"), detail=self.tr("The model is being loaded."), device=""
            )
            status.show_chip("model", self.tr("Model loading…"), tone="working")
            return
        self._show_hearing()
        no_plans = "" if model.plans else self.tr("This model has not learned to plan chords")
        panel.show_no_plans(no_plans)
        ready = self.tr("%1 ready").replace("%1", model.name)
        status.show_chip(
            "model",
            ready,
            tone="good",
            tooltip=str(Path(model.folder)),
            listed=(model.name, self.tr("ready")),
        )

    def _on_regridded(self, regridding: Regridding) -> None:
        """Forget which bars the model holds: they were counted on other beats."""
        before = regridding.inverse.bars
        self._primed = None
        if self._forgotten:
            at = regridding.at(before.start_of(self._forgotten))
            self._forgotten = regridding.bars.bar_at(at)
        self._show_memory()

    def _show_hearing(self) -> None:
        """Show how much of the piece the model hears, in bars."""
        model = self._continuing.model
        if model is None:
            return
        reason = self.tr("Segue makes notes on the processor: it is fast enough for one player.")
        self._tell_panel(
            model.name, detail=self._hearing(model.notes), device=model.device, reason=reason
        )

    def _tell_panel(self, name: str, *, detail: str, device: str, reason: str = "") -> None:
        """Show a model in the panel, unless the panel shows the same."""
        told = name, detail, device, reason
        if told != self._told:
            self._told = told
            self._page.continue_panel.show_model(name, detail=detail, device=device, reason=reason)

    def _hearing(self, most: int) -> str:
        """Return how many bars the model hears: those it read, or those its memory has room for."""
        bars, composition = self._document.timeline.bars, self._document.composition
        if not composition.score.note_count:
            return self.tr("begins from nothing")
        if self._primed is not None:
            first, last = self._primed.exact_bars
            whole = first == 0
        else:
            starts = sorted(
                note.start
                for track, role in zip(composition.score.tracks, composition.roles, strict=True)
                if role != "ignore"
                for note in track.notes[-most:]
            )[-most:]
            last = bars.bars_until(composition.score.end)
            first = bars.bar_at(starts[0]) if starts else last
            whole = composition.score.note_count <= most
        if whole:
            return self.tr("hears the whole piece")
        one, many = self.tr("hears the last bar"), self.tr("hears the last %1 bars")
        return counted(max(1, last - first), one, many)

    def _show_memory(self) -> None:
        primed, status = self._primed, self._shell.status
        ruler = self._page.ruler
        if primed is None:
            bar = self._forgotten
            nothing = MemoryView(bars=bar, exact=(bar, bar))
            self._page.continue_panel.show_memory(nothing if bar else None)
            status.show_chip("memory", "")
            ruler.show_memory(start=0, end=0)
            return
        bars = self._document.timeline.bars
        first, last = primed.exact_bars
        self._page.continue_panel.show_memory(
            MemoryView(
                bars=last,
                exact=primed.exact_bars,
                compressed=primed.compressed_bars,
                borrowed=self._borrowed,
            )
        )
        held = counted(last - first, self.tr("%1 bar"), self.tr("%1 bars"))
        status.show_chip("memory", held, listed=(self.tr("Memory"), held))
        ruler.show_memory(start=bars.start_of(first), end=bars.start_of(last))

    def _on_primed(self, event: messages.Primed) -> None:
        self._primed = event
        self._show_memory()
        self._show_hearing()

    def _on_finished(self, event: messages.ContinuationFinished) -> None:
        offer = self._continuing.offer
        if offer is None or event.cancelled or not offer.ask.bars:
            return
        self._show_speed(offer, event.seconds)

    def _show_speed(self, offer: Offer, seconds: float) -> None:
        """Show how fast the model was; in the row only if it is slower than its bars sound."""
        bars, tempo = self._document.timeline.bars, self._document.timeline.tempo
        end = bars.start_of(bars.bar_at(offer.start) + offer.ask.bars)
        sounding = tempo.seconds_at(end) - tempo.seconds_at(offer.start)
        each = f"{seconds * 1000 / (offer.ask.bars * offer.ask.drawn):.0f}"
        ready, slow = self.tr("%1 ready"), self.tr("%1: %2 ms a bar, slower than it sounds")
        is_slow = seconds > sounding
        self._shell.status.show_chip(
            "model",
            (slow if is_slow else ready).replace("%1", offer.model).replace("%2", each),
            tone="warning" if is_slow else "good",
            listed=(offer.model, self.tr("ready, %1 ms a bar").replace("%1", each)),
        )

    def _on_failure(self, event: messages.Failed) -> None:
        self._shell.notices.show_notice(notice_of(event, key="continue"))
        if self._continuing.model is None:
            self._shell.status.show_chip("model", self.tr("No model"), tone="danger")
            self._tell_panel(
                self.tr("No model"), detail=self.tr("Choose one in the Models tab."), device=""
            )

    def _on_word(self, sentence: str) -> None:
        self._shell.notices.show_notice(
            NoticeText(key="live-word", happened=sentence, seconds=12.0)
        )

    def _on_death(self, sentence: str) -> None:
        self._shell.notices.show_notice(
            NoticeText(key="live-died", happened=sentence, tone="warning")
        )
