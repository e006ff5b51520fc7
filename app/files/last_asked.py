"""What is asked of the model is as it was when Segue is started again."""

import logging

import msgspec
from PySide6.QtCore import QObject

from app.settings.settings import Settings
from app.state.generation_settings import GenerationSettings
from app.values.asking import ALTERNATIVES, LENGTHS, ContinueSettings
from engine.errors import SegueError
from engine.gate import documents

_log = logging.getLogger(__name__)

_KEPT = "continue"


class LastAsked(QObject):
    """Between what is asked for and the file of preferences.

    Args:
        asked: What was asked last; it is as in the file from now on.
        settings: Where it is kept.
        parent: Qt's owner.
    """

    def __init__(
        self, generation: GenerationSettings, settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        generation.replace(read_settings(settings.note(_KEPT)))
        generation.changed.connect(self._keep)

    def _keep(self, settings: ContinueSettings) -> None:
        self._settings.keep_note(_KEPT, write_settings(settings))


def write_settings(settings: ContinueSettings) -> str:
    """Return the settings as text."""
    return msgspec.json.encode(settings).decode()


def read_settings(text: str) -> ContinueSettings:
    """Return the settings in a text; what makes no sense is as at first."""
    if not text:
        return ContinueSettings()
    try:
        settings = documents.decode(text.encode(), ContinueSettings, documents.DESCRIPTION)
    except (ValueError, SegueError) as error:
        _log.warning("What was asked last makes no sense any more: %s", error)
        return ContinueSettings()
    request = settings.request
    if request.bars not in LENGTHS or request.alternatives not in ALTERNATIVES:
        return ContinueSettings()
    # A word was about bars of a piece that need not be open any more.
    return settings.asking(wish="none", pattern=(0, 0))
