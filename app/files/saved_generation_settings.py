"""Store the generation settings between sessions."""

import logging

import msgspec
from PySide6.QtCore import QObject

from app.settings.settings import Settings
from app.state.generation_settings import GenerationSettings
from app.values.continue_settings import ALTERNATIVES, LENGTHS, ContinueSettings
from engine.gate import documents
from engine.ground.errors import SegueError

_log = logging.getLogger(__name__)

# Key in the settings file.
_KEPT = "continue"


class SavedGenerationSettings(QObject):
    """Loads the generation settings and saves each change.

    Args:
        generation: The settings; they get the stored value now.
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
    """Return the settings as JSON."""
    return msgspec.json.encode(settings).decode()


def read_settings(text: str) -> ContinueSettings:
    """Parse the settings; unreadable text gives the defaults."""
    if not text:
        return ContinueSettings()
    try:
        settings = documents.decode(text.encode(), ContinueSettings, documents.DESCRIPTION)
    except (ValueError, SegueError) as error:
        _log.warning("The stored generation settings are not readable: %s", error)
        return ContinueSettings()
    request = settings.request
    if request.bars not in LENGTHS or request.alternatives not in ALTERNATIVES:
        return ContinueSettings()
    return settings.for_another_piece()
