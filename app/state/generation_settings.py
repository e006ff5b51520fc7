"""The settings of the next continuation, shared by all views."""

from PySide6.QtCore import QObject, Signal

from app.values.continue_settings import ContinueSettings


class GenerationSettings(QObject):
    """Holds the settings of the next continuation.

    Signals:
        changed: The settings changed (the new `ContinueSettings`).
    """

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = ContinueSettings()

    @property
    def settings(self) -> ContinueSettings:
        """The settings now."""
        return self._settings

    def replace(self, settings: ContinueSettings) -> None:
        """Replace the settings; emit `changed` if they differ."""
        if settings != self._settings:
            self._settings = settings
            self.changed.emit(settings)
