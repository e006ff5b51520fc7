"""What the Continue panel asks for is as it was when Segue is started again."""

import logging

import msgspec
from PySide6.QtCore import QObject

from app.settings import Settings
from app.views.continue_panel.panel import ContinuePanel
from app.views.continue_panel.values import ALTERNATIVES, LENGTHS, ContinueSettings

_log = logging.getLogger(__name__)

_KEPT = "continue"


class LastAsked(QObject):
    """Between the panel and the file of preferences.

    Args:
        panel: Shows what was asked last.
        settings: Where it is kept.
        parent: Qt's owner.
    """

    def __init__(
        self, panel: ContinuePanel, settings: Settings, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        panel.show_settings(read_settings(settings.note(_KEPT)))
        panel.settings_changed.connect(self._keep)

    def _keep(self, settings: ContinueSettings) -> None:
        self._settings.keep_note(_KEPT, write_settings(settings))


def write_settings(settings: ContinueSettings) -> str:
    """Return the panel's settings as text."""
    return msgspec.json.encode(settings).decode()


def read_settings(text: str) -> ContinueSettings:
    """Return the settings in a text; what makes no sense is as at first."""
    if not text:
        return ContinueSettings()
    try:
        settings = msgspec.json.decode(text, type=ContinueSettings)
    except ValueError:
        _log.warning("What was asked last makes no sense any more: %s", text)
        return ContinueSettings()
    request = settings.request
    if request.bars not in LENGTHS or request.alternatives not in ALTERNATIVES:
        return ContinueSettings()
    return settings
