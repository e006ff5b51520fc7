"""Say how long the next request will take, by the last ones of this model on this machine."""

import logging
from dataclasses import dataclass, replace

import msgspec
from PySide6.QtCore import QObject, Signal

from app.clients.continuing import Continuing
from app.clients.training import Training
from app.compose.offer.request_times import MOST_WAITS, Reading, Wait, Waits, shape_of
from app.settings.settings import Settings
from app.state.document import Document
from engine import messages
from engine.gate import documents
from engine.request import Request
from engine.values.score import Score

_log = logging.getLogger(__name__)

# Key in the settings file.
_KEPT = "request_waits"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The request that is running.

    Attributes:
        request: Its number.
        usual: It, as long as its shape usually takes.
        expected_s: The seconds that were expected.
    """

    request: int
    usual: Wait
    expected_s: float


class RequestWaits(QObject):
    """Learns from each request that ends how long the next ones will take.

    Args:
        training: It takes its share of the processor while it runs.

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
        training: Training,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._continuing, self._settings = document, continuing, settings
        self._training_runs = training.running
        training.changed.connect(lambda _run: self._look_at(training))
        training.ended.connect(lambda: self._look_at(training))
        self._waits = read_waits(settings.note(_KEPT))
        self._read: Reading | None = None
        self._asked: Asked | None = None
        continuing.forgot.connect(self._forget_reading)
        continuing.model_changed.connect(lambda _model: self._forget_reading())
        continuing.sent.connect(self._on_sent)
        continuing.finished.connect(self._on_finished)

    @property
    def asked(self) -> Asked | None:
        """The request that is running; None without one, or if it has no end."""
        return self._asked

    def seconds(self, ask: Request) -> float | None:
        """Return the seconds for a request; None without an end, or without a model."""
        model = self._continuing.model
        if model is None or not ask.bars:
            return None
        ask = self._continuing.with_memory(ask)
        return self._waits.expected_s(self._usual(self._document.score, ask, model))

    def _usual(self, score: Score, ask: Request, model: messages.ModelLoaded) -> Wait:
        shape = shape_of(score, ask, held=model.notes, read=self._read)
        usual_s = shape.usual_s(parameters=model.parameters)
        return Wait(
            model=model.folder,
            usual_s=usual_s,
            took_s=usual_s,
            training=self._training_runs,
            fill=ask.fill,
            piece=self._document.piece,
        )

    def _look_at(self, training: Training) -> None:
        self._training_runs = training.running

    def _forget_reading(self) -> None:
        self._read = None

    def _on_sent(self) -> None:
        offer, model = self._continuing.offer, self._continuing.model
        self._asked = None
        if offer is None or model is None:
            return
        if offer.ask.bars:
            usual = self._usual(offer.piece, offer.ask, model)
            self._asked = Asked(
                request=offer.request, usual=usual, expected_s=self._waits.expected_s(usual)
            )
        self._read = Reading(score=offer.piece, ask=offer.ask)

    def _on_finished(self, event: messages.ContinuationFinished) -> None:
        asked, self._asked = self._asked, None
        if asked is None or asked.request != event.request or event.cancelled:
            return
        self._waits = self._waits.learning(replace(asked.usual, took_s=event.seconds))
        self._settings.keep_note(_KEPT, msgspec.json.encode(self._waits.latest).decode())
        self.changed.emit()


def read_waits(text: str) -> Waits:
    """Parse stored waits, which belong to no piece of this session; unreadable text gives none."""
    if not text:
        return Waits()
    try:
        found = documents.decode(text.encode(), tuple[Wait, ...], documents.DESCRIPTION)
    except ValueError as error:
        _log.warning("The stored waits of requests are not readable: %s", error)
        return Waits()
    return Waits(tuple(replace(each, piece=0) for each in found[-MOST_WAITS:]))
