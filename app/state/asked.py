"""What the user asks of the model: the one home of it, whichever view shows it."""

from PySide6.QtCore import QObject, Signal

from app.values.asking import ContinueSettings


class Asked(QObject):
    """The settings that hold for the next continuation.

    Signals:
        changed: They are others (the new `ContinueSettings`).
    """

    changed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = ContinueSettings()

    @property
    def settings(self) -> ContinueSettings:
        """What is asked for."""
        return self._settings

    def take(self, settings: ContinueSettings) -> None:
        """Ask for this from now on."""
        if settings != self._settings:
            self._settings = settings
            self.changed.emit(settings)
