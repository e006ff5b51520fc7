"""Client of the live process for continuations: sends requests, collects offers, accepts one."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from PySide6.QtCore import QObject, Signal

from app.clients.chosen_model import ChosenModel
from app.clients.engine_link import Link
from app.clients.offer_playback import OfferPlayback
from app.clients.playing import Playing
from app.state.changes import reordered
from app.state.document import Document
from app.state.kept_offers import KeptOffers
from app.state.offer import (
    NUMBERS,
    ORIGINAL,
    Offer,
    change_take,
    reject_takes,
)
from app.state.offer_change import NOTHING, difference
from engine import messages
from engine.form.regridding import Regridding
from engine.request import LARGEST_SEED, Request
from engine.taste.taste import NO_TASTE, Taste
from engine.values.score import Score
from engine.values.time import BarMap


@dataclass(frozen=True, slots=True, kw_only=True)
class _Waiting:
    """A request that waits until a model is loaded: the arguments of `Continuing.ask`."""

    ask: Request
    of: Score | None
    again: int


class Continuing(QObject):
    """Handles one offer at a time: makes, plays, accepts or dismisses it.

    Args:
        draw_seed: Returns a new random seed for each request.
        taste: Returns the user's taste, for the ranking of the alternatives.

    Signals:
        changed: The offer or `making` changed (an `OfferChange`).
        replaced: Another offer came, or none is left; `changed` follows.
        model_changed: The loaded model, or None while one loads.
        primed: A `messages.Primed` about the model's memory.
        sent: A request was sent to the live process.
        forgot: The model's memory was cleared.
        finished: A `messages.ContinuationFinished`.
        kept: The user accepted the current alternative of an offer (the `Offer`).
        accepted: The same, and also where Redo accepts it again (the `Offer`).
        taken_back: The user undid it (the `Offer`).
        offered: New takes are in the document (their numbers, the score of the request).
        regenerated: A take was regenerated (its number, whether with the same notes).
        failed: A `messages.Failed` of the live process.
        noticed: A sentence from the live process.
        died: The live process died (the sentence for the user).
        remembered_changed: The model reads another piece first (its `Score`), or none (None).
    """

    changed = Signal(object)
    replaced = Signal()
    sent = Signal()
    forgot = Signal()
    model_changed = Signal(object)
    primed = Signal(object)
    finished = Signal(object)
    kept = Signal(object)
    accepted = Signal(object)
    taken_back = Signal(object)
    offered = Signal(object, object)
    regenerated = Signal(int, bool)
    failed = Signal(object)
    noticed = Signal(object)
    died = Signal(object)
    remembered_changed = Signal(object)

    def __init__(
        self,
        link: Link,
        document: Document,
        playing: Playing,
        *,
        draw_seed: Callable[[], int] = lambda: 1 + secrets.randbelow(LARGEST_SEED),
        clock: Callable[[], float] = monotonic,
        taste: Callable[[], Taste] = lambda: NO_TASTE,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._link = link
        self._document = document
        self._playing = playing
        self._sound = OfferPlayback(playing, document, edited=self._on_edit, clock=clock)
        self._kept = KeptOffers(document, self)
        self._kept.undone.connect(self._offer_again)
        self._kept.redone.connect(lambda _offer: self.dismiss())
        self._kept.undone.connect(self.taken_back)
        self._kept.redone.connect(self.accepted)
        self._draw_seed = draw_seed
        self._taste = taste
        self._requests = 0
        self._offer: Offer | None = None
        # The state that the listeners of `changed` know.
        self._told: tuple[Offer | None, bool, bool] = (None, False, False)
        # The score in which the offer was last shown.
        self._seen = document.score
        self._waiting: _Waiting | None = None
        self._keep_when_closed = self._keep_when_whole = False
        self._model = ChosenModel(link, self)
        self._model.changed.connect(self._on_model)
        self._remember: Score | None = None
        self._since = 0
        self._listen(link)
        document.replaced.connect(self._on_replaced)
        document.regridded.connect(self._on_regridded)
        playing.playing_changed.connect(self._on_playing)

    def _listen(self, link: Link) -> None:
        link.on(messages.Primed, self._on_primed)
        link.on(messages.ChordsPlanned, self._on_plan)
        link.on(messages.NotesMade, self._on_notes)
        link.on(messages.AlternativeFinished, self._on_alternative)
        link.on(messages.ContinuationFinished, self._on_finished)
        link.on(messages.Failed, self._on_failed)
        link.on(messages.Notice, lambda notice: self.noticed.emit(notice.message))
        link.died.connect(self._on_death)

    # --- state --------------------------------------------------------------------------------

    @property
    def offer(self) -> Offer | None:
        """The current offer, or None."""
        return self._offer

    @property
    def making(self) -> bool:
        """Whether a request is running or waits for the model."""
        return self._waiting is not None or (self._offer is not None and self._offer.making)

    @property
    def waits_to_keep(self) -> bool:
        """Whether the current alternative is accepted as soon as it is whole."""
        return self._keep_when_whole

    @property
    def model(self) -> messages.ModelLoaded | None:
        """The loaded model, or None while one loads."""
        return self._model.ready

    def _tell(self) -> None:
        """Tell the listeners of `changed` about all changes since the last time."""
        offer, *waits = self._told
        self._told = self._offer, self._waiting is not None, self._keep_when_whole
        change = difference(offer, self._offer)
        if waits != [*self._told[1:]]:
            change = replace(change, making=True)
        if change.other:
            self.replaced.emit()
        if change != NOTHING:
            self.changed.emit(change)

    # --- requests -----------------------------------------------------------------------------

    def name_model(self, folder: Path, name: str) -> None:
        """Rename the model of a folder."""
        self._model.name(folder, name)

    def use_model(self, folder: Path) -> None:
        """Load another model."""
        self._model.use(folder)

    def remember(self, score: Score | None) -> None:
        """Let the model read another piece before this one; None for none."""
        if score is not self._remember:
            self._remember = score
            self.remembered_changed.emit(score)

    @property
    def remembered(self) -> Score | None:
        """The piece that the model reads before this one, or None."""
        return self._remember

    def forget(self, *, before: int = 0) -> None:
        """Clear the model's memory, and let it ignore the piece before a bar line.

        Args:
            before: Tick of the bar line; 0 reads the whole piece again.
        """
        if before:
            self.remember(None)
        self._since = before
        self._link.send(messages.ForgetMemory())
        self.forgot.emit()

    def go_on(self, ask: Request, *, seed_locked: bool = False) -> None:
        """Request a continuation; while a model loads the request waits.

        Args:
            ask: The user's request; this method adds seed and memory.
            seed_locked: Whether to keep the request's seed instead of a new one.
        """
        seed = ask.sampling.seed if seed_locked else self._draw_seed()
        self.ask(self.with_memory(replace(ask, sampling=replace(ask.sampling, seed=seed))))

    def with_memory(self, ask: Request) -> Request:
        """Return the request with what the model reads before the piece, and from where on."""
        # A start before the forgotten part refers to that part.
        since = self._since if self._since <= ask.start else 0
        return replace(ask, since=since, remembered=self._remember)

    def ask(self, ask: Request, *, of: Score | None = None, again: int = 0) -> None:
        """Send exactly this request; while a model loads the request waits.

        Args:
            ask: The request; without roles, it gets the document's.
            of: The score to continue; None for the document's.
            again: Number of the take to regenerate, or 0.
        """
        self.dismiss()
        if (model := self._model.ready) is None:
            self._waiting = _Waiting(ask=ask, of=of, again=again)
            self._tell()
            return
        self._waiting, self._requests = None, self._requests + 1
        ask = replace(ask, roles=ask.roles or self._document.composition.roles)
        piece = self._document.score if of is None else of
        self._offer = Offer.of(
            ask, request=self._requests, piece=piece, model=model.name, again=again
        )
        self._seen = self._document.score
        # A take that is made again is the same, whatever the user likes now.
        taste = NO_TASTE if again else self._taste()
        self._link.send(
            messages.Continue(request=self._requests, score=piece, ask=ask, taste=taste)
        )
        self.sent.emit()
        self._sound.show(self._offer)
        # A rewrite plays only after its alternatives are ranked.
        self._sound.begins = not self._playing.playing and not ask.following
        self._sound.open_stream(self._offer)
        self._tell()

    def offer_made(self, offer: Offer) -> None:
        """Offer what was made before for the open piece; it is no change of the piece.

        Args:
            offer: All its alternatives are whole; it gets a number.
        """
        self.dismiss()
        self._waiting, self._requests = None, self._requests + 1
        self._seen = self._document.score
        self._close(replace(offer, request=self._requests), cancelled=True)

    def cancel(self) -> bool:
        """Cancel the request; its complete bars stay on offer.

        Returns:
            Whether a request was running.
        """
        if self._waiting is not None:
            self._waiting = None
            self._tell()
            return True
        if self._offer is None or not self._offer.making:
            return False
        self._link.send(messages.CancelContinue(request=self._offer.request))
        return True

    # --- choosing -----------------------------------------------------------------------------

    def audition(self, index: int) -> None:
        """Play an alternative in a loop, from a bar before it; -1 plays the original."""
        offer = self._offer
        if offer is None or not ORIGINAL <= index < len(offer.alternatives):
            return
        self.choose(index)
        self._sound.repeat(offer.choosing(index))
        self._sound.open_stream(self._offer)

    def choose(self, index: int) -> None:
        """Make an alternative current and show it in its place."""
        if self._offer is None:
            return
        self._keep_when_whole = self._keep_when_whole and index == self._offer.current
        self._offer = self._offer.choosing(index)
        self._sound.show(self._offer)
        self._tell()

    def step(self, by: int) -> None:
        """Play the next (1) or previous (-1) alternative."""
        if self._offer is not None:
            count = len(self._offer.alternatives)
            self.audition((max(self._offer.current, ORIGINAL) + by) % count)

    def star(self, index: int, *, on: bool) -> None:
        """Set or remove an alternative's star."""
        if (offer := self._offer) is None:
            return
        self._offer = offer.with_alternative(index, replace(offer.alternatives[index], starred=on))
        if offer.numbers:
            number = offer.numbers[index]
            self._document.amend(lambda c: change_take(c, number, starred=on))
        self._tell()

    def keep(self, index: int | None = None) -> None:
        """Accept an alternative as one undo step; a running request is cancelled first.

        An alternative that is not whole yet is accepted when it is; asked for again, the part that
        is there is accepted. One without an end is accepted at once.
        """
        if (offer := self._settled()) is None:
            return
        if index is not None and index != offer.current:
            self._keep_when_whole = False
        self._offer = offer = offer.choosing(offer.current if index is None else index)
        waited, self._keep_when_whole = self._keep_when_whole, False
        if offer.highlighted is None:
            self.dismiss()
        elif offer.making and offer.end and not (offer.highlighted.finished or waited):
            self._keep_when_whole = True
            self._tell()
        elif offer.making:
            self._keep_when_closed = True
            self.cancel()
        else:
            self._keep(offer)

    def reject(self) -> None:
        """Dismiss all alternatives; they stay among the takes as rejected."""
        if (offer := self._settled()) is None:
            return
        if offer.numbers:
            self._document.amend(lambda c: reject_takes(c, offer.numbers))
        self.dismiss()

    def again(self) -> None:
        """Reject all and request as many with new seeds."""
        offer = self._offer
        self.reject()
        if offer is not None:
            self.go_on(replace(offer.ask, beginning=(), beginning_end=0))

    def more_like(self, index: int) -> None:
        """Request alternatives that begin with the first half of this one."""
        if (offer := self._settled()) is None or offer.making or index == ORIGINAL:
            return
        notes, end = offer.first_half(index, BarMap.of(offer.piece))
        if end > offer.start:
            self.go_on(replace(offer.ask, beginning=notes, beginning_end=end))

    def dismiss(self) -> None:
        """Dismiss the offer; its alternatives stay among the takes."""
        offer, self._offer = self._offer, None
        self._keep_when_closed = self._keep_when_whole = False
        if offer is None:
            return
        if offer.making:
            self._link.send(messages.CancelContinue(request=offer.request))
        self._sound.end()
        self._tell()

    def _keep(self, offer: Offer) -> None:
        number = offer.numbers[offer.current]
        name = self.tr("Keep %1").replace("%1", NUMBERS[offer.current])
        self._kept.remember(offer)
        accepted = self._document.composition.accepting(number)
        if self._playing.playing and not offer.ask.inside:
            self._playing.lead_to(offer.start)
        # The document changes first, so that the player plays on without a gap.
        self._document.edit(name, accepted, about=self._about(offer))
        self.dismiss()
        self.kept.emit(offer)

    def _about(self, offer: Offer) -> str:
        """Return the bars and the number of the highlighted alternative."""
        bars = BarMap.of(offer.piece)
        first, until = bars.bar_at(offer.start) + 1, bars.bars_until(offer.end_of(offer.current))
        text = self.tr("bars %1–%2, alternative %3")
        if until <= first:
            text = self.tr("bar %1, alternative %3")
        text = text.replace("%1", str(first)).replace("%2", str(until))
        return text.replace("%3", NUMBERS[offer.current])

    def _offer_again(self, offer: Offer) -> None:
        """Show an offer again after its acceptance was undone."""
        if self._offer is None and self._waiting is None:
            self._offer, self._seen = offer, self._document.score
            self._playing.lead_to(0)
            self._sound.show(offer)
            self._tell()

    # --- events of the live process -----------------------------------------------------------

    def _on_model(self, model: messages.ModelLoaded | None) -> None:
        self.model_changed.emit(model)
        waiting = self._waiting
        if model is not None and waiting is not None:
            self.ask(waiting.ask, of=waiting.of, again=waiting.again)

    def _on_primed(self, event: messages.Primed) -> None:
        if self._ours(event.request) is not None:
            self._sound.prime()
            self.primed.emit(event)

    def _on_plan(self, event: messages.ChordsPlanned) -> None:
        if (offer := self._ours(event.request)) is not None:
            self._offer = offer.planned(event)
            self._tell()

    def _on_notes(self, event: messages.NotesMade) -> None:
        if (offer := self._ours(event.request)) is None:
            return
        self._offer = offer.adding(event.alternative, event.notes, until=event.until)
        if event.alternative == offer.current:
            self._sound.add(self._offer, event.notes, until=event.until)
        self._tell()

    def _on_alternative(self, event: messages.AlternativeFinished) -> None:
        if (offer := self._ours(event.request)) is None:
            return
        self._offer = offer.finishing(event)
        if event.alternative == offer.current:
            self._sound.complete(self._offer)
            if self._keep_when_whole:
                self.keep()
        self._tell()

    def _on_finished(self, event: messages.ContinuationFinished) -> None:
        self.finished.emit(event)
        if (offer := self._ours(event.request)) is not None and offer.making:
            heard = offer.choosing(offer.current) if self._playing.playing else offer
            self._close(heard.judged(event.fits, event.best), cancelled=event.cancelled)

    def _close(self, offer: Offer, *, cancelled: bool) -> None:
        """Finish an offer: its alternatives become takes."""
        closed, keep = offer.closed(BarMap.of(offer.piece)), self._keep_when_closed
        self._keep_when_closed = self._keep_when_whole = False
        if closed is None:
            self.dismiss()
            return
        self._offer = self._with_takes(closed, unsaved=keep or not cancelled)
        self._sound.end_stream()
        self._sound.show(self._offer)
        self._tell()
        if keep:
            self._keep(self._offer)
        elif self._offer.ask.following and not self._playing.playing and not cancelled:
            self.audition(0)

    def _settled(self) -> Offer | None:
        """Return the offer; if it is complete, stop the search for better alternatives first."""
        offer = self._offer
        if offer is not None and offer.making and offer.is_complete:
            self._link.send(messages.CancelContinue(request=offer.request))
            self._close(offer, cancelled=True)
        return self._offer

    def _with_takes(self, offer: Offer, *, unsaved: bool) -> Offer:
        """Return the offer with take numbers; add its takes unless it regenerated one.

        Args:
            offer: The offer.
            unsaved: Whether the takes are a change of the piece; those that are left after a
                cancelled request are none.
        """
        composition = self._document.composition
        if offer.again:
            same = offer.remakes(composition.take(offer.again))
            self.regenerated.emit(offer.again, same)
            if same:
                return replace(offer, numbers=(offer.again,))
        named, takes = offer.numbered(composition)
        self._document.offer(takes, unsaved=unsaved)
        self.offered.emit(named.numbers, offer.piece)
        return named

    def _on_failed(self, event: messages.Failed) -> None:
        if event.request and self._ours(event.request) is None:
            return
        if event.request == 0:
            self._waiting = None
        else:
            self._offer = None
            self._keep_when_closed = self._keep_when_whole = False
            self._sound.end()
        self.failed.emit(event)
        self._tell()

    def _on_death(self, sentence: str) -> None:
        if self._offer is not None and self._offer.making:
            # The finished part stays, as after a cancel.
            self._close(self._offer, cancelled=True)
        self.died.emit(sentence)

    def _ours(self, request: int) -> Offer | None:
        """Return the current offer if it has this request number and is not finished."""
        offer = self._offer
        return offer if offer and offer.making and offer.request == request else None

    # --- playback -----------------------------------------------------------------------------

    @property
    def plays_offer(self) -> bool:
        """Whether the offer is what Play plays."""
        return self._sound.is_in_front

    def _on_playing(self, playing: bool) -> None:  # noqa: FBT001 - a signal's argument
        self._sound.begins = False
        if playing and self._offer is not None:
            self._offer = self._offer.choosing(self._offer.current)
            self._sound.open_stream(self._offer)

    # --- the document -----------------------------------------------------------------------

    def _on_replaced(self) -> None:
        self._since = 0
        self._waiting = None
        self.remember(None)
        self.dismiss()

    def _on_regridded(self, regridding: Regridding) -> None:
        """Move the offer and what waits to the new ticks of the piece.

        A request that is running ends with its complete bars: the model writes in the old ticks.
        """
        self._since = regridding.at(self._since) if self._since else 0
        if (waiting := self._waiting) is not None:
            self._waiting = replace(
                waiting,
                ask=waiting.ask.regridded(regridding),
                of=regridding.score(waiting.of) if waiting.of is not None else None,
            )
        if self._offer is not None:
            self._offer = self._regridded(self._offer, regridding)
            self._tell()

    def _regridded(self, offer: Offer, regridding: Regridding) -> Offer | None:
        """Return the offer with the piece's new beats; None if no bar of it is complete."""
        if not offer.making:
            return offer.regridded(regridding)
        self._link.send(messages.CancelContinue(request=offer.request))
        self._keep_when_closed = self._keep_when_whole = False
        closed = offer.closed(BarMap.of(offer.piece))
        if closed is None:
            self._sound.end()
            return None
        self._sound.end_stream()
        return self._with_takes(closed.regridded(regridding), unsaved=False)

    def _on_edit(self, _change: object) -> None:
        before, self._seen = self._seen, self._document.score
        if self._offer is None or self._keep_when_closed:
            return
        # The offer's notes refer to tracks by index.
        others = len(self._seen.tracks) != len(self._offer.ask.roles)
        if others or reordered(before, self._seen):
            self.dismiss()
        else:
            self._sound.show(self._offer)
