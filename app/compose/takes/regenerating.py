"""Regenerate a take: send the same request to the same model for the score of that time."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from app.clients.continuing import Continuing
from app.files.models import ModelInfo
from app.main_window.shell import Shell
from app.state.document import Document
from app.views.notice_strip import NoticeText
from engine.ground.errors import RequestError
from engine.piece.takes import Take
from engine.request import Request
from engine.values.score import Score

# Key of the notice.
_KEY = "made-again"


class _TakeSource(NamedTuple):
    """The score and the request that a take was generated from."""

    piece: Score
    ask: Request


class Regenerating(QObject):
    """Regenerates takes and reports whether the notes are the same.

    Args:
        models: Returns the models on this machine.

    Signals:
        model_wanted: Another model is needed (its folder).
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
        # Scores share what later edits left unchanged, so this costs little memory.
        self._sources: dict[int, _TakeSource] = {}
        continuing.offered.connect(self._on_offered)
        continuing.regenerated.connect(self._on_regenerated)
        document.replaced.connect(self._sources.clear)

    def make(self, number: int) -> None:
        """Regenerate a take with the model that made it."""
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
        """Return the score of that time, if its tracks still have the same indices."""
        source = self._sources.get(take.number)
        if source is None or len(source.piece.tracks) != len(self._document.score.tracks):
            return None
        # Moving tracks replaces the requests of the takes.
        return source.piece if source.ask is take.ask else None

    def _on_offered(self, numbers: tuple[int, ...], piece: Score) -> None:
        composition = self._document.composition
        self._sources |= {n: _TakeSource(piece, composition.take(n).ask) for n in numbers}

    def _on_regenerated(self, number: int, same: bool) -> None:  # noqa: FBT001 - a signal's argument
        text = self.tr("These are the notes of take %1 again.")
        can = ""
        if not same:
            text = self.tr("These are not the notes of take %1.")
            can = self.tr(
                "The piece, the model or the way Segue draws has changed since it was made."
            )
        happened = text.replace("%1", str(number))
        self._notices.show_notice(
            NoticeText(key=_KEY, about="piece", happened=happened, can=can, seconds=8.0)
        )

    def _warn(self, happened: str, can: str = "") -> None:
        self._notices.show_notice(
            NoticeText(
                key=_KEY, about="piece", happened=happened, can=can, tone="warning", seconds=10.0
            )
        )
