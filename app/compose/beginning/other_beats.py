"""Ask for other beats than those that were found, one after the other, and offer them."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.clients.engine_link import Link
from app.compose.beginning.bar_line_correction import BarLineCorrection
from app.main_window.shell import Shell
from app.state.document import Document
from engine import messages

if TYPE_CHECKING:
    from engine.values.score import Score


class OtherBeats(QObject):
    """Asks the live process, whose model orders them; the correction offers each.

    Args:
        link: To the live process.
        correction: Says when the user wants others.
    """

    def __init__(
        self,
        shell: Shell,
        document: Document,
        *,
        link: Link,
        correction: BarLineCorrection,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._link = link
        self._correction = correction
        # The question that waits: the number of its request, its piece, which beats it wants.
        self._asked: tuple[int, Score, int] | None = None
        self._requests = 0
        # The piece of the last offer, and the number of its beats.
        self._offered: tuple[Score, int] | None = None
        link.on(messages.OtherBeatsFound, self._on_found)
        link.on(messages.Failed, self._on_failed)
        link.died.connect(self._on_died)
        correction.others_wanted.connect(self.find)
        correction.forgotten.connect(self._cancel)
        shell.actions.bind(other_beats=self)

    def find(self) -> None:
        """Look for the beats that follow the last ones on offer, in the order of likelihood."""
        match self._offered:
            case (score, number) if score is self._document.score:
                self._ask(number + 1)
            case _:
                self._ask(1)

    def _ask(self, number: int) -> None:
        score = self._document.score
        # It drops the last question.
        self._correction.say(self.tr("Segue looks for other beats."), waits=True)
        self._requests += 1
        self._asked = self._requests, score, number
        self._link.send(
            messages.FindOtherBeats(
                score=score,
                number=number,
                request=self._requests,
                lines_s=self._correction.settled_s(),
            )
        )

    def _cancel(self) -> None:
        """Drop the question that waits: nobody wants its answer any more."""
        if self._asked is not None:
            request, _, _ = self._asked
            self._asked = None
            self._link.send(messages.CancelOtherBeats(request=request))

    def _on_failed(self, event: messages.Failed) -> None:
        # Failures of requests are those of continuations.
        if not event.request:
            self._on_died()

    def _on_died(self) -> None:
        """Stop waiting: others say what happened."""
        if self._asked is not None:
            self._asked = None
            self._correction.cancel()

    def _on_found(self, event: messages.OtherBeatsFound) -> None:
        if self._asked is None or self._asked[0] != event.request:
            return
        (_, score, _), self._asked = self._asked, None
        if event.found is None and event.count:
            # After the last ones the first come again.
            self._ask(1)
        elif event.found is None:
            self._correction.say(self.tr("Segue found no other beats."))
        else:
            self._offered = score, event.number
            self._correction.offer(score, event.found, because=self._said(event))

    def _said(self, event: messages.OtherBeatsFound) -> str:
        text = (
            self.tr("Other beats, %1 of %2.")
            if event.is_steady
            else self.tr("No steady beat was found: this is guess %1 of %2.")
        )
        return text.replace("%1", str(event.number)).replace("%2", str(event.count))
