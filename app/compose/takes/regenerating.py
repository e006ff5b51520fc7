"""Draw a take again: the same request, to the same model, for the piece as it was then."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from app.clients.continuing import Continuing
from app.files.models import ModelInfo
from app.main_window.shell import Shell
from app.state.document import Document
from app.views.notice_strip import NoticeText
from engine.errors import RequestError
from engine.music.score import Score
from engine.piece.takes import Take
from engine.request import Request

_KEY = "made-again"


class _Asked(NamedTuple):
    """What a take was made of: the piece as it was, and what was asked about it."""

    piece: Score
    ask: Request


class Regenerating(QObject):
    """Asks for takes once more and tells whether they came out as they were.

    Args:
        shell: Where it is told.
        document: Whose takes.
        continuing: Who asks.
        models: Returns the models on this machine.
        parent: Qt's owner.

    Signals:
        model_wanted: Go on with this model from now on (its folder).
    """

    model_wanted = Signal(object)

    def __init__(
        self,
        shell: Shell,
        document: Document,
        *,
        continuing: Continuing,
        models: Callable[[], Sequence[ModelInfo]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._notices = shell.notices
        self._document = document
        self._continuing = continuing
        self._models = models
        # Values: what edits since then did not touch is shared.
        self._asked: dict[int, _Asked] = {}
        continuing.offered.connect(self._on_offered)
        continuing.made_again.connect(self._on_made_again)
        document.replaced.connect(self._asked.clear)

    def make(self, number: int) -> None:
        """Make a take again, with the model that made it."""
        composition = self._document.composition
        take = composition.take(number)
        try:
            ask = composition.request_of(number)
        except RequestError as error:
            self._warn(error.message, error.hint)
            return
        loaded = self._continuing.model
        if loaded is None or loaded.name != take.model:
            made_by = next((m for m in self._models() if m.name == take.model), None)
            if made_by is None or made_by.problem:
                text = self.tr("Take %1 was made by “%2”, which is not on this computer.")
                self._warn(text.replace("%1", str(number)).replace("%2", take.model))
                return
            self.model_wanted.emit(made_by.folder)
        self._continuing.ask(ask, of=self._piece_of(take), again=number)

    def _piece_of(self, take: Take) -> Score | None:
        """Return the piece as it was, where its tracks have the same numbers still."""
        asked = self._asked.get(take.number)
        if asked is None or len(asked.piece.tracks) != len(self._document.score.tracks):
            return None
        # Where tracks are moved, takes follow them, and what they ask for is said anew.
        return asked.piece if asked.ask is take.ask else None

    def _on_offered(self, numbers: tuple[int, ...], piece: Score) -> None:
        composition = self._document.composition
        self._asked |= {n: _Asked(piece, composition.take(n).ask) for n in numbers}

    def _on_made_again(self, number: int, same: bool) -> None:  # noqa: FBT001 - a signal's argument
        text = self.tr("These are the notes of take %1 again.")
        can = ""
        if not same:
            text = self.tr("These are not the notes of take %1.")
            can = self.tr(
                "The piece, the model or the way Segue draws has changed since it was made."
            )
        happened = text.replace("%1", str(number))
        self._notices.show_notice(NoticeText(key=_KEY, happened=happened, can=can, seconds=8.0))

    def _warn(self, happened: str, can: str = "") -> None:
        self._notices.show_notice(
            NoticeText(key=_KEY, happened=happened, can=can, tone="warning", seconds=10.0)
        )
