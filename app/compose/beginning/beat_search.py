"""Looks for beats: in a piece that came, when the user asks, by taps, and other ones."""

from dataclasses import replace
from typing import Literal

from PySide6.QtCore import QObject, Signal

from app.clients.engine_link import Link
from app.files.bar_check import BarCheck
from app.state.document import Document
from engine import messages
from engine.ground.errors import SegueError
from engine.messages import RightBars
from engine.values.beats import SaidBeats
from engine.values.score import Score

# Why beats are looked for: a piece was imported or played to a click; it was just played without
# one; the user asks; the user tapped.
Cause = Literal["came", "played", "asked", "tapped"]


class BeatSearch(QObject):
    """Asks the reader process, and for other beats the live process, whose model orders them.

    One search at a time: a new one takes the place of the one before.

    Args:
        bars: Checks bars and finds beats.
        link: To the live process.

    Signals:
        found: Beats were found (the score, the `RightBars`, why, a sentence about them).
        nothing: There are none, or the bars fit (why, a sentence about it).
        began: A search began whose answer the user waits for (a sentence).
    """

    found = Signal(object, object, str, str)
    nothing = Signal(str, str)
    began = Signal(str)

    def __init__(
        self, document: Document, *, bars: BarCheck, link: Link, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._bars, self._link = document, bars, link
        self._cause: Cause = "came"
        # The question for other beats that waits: the number of its request, its piece, which
        # beats it wants; the piece of the last answer, and the number of its beats.
        self._asked: tuple[int, Score, int] | None = None
        self._requests = 0
        self._lines_s: tuple[float, ...] = ()
        self._told: tuple[Score, int] | None = None
        bars.do_not_fit.connect(self._on_found)
        bars.fit.connect(
            lambda _: self._tell(self.tr("The bars of this piece fit its notes already."))
        )
        bars.no_beats.connect(lambda _: self._tell(self._no_beats()))
        bars.failed.connect(lambda _, error: self._on_error(error))
        link.on(messages.OtherBeatsFound, self._on_others)
        link.on(messages.Failed, self._on_failed)
        link.died.connect(self._on_died)

    def look_at(self, cause: Cause) -> None:
        """Look for beats in a piece that came, if it is not too large for that."""
        self.cancel()
        self._cause = cause
        if cause == "came":
            self._bars.check(self._document.score)
        elif self._document.score.note_count:
            self._bars.find(self._document.score)

    def find(self, said: SaidBeats, lines_s: tuple[float, ...]) -> None:
        """Look for beats around what the user is sure of.

        Args:
            said: The taps, and the beats of a bar.
            lines_s: When the bar lines sound that the user put where they are.
        """
        self.cancel()
        self._cause = "tapped" if said.taps else "asked"
        self.began.emit(self.tr("Segue looks for the beats."))
        self._bars.find(self._document.score, said=replace(said, lines_s=lines_s))

    def find_others(self, lines_s: tuple[float, ...]) -> None:
        """Look for the beats after those of the last answer, in the order of likelihood."""
        score, number = self._told or (None, 0)
        self._ask(number + 1 if score is self._document.score else 1, lines_s)

    def _ask(self, number: int, lines_s: tuple[float, ...]) -> None:
        self.cancel()
        self._cause = "asked"
        self.began.emit(self.tr("Segue looks for other beats."))
        self._requests += 1
        score = self._document.score
        self._asked, self._lines_s = (self._requests, score, number), lines_s
        self._link.send(
            messages.FindOtherBeats(
                score=score, number=number, request=self._requests, lines_s=lines_s
            )
        )

    def cancel(self) -> None:
        """Drop the search: no signal follows."""
        self._bars.cancel()
        if self._asked is not None:
            request, _, _ = self._asked
            self._asked = None
            self._link.send(messages.CancelOtherBeats(request=request))

    def _on_found(self, score: Score, found: RightBars) -> None:
        if score is not self._document.score:
            self._tell(self.tr("The piece was edited: its bars stay as they are."))
        elif self._cause == "tapped":
            self.found.emit(score, found, self._cause, self.tr("The beats follow your taps."))
        elif found.played:
            text = self.tr("This was played without a click.")
            self.found.emit(score, found, self._cause, text)
        else:
            text = self.tr("The bars of this piece do not fit its notes.")
            self.found.emit(score, found, self._cause, text)

    def _no_beats(self) -> str:
        if self._cause == "tapped":
            return self.tr("The taps agree with no beat of the music: the bars stay as they are.")
        return self.tr("No steady beat was found: the bars stay as they are.")

    def _on_error(self, error: SegueError) -> None:
        self._tell(str(error))

    def _tell(self, text: str) -> None:
        self.nothing.emit(self._cause, text)

    def _on_failed(self, event: messages.Failed) -> None:
        # Failures of requests are those of continuations.
        if not event.request:
            self._on_died()

    def _on_died(self) -> None:
        """Stop waiting: others say what happened."""
        if self._asked is not None:
            self._asked = None
            self._tell("")

    def _on_others(self, event: messages.OtherBeatsFound) -> None:
        if self._asked is None or self._asked[0] != event.request:
            return
        (_, score, _), self._asked = self._asked, None
        if event.found is None and event.count:
            # After the last ones the first come again.
            self._ask(1, self._lines_s)
        elif event.found is None:
            self._tell(self.tr("Segue found no other beats."))
        elif score is not self._document.score:
            self._tell(self.tr("The piece was edited: its bars stay as they are."))
        else:
            self._told = score, event.number
            self.found.emit(score, event.found, "asked", self._said(event))

    def _said(self, event: messages.OtherBeatsFound) -> str:
        text = (
            self.tr("Other beats, %1 of %2.")
            if event.is_steady
            else self.tr("No steady beat was found: this is guess %1 of %2.")
        )
        return text.replace("%1", str(event.number)).replace("%2", str(event.count))
