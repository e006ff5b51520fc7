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
        self._asked: tuple[Score, int] | None = None
        # The piece of the last offer, and the number of its beats.
        self._offered: tuple[Score, int] | None = None
        link.on(messages.OtherBeatsFound, self._on_found)
        correction.others_wanted.connect(self.find)
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
        self._asked = score, number
        self._correction.say(self.tr("Segue looks for other beats."), waits=True)
        self._link.send(messages.FindOtherBeats(score=score, number=number))

    def _on_found(self, event: messages.OtherBeatsFound) -> None:
        if self._asked is None or self._asked[1] != event.number:
            return
        score, self._asked = self._asked[0], None
        if event.found is None and event.count:
            # After the last ones the first come again.
            self._ask(1)
        elif event.found is None:
            self._correction.say(self.tr("Segue found no other beats."))
        else:
            self._offered = score, event.number
            text = self.tr("Other beats, %1 of %2.").replace("%1", str(event.number))
            said = text.replace("%2", str(event.count))
            self._correction.offer(score, event.found, because=said)
