"""Say how long the next request will take, by the last ones of this model on this machine."""

import logging

import msgspec
from PySide6.QtCore import QObject, Signal

from app.clients.continuing import Continuing
from app.compose.offer.request_times import Shape, seconds_of, shape_of, with_request
from app.settings.settings import Settings
from app.state.document import Document
from engine import messages
from engine.gate import documents
from engine.request import Request

_log = logging.getLogger(__name__)

# Key in the settings file, and how many models have their speeds there.
_KEPT, _MOST_MODELS = "request_times", 20
Speeds = dict[str, tuple[float, ...]]


class RequestWaits(QObject):
    """Learns the speed of the loaded model from each request that ends.

    Signals:
        changed: Something was learned.
    """

    changed = Signal()

    def __init__(
        self,
        document: Document,
        *,
        continuing: Continuing,
        settings: Settings,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._continuing, self._settings = document, continuing, settings
        self._speeds = read_speeds(settings.note(_KEPT))
        self._read_to = 0
        self._shape: Shape | None = None
        document.replaced.connect(self._forget_reading)
        continuing.model_changed.connect(lambda _model: self._forget_reading())
        continuing.sent.connect(self._on_sent)
        continuing.finished.connect(self._on_finished)

    def seconds(self, ask: Request) -> float | None:
        """Return the seconds for a request; None without an end, and before a first request."""
        if not ask.bars:
            return None
        shape = shape_of(ask, self._document.score, read_to=self._read_to)
        return seconds_of(shape, self._speeds.get(self._model, ()))

    @property
    def _model(self) -> str:
        model = self._continuing.model
        return model.folder if model is not None else ""

    def _forget_reading(self) -> None:
        self._read_to, self._shape = 0, None

    def _on_sent(self) -> None:
        offer = self._continuing.offer
        if offer is None or not offer.ask.bars:
            self._shape = None
            return
        # A remembered piece is read too, once, and says nothing about the next request.
        told = offer.ask.remembered is None and not offer.ask.beginning
        shape = shape_of(offer.ask, offer.piece, read_to=self._read_to)
        self._shape, self._read_to = shape if told else None, offer.ask.start

    def _on_finished(self, event: messages.ContinuationFinished) -> None:
        shape, self._shape = self._shape, None
        if shape is None or event.cancelled or not self._model:
            return
        known = self._speeds.pop(self._model, ())
        self._speeds[self._model] = with_request(known, shape, event.seconds)
        kept = dict(list(self._speeds.items())[-_MOST_MODELS:])
        self._settings.keep_note(_KEPT, msgspec.json.encode(kept).decode())
        self.changed.emit()


def read_speeds(text: str) -> Speeds:
    """Parse stored speeds; unreadable text and impossible speeds give none."""
    if not text:
        return {}
    try:
        found = documents.decode(text.encode(), Speeds, documents.DESCRIPTION)
    except ValueError as error:
        _log.warning("The stored speeds of models are not readable: %s", error)
        return {}
    return {model: speeds for model, speeds in found.items() if all(0 < s < 60 for s in speeds)}
